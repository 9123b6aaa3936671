// The tables of the help page: keys, formats, levels and engines, as the server and the scripts of the boards say.

import { byId, make, pageData } from "./dom.js";
import { SHELL_KEYS, keyTable } from "./keys-help.js";

const { subjects, levels, engines } = pageData();

function keySection(title, rows, id) {
  return make("section", { id }, make("h3", {}, title), keyTable(rows, title));
}

async function showKeys() {
  const tables = byId("key-tables");
  tables.append(keySection("All boards", SHELL_KEYS, "keys-all"));
  const withScript = subjects.filter((subject) => subject.has_board_script);
  const views = await Promise.all(withScript.map(({ name }) => import(`/subjects/${name}/board.js`).catch(() => ({}))));
  views.forEach(({ help = [] }, at) => {
    const { name, title } = withScript[at];
    if (help.length) tables.append(keySection(title, help, `keys-${name}`));
  });
}

function showFormats() {
  byId("format-list").append(
    ...subjects.map(({ name, title, formats }) => {
      const rows = formats.map(({ name: format, example }) =>
        make("div", { class: "format" }, make("h3", {}, format), example ? make("pre", { tabindex: 0 }, example) : ""),
      );
      const summary = make("summary", {}, make("strong", {}, title), make("span", { class: "muted" }, formats.map((one) => one.name).join(", ")));
      return make("details", { id: `formats-${name}` }, summary, make("div", { class: "formats" }, rows));
    }),
  );
}

function showRows(id, rows) {
  const cells = ([first, ...others]) => [make("th", { scope: "row" }, first), ...others.map((text) => make("td", {}, text))];
  byId(id).tBodies[0].append(...rows.map((row) => make("tr", {}, cells(row))));
}

showRows("level-table", levels);
showRows("engine-table", engines);
byId("engine-count").textContent = `All engines (${engines.length})`;
showFormats();
showKeys().then(() => {
  // A link to a part that was not there yet.
  const target = location.hash.length > 1 && byId(location.hash.slice(1));
  if (target) target.scrollIntoView();
});
