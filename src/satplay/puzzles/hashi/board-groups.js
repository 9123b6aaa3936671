// Tints behind islands that bridges connect: each group has a colour, a pattern, and a line around it.

import { svg } from "/static/dom.js";
import { middle, wayCalled } from "./board-layout.js";

const PATTERNS = ["", "M-2 2l4-4M0 8l8-8M6 10l4-4", "M2 2h0M6 6h0", "M0 2h8M0 6h8", "M-2 6l4 4M0 0l8 8M6-2l4 4", "M2 0v8M6 0v8"];
/** Lines on a tile of 8 by 8 units; the colours are in board.css. */

let boards = 0;

/** A <defs> with the patterns, and their ids: several boards can be on a page. */
export function tintPatterns() {
  boards += 1;
  const ids = PATTERNS.map((_, look) => `hashi-${boards}-${look}`);
  const patterns = PATTERNS.map((d, look) => svg("pattern",
    { id: ids[look], class: `look-${look}`, width: 8, height: 8, patternUnits: "userSpaceOnUse" },
    svg("rect", { width: 8, height: 8 }), svg("path", { d })));
  return { node: svg("defs", {}, ...patterns), ids };
}

/**
 * A function from a position to the tints of its groups, as parts of a layer.  A group keeps its look when it grows;
 * when two become one, the larger one's stays.  A new group gets the look that the fewest have.
 */
export function groupTints({ ids }) {
  let looks = new Map();  // of islands, at the last call
  return (layout, position) => {
    const next = new Map(), parts = new Map(), used = ids.map(() => 0);
    const groups = groupsOf(layout, position).map((group) => ({ ...group, look: commonest(group.islands, looks) }));
    for (const { look } of groups) if (look !== null) used[look] += 1;
    for (const { islands, ways, look: known } of groups) {
      const look = known ?? used.indexOf(Math.min(...used));
      if (known === null) used[look] += 1;
      for (const island of islands) next.set(island.name, look);
      const key = `${look} ${ways.map((way) => way.name).join(" ")}`;
      parts.set(islands[0].name, [key, () => drawGroup(islands, ways, look, ids[look])]);
    }
    looks = next;
    return parts;
  };
}

/** The groups of at least two connected islands: {islands, ways}. */
function groupsOf(layout, position) {
  const parent = new Map(layout.list.map((island) => [island, island]));
  const find = (island) => {
    let root = island;
    while (parent.get(root) !== root) root = parent.get(root);
    parent.set(island, root);
    return root;
  };
  const ways = Object.keys(position.bridges).map((name) => wayCalled(layout, name)).filter((way) => way !== null);
  for (const way of ways) parent.set(find(way.second), find(way.first));
  const groups = new Map();
  const groupOf = (island) => {
    const root = find(island);
    if (!groups.has(root)) groups.set(root, { islands: [], ways: [] });
    return groups.get(root);
  };
  for (const island of layout.list) groupOf(island).islands.push(island);
  for (const way of ways) groupOf(way.first).ways.push(way);
  return [...groups.values()].filter((group) => group.ways.length > 0);
}

function commonest(islands, looks) {
  const counts = new Map();
  for (const { name } of islands) {
    if (looks.has(name)) counts.set(looks.get(name), (counts.get(looks.get(name)) ?? 0) + 1);
  }
  return [...counts].reduce((most, entry) => entry[1] > most[1] ? entry : most, [null, 0])[0];
}

function drawGroup(islands, ways, look, id) {
  const point = (island) => middle(island).join(" ");
  const dots = islands.map((island) => `M${point(island)}h0`).join("");
  const lines = ways.map((way) => `M${point(way.first)}L${point(way.second)}`).join("");
  const part = (name, d, attributes = {}) => svg("path", { class: name, d, ...attributes });
  return svg("g", { class: `group look-${look}` },
    part("outline wide", dots), part("outline", lines),
    part("tint wide", dots, { stroke: `url(#${id})` }), part("tint", lines, { stroke: `url(#${id})` }));
}
