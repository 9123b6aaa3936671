// The panels of the page, each made from a frame of the run.
// Names and sentences come from files: they are only ever put into the page as text.

const run = new Run(JSON.parse(document.getElementById("trace").textContent));
const byId = (id) => document.getElementById(id);
const narrow = window.matchMedia("(max-width: 819px)");
const CLAUSES_SHOWN = 150;
const ROW_HEIGHT = 30;

function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children);
  return element;
}

const VALUES = { 1: "true", 0: "open", [-1]: "false" };

/** A literal with its value, unless `plain`; with its level if requested. */
function literal(state, lit, { level, watched, focus, plain } = {}) {
  const value = plain ? "open" : VALUES[run.value(state, lit)];
  const said = `${lit}${plain ? "" : `, ${value}`}${watched ? ", watched" : ""}${level === undefined ? "" : `, level ${level}`}`;
  const chip = make("span", { class: `lit ${value}${focus ? " focus" : ""}`, title: run.fact(lit) });
  chip.append(make("span", { class: "said" }, said));
  chip.append(make("span", { "aria-hidden": "true" }, `${lit}${watched ? "*" : ""}`));
  if (level !== undefined) chip.append(make("sub", { "aria-hidden": "true" }, `@${level}`));
  return chip;
}

function clauseOf(state, lits, options = {}) {
  const chips = lits.map((lit) =>
    literal(state, lit, {
      level: options.levels ? options.levels.get(lit) : undefined,
      watched: (options.watched || []).includes(lit),
      focus: (options.focus || []).includes(lit),
      plain: options.plain,
    }),
  );
  if (chips.length === 0) chips.push(make("span", { class: "empty" }, "empty"));
  return make("span", { class: "clause" }, ...chips);
}

function named(number) {
  return make("span", { class: "number" }, `c${number}`);
}

// -- what happens ---------------------------------------------------------------------------------------

function showNow(frame, state, analysis) {
  const event = frame.event < 0 ? null : run.events[frame.event];
  const stage = stageOf(frame, analysis);
  const kind = event === null ? "start" : event.event;
  const heading = stage === null ? run.rule(frame) : stage.heading;
  const look = stage === null ? kind : stage.kind;
  const place = frame.stage < 0 ? `State ${frame.number}` : `In state ${frame.number}`;
  const parts = [
    make("p", { class: "rule" }, make("span", { class: "place" }, place), make("strong", { class: look }, heading)),
    make("p", { class: "sentence" }, stage === null ? (event === null ? run.trace.beginning : event.sentence) : stage.sentence),
  ];
  const clause = stage === null ? (event && event.clause && kind !== "fail" ? event.clause : 0) : stage.clause;
  if (clause > 0 && run.clause(clause)) {
    const focus = kind === "unit-prop" ? [event.lit] : stage !== null && stage.pivot ? [stage.pivot, -stage.pivot] : [];
    parts.push(make("p", { class: "at-work" }, named(clause), clauseOf(state, run.clause(clause), { focus })));
  }
  if (kind === "success") {
    const open = event.model.filter((lit) => run.value(state, lit) === 0);
    if (open.length > 0) parts.push(make("p", {}, `Left open, filled in: ${open.join(", ")}.`));
  }
  const gone = deletedIn(frame);
  if (gone.length > 0) {
    const shown = gone.slice(0, 12).map((number) => `c${number}`).join(", ");
    parts.push(make("p", { class: "aside" }, `Thrown away: ${shown}${gone.length > 12 ? ` and ${gone.length - 12} more` : ""}.`));
  }
  byId("now").replaceChildren(...parts);
}

function deletedIn(frame) {
  const gone = [];
  if (frame.stage < 0) {
    for (let at = frame.event + 1; at < frame.taken; at += 1) {
      if (run.events[at].event === "delete") gone.push(run.events[at].clause);
    }
  }
  return gone;
}

