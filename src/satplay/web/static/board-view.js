// A board on the page: drawn by the script of its puzzle, played by mouse, touch, pen and keyboard.
// Without a script the server's picture is shown.

import { BoardParts } from "./board-parts.js";
import { setAttribute, svg } from "./dom.js";
import { Gestures } from "./gestures.js";
import { Viewport } from "./viewport.js";

const NAMES = { " ": "space", Delete: "backspace" };
const NAMED = ["Home", "End", "PageUp", "PageDown", "Enter", "Backspace", "Escape"];
const STEP = 1.25; // of zooming by key or button
const EDGE = 28; // pixels from the edge within which a drag scrolls a zoomed board
const SCROLL = 6; // pixels per frame

/** The name of a key as in the contract of cursors; null if it is none of them, or a command of the browser. */
export function keyName(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return null;
  if (event.key.startsWith("Arrow")) return `${event.shiftKey ? "shift-" : ""}${event.key.slice(5).toLowerCase()}`;
  if (event.key in NAMES) return NAMES[event.key];
  if (NAMED.includes(event.key)) return event.key.toLowerCase();
  return event.key.length === 1 ? event.key : null;
}

/**
 * `element` is the container, which becomes one tab stop. `say(text)` announces, `note(text)` shows why nothing
 * happened, `prefix` begins the ids of its parts, `frame` gets the size of the board as properties for styles. A change of what is drawn is painted once per frame.
 */
export class BoardView extends EventTarget {
  #frame = 0;
  #scroll = 0;
  #last = null; // the last place of a drag
  #pick = null;

  constructor(element, { say, note, label, prefix = "part", frame = undefined }) {
    super();
    Object.assign(this, { element, say, note, label, prefix, frame });
    this.shown = null; // {position, marks} instead of the match's own
    this.marks = null;
    this.wrong = [];
    this.options = {};
    this.preview = null;
    this.pointer = { at: "", held: null };
    element.addEventListener("keydown", (event) => this.#key(event));
    element.addEventListener("focus", () => this.#focused());
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("pointerdown", () => this.#showKeys(false));
  }

  /** Draws the board of a match; `view` is the script of its puzzle, or null. */
  mount(match, view) {
    this.unmount();
    Object.assign(this, { match, view, shown: null, marks: null, preview: null, wrong: [] });
    this.isPlayable = view !== null && match.board !== null;
    const size = this.isPlayable ? view.size(match.board, match.position) : pictureSize(match.document.picture);
    this.root = svg("g", { class: this.isPlayable ? "picture" : "picture from-server" });
    this.svg = svg("svg", { class: `board board-${match.subject}`, role: this.isPlayable ? "presentation" : "img" }, this.root);
    this.element.replaceChildren(this.svg);
    if (this.isPlayable) this.#mountScript(view, match);
    else this.#mountPicture(match);
    this.viewport = new Viewport(this.svg, size, (viewBox, viewport) => this.#showPart(viewBox, viewport), this.frame);
    this.onChange = ({ detail }) => this.#changed(detail.kind);
    match.addEventListener("change", this.onChange);
    this.#paint();
  }

  #mountScript(view, match) {
    this.painter = view.draw(this.root, match.board);
    setAttribute(this.root, "aria-hidden", "true"); // the parts have words
    this.ring = svg("g", { class: "ring", "aria-hidden": "true" }, svg("rect", { class: "ring-ground" }), svg("rect", { class: "ring-line" }));
    const parts = svg("g", { class: "parts" });
    this.svg.append(this.ring, parts);
    this.pointer = view.start(this.state);
    this.parts = new BoardParts(parts, view, match.board, {
      describe: (name) => this.#describe(name),
      boxOf: (name) => this.#boxOf(name),
      prefix: this.prefix,
    });
    this.gestures = new Gestures(this.svg, {
      gesture: (kind, at) => this.#gesture(kind, at),
      pinch: (at) => this.viewport.moveBy(at),
    });
    const role = { role: "application", "aria-roledescription": "board", "aria-label": this.label(match), tabindex: "0" };
    for (const [name, value] of Object.entries(role)) setAttribute(this.element, name, value);
    this.#showCursor();
  }

  #describe(name) {
    return this.view.describe(this.state, name, this.pointer);
  }

  /** The box of an element, which may lie elsewhere in another position. */
  #boxOf(name) {
    return this.view.boxOf(this.match.board, name, this.state.position);
  }

  #mountPicture(match) {
    this.painter = null;
    for (const name of ["role", "aria-roledescription", "aria-label", "aria-activedescendant", "tabindex"]) this.element.removeAttribute(name);
    setAttribute(this.svg, "aria-label", this.label(match));
  }

