// The parts of a board for screen readers: invisible rectangles with labels, brought up to date when there is time.

import { setAttribute, svg } from "./dom.js";

const MOST = 2500; // of a larger board only the parts that were visited
const later = window.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 5 }), 50));

export class BoardParts {
  /** `describe(element)` is the label of a part, `boxOf(element)` its place; `prefix` makes its id unique on the page. */
  constructor(root, view, board, { describe, boxOf, prefix = "part" }) {
    Object.assign(this, { root, describe, boxOf, prefix, isMoving: view.boxOf.length > 2 });
    this.parts = new Map();
    this.isPlanned = false;
    this.names = view.elements(board);
    if (this.names.length > MOST) this.names = [];
    this.round = 0; // of labelling; a change begins another one
    this.refresh();
  }

  /** The id of a part, which is made if need be, with its label as it is now. */
  current(name) {
    return this.#label(name).id;
  }

  #label(name) {
    const part = this.#part(name);
    setAttribute(part, "aria-label", this.describe(name));
    return part;
  }

  #part(name) {
    let part = this.parts.get(name);
    if (part === undefined) {
      part = svg("rect", { id: `${this.prefix}-${name.replaceAll(" ", "_")}`, role: "img", "aria-label": name });
      this.parts.set(name, part);
      this.root.append(part);
      this.#place(part, name);
    } else if (this.isMoving) this.#place(part, name);
    return part;
  }

  /** The place of a part; of some boards it depends on the position. */
  #place(part, name) {
    const box = this.boxOf(name);
    for (const key of ["x", "y", "width", "height"]) setAttribute(part, key, box[key]);
  }

  /** The position has changed: the labels follow when the browser has time. */
  refresh() {
    this.round += 1;
    const { round } = this;
    let at = 0;
    const work = (deadline) => {
      if (round !== this.round) return;
      while (at < this.names.length && deadline.timeRemaining() > 2) {
        this.#label(this.names[at++]);
      }
      if (at < this.names.length) later(work);
    };
    if (this.names.length) later(work);
  }

  close() {
    this.round += 1;
  }
}