/** The text of a stage of a conflict; null for a numbered state. */
function stageOf(frame, analysis) {
  if (frame.stage < 0) return null;
  const event = run.events[frame.event];
  if (frame.stage === 0) {
    return { kind: "conflict", heading: run.rule(frame), sentence: event.sentence, clause: event.clause };
  }
  const row = analysis.rows[frame.stage - 1];
  if (row === undefined) {
    const learn = analysis.event;
    const heading = `learn c${learn.clause}, backjump to level ${learn.backjump}`;
    return { kind: "learn", heading, sentence: learn.sentence, clause: learn.clause };
  }
  const why = row.minimising ? "It follows from the rest of the clause (minimisation)" : "It came from";
  const how = row.minimising ? `${why}: resolve with c${row.reason}` : `${why} c${row.reason}: resolve with that`;
  return {
    kind: "resolve",
    heading: `resolve on ${row.pivot} with c${row.reason}`,
    sentence: `The clause so far blames ${row.pivot} (${run.fact(row.pivot)}). ${how}, and ${row.pivot} drops out.`,
    clause: row.reason,
    pivot: row.pivot,
  };
}

// -- the trail ------------------------------------------------------------------------------------------

function showTrail(frame, state) {
  const newest = newestOf(frame, state);
  const groups = [];
  let group = null;
  let level = -1;
  for (const entry of state.trail) {
    if (entry.level !== level) {
      level = entry.level;
      group = make("div", { class: "entries" });
      groups.push(make("div", { class: "level" }, make("span", { class: "level-name" }, `level ${level}`), group));
    }
    const kind = entry.reason === 0 ? "decision" : "implied";
    const why = entry.reason === 0 ? "decided" : `implied by c${entry.reason}`;
    const name = run.name(entry.lit);
    const chip = make(
      "button",
      {
        type: "button",
        class: `entry ${kind}${entry.lit === newest ? " newest" : ""}`,
        title: `${run.fact(entry.lit)} (${why}); go to the step where`,
        "aria-label": `${run.fact(entry.lit)}, ${why}`,
        onclick: () => goToEvent(entry.event),
      },
      make("span", { class: "number" }, String(entry.lit)),
    );
    if (name) chip.append(make("span", { class: "name" }, name));
    group.append(chip);
  }
  if (groups.length === 0) groups.push(make("p", { class: "aside" }, "empty: nothing is assigned"));
  byId("trail").replaceChildren(...groups);
}

function newestOf(frame, state) {
  const kind = frame.event < 0 ? "" : run.events[frame.event].event;
  if (kind !== "decide" && kind !== "unit-prop") return 0;
  return state.trail[state.trail.length - 1].lit;
}

// -- the graph ------------------------------------------------------------------------------------------

function showGraph(frame, state, analysis, room) {
  const box = byId("graph");
  const ended = frame.event >= 0 && run.events[frame.event].event === "fail";
  const conflict = frame.stage >= 0 ? run.events[frame.event].clause : ended && analysis !== null ? lastConflict(frame) : 0;
  let cut = null;
  if (conflict > 0 && analysis !== null) {
    const stage = ended ? analysis.rows.length : Math.min(frame.stage, analysis.rows.length);
    const clause = stage === 0 ? analysis.start : analysis.rows[stage - 1].clause;
    const final = analysis.rows.length === 0 ? analysis.start : analysis.rows[analysis.rows.length - 1].clause;
    cut = { clause, beyond: resolved(analysis.rows.slice(0, stage), clause), final: resolved(analysis.rows, final) };
  }
  const upright = narrow.matches;
  const drawn = drawGraph(run, state, { conflict, cut, newest: newestOf(frame, state), upright, onPick: goToEvent });
  const scale = Math.min(1, Math.max(room / drawn.width, 0.75));
  drawn.picture.setAttribute("width", drawn.width * scale);
  drawn.picture.setAttribute("height", drawn.height * scale);
  box.replaceChildren(drawn.picture);
  let note = "";
  if (cut !== null) note = cut.clause.length > 0 ? `cut: {${cut.clause.join(", ")}}${upright ? "; tinted: conflict side" : ""}` : "nothing left to blame";
  if (drawn.left > 0) note += `${note ? "; " : ""}${drawn.left} uninvolved literals not drawn`;
  byId("graph-note").textContent = note;
  return drawn.focus === null ? null : { x: drawn.focus.x * scale, y: drawn.focus.y * scale };
}