  unmount() {
    if (this.match === undefined) return;
    this.match.removeEventListener("change", this.onChange);
    this.viewport.close();
    this.parts?.close();
    this.parts = null;
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    this.#endScroll();
  }

  /** Board and position as the script of the puzzle gets them. */
  get state() {
    return { board: this.match.board, position: this.shown?.position ?? this.match.position };
  }

  // -- what is shown -----------------------------------------------------------------------------------

  /** Shows another position, with marks, until `clear` or the next move. */
  show({ position = null, marks = null }) {
    this.shown = { position: position ?? this.match.position, marks };
    this.#dropGesture();
    this.#revealMarks(marks);
    this.render();
  }

  /** Shows marks on the player's position. */
  showMarks(marks) {
    this.shown = null;
    this.marks = marks;
    this.#revealMarks(marks);
    this.render();
  }

  /** Shows the player's position, without marks. */
  clear() {
    if (this.shown === null && this.marks === null) return;
    this.shown = null;
    this.marks = null;
    this.render();
    this.dispatchEvent(new Event("clear"));
  }

  /** Shows elements as wrong. */
  showWrong(elements) {
    this.wrong = elements;
    this.render();
  }

  setOptions(options) {
    this.options = options;
    this.render();
  }

  /** Paints in the next frame. */
  render() {
    if (this.#frame === 0) {
      this.#frame = requestAnimationFrame(() => {
        this.#frame = 0;
        this.#paint();
      });
    }
  }

  #paint() {
    const { match, shown } = this;
    if (this.painter === null) {
      drawPicture(this.root, match.document.picture);
      return;
    }
    this.painter.update({
      position: this.state.position,
      pointer: this.pointer,
      marks: shown === null ? this.marks : shown.marks,
      violations: shown === null ? this.wrong : [],
      tried: shown === null ? match.tried : null,
      options: this.options,
      preview: this.preview,
    });
    this.#placeRing();
  }

  #changed(kind) {
    if (kind !== "sync") this.shown = null;
    if (["undo", "redo", "restart", "load", "server", "drop"].includes(kind)) this.#dropGesture();
    if (this.painter === null) this.viewport.resize(pictureSize(this.match.document.picture));
    else {
      this.#fitSize();
      this.parts.refresh();
      this.#showCursor();
    }
    this.render();
  }

  /** A board that grows with the moves changes the size of its picture. */
  #fitSize() {
    const size = this.view.size(this.match.board, this.state.position);
    const { width, height } = this.viewport.size;
    if (size.width !== width || size.height !== height) this.viewport.resize(size);
  }

  // -- the visible part --------------------------------------------------------------------------------

  #showPart(viewBox, viewport) {
    setAttribute(this.svg, "viewBox", viewBox);
    const [left, above] = viewport.corner;
    for (const [name, value] of [["unit", (1 / viewport.scale).toFixed(3)], ["left", `${left}px`], ["above", `${above}px`]]) {
      this.svg.style.setProperty(`--${name}`, value);
    }
    this.element.classList.toggle("is-zoomed", viewport.isZoomed);
    this.element.classList.toggle("is-large", viewport.isSmall);
    this.dispatchEvent(new Event("zoom"));
  }

  zoomIn() {
    this.viewport.zoomBy(STEP);
    this.#reveal();
  }

  zoomOut() {
    this.viewport.zoomBy(1 / STEP);
  }

  #reveal() {
    if (this.isPlayable && this.pointer.at) this.viewport.reveal(this.#boxOf(this.pointer.at));
  }

  /** Scrolls a zoomed board to what is marked: to all of it if there is room, else to what is new. */
  #revealMarks(marks) {
    if (!this.isPlayable || !this.viewport.isZoomed || !marks) return;
    const names = (...kinds) => kinds.flatMap((kind) => marks[kind] ?? []);
    const ranked = [names("because", "given", "new"), names("new"), names("because")].filter((some) => some.length > 0);
    const boxes = ranked.map((some) => unionOf(some.map((name) => this.#boxOf(name))));
    const box = boxes.find((one) => this.viewport.hasRoomFor(one)) ?? boxes[0];
    if (box !== undefined) this.viewport.reveal(box);
  }

  #wheel(event) {
    if (!event.ctrlKey || !this.viewport) return;
    event.preventDefault();
    this.viewport.zoomBy(Math.exp(-event.deltaY / 200), event.clientX, event.clientY);
  }

  // -- gestures ----------------------------------------------------------------------------------------

  /** Calls a function with the element that is tapped or entered, instead of making moves; null ends that. */
  pick(choose) {
    this.#pick = choose;
    this.element.classList.toggle("is-picking", choose !== null);
    this.#dropGesture();
  }

  /** The element at a point of the picture: the smallest one there, else the nearest. */
  elementAt(x, y) {
    const { view, match } = this;
    if (view.elementAt) return view.elementAt(this.state, x, y);
    const ranked = view.elements(match.board).map((name) => {
      const box = this.#boxOf(name);
      const away = Math.hypot(Math.max(box.x - x, 0, x - box.x - box.width), Math.max(box.y - y, 0, y - box.y - box.height));
      return [away, box.width * box.height, name];
    });
    return ranked.sort((one, other) => one[0] - other[0] || one[1] - other[1])[0]?.[2] ?? null;
  }

  #gesture(kind, at) {
    if (kind === "tap" || kind === "down" || kind === "long") {
      this.viewport.refresh();
      this.element.focus({ preventScroll: true });
    }
    const [x, y] = this.viewport.toUnits(at.x, at.y);
    if (this.#pick !== null) {
      const element = kind === "tap" || kind === "long" ? this.elementAt(x, y) : null;
      if (element !== null) this.#pick(element);
      return;
    }
    const points = at.points.map((point) => this.viewport.toUnits(...point));
    if (kind !== "cancel" && this.shown !== null) this.clear();
    this.#react(this.view.pointer(this.state, this.pointer, { ...at, kind, x, y, points }));
    this.#last = kind === "down" || kind === "move" ? at : null;
    if (this.#last !== null && this.viewport.isZoomed) this.#scrollAtEdge();
  }

  /** A drag that comes near the edge of a zoomed board scrolls it. */
  #scrollAtEdge() {
    if (this.#scroll !== 0) return;
    const step = () => {
      this.#scroll = 0;
      const at = this.#last;
      if (at === null || !this.gestures.isDragging) return;
      const { left, top, width, height } = this.viewport.box;
      const push = (near, far) => (near < EDGE ? SCROLL : far < EDGE ? -SCROLL : 0);
      const dx = push(at.x - left, left + width - at.x);
      const dy = push(at.y - top, top + height - at.y);
      if (dx === 0 && dy === 0) return;
      const before = this.viewport.centre.join();
      this.viewport.panBy(dx, dy);
      if (before !== this.viewport.centre.join()) this.#gesture("move", { ...at, points: [[at.x, at.y]] });
    };
    this.#scroll = requestAnimationFrame(step);
  }

  #endScroll() {
    cancelAnimationFrame(this.#scroll);
    this.#scroll = 0;
    this.#last = null;
  }

  #dropGesture() {
    this.gestures?.cancel();
    this.preview = null;
    // A script may keep what was put together for a move that is still to be made.
    this.pointer = this.view?.kept?.(this.state, this.pointer) ?? { ...this.pointer, held: null };
  }

  /** Does what a reaction of the script says; false if there is none. */
  #react(reaction) {
    if (reaction === null || reaction === undefined) return false;
    this.pointer = reaction.pointer ?? this.pointer;
    this.preview = reaction.preview ?? null;
    if (reaction.moves?.length) this.match.move(reaction.moves.join("; "));
    if (reaction.note) this.note(reaction.note);
    if (reaction.say) this.say(reaction.say);
    if (this.view.kept !== undefined) this.parts.refresh(); // labels say what is put together
    this.#showCursor();
    this.dispatchEvent(new Event("pointer"));
    this.render();
    return true;
  }

  /** Runs a tool of the puzzle. */
  run(tool) {
    if (this.shown !== null) this.clear();
    return this.#react(tool.run());
  }

  // -- keyboard ----------------------------------------------------------------------------------------

  focus() {
    this.element.focus({ preventScroll: false });
  }

  #focused() {
    // A press of the pointer comes before the focus, a Tab does not.
    this.#showKeys(!this.element.matches(":active"));
  }

  #showKeys(isShown) {
    this.element.classList.toggle("has-keys", isShown);
  }

  #key(event) {
    if (event.target !== this.element || !this.isPlayable) return;
    const key = keyName(event);
    if (key === null) return;
    if (this.#takeKey(key)) {
      event.preventDefault();
      event.stopPropagation();
      this.#showKeys(true);
    }
  }

  #takeKey(key) {
    if (key === "escape" && this.gestures.isDragging) {
      this.#dropGesture();
      this.render();
      return true;
    }
    if (this.#pick !== null && (key === "enter" || key === "space")) {
      if (this.pointer.at) this.#pick(this.pointer.at);
      return true;
    }
    const before = this.pointer;
    const reaction = this.view.keys(this.state, this.pointer, key);
    if (reaction) {
      if (reaction.moves?.length && this.shown !== null) this.clear();
      this.#react(reaction);
      this.#reveal();
      if (before.at === this.pointer.at && !reaction.moves?.length && !reaction.note && !reaction.say) this.#sayHeld(before);
      return true;
    }
    if (key === "+" || key === "=") this.zoomIn();
    else if (key === "-") this.zoomOut();
    else if (key === "escape" && (this.shown !== null || this.marks !== null)) this.clear();
    else return false;
    return true;
  }

  /** Something was taken up or let go: the label of the part says so. */
  #sayHeld(before) {
    if (before.held !== this.pointer.held) this.say(this.#describe(this.pointer.at));
  }

  /** Moves the cursor of screen readers. */
  #showCursor() {
    if (!this.parts) return;
    if (this.pointer.at) setAttribute(this.element, "aria-activedescendant", this.parts.current(this.pointer.at));
    else this.element.removeAttribute("aria-activedescendant");
  }

  #placeRing() {
    setAttribute(this.ring, "visibility", this.pointer.at ? null : "hidden");
    if (!this.pointer.at) return;
    const box = this.#boxOf(this.pointer.at);
    for (const rect of this.ring.children) {
      for (const name of ["x", "y", "width", "height"]) setAttribute(rect, name, box[name]);
    }
  }
}

