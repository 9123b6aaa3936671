// The names of rows and columns beside a board. Those above and on the left stay in sight when a zoomed board is moved.

import { svg } from "./dom.js";

/**
 * Names as `[x, y, text, class]`: `above` and `left` in strips of `room` units at the edges of a picture of `width` by
 * `height`, `others` where they are.
 */
export function makeHeadings({ width, height, room, above, left, others = [] }) {
  const texts = (names) => names.map(([x, y, name, kind = ""]) => svg("text", { class: `heading ${kind}`.trim(), x, y }, name));
  const strip = (name, across, down, names) =>
    svg("g", { class: `strip ${name}` }, svg("rect", { class: "strip-ground", x: 0, y: 0, width: across, height: down }), texts(names));
  return svg("g", { class: "headings" }, texts(others), strip("above", width, room, above), strip("left", room, height, left), strip("corner", room, room, []));
}
