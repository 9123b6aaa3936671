// The button Check.

import { runJob } from "./api.js";

const CHANGES = new Set(["move", "undo", "redo", "restart", "drop", "server"]); // of the position

export function mount(page) {
  page.tool("check", () => check(page));
}

/** Says whether the board is solved, not finished, or wrong, and marks what is wrong, until the position changes. */
async function check(page) {
  const { match } = page;
  let [shown, isOld] = ["Checking ...", false];
  const note = (text, kind) => page.note((shown = text), kind);
  try {
    note(shown);
    await match.sync();
    match.addEventListener("change", function forget({ detail }) {
      if (!CHANGES.has(detail.kind)) return;
      match.removeEventListener("change", forget);
      isOld = true;
      page.withdraw(shown);
    });
    const found = await runJob("/api/board/check", { record: match.record });
    if (page.match !== match || isOld) return;
    if (found.status === "unknown") {
      note("There was not enough time to check this position.");
      return;
    }
    const kinds = { solved: "ok", wrong: "bad", unfinished: "" };
    note(found.lines.join(" "), kinds[found.status] ?? "");
    if (found.status === "wrong") {
      page.boardView.showMarks(found.marks);
      page.boardView.showWrong([...found.violations.flatMap((one) => one.elements), ...found.wrong]);
    }
  } catch (error) {
    note(error.status === 0 ? "Checks need the server, which cannot be reached." : error.message, "bad");
  }
}
