// The API page: the routes of openapi.json in groups, found by words, each with a form that tries it.

import { get } from "./api.js";
import { routeElements } from "./api-route.js";
import { curlOf, pythonOf } from "./api-snippets.js";
import { byId, make, pageData } from "./dom.js";
import { API_INPUT } from "./recognise.js";
import * as storage from "./storage.js";

const OTHERS = "server"; // the group of routes that no tag or path puts into another one
const LAST = ["jobs", OTHERS];
const METHODS = ["get", "post", "put", "patch", "delete"];

/** The routes of a description, each with its group; the groups about the server itself come last. */
function routesOf(spec) {
  const found = Object.entries(spec.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => method in methods).map((method) => routeOf(method, path, methods[method])),
  );
  return found.sort((one, other) => LAST.indexOf(one.group) - LAST.indexOf(other.group));
}

function routeOf(method, path, operation) {
  const { operationId: id, summary = "" } = operation;
  const [, inApi] = /^\/api\/([a-z]+)/.exec(path) ?? [];
  const group = operation.tags?.[0] ?? inApi ?? OTHERS;
  const words = [method, path, summary, operation.description, group].join(" ").toLowerCase();
  return { method, path, operation, id, group, summary, words };
}

function groupsOf(routes) {
  const groups = new Map();
  for (const route of routes) groups.set(route.group, [...(groups.get(route.group) ?? []), route]);
  return groups;
}

// -- the list --------------------------------------------------------------------------------------------

/** `Hashiwokakero: count the solutions exactly` as title and what is done. */
function splitSummary(summary) {
  const at = summary.indexOf(": ");
  return at < 0 ? ["", summary] : [summary.slice(0, at), summary.slice(at + 2)];
}

/** What most routes of a group do; empty if they do different things. */
function aimOf(routes) {
  const aims = routes.map(({ summary }) => splitSummary(summary)[1]);
  const count = (aim) => aims.filter((one) => one === aim).length;
  const [first] = [...aims].sort((one, other) => count(other) - count(one));
  return count(first) > 1 && 2 * count(first) > aims.length ? first : "";
}

function groupElement(spec, group, routes) {
  const aim = aimOf(routes);
  return make(
    "section",
    { id: `group-${group}`, class: "group", "aria-labelledby": `group-title-${group}` },
    make("h3", { id: `group-title-${group}` }, make("code", {}, group), aim && make("span", { class: "muted" }, ` ${aim}`)),
    routes.map((route) => routeElement(spec, route, aim)),
  );
}

function routeElement(spec, route, aim) {
  const { method, path, id, summary } = route;
  const [title, what] = splitSummary(summary);
  const body = make("div", { class: "route-body" });
  const fill = () => {
    if (body.childElementCount > 0) return;
    body.append(...routeElements(spec, route, takeInput(id)));
  };
  route.element = make(
    "details",
    {
      id,
      class: "panel route",
      ontoggle: () => {
        if (!route.element.open) return;
        fill();
        history.replaceState(null, "", `#${id}`);
      },
    },
    make(
      "summary",
      {},
      make("span", { class: `method ${method}` }, method.toUpperCase()),
      make("code", { class: "path" }, path),
      make("span", { class: "muted" }, what === aim ? title : summary),
    ),
    body,
  );
  return route.element;
}

/** The formula that the first page was given, for the route that it leads to. */
function takeInput(id) {
  if (location.hash !== `#${id}`) return null;
  const input = storage.load(API_INPUT);
  storage.remove(API_INPUT);
  return input;
}

// -- finding ---------------------------------------------------------------------------------------------

function mountSearch(routes, groups) {
  const box = byId("route-search");
  const links = new Map([...groups].map(([group, list]) => [group, make("li", {}, make("a", { href: `#group-${group}` }, group, make("span", { class: "muted" }, ` ${list.length}`)))]));
  byId("route-groups").replaceChildren(...links.values());
  const show = () => {
    const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const route of routes) route.element.hidden = !wanted.every((word) => route.words.includes(word));
    for (const [group, list] of groups) {
      const isEmpty = list.every((route) => route.element.hidden);
      byId(`group-${group}`).hidden = isEmpty;
      links.get(group).hidden = isEmpty;
    }
    const found = routes.filter((route) => !route.element.hidden).length;
    byId("route-count").textContent = wanted.length ? `${found} of ${routes.length} routes` : `${routes.length} routes`;
  };
  box.addEventListener("input", show);
  show();
}

/** Opens the route that the address names, or scrolls to a group. */
function goToHash() {
  const target = location.hash.length > 1 && byId(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  if (target.matches("details.route")) {
    target.open = true;
    target.querySelector("summary").focus({ preventScroll: true });
  }
  target.scrollIntoView();
}

// -- start -----------------------------------------------------------------------------------------------

async function showRoutes() {
  try {
    const spec = await get("/openapi.json");
    const routes = routesOf(spec);
    const groups = groupsOf(routes);
    byId("route-list").replaceChildren(...[...groups].map(([group, list]) => groupElement(spec, group, list)));
    byId("routes-wait").hidden = true;
    mountSearch(routes, groups);
    goToHash();
    window.addEventListener("hashchange", goToHash);
  } catch (error) {
    const again = make("button", { type: "button", onclick: showRoutes }, "Try again");
    byId("routes-wait").replaceChildren(`The list of routes is not there: ${error.message} `, again);
  }
}

/** An example of a request, for a terminal and in Python, and of words to search for. */
function showExamples({ puzzle }) {
  if (puzzle === null) return;
  const example = { method: "POST", url: `${location.origin}/api/generate/${puzzle}`, body: { seed: 7 } };
  byId("first-example").replaceChildren(...[curlOf, pythonOf].map((write) => make("pre", { tabindex: "0" }, write(example))));
  byId("route-search").placeholder = `such as count ${puzzle}`;
}

showExamples(pageData());
// The description is large: the page is painted first.
requestAnimationFrame(() => setTimeout(showRoutes));
