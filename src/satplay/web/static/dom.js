// Elements are built here and nowhere else: text is only ever put into the page as text.

const SVG = "http://www.w3.org/2000/svg";

/** The element with this id. */
export const byId = (id) => document.getElementById(id);

/**
 * An HTML element. Attributes that are functions are event handlers (`onclick`); true is an empty attribute, false,
 * null and undefined are none; `style` is a table of properties. Children are elements, texts, or lists of them.
 */
export function make(tag, attributes = {}, ...children) {
  return build(document.createElement(tag), attributes, children);
}

/** An SVG element, by the same rules. */
export function svg(tag, attributes = {}, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

function build(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) setAttribute(element, name, value);
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) element.append(child);
  }
  return element;
}

/** One attribute, by the rules of `make`; a value that is there already is not written again. */
export function setAttribute(element, name, value) {
  if (typeof value === "function") element.addEventListener(name.slice(2), value);
  else if (name === "style") setStyle(element, value);
  else if (value === false || value === null || value === undefined) element.removeAttribute(name);
  else {
    const text = value === true ? "" : String(value);
    if (element.getAttribute(name) !== text) element.setAttribute(name, text);
  }
}

function setStyle(element, properties) {
  for (const [name, value] of Object.entries(properties)) element.style.setProperty(name, value);
}

/** The value of the page's `<script type="application/json">`; null if there is none. */
export function pageData(id = "data") {
  const element = byId(id);
  return element === null ? null : JSON.parse(element.textContent);
}
