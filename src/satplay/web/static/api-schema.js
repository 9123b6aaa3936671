// Schemas of openapi.json as fields that people read: name, type, default, description, one row for each field.

import { make } from "./dom.js";

const DEEPEST = 4; // of fields within fields
const TYPES = { string: "text", integer: "whole number", number: "number", boolean: "true or false", null: "null" };

/** The schema that a reference leads to. */
export function resolve(spec, schema) {
  let found = schema ?? {};
  while (found.$ref) found = found.$ref.slice(2).split("/").reduce((value, key) => value[key], spec);
  return found;
}

/** The schema without "or null", and without a reference. */
function bare(spec, schema) {
  const found = resolve(spec, schema);
  const others = (found.anyOf ?? []).filter((one) => one.type !== "null");
  return others.length === 1 ? { ...found, anyOf: undefined, ...resolve(spec, others[0]), description: found.description ?? others[0].description } : found;
}

/** A type in words. */
export function typeOf(spec, schema) {
  const found = bare(spec, schema);
  if (found.const !== undefined) return JSON.stringify(found.const);
  const choices = found.anyOf ?? found.oneOf;
  if (choices) return [...new Set(choices.map((one) => typeOf(spec, one)))].join(" or ");
  if (found.type === "array") return found.items && Object.keys(resolve(spec, found.items)).length ? `list: ${typeOf(spec, found.items)}` : "list";
  if (found.type === "object" || found.properties) {
    const { additionalProperties: values } = found;
    return values && typeof values === "object" && Object.keys(values).length ? `object: name to ${typeOf(spec, values)}` : "object";
  }
  return `${TYPES[found.type] ?? "any value"}${rangeOf(found)}`;
}

const HUGE = 2 ** 31 - 1;

function rangeOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, maxLength }) {
  const top = maximum !== undefined && maximum < HUGE ? `at most ${maximum}` : exclusiveMaximum < HUGE && `below ${exclusiveMaximum}`;
  const isPositive = minimum === undefined || minimum > -HUGE;
  const bottom = exclusiveMinimum !== undefined ? `above ${exclusiveMinimum}` : minimum !== undefined && isPositive && minimum !== 0 && `at least ${minimum}`;
  const both = minimum !== undefined && minimum !== 0 && top && maximum !== undefined ? `${minimum} to ${maximum}` : [bottom, top].filter(Boolean).join(", ");
  const length = maxLength === undefined ? "" : `${both && ", "}at most ${maxLength} characters`;
  return both || length ? ` (${both}${length})` : "";
}

/** The alternatives of a schema, `[title, schema]`; one without a title if there is no choice. */
export function alternativesOf(spec, schema) {
  const found = resolve(spec, schema);
  if (!found.oneOf) return [["", found]];
  const key = found.discriminator?.propertyName;
  return found.oneOf.map((one) => {
    const { properties = {}, title } = resolve(spec, one);
    return [key && properties[key] ? `${key}: ${properties[key].const ?? properties[key].enum?.join(", ")}` : title, resolve(spec, one)];
  });
}

/** The fields of an object, those of its own objects behind them: `{name, depth, type, values, isRequired, normal, about}`. */
export function fieldsOf(spec, schema, depth = 0) {
  const { properties = {}, required = [] } = bare(spec, schema);
  return Object.entries(properties).flatMap(([name, property]) => {
    const found = bare(spec, property);
    const inner = found.type === "array" ? bare(spec, found.items) : found;
    const field = {
      name,
      depth,
      type: typeOf(spec, property),
      values: found.enum ?? inner.enum ?? [],
      isRequired: required.includes(name),
      normal: property.default,
      about: property.description ?? found.description ?? "",
    };
    return [field, ...(inner.properties && depth < DEEPEST ? fieldsOf(spec, inner, depth + 1) : [])];
  });
}

/** A text with ``code`` in elements of its own. */
export function withCode(text) {
  return text.split(/``(.+?)``|`(.+?)`/).map((part, at) => (part === undefined ? "" : at % 3 ? make("code", {}, part) : part));
}

/** The list of fields as an element. `isAnswer`: nothing is said of what is required. */
export function fieldList(fields, { isAnswer = false } = {}) {
  return make("dl", { class: "fields" }, fields.map((field) => fieldItem(field, isAnswer)));
}

function fieldItem({ name, depth, type, values, isRequired, normal, about }, isAnswer) {
  const notes = [make("span", { class: "type" }, type)];
  if (!isAnswer && isRequired) notes.push(make("strong", { class: "required" }, "required"));
  if (!isAnswer && normal !== undefined && normal !== null) notes.push(make("span", {}, "default ", make("code", {}, JSON.stringify(normal))));
  const listed = values.length > 0 && make("p", { class: "values" }, "One of ", values.map((value, at) => [at ? ", " : "", make("code", {}, String(value))]));
  return make(
    "div",
    { class: `field-item depth-${Math.min(depth, DEEPEST)}` },
    make("dt", {}, make("code", { class: "name" }, name), notes),
    make("dd", {}, about && make("p", {}, withCode(about)), listed),
  );
}

/** A request that has every required field; what has no example is empty. */
export function sampleOf(spec, schema) {
  const [[, chosen]] = alternativesOf(spec, schema);
  const { properties = {}, required = [] } = chosen;
  return Object.fromEntries(required.map((name) => [name, sampleValue(spec, properties[name])]));
}

function sampleValue(spec, schema) {
  const found = bare(spec, schema);
  if (found.const !== undefined) return found.const;
  const [first] = [...(found.examples ?? []), ...(found.enum ?? [])];
  if (first !== undefined) return first;
  if (found.default !== undefined) return found.default;
  if (found.type === "array") return Array.from({ length: found.minItems ?? 0 }, () => sampleValue(spec, found.items ?? {}));
  if (found.type === "integer" || found.type === "number") return found.minimum ?? 1;
  if (found.type === "boolean") return false;
  return found.type === "string" ? "" : sampleOf(spec, found);
}
