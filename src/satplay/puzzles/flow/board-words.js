// What a screen reader says of a cell: "B3, path A, from A1; goes on to B4".

import { gridOf } from "./grid.js";
import { drawnIn, isFinished } from "./paths.js";

const list = (words, last = "and") => (words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`);

export function describe({ board, position }, element) {
  const grid = gridOf(board), cell = grid.cell(element);
  if (cell === null) return element;
  const drawn = drawnIn(grid, position), apart = new Set(position.apart);
  const ways = grid.nodesOf(cell).map((node) => describeNode(grid, drawn, node));
  const what = ways.length === 1 ? ways[0] : `bridge; across: ${ways[0]}; up and down: ${ways[1]}`;
  const crossed = grid.linksAt(cell).filter((link) => apart.has(link)).map((link) => grid.name(otherCell(grid, link, cell)));
  const marks = crossed.length ? `; marked as not joined to ${list(crossed, "or")}` : "";
  return `${element}, ${what}${marks}${describeWalls(grid, cell)}`;
}

const otherCell = (grid, link, cell) => grid.cells[link].find((other) => other !== cell);

function describeNode(grid, drawn, node) {
  const piece = drawn.pieceAt.get(node), colour = grid.colourAt.get(node), { labels } = grid.board;
  if (piece === undefined) return colour === undefined ? "empty" : `dot ${labels[colour]}, no line yet`;
  const near = grid.incident[node].filter((link) => drawn.links.has(link)).map((link) => grid.across(link, node));
  const names = near.map((one) => grid.name(grid.cellOf[one]));
  if (piece.colours.size > 1) return `line between different dots, ${list([...piece.colours].map((one) => labels[one]))}; joined to ${list(names)}`;
  if (!piece.isLine) return `line that ${piece.trails.length > 1 ? "branches" : "closes"}; joined to ${list(names)}`;
  const joined = isFinished(grid, piece) ? "; joined" : "";
  if (colour !== undefined) return `dot ${labels[colour]}; goes on to ${list(names)}${joined}`;
  if (!piece.colours.size) return `line without a dot; joined to ${list(names)}`;
  const [path] = piece.trails, [own] = piece.colours;
  const cells = grid.colourAt.has(path[0]) ? path : [...path].reverse();
  const next = cells[cells.indexOf(node) + 1];
  const on = next === undefined ? "ends here" : `goes on to ${grid.name(grid.cellOf[next])}`;
  return `path ${labels[own]}, from ${grid.name(grid.cellOf[cells[0]])}; ${on}${joined}`;
}

function describeWalls(grid, cell) {
  const beyond = grid.walls.get(cell) ?? [];
  return beyond.length ? `; walls to ${list(beyond.map((other) => grid.name(other)))}` : "";
}
