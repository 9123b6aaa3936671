// The implication graph: one lane per decision level, every edge onwards, the cut between the two sides.
//
// Places are (u, v): u along the lanes, v across them.  On a wide screen lanes are rows and u goes to the
// right; on a narrow one lanes are columns and u goes down.

const CONFLICT = 0; // the node of the conflict: 0 is no literal
const MANY_NODES = 150;
const MANY_LABELS = 60;
const SVG = "http://www.w3.org/2000/svg";

/** Nodes and edges of a state, with the conflict if there is one. */
function implicationGraph(run, state, conflict) {
  const nodes = state.trail.map((entry) => ({ ...entry }));
  const edges = [];
  for (const node of nodes) {
    if (node.reason === 0) continue;
    for (const lit of new Set(run.clause(node.reason))) {
      if (lit !== node.lit) edges.push({ source: -lit, target: node.lit, clause: node.reason });
    }
  }
  if (conflict > 0) {
    const level = nodes.length > 0 ? nodes[nodes.length - 1].level : 0;
    nodes.push({ lit: CONFLICT, level, reason: conflict, event: -1 });
    for (const lit of new Set(run.clause(conflict))) {
      if (run.value(state, lit) < 0) edges.push({ source: -lit, target: CONFLICT, clause: conflict });
    }
    const involved = new Set([CONFLICT]);
    for (let at = edges.length - 1; at >= 0; at -= 1) {
      if (involved.has(edges[at].target)) involved.add(edges[at].source);
    }
    for (const node of nodes) node.involved = involved.has(node.lit);
    for (const edge of edges) edge.involved = involved.has(edge.target);
  } else {
    for (const item of [...nodes, ...edges]) item.involved = true;
  }
  if (nodes.length <= MANY_NODES) return { nodes, edges, left: 0 };
  // Too many to show: only nodes that lead to the conflict, or to the newest literal.
  const wanted = new Set([nodes[nodes.length - 1].lit]);
  for (let at = edges.length - 1; at >= 0; at -= 1) {
    if (wanted.has(edges[at].target)) wanted.add(edges[at].source);
  }
  const kept = nodes.filter((node) => wanted.has(node.lit));
  return { nodes: kept, edges: edges.filter((edge) => wanted.has(edge.target)), left: nodes.length - kept.length };
}

/** Place every node; `beyond` are the literals on the far side of the cut. */
function layOut(graph, beyond, upright) {
  const reasons = new Map();
  for (const edge of graph.edges) {
    if (!reasons.has(edge.target)) reasons.set(edge.target, []);
    reasons.get(edge.target).push(edge.source);
  }
  const late = followers(graph, reasons, beyond);
  const column = new Map();
  const free = new Map();
  for (const wanted of [false, true]) {
    for (const node of graph.nodes) {
      if (late.has(node.lit) !== wanted) continue;
      const after = Math.max(0, ...(reasons.get(node.lit) || []).map((lit) => column.get(lit) + 1));
      node.column = Math.max(after, free.get(node.level) || 0);
      column.set(node.lit, node.column);
      free.set(node.level, node.column + 1);
    }
  }

  const byLit = new Map(graph.nodes.map((node) => [node.lit, node]));
  const levels = [...new Set(graph.nodes.map((node) => node.level))].sort((a, b) => a - b);
  const spans = new Map(levels.map((level) => [level, 1]));
  for (const edge of graph.edges) {
    const [source, target] = [byLit.get(edge.source), byLit.get(edge.target)];
    edge.span = source.level === target.level ? target.column - source.column : 0;
    spans.set(target.level, Math.max(spans.get(target.level), edge.span));
  }

  const width = Math.max(50, ...graph.nodes.map((node) => 26 + 9 * String(node.lit).length));
  const size = upright ? { u: 40, v: width, gap: 42, lane: width + 34 } : { u: width, v: 38, gap: 60, lane: 88 };
  let edgeOfLane = upright ? 8 : 10;
  const lanes = levels.map((level) => {
    const arc = spans.get(level) > 1 ? rise(spans.get(level), upright) + 20 : 0;
    const before = Math.max(size.lane / 2, arc);
    const lane = { level, from: edgeOfLane, middle: edgeOfLane + before, to: edgeOfLane + before + size.lane / 2 };
    edgeOfLane = lane.to;
    return lane;
  });
  const start = upright ? 34 : 74;
  let end = start;
  for (const node of graph.nodes) {
    node.lane = levels.indexOf(node.level);
    node.u = start + node.column * (size.u + size.gap) + size.u / 2;
    node.v = lanes[node.lane].middle;
    node.halfU = size.u / 2;
    node.halfV = size.v / 2;
    if (node.lit === CONFLICT) node[upright ? "halfV" : "halfU"] = Math.max(36, width / 2);
    end = Math.max(end, node.u + node.halfU);
  }
  for (const edge of graph.edges) {
    edge.way = way(byLit.get(edge.source), byLit.get(edge.target), graph.nodes, edge.span, upright);
  }
  return { lanes, reasons, start, length: end + 26, breadth: edgeOfLane + 10, upright };
}