/** The rectangle around rectangles. */
function unionOf(boxes) {
  const [x, y] = ["x", "y"].map((name) => Math.min(...boxes.map((box) => box[name])));
  const right = Math.max(...boxes.map((box) => box.x + box.width)), bottom = Math.max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

// -- pictures of the server ------------------------------------------------------------------------------

/** A picture has no cells: it is shown as large as a board of eight columns. */
const pictureSize = (picture) => ({ width: picture?.width ?? 1, height: picture?.height ?? 1, cell: (picture?.width ?? 1) / 8 });

/** Puts a picture of the server, `{width, height, background, shapes}`, into an element. */
export function drawPicture(root, picture) {
  if (!picture) return root.replaceChildren();
  const { width, height, background } = picture;
  const ground = background ? [svg("rect", { width, height, fill: background })] : [];
  root.replaceChildren(...ground, ...picture.shapes.map(([tag, attributes, text]) => svg(tag, attributes, text)));
  return undefined;
}

/** A picture of the server as an image. */
export function makePicture(picture, label) {
  const root = svg("svg", { viewBox: `0 0 ${picture.width} ${picture.height}`, role: "img", class: "from-server", "aria-label": label });
  drawPicture(root, picture);
  return root;
}

/** A small picture of a board drawn by its script. */
export function makeMiniature(view, subject, board, position, label) {
  const { width, height } = view.size(board, position);
  const root = svg("g");
  const picture = svg("svg", { class: `board board-${subject} miniature`, viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label }, root);
  const painter = view.draw(root, board);
  painter.update({ position, pointer: { at: "", held: null }, marks: null, violations: [], tried: null, options: {}, preview: null });
  return picture;
}