/** The scroll position nearest to `now` that shows `place` with room around it. */
function inSight(now, size, place, room) {
  return Math.min(Math.max(now, place + room - size), Math.max(0, place - room));
}

function resolved(rows, clause) {
  const pivots = new Set(rows.map((row) => row.pivot));
  for (const lit of clause) pivots.delete(-lit);
  return [...pivots];
}

/** The clause of the conflict that a failed run ends with; 0 if an assumption was refuted instead. */
function lastConflict(frame) {
  for (let at = frame.event - 1; at >= 0; at -= 1) {
    if (run.events[at].event === "conflict") return run.events[at].clause;
    if (run.events[at].event !== "watch") return 0;
  }
  return 0;
}

// -- conflict analysis ----------------------------------------------------------------------------------

function analysisOf(frame) {
  if (frame.stage >= 0) return frame.analysis < 0 ? null : run.derivation(frame.analysis);
  const event = frame.event < 0 ? null : run.events[frame.event];
  return event !== null && event.event === "fail" && event.conflict > 0 ? run.derivation(frame.event) : null;
}

function showAnalysis(frame, state, analysis) {
  const box = byId("analysis");
  if (analysis === null) {
    const hint = run.trace.events.some((event) => event.event === "conflict")
      ? "At a conflict, its resolution steps come here."
      : "This run has no conflict.";
    box.replaceChildren(make("p", { class: "aside" }, hint));
    return;
  }
  const levels = new Map();
  for (const entry of state.trail) levels.set(-entry.lit, entry.level);
  const reached = frame.stage < 0 ? analysis.rows.length : Math.min(frame.stage, analysis.rows.length);
  const next = reached < analysis.rows.length ? [-analysis.rows[reached].pivot] : [];
  const rows = [derivationRow(state, "conflict", analysis.conflict, analysis.start, levels, reached === 0 ? next : [])];
  analysis.rows.slice(0, reached).forEach((row, at) => {
    const word = `${row.minimising ? "minimise: " : ""}on ${row.pivot} with`;
    rows.push(derivationRow(state, word, row.reason, row.clause, levels, at + 1 === reached ? next : []));
  });
  const parts = [make("ol", { class: "derivation" }, ...rows)];
  const event = analysis.event;
  if (event.event === "learn" && frame.stage > analysis.rows.length) {
    const ordered = [...event.levels].sort((a, b) => b - a);
    const second = ordered.length > 1 ? ordered[1] : 0;
    const why = ordered.length === 1 ? "It has one literal" : `Its second greatest level is ${second}`;
    const jump = event.backjump === second ? `${why}: back to level ${event.backjump}.` : `One level back: to level ${event.backjump}.`;
    parts.push(
      make(
        "p",
        { class: "learned" },
        make("strong", {}, event.kept ? "learned " : "derived "),
        named(event.clause),
        clauseOf(state, event.lits, { levels, plain: true }),
      ),
      make("p", {}, jump),
    );
  } else if (event.event === "fail" && reached === analysis.rows.length) {
    const said = event.core.length === 0
      ? "The empty clause is derived: no valuation satisfies the formula."
      : `The clause denies the assumptions ${event.core.join(", ")} together.`;
    parts.push(make("p", { class: "learned" }, said));
  }
  box.replaceChildren(...parts);
}