/** The given literals and all literals implied by them, whether or not they lead to the conflict. */
function followers(graph, reasons, beyond) {
  const late = new Set();
  for (const node of graph.nodes) {
    if (beyond.has(node.lit) || (reasons.get(node.lit) || []).some((lit) => late.has(lit))) late.add(node.lit);
  }
  return late;
}

function rise(span, upright) {
  return (upright ? 44 : 32) + (upright ? 14 : 26) * Math.min(span - 2, 4);
}

/** A quadratic curve between two nodes that avoids the others if possible. */
function way(source, target, nodes, span, upright) {
  const middle = { u: (source.u + target.u) / 2, v: (source.v + target.v) / 2 };
  let control = middle;
  if (span > 1) {
    const blocked = nodes.some((n) => n.lane === source.lane && n.column > source.column && n.column < target.column);
    if (blocked) control = { u: middle.u, v: middle.v - 2 * rise(span, upright) };
  } else if (span === 0) {
    const others = nodes.filter((node) => node !== source && node !== target);
    const length = Math.hypot(target.u - source.u, target.v - source.v) || 1;
    let least = Infinity;
    for (const bow of [0, -50, 50, -84, 84, -116, 116]) {
      const tried = {
        u: middle.u - (bow * (target.v - source.v)) / length,
        v: middle.v + (bow * (target.u - source.u)) / length,
      };
      const hits = others.filter((node) => touches(source, tried, target, node)).length;
      if (hits < least) [least, control] = [hits, tried];
      if (hits === 0) break;
    }
  }
  return { from: border(source, control, 0), control, to: border(target, control, 3) };
}

function onCurve(from, control, to, t) {
  const [a, b, c] = [(1 - t) * (1 - t), 2 * t * (1 - t), t * t];
  return { u: a * from.u + b * control.u + c * to.u, v: a * from.v + b * control.v + c * to.v };
}

function touches(from, control, to, node) {
  if (node.u + 2 * node.halfU < Math.min(from.u, to.u) || node.u - 2 * node.halfU > Math.max(from.u, to.u)) return false;
  for (let piece = 1; piece < 14; piece += 1) {
    const at = onCurve(from, control, to, piece / 14);
    if (Math.abs(at.u - node.u) < node.halfU + 5 && Math.abs(at.v - node.v) < node.halfV + 5) return true;
  }
  return false;
}

/** The point where a line from a node's centre to another point leaves the node, which has round ends. */
function border(node, towards, room) {
  const [du, dv] = [towards.u - node.u, towards.v - node.v];
  const [halfU, halfV] = [node.halfU + room, node.halfV + room];
  const scale = Math.max(Math.abs(du) / halfU, Math.abs(dv) / halfV);
  if (scale === 0) return { u: node.u, v: node.v };
  let [inside, outside] = [0, 1 / scale];
  if (node.reason !== 0 && node.lit !== CONFLICT) {
    const radius = Math.min(halfU, halfV);
    for (let round = 0; round < 10; round += 1) {
      const t = (inside + outside) / 2;
      const beside = Math.max(0, Math.abs(t * du) - (halfU - radius));
      const above = Math.max(0, Math.abs(t * dv) - (halfV - radius));
      if (Math.hypot(beside, above) < radius) inside = t;
      else outside = t;
    }
  }
  return { u: node.u + outside * du, v: node.v + outside * dv };
}

