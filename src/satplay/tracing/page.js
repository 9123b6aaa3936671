// The page: which frame of the run is shown, and the controls that choose it.

const PACE = 1400; // milliseconds between two frames while playing
let current = 0;
let playing = 0;

function show(at) {
  current = Math.min(Math.max(at, 0), run.frames.length - 1);
  const frame = run.frames[current];
  const state = run.stateAfter(frame.taken);
  const analysis = analysisOf(frame);
  // Measured before anything changes and scrolled after everything has: the browser lays out once.
  const list = { top: byId("run").scrollTop, height: byId("run").clientHeight };
  const room = byId("graph").clientWidth - 4;
  const top = rowInSight(list);
  showNow(frame, state, analysis);
  showTrail(frame, state);
  const focus = showGraph(frame, state, analysis, room);
  showAnalysis(frame, state, analysis);
  showClauses(frame, state, analysis);
  showRows(top, list.height);
  scrollPanels(focus, top);

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

function scrollPanels(focus, rowTop) {
  const [graph, clauses, analysis] = [byId("graph"), byId("clauses"), byId("analysis")];
  const atWork = clauses.querySelector(".at-work");
  const place = atWork === null ? null : atWork.offsetTop + atWork.offsetHeight / 2;
  if (focus !== null) {
    graph.scrollLeft = inSight(graph.scrollLeft, graph.clientWidth, focus.x, 60);
    graph.scrollTop = inSight(graph.scrollTop, graph.clientHeight, focus.y, 44);
  }
  if (place !== null) clauses.scrollTop = inSight(clauses.scrollTop, clauses.clientHeight, place, 40);
  analysis.scrollTop = analysis.scrollHeight;
  byId("trail").scrollTop = byId("trail").scrollHeight;
  byId("run").scrollTop = rowTop;
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
  const { formula, options, answer } = run.trace;
  const chosen = Object.entries(options).map(([name, value]) => `${name}: ${value}`);
  const counted = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;
  const about = [counted(formula.variables, "variable"), counted(formula.clauses.length, "clause"), ...chosen];
  const word = { sat: "satisfiable", unsat: "unsatisfiable", unknown: "no answer" }[answer];
  byId("about").replaceChildren(about.join(" · "), " · ", make("strong", {}, word));
  byId("watch-legend").hidden = !run.watching;
  byId("slider").max = String(run.frames.length - 1);
  byId("run").append(make("div", { class: "rows", role: "presentation" }));
  byId("run").firstElementChild.style.height = `${run.rows.length * ROW_HEIGHT}px`;

  const states = String(run.frames[run.frames.length - 1].number).length;
  const numbers = String(run.given.length + run.learned.size).length;
  document.documentElement.style.setProperty("--digits", `${Math.max(states, 2)}ch`);
  document.documentElement.style.setProperty("--list", `${12 + 0.55 * (states + numbers)}rem`);

  byId("first").addEventListener("click", () => step(-run.frames.length));
  byId("back").addEventListener("click", () => step(-1));
  byId("next").addEventListener("click", () => step(1));
  byId("last").addEventListener("click", () => step(run.frames.length));
  byId("play").addEventListener("click", togglePlay);
  byId("conflict").addEventListener("click", goToConflict);
  byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  byId("run").addEventListener("scroll", () => showRows(byId("run").scrollTop, byId("run").clientHeight));
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
