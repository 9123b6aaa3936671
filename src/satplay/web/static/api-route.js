// One route of the API page: what it takes and answers, and a form that tries it.

import { alternativesOf, fieldList, fieldsOf, resolve, sampleOf, typeOf, withCode } from "./api-schema.js";
import { curlOf, pythonOf, readableJson } from "./api-snippets.js";
import { mountSending } from "./api-send.js";
import { make } from "./dom.js";
import { icon } from "./icons.js";
import { toast } from "./page.js";

const MOST_ROWS = 16;
const JSON_TYPE = "application/json";

/** The contents of an opened route `{method, path, operation, id}`; `input` replaces the input of the example. */
export function routeElements(spec, route, input = null) {
  const { operation } = route;
  const parts = (operation.description ?? "").split(/\n{2,}/).filter((part) => part.trim());
  const fields = make(
    "div",
    { class: "route-fields" },
    parts.map((part) => make("p", {}, withCode(part.replaceAll("\n", " ")))),
    parameterParts(spec, operation.parameters ?? []),
    bodyParts(spec, operation),
    answerParts(spec, operation),
  );
  return [fields, tryForm(spec, route, input)];
}

const heading = (text) => make("h4", {}, text);

function parameterParts(spec, parameters) {
  if (parameters.length === 0) return [];
  const fields = parameters.map(({ name, in: place, required, schema, description }) => {
    const { enum: values = [], default: normal } = resolve(spec, schema);
    const about = description ?? schema.description ?? (place === "path" ? "part of the address" : "");
    return { name, depth: 0, type: typeOf(spec, schema), values, isRequired: Boolean(required), normal, about };
  });
  return [heading("Address"), fieldList(fields)];
}

function bodyParts(spec, operation) {
  const content = operation.requestBody?.content?.[JSON_TYPE];
  if (content === undefined) return [];
  const alternatives = alternativesOf(spec, content.schema);
  if (alternatives.length === 1) return [heading("Request"), fieldList(fieldsOf(spec, alternatives[0][1]))];
  return [heading("Request, one of"), ...alternativeParts(spec, alternatives)];
}

/** Each of some alternatives under its title; `options` are those of `fieldList`. */
function alternativeParts(spec, alternatives, options) {
  return alternatives.map(([title, schema]) => make("details", { class: "alternative" }, make("summary", {}, title), fieldList(fieldsOf(spec, schema), options)));
}

function answerParts(spec, operation) {
  const answers = Object.entries(operation.responses ?? {}).filter(([status]) => /^[23]\d\d$/.test(status));
  const parts = answers.flatMap(([status, { description, content = {} }]) => {
    const title = make("p", { class: "answer-title" }, make("strong", {}, status), " ", withCode(description ?? ""));
    const schema = content[JSON_TYPE]?.schema;
    if (schema === undefined) return [title];
    const alternatives = alternativesOf(spec, schema);
    if (alternatives.length > 1) return [title, ...alternativeParts(spec, alternatives, { isAnswer: true })];
    const fields = fieldsOf(spec, schema);
    return fields.length ? [title, fieldList(fields, { isAnswer: true })] : [title, make("p", { class: "muted" }, typeOf(spec, schema))];
  });
  if (parts.length === 0) return [];
  return [make("details", { class: "answers" }, make("summary", {}, "Answer"), parts)];
}

// -- trying ----------------------------------------------------------------------------------------------

function tryForm(spec, route, input) {
  const { method, path, operation, id } = route;
  const content = operation.requestBody?.content?.[JSON_TYPE];
  const sample = content && { ...(content.example ?? sampleOf(spec, content.schema)), ...(input === null ? {} : { input }) };
  const text = content && make("textarea", { id: `body-${id}`, spellcheck: "false", autocapitalize: "off" }, readableJson(sample));
  if (text) text.rows = Math.min(MOST_ROWS, text.value.split("\n").length + 1);
  const fields = (operation.parameters ?? []).filter((one) => one.in !== "header").map((one) => [one, parameterField(spec, one, id)]);
  const snippets = new Map([["curl", curlOf], ["Python", pythonOf]].map(([name, write]) => [name, { write, place: make("pre", { tabindex: "0" }) }]));
  const out = make("div", { class: "answer" });

  /** The request as the form has it; throws if the body is no JSON. */
  const request = () => {
    const body = text ? parse(text) : undefined;
    return { method: method.toUpperCase(), url: location.origin + addressOf(path, fields), body };
  };
  const refresh = () => {
    try {
      const now = request();
      for (const { write, place } of snippets.values()) place.textContent = write(now);
    } catch {
      // The commands stay as they were until the text is JSON again.
    }
  };
  const form = make(
    "form",
    { class: "try", novalidate: true, oninput: refresh },
    heading("Try it"),
    fields.length > 0 && make("div", { class: "try-fields" }, fields.map(([{ name }, field]) => make("label", { class: "field" }, make("code", {}, name), field))),
    text && make("label", { class: "field" }, "Body", text),
    make("div", { class: "try-buttons" }, make("button", { type: "submit", class: "primary" }, "Send")),
    out,
    [...snippets].map(([name, { place }]) => make("details", { class: "snippet" }, make("summary", {}, name), copyButton(name, place), place)),
  );
  mountSending(form, { request, out, text });
  refresh();
  return form;
}

function parse(text) {
  text.removeAttribute("aria-invalid");
  try {
    return JSON.parse(text.value);
  } catch (error) {
    text.setAttribute("aria-invalid", "true");
    throw new Error(`The body is not JSON: ${error.message}.`);
  }
}

function parameterField(spec, { name, in: place, schema, example }, id) {
  const { enum: values, default: normal, type } = resolve(spec, schema);
  if (values) return make("select", { name }, values.map((value) => make("option", { value, selected: value === normal }, value)));
  const numeric = type === "number" || type === "integer";
  const attributes = { name, id: `${id}-${name}`, value: normal ?? example ?? "", inputmode: numeric ? "decimal" : "text", autocomplete: "off" };
  return make("input", { ...attributes, placeholder: place === "path" ? name : "", spellcheck: "false" });
}

/** The path with the values of the fields; those of the query without a value are left out. */
function addressOf(path, fields) {
  let address = path;
  const query = new URLSearchParams();
  for (const [{ name, in: place, schema }, field] of fields) {
    if (place === "path") address = address.replace(`{${name}}`, encodeURIComponent(field.value || name.toUpperCase()));
    else if (field.value !== "" && field.value !== String(schema.default)) query.set(name, field.value);
  }
  return query.size ? `${address}?${query}` : address;
}

function copyButton(name, place) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(place.textContent);
      toast("Copied.");
    } catch {
      getSelection().selectAllChildren(place);
      toast("Selected: copy it with Ctrl+C.");
    }
  };
  return make("button", { type: "button", class: "icon-button copy", "aria-label": `Copy the ${name} example`, title: "Copy", onclick: copy }, icon("copy"));
}