/** The cut: a line across all lanes, with the nodes beyond it on its far side. */
function cutLine(graph, layout, beyond) {
  const late = followers(graph, layout.reasons, beyond);
  const before = layout.lanes.map(() => layout.start - 8);
  const first = layout.lanes.map(() => Infinity);
  for (const node of graph.nodes) {
    if (late.has(node.lit)) first[node.lane] = Math.min(first[node.lane], node.u - node.halfU);
    else before[node.lane] = Math.max(before[node.lane], node.u + node.halfU);
  }
  const points = [];
  layout.lanes.forEach((lane, at) => {
    let u = first[at] === Infinity ? -1 : Math.max((before[at] + first[at]) / 2, first[at] - 24);
    if (first[at] === Infinity) {
      const nearest = first
        .map((value, other) => [Math.abs(other - at), value])
        .filter(([, value]) => value !== Infinity)
        .sort((a, b) => a[0] - b[0])[0];
      u = Math.max(nearest[1] - 24, before[at] + 16);
    }
    const reach = (lane.to - lane.middle) * 0.5;
    points.push({ u, v: at === 0 ? lane.from : lane.middle - reach });
    points.push({ u, v: at === layout.lanes.length - 1 ? lane.to : lane.middle + reach });
  });
  return points;
}

// -- drawing ------------------------------------------------------------------------------------------

function svg(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/**
 * Draw the graph.  `cut` is null or { beyond, final, clause }: the literals beyond the cut now and at the
 * end, and the clause that the cut stands for now.
 */
function drawGraph(run, state, { conflict, cut, newest, upright, onPick }) {
  const graph = implicationGraph(run, state, conflict);
  const beyond = new Set(conflict > 0 ? [CONFLICT, ...(cut ? cut.beyond : [])] : []);
  const final = new Set(conflict > 0 ? [CONFLICT, ...(cut ? cut.final : [])] : []);
  const layout = layOut(graph, final, upright);
  const at = ({ u, v }) => (upright ? [v, u] : [u, v]);
  const point = (place) => at(place).map((n) => n.toFixed(1)).join(",");
  const [width, height] = upright ? [layout.breadth, layout.length] : [layout.length, layout.breadth + 22];
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "img" });
  picture.append(svg("title", {}, describeGraph(graph, conflict, cut)));
  if (graph.nodes.length === 0) return { picture, width, height, left: 0, focus: null };

  let line = null;
  if (cut !== null && cut.clause.length > 0) {
    line = cutLine(graph, layout, beyond);
    const far = layout.length - 6;
    const corners = [...line, { u: far, v: line[line.length - 1].v }, { u: far, v: line[0].v }];
    picture.append(svg("polygon", { class: "beyond", points: corners.map(point).join(" ") }));
  }
  for (const lane of layout.lanes) {
    if (lane !== layout.lanes[0]) {
      const [x1, y1] = at({ u: 8, v: lane.from });
      const [x2, y2] = at({ u: layout.length - 8, v: lane.from });
      picture.append(svg("line", { class: "lane", x1, y1, x2, y2 }));
    }
    const [x, y] = at({ u: upright ? 14 : 10, v: lane.middle });
    const anchor = upright ? "middle" : "start";
    picture.append(svg("text", { class: "level", x, y, "text-anchor": anchor }, `level ${lane.level}`));
  }

  const crosses = (edge) => line !== null && beyond.has(edge.target) && !beyond.has(edge.source);
  const labels = [];
  for (const edge of [...graph.edges].sort((a, b) => crosses(a) - crosses(b))) {
    const kind = !edge.involved ? "edge aside" : crosses(edge) ? "edge crossing" : "edge";
    picture.append(drawEdge(edge.way, kind, point, at));
  }
  if (line !== null) picture.append(svg("polyline", { class: "cut", points: line.map(point).join(" ") }));
  if (graph.edges.length <= MANY_LABELS) {
    for (const edge of graph.edges) picture.append(...drawLabel(edge, graph.nodes, labels, at));
  }
  const frontier = new Set(line === null ? [] : cut.clause.map((lit) => -lit));
  let focus = null;
  for (const node of graph.nodes) {
    const [x, y] = at(node);
    const isNewest = node.lit === CONFLICT || (conflict === 0 && node.lit === newest);
    if (isNewest) focus = { x, y };
    picture.append(drawNode(run, node, x, y, { isNewest, isFrontier: frontier.has(node.lit), upright, onPick }));
  }
  if (line !== null && !upright) {
    const end = line[line.length - 1];
    const y = end.v + 12;
    picture.append(svg("text", { class: "side", x: end.u - 8, y, "text-anchor": "end" }, "reason side"));
    picture.append(svg("text", { class: "side", x: end.u + 8, y, "text-anchor": "start" }, "conflict side"));
  }
  return { picture, width, height, left: graph.left, focus };
}