function derivationRow(state, word, number, lits, levels, focus) {
  const how = make("span", { class: "how" }, `${word} `, named(number));
  return make("li", {}, how, clauseOf(state, lits, { levels, focus, plain: true }));
}

// -- clauses --------------------------------------------------------------------------------------------

function showClauses(frame, state, analysis) {
  const box = byId("clauses");
  const stage = stageOf(frame, analysis);
  const event = frame.event < 0 ? null : run.events[frame.event];
  const atWork = stage !== null ? stage.clause : event !== null && event.event === "unit-prop" ? event.clause : 0;
  let rows = [];
  run.given.forEach((lits, index) => rows.push(judged(state, index + 1, lits)));
  for (const [number, lits] of state.alive) rows.push(judged(state, number, lits));
  const all = rows.length;
  if (all > CLAUSES_SHOWN) {
    rows.sort((a, b) => (b.number === atWork) - (a.number === atWork) || a.satisfied - b.satisfied || a.open - b.open);
    rows = rows.slice(0, CLAUSES_SHOWN);
  }
  const drawn = rows.map((row) => clauseRow(state, row, row.number === atWork, event));
  const note = all > CLAUSES_SHOWN ? [make("p", { class: "aside" }, `${CLAUSES_SHOWN} of ${all}: those with fewest open literals.`)] : [];
  box.replaceChildren(...note, make("ul", {}, ...drawn));
}

function judged(state, number, lits) {
  let satisfied = false;
  let open = 0;
  for (const lit of lits) {
    const value = run.value(state, lit);
    if (value > 0) satisfied = true;
    else if (value === 0) open += 1;
  }
  return { number, lits, satisfied, open };
}

function clauseRow(state, row, isAtWork, event) {
  const status = row.satisfied ? "satisfied" : row.open === 0 ? "false" : row.open === 1 ? "unit" : "";
  const kinds = [status && `is-${status}`, isAtWork && "at-work", row.number > run.given.length && "is-learned"];
  const focus = isAtWork && event !== null && event.event === "unit-prop" ? [event.lit] : [];
  const item = make("li", { class: kinds.filter(Boolean).join(" ") });
  item.append(named(row.number), clauseOf(state, row.lits, { watched: state.watches.get(row.number), focus }));
  if (status) item.append(make("span", { class: "status" }, status));
  return item;
}

// -- the list of steps ----------------------------------------------------------------------------------

/** The page contains only the visible rows, whatever the length of the run. */
function showRows(top, height) {
  const box = byId("run");
  const inner = box.firstElementChild;
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - 5);
  const last = Math.min(run.rows.length, first + Math.ceil(height / ROW_HEIGHT) + 10);
  const chosen = run.frames[current].row;
  const rows = [];
  for (let at = first; at < last; at += 1) {
    const frame = run.rows[at];
    const event = frame.event < 0 ? null : run.events[frame.event];
    const kind = event === null ? "start" : event.event;
    const row = make(
      "div",
      {
        id: `row-${at}`,
        class: `row ${kind}`,
        role: "option",
        "aria-selected": String(at === chosen),
        onclick: () => show(frame.at),
      },
      make("span", { class: "number" }, frame.stage < 0 ? String(frame.number) : ""),
      make("span", { class: "what" }, run.rule(frame)),
      make("span", { class: "which" }, event !== null && event.lit !== undefined ? String(event.lit) : ""),
    );
    row.style.top = `${at * ROW_HEIGHT}px`;
    rows.push(row);
  }
  inner.replaceChildren(...rows);
  if (chosen >= first && chosen < last) box.setAttribute("aria-activedescendant", `row-${chosen}`);
  else box.removeAttribute("aria-activedescendant");
}

/** The scroll position of the list at which the row of the current frame is visible. */
function rowInSight({ top, height }) {
  const at = run.frames[current].row * ROW_HEIGHT;
  return at < top || at + ROW_HEIGHT > top + height ? Math.max(0, at - height / 2) : top;
}
