// The parts of a board for screen readers: invisible rectangles with labels, brought up to date when there is time.

import { setAttribute, svg } from "./dom.js";

const MOST = 2500; // of a larger board only the parts that were visited
const later = window.requestIdleCallback ?? ((work) => setTimeout(() => work({ timeRemaining: () => 5 }), 50));

export class BoardParts {
  /** `describe(element)` is the label of a part. */
  constructor(root, view, board, describe) {
    Object.assign(this, { root, view, board, describe });
    this.parts = new Map();
    this.isPlanned = false;
    this.names = view.elements(board);
    if (this.names.length > MOST) this.names = [];
    this.round = 0; // of labelling; a change begins another one
    this.refresh();
  }

  /** The id of a part, which is made if need be, with its label as it is now. */
  current(name) {
    const part = this.#part(name);
    setAttribute(part, "aria-label", this.describe(name));
    return part.id;
  }

  #part(name) {
    let part = this.parts.get(name);
    if (part === undefined) {
      const { x, y, width, height } = this.view.boxOf(this.board, name);
      part = svg("rect", { id: `part-${name}`, role: "img", "aria-label": name, x, y, width, height });
      this.parts.set(name, part);
      this.root.append(part);
    }
    return part;
  }

  /** The position has changed: the labels follow when the browser has time. */
  refresh() {
    this.round += 1;
    const { round } = this;
    let at = 0;
    const work = (deadline) => {
      if (round !== this.round) return;
      while (at < this.names.length && deadline.timeRemaining() > 2) {
        const name = this.names[at++];
        setAttribute(this.#part(name), "aria-label", this.describe(name));
      }
      if (at < this.names.length) later(work);
    };
    if (this.names.length) later(work);
  }

  close() {
    this.round += 1;
  }
}