function drawEdge({ from, control, to }, kind, point, at) {
  const length = Math.hypot(to.u - control.u, to.v - control.v) || 1;
  const head = kind === "edge crossing" ? 11 : 8;
  const [du, dv] = [(to.u - control.u) / length, (to.v - control.v) / length];
  const base = { u: to.u - head * du, v: to.v - head * dv };
  const sides = [1, -1].map((side) => ({ u: base.u + side * 0.45 * head * dv, v: base.v - side * 0.45 * head * du }));
  return svg(
    "g",
    { class: kind },
    svg("path", { d: `M${point(from)} Q${point(control)} ${point(base)}` }),
    svg("polygon", { points: [to, ...sides].map(point).join(" ") }),
  );
}

function drawLabel(edge, nodes, labels, at) {
  const { from, control, to } = edge.way;
  const tried = [0.5, 0.4, 0.6, 0.3, 0.7].map((t) => onCurve(from, control, to, t));
  const disturbs = (place) => {
    const [x, y] = at(place);
    return (
      labels.some(([u, v]) => Math.abs(u - x) < 26 && Math.abs(v - y) < 15) ||
      nodes.some((n) => Math.abs(n.u - place.u) < n.halfU + 10 && Math.abs(n.v - place.v) < n.halfV + 10)
    );
  };
  const [x, y] = at(tried.find((place) => !disturbs(place)) || tried[0]);
  labels.push([x, y]);
  const text = `c${edge.clause}`;
  const half = 4 + 3.5 * text.length;
  const kind = edge.involved ? "by" : "by aside";
  return [
    svg("rect", { class: "behind", x: x - half, y: y - 8, width: 2 * half, height: 16, rx: 5 }),
    svg("text", { class: kind, x, y, "text-anchor": "middle" }, text),
  ];
}

function drawNode(run, node, x, y, { isNewest, isFrontier, upright, onPick }) {
  const [halfX, halfY] = upright ? [node.halfV, node.halfU] : [node.halfU, node.halfV];
  const kinds = ["node", node.lit === CONFLICT ? "conflict" : node.reason === 0 ? "decision" : "implied"];
  if (!node.involved) kinds.push("aside");
  if (isNewest) kinds.push("newest");
  if (isFrontier) kinds.push("frontier");
  const round = kinds[1] === "implied" ? Math.min(halfX, halfY) : 3;
  const group = svg("g", { class: kinds.join(" ") });
  if (isNewest || isFrontier) {
    group.append(
      svg("rect", {
        class: "ring", x: x - halfX - 4, y: y - halfY - 4, width: 2 * halfX + 8, height: 2 * halfY + 8, rx: round + 4,
      }),
    );
  }
  group.append(svg("rect", { x: x - halfX, y: y - halfY, width: 2 * halfX, height: 2 * halfY, rx: round }));
  if (node.lit === CONFLICT) {
    group.append(svg("text", { x, y: y - 6, "text-anchor": "middle" }, "conflict"));
    group.append(svg("text", { class: "reason", x, y: y + 10, "text-anchor": "middle" }, `c${node.reason}`));
    return group;
  }
  group.append(svg("title", {}, run.fact(node.lit)));
  const implied = node.reason !== 0;
  group.append(svg("text", { x, y: implied ? y - 6 : y, "text-anchor": "middle" }, String(node.lit)));
  if (implied) group.append(svg("text", { class: "reason", x, y: y + 10, "text-anchor": "middle" }, `c${node.reason}`));
  group.addEventListener("click", () => onPick(node.event));
  return group;
}

function describeGraph(graph, conflict, cut) {
  const decided = graph.nodes.filter((node) => node.reason === 0).map((node) => node.lit);
  let said = `Implication graph with ${graph.nodes.length} nodes; decided: ${decided.join(", ") || "nothing"}.`;
  if (conflict > 0) said += ` Conflict with clause ${conflict}.`;
  if (cut !== null) said += ` The cut stands for the clause ${cut.clause.join(", ") || "that is empty"}.`;
  return said;
}
