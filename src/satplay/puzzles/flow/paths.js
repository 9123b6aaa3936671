// What is drawn: the connected pieces of a set of links, their colours, and the line through a cell.

/** The nodes that links lead to from a node, and the colours of the dots among them. */
export function reach(grid, links, start) {
  const nodes = new Set([start]);
  const colours = new Set();
  for (const node of nodes) {  // grows while it is traversed
    if (grid.colourAt.has(node)) colours.add(grid.colourAt.get(node));
    for (const link of grid.incident[node]) if (links.has(link)) nodes.add(grid.across(link, node));
  }
  return { nodes, colours };
}

/**
 * The pieces of a set of links: {nodes, colours, trails, isLine}.  A trail is a list of nodes from neighbour to
 * neighbour; a piece that branches has several.
 */
function pieces(grid, links) {
  const linksAt = new Map();
  for (const link of links) {
    for (const node of grid.ends[link]) {
      if (linksAt.has(node)) linksAt.get(node).push(link);
      else linksAt.set(node, [link]);
    }
  }
  const found = [], seen = new Set(), drawn = new Set();
  for (const start of linksAt.keys()) {
    if (seen.has(start)) continue;
    const piece = { nodes: [start], colours: new Set(), trails: [], isLine: true };
    seen.add(start);
    for (const node of piece.nodes) {
      if (grid.colourAt.has(node)) piece.colours.add(grid.colourAt.get(node));
      if (linksAt.get(node).length > 2) piece.isLine = false;
      for (const link of linksAt.get(node)) {
        const other = grid.across(link, node);
        if (!seen.has(other)) seen.add(other) && piece.nodes.push(other);
      }
    }
    const ends = piece.nodes.filter((node) => linksAt.get(node).length === 1).sort((one, other) => one - other);
    if (!ends.length) piece.isLine = false;
    for (const node of [...ends, ...piece.nodes]) {
      for (let trail = trailFrom(grid, linksAt, drawn, node); trail.length > 1; trail = trailFrom(grid, linksAt, drawn, node)) {
        piece.trails.push(trail);
      }
    }
    found.push(piece);
  }
  return found;
}

function trailFrom(grid, linksAt, drawn, start) {
  const trail = [start];
  for (let node = start; ; ) {
    const next = linksAt.get(node).find((link) => !drawn.has(link));
    if (next === undefined) return trail;
    drawn.add(next);
    node = grid.across(next, node);
    trail.push(node);
  }
}

const drawn = new WeakMap();

/** What is drawn in a position, worked out once: {links, pieces, pieceAt: by node}. */
export function drawnIn(grid, position) {
  if (!drawn.has(position)) {
    const links = new Set(position.links), found = pieces(grid, links);
    const pieceAt = new Map(found.flatMap((piece) => piece.nodes.map((node) => [node, piece])));
    drawn.set(position, { links, pieces: found, pieceAt });
  }
  return drawn.get(position);
}

/** The nodes of the line through a node, from one end to the other; null for a ring, a branch or no line. */
export function lineThrough(grid, links, node) {
  const { nodes } = reach(grid, links, node);
  const degree = (at) => grid.incident[at].filter((link) => links.has(link)).length;
  const ends = [...nodes].filter((at) => degree(at) === 1).sort((one, other) => one - other);
  if (ends.length !== 2 || [...nodes].some((at) => degree(at) > 2)) return null;
  const line = [ends[0]], taken = new Set();
  for (let at = ends[0]; at !== ends[1]; ) {
    const link = grid.incident[at].find((one) => links.has(one) && !taken.has(one));
    taken.add(link);
    at = grid.across(link, at);
    line.push(at);
  }
  return line;
}

/** Whether a piece is one line between the two dots of its colour. */
export function isFinished(grid, piece) {
  if (piece === undefined || !piece.isLine || piece.colours.size !== 1) return false;
  return grid.board.dots[[...piece.colours][0]].every((dot) => piece.nodes.includes(dot));
}
