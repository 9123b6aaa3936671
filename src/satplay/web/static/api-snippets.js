// A request as commands that can be pasted: curl, and Python without a package.

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

/** The request as a command of curl. `body` is undefined if there is none. */
export function curlOf({ method, url, body }) {
  const parts = [`curl -sS ${method === "GET" ? "" : `-X ${method} `}${quoted(url)}`];
  if (body !== undefined) parts.push(`-H 'content-type: application/json'`, `-d ${quoted(JSON.stringify(body))}`);
  return parts.join(" \\\n  ");
}

/** The request as a program in Python. */
export function pythonOf({ method, url, body }) {
  const address = JSON.stringify(url);
  const lines = ["import json", "from urllib.request import Request, urlopen", ""];
  if (body === undefined) lines.push(`request = Request(${address}, method="${method}")`);
  else {
    lines.push(`url = ${address}`, `body = ${pythonValue(body)}`, `headers = {"content-type": "application/json"}`);
    lines.push("request = Request(url, json.dumps(body).encode(), headers)");
  }
  lines.push("with urlopen(request) as response:");
  lines.push(method === "DELETE" ? "    print(response.status)" : "    print(json.load(response))");
  return lines.join("\n");
}

/** A JSON value as Python writes it. */
export function pythonValue(value) {
  if (value === null) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (typeof value === "object") {
    const pairs = Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one)}`);
    return `{${pairs.join(", ")}}`;
  }
  return JSON.stringify(value);
}

const WIDTH = 64; // characters of a line with a whole list or object

/** A JSON value with line breaks only where a line would be long, and in the outermost object. */
export function readableJson(value, indent = "") {
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((one) => readableJson(one, inner))
    : Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${readableJson(one, inner)}`);
  const [open, close] = isList ? "[]" : "{}";
  const flat = open + parts.join(", ") + close;
  const isOuter = indent === "" && !isList;
  if (parts.length === 0 || (!isOuter && !flat.includes("\n") && flat.length + indent.length <= WIDTH)) return flat;
  return `${open}\n${parts.map((part) => inner + part).join(",\n")}\n${indent}${close}`;
}
