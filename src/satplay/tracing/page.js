// The page: panels made from a frame of the run, and the controls that choose the frame.
// Names and sentences come from files: they are only ever put into the page as text.

const run = new Run(JSON.parse(document.getElementById("trace").textContent));
const byId = (id) => document.getElementById(id);
const narrow = window.matchMedia("(max-width: 819px)");
const CLAUSES_SHOWN = 300;
const ROW_HEIGHT = 30;
const PACE = 1400; // milliseconds between two frames while playing
let current = 0;
let playing = 0;

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

/** A literal with its value, unless that goes without saying (`plain`); perhaps with its level. */
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

function showNow(frame, state, lesson) {
  const event = frame.event < 0 ? null : run.events[frame.event];
  const stage = stageOf(frame, lesson);
  const kind = event === null ? "start" : event.event;
  const heading = stage === null ? run.rule(frame) : stage.heading;
  const look = stage === null ? kind : stage.kind;
  const place = frame.stage < 0 ? `State ${frame.number}` : `In state ${frame.number}`;
  const parts = [
    make("p", { class: "rule" }, make("span", { class: "place" }, place), make("strong", { class: look }, heading)),
    make("p", { class: "sentence" }, stage === null ? (event === null ? run.told.beginning : event.sentence) : stage.sentence),
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

/** What a stage of a conflict says; null for a numbered state. */
function stageOf(frame, lesson) {
  if (frame.stage < 0) return null;
  const event = run.events[frame.event];
  if (frame.stage === 0) {
    return { kind: "conflict", heading: run.rule(frame), sentence: event.sentence, clause: event.clause };
  }
  const row = lesson.rows[frame.stage - 1];
  if (row === undefined) {
    const learn = lesson.event;
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

function showGraph(frame, state, lesson) {
  const box = byId("graph");
  const ended = frame.event >= 0 && run.events[frame.event].event === "fail";
  const conflict = frame.stage >= 0 ? run.events[frame.event].clause : ended && lesson !== null ? lastConflict(frame) : 0;
  let cut = null;
  if (conflict > 0 && lesson !== null) {
    const stage = ended ? lesson.rows.length : Math.min(frame.stage, lesson.rows.length);
    const clause = stage === 0 ? lesson.start : lesson.rows[stage - 1].clause;
    const final = lesson.rows.length === 0 ? lesson.start : lesson.rows[lesson.rows.length - 1].clause;
    cut = { clause, beyond: resolved(lesson.rows.slice(0, stage), clause), final: resolved(lesson.rows, final) };
  }
  const upright = narrow.matches;
  const drawn = drawGraph(run, state, { conflict, cut, newest: newestOf(frame, state), upright, onPick: goToEvent });
  const room = box.clientWidth - 4;
  const scale = Math.min(1, Math.max(room / drawn.width, 0.75));
  drawn.picture.setAttribute("width", drawn.width * scale);
  drawn.picture.setAttribute("height", drawn.height * scale);
  box.replaceChildren(drawn.picture);
  if (drawn.focus !== null) {
    box.scrollLeft = inSight(box.scrollLeft, box.clientWidth, drawn.focus.x * scale, 60);
    box.scrollTop = inSight(box.scrollTop, box.clientHeight, drawn.focus.y * scale, 44);
  }
  let note = "";
  if (cut !== null) note = cut.clause.length > 0 ? `cut: {${cut.clause.join(", ")}}${upright ? "; tinted: conflict side" : ""}` : "nothing left to blame";
  if (drawn.left > 0) note += `${note ? "; " : ""}${drawn.left} uninvolved literals not drawn`;
  byId("graph-note").textContent = note;
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

/** The clause of the conflict that a failed run ends with; 0 where an assumption was refused instead. */
function lastConflict(frame) {
  for (let at = frame.event - 1; at >= 0; at -= 1) {
    if (run.events[at].event === "conflict") return run.events[at].clause;
    if (run.events[at].event !== "watch") return 0;
  }
  return 0;
}

// -- what the conflict teaches --------------------------------------------------------------------------

function lessonOf(frame) {
  if (frame.stage >= 0) return frame.lesson < 0 ? null : run.derivation(frame.lesson);
  const event = frame.event < 0 ? null : run.events[frame.event];
  return event !== null && event.event === "fail" && event.conflict > 0 ? run.derivation(frame.event) : null;
}

function showLesson(frame, state, lesson) {
  const box = byId("lesson");
  if (lesson === null) {
    const hint = run.told.events.some((event) => event.event === "conflict")
      ? "At a conflict, its resolution steps come here."
      : "This run has no conflict.";
    box.replaceChildren(make("p", { class: "aside" }, hint));
    return;
  }
  const levels = new Map();
  for (const entry of state.trail) levels.set(-entry.lit, entry.level);
  const reached = frame.stage < 0 ? lesson.rows.length : Math.min(frame.stage, lesson.rows.length);
  const next = reached < lesson.rows.length ? [-lesson.rows[reached].pivot] : [];
  const rows = [derivationRow(state, "conflict", lesson.conflict, lesson.start, levels, reached === 0 ? next : [])];
  lesson.rows.slice(0, reached).forEach((row, at) => {
    const word = `${row.minimising ? "minimise: " : ""}on ${row.pivot} with`;
    rows.push(derivationRow(state, word, row.reason, row.clause, levels, at + 1 === reached ? next : []));
  });
  const parts = [make("ol", { class: "derivation" }, ...rows)];
  const event = lesson.event;
  if (event.event === "learn" && frame.stage > lesson.rows.length) {
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
  } else if (event.event === "fail" && reached === lesson.rows.length) {
    const said = event.core.length === 0
      ? "The empty clause is derived: no valuation satisfies the formula."
      : `The clause denies the assumptions ${event.core.join(", ")} together.`;
    parts.push(make("p", { class: "learned" }, said));
  }
  box.replaceChildren(...parts);
  box.scrollTop = box.scrollHeight;
}

function derivationRow(state, word, number, lits, levels, focus) {
  const how = make("span", { class: "how" }, `${word} `, named(number));
  return make("li", {}, how, clauseOf(state, lits, { levels, focus, plain: true }));
}

// -- clauses --------------------------------------------------------------------------------------------

function showClauses(frame, state, lesson) {
  const box = byId("clauses");
  const stage = stageOf(frame, lesson);
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
  const marked = box.querySelector(".at-work");
  if (marked !== null) {
    const top = marked.offsetTop - box.offsetTop;
    if (top < box.scrollTop || top + marked.offsetHeight > box.scrollTop + box.clientHeight) {
      box.scrollTop = top - box.clientHeight / 2;
    }
  }
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

/** Only the rows in sight are in the page, however long the run. */
function showRows() {
  const box = byId("run");
  const inner = box.firstElementChild;
  const first = Math.max(0, Math.floor(box.scrollTop / ROW_HEIGHT) - 5);
  const last = Math.min(run.rows.length, first + Math.ceil(box.clientHeight / ROW_HEIGHT) + 10);
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

function keepRowInSight() {
  const box = byId("run");
  const top = run.frames[current].row * ROW_HEIGHT;
  if (top < box.scrollTop || top + ROW_HEIGHT > box.scrollTop + box.clientHeight) {
    box.scrollTop = top - box.clientHeight / 2;
  }
  showRows();
}

// -- choosing a frame -----------------------------------------------------------------------------------

function show(at) {
  current = Math.min(Math.max(at, 0), run.frames.length - 1);
  const frame = run.frames[current];
  const state = run.stateAfter(frame.taken);
  const lesson = lessonOf(frame);
  showNow(frame, state, lesson);
  showTrail(frame, state);
  showGraph(frame, state, lesson);
  showLesson(frame, state, lesson);
  showClauses(frame, state, lesson);
  keepRowInSight();

  const states = run.frames[run.frames.length - 1].number;
  const stage = frame.stage < 0 ? "" : frame.stages === 0 ? ", conflict" : `, conflict ${frame.stage}/${frame.stages}`;
  byId("where").textContent = `state ${frame.number} of ${states}${stage}`;
  byId("slider").value = String(current);
  byId("slider").setAttribute("aria-valuetext", `state ${frame.number}${stage}: ${run.rule(frame)}`);
  const [start, end] = [current === 0, current === run.frames.length - 1];
  for (const [id, off] of [["first", start], ["back", start], ["next", end], ["last", end]]) {
    byId(id).setAttribute("aria-disabled", String(off));
  }
  byId("conflict").setAttribute("aria-disabled", String(run.nextConflict(current) < 0));
  if (end) stop();
  try {
    history.replaceState(null, "", `#step=${run.address(frame)}`);
  } catch {
    // A page inside another page (a notebook) may have no address of its own.
  }
}

function goToEvent(event) {
  const at = run.frameOfEvent.get(event);
  if (at !== undefined) show(at);
}

function goToConflict() {
  const at = run.nextConflict(current);
  if (at >= 0) show(at);
}

function goToAddress() {
  const said = /^#step=(\w+)$/.exec(window.location.hash);
  const at = said === null ? -1 : run.find(said[1]);
  show(Math.max(at, 0));
}

function stop() {
  window.clearInterval(playing);
  playing = 0;
  showPlaying();
}

function togglePlay() {
  if (playing !== 0) return stop();
  if (current === run.frames.length - 1) show(0);
  playing = window.setInterval(() => show(current + 1), PACE);
  return showPlaying();
}

function showPlaying() {
  byId("play").setAttribute("aria-pressed", String(playing !== 0));
  byId("play").setAttribute("aria-label", playing !== 0 ? "Stop" : "Play");
  byId("now").setAttribute("aria-live", playing !== 0 ? "off" : "polite");
}

function step(by) {
  stop();
  show(current + by);
}

function onKey(event) {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const target = event.target instanceof Element ? event.target : document.body;
  const inSlider = target.matches("input[type=range]");
  const moves = { ArrowRight: 1, ArrowLeft: -1 };
  if (event.key in moves && !inSlider) step(moves[event.key]);
  else if (target === byId("run") && event.key === "ArrowDown") step(1);
  else if (target === byId("run") && event.key === "ArrowUp") step(-1);
  else if (event.key === "Home" && !inSlider) step(-run.frames.length);
  else if (event.key === "End" && !inSlider) step(run.frames.length);
  // Single characters only act on the page itself, never while a control has the focus.
  else if ((target === document.body || target === byId("stage")) && event.key.toLowerCase() === "c") goToConflict();
  else if ((target === document.body || target === byId("stage")) && event.key === " ") togglePlay();
  else return;
  event.preventDefault();
}

function setUp() {
  const { formula, options, answer } = run.told;
  const chosen = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const about = [counted(formula.variables, "variable"), counted(formula.clauses.length, "clause"), ...chosen];
  const word = { sat: "satisfiable", unsat: "unsatisfiable", unknown: "no answer" }[answer];
  byId("about").replaceChildren(about.join(" · "), " · ", make("strong", {}, word));
  byId("watch-legend").hidden = !run.watching;
  byId("slider").max = String(run.frames.length - 1);
  byId("run").append(make("div", { class: "rows", role: "presentation" }));
  byId("run").firstElementChild.style.height = `${run.rows.length * ROW_HEIGHT}px`;

  byId("first").addEventListener("click", () => step(-run.frames.length));
  byId("back").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("last").addEventListener("click", () => step(run.frames.length));
  byId("play").addEventListener("click", togglePlay);
  byId("conflict").addEventListener("click", goToConflict);
  byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  byId("run").addEventListener("scroll", showRows);
  byId("stages").addEventListener("change", (event) => {
    const address = run.address(run.frames[current]);
    run.setStages(event.target.checked);
    byId("slider").max = String(run.frames.length - 1);
    show(run.find(address));
  });
  byId("save").addEventListener("click", () => {
    const file = new Blob([byId("trace").textContent], { type: "application/json" });
    const link = make("a", { href: URL.createObjectURL(file), download: "trace.json" });
    link.click();
    URL.revokeObjectURL(link.href);
  });
  document.addEventListener("keydown", onKey);
  window.addEventListener("hashchange", goToAddress);
  window.addEventListener("resize", () => show(current));
  goToAddress();
}

setUp();
