// The part of a board that is visible: zoom and pan by the viewBox of its picture.

const SMALLEST_CELL = 28; // pixels on the screen; smaller cells open zoomed
const OPENED_CELL = 34; // their size then
const LARGEST_CELL = 96; // pixels, by zooming in
const ROOM = 28; // pixels that stay visible around what is scrolled into view

export class Viewport {
  /** `size` is {width, height, cell} of the picture in its own units; `frame` gets it as properties for styles. */
  constructor(element, size, onChange, frame = element) {
    this.element = element;
    this.frame = frame;
    this.onChange = onChange;
    this.zoom = 1;
    this.centre = [0, 0];
    this.isWhole = false; // whether the zoom does not count, as on paper
    this.isChosen = false; // whether the person zoomed; then a change of the window keeps the zoom
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(element);
    this.resize(size);
  }

  /** Another picture. */
  resize(size) {
    this.size = size;
    this.centre = [size.width / 2, size.height / 2];
    this.isChosen = false;
    this.zoom = 1;
    this.frame.style.setProperty("--ratio", `${size.width} / ${size.height}`);
    this.frame.style.setProperty("--wide", String(size.width / size.height));
    this.frame.style.setProperty("--cells", String(size.width / size.cell));
    this.measure();
  }

  /** Pixels of a unit when the whole board is visible. */
  get fit() {
    return Math.min(this.box.width / this.size.width, this.box.height / this.size.height) || 1;
  }

  get scale() {
    return this.isWhole ? this.fit : this.fit * this.zoom;
  }

  get isZoomed() {
    return this.zoom > 1.001;
  }

  /** Whether the cells are small when the whole board is visible. */
  get isSmall() {
    return this.size.cell * this.fit < SMALLEST_CELL - 0.01;
  }

  get maxZoom() {
    return Math.max(1, LARGEST_CELL / (this.size.cell * this.fit));
  }

  measure() {
    this.box = this.element.getBoundingClientRect();
    if (this.box.width === 0) return;
    if (!this.isChosen) {
      if (this.isSmall && !this.isZoomed) this.centre = [0, 0]; // opens at the top left corner
      this.zoom = this.isSmall ? OPENED_CELL / (this.size.cell * this.fit) : 1;
    }
    this.#show();
  }

  /** Shows the whole board, or again the part that is zoomed. */
  showWhole(isWhole) {
    this.isWhole = isWhole;
    this.#show();
  }

  /** Zooms by a factor; the point at client coordinates, or the middle, stays where it is. */
  zoomBy(factor, x, y) {
    this.moveBy({ x, y, factor });
  }

  /** Moves the picture by `dx` and `dy` pixels, so that a point comes to client coordinates, and zooms around it. */
  moveBy({ x, y, dx = 0, dy = 0, factor = 1 }) {
    this.#place();
    const middle = [this.box.left + this.box.width / 2, this.box.top + this.box.height / 2];
    const [toX, toY] = [x ?? middle[0], y ?? middle[1]];
    const [unitX, unitY] = this.toUnits(toX - dx, toY - dy);
    const zoom = Math.max(1, Math.min(this.maxZoom, this.zoom * factor));
    this.isChosen ||= zoom !== this.zoom;
    this.zoom = zoom;
    this.centre = [unitX - (toX - middle[0]) / this.scale, unitY - (toY - middle[1]) / this.scale];
    this.#show();
  }

  /** Moves the picture by pixels. */
  panBy(dx, dy) {
    this.centre = [this.centre[0] - dx / this.scale, this.centre[1] - dy / this.scale];
    this.#show();
  }

  /** Whether a rectangle of the picture can be visible as a whole. */
  hasRoomFor({ width, height }) {
    return Math.max((width * this.scale) / this.box.width, (height * this.scale) / this.box.height) <= 1;
  }

  /** Scrolls a rectangle of the picture into view. */
  reveal({ x, y, width, height }) {
    if (!this.isZoomed) return;
    const room = ROOM / this.scale;
    const [centreX, centreY] = this.centre;
    const [halfX, halfY] = [this.box.width / this.scale / 2, this.box.height / this.scale / 2];
    this.centre = [
      within(centreX, x + width + room - halfX, x - room + halfX),
      within(centreY, y + height + room - halfY, y - room + halfY),
    ];
    this.#show();
  }

  /** Client coordinates as units of the picture. */
  toUnits(x, y) {
    const { left, top, width, height } = this.box;
    return [(x - left - width / 2) / this.scale + this.centre[0], (y - top - height / 2) / this.scale + this.centre[1]];
  }

  /** The place of the element, which changes when the page scrolls. */
  refresh() {
    this.#place();
  }

  #place() {
    this.box = this.element.getBoundingClientRect();
  }

  #show() {
    const { width, height } = this.size;
    const [wide, high] = [this.box.width / this.scale, this.box.height / this.scale];
    const centre = [clamp(this.centre[0], wide, width), clamp(this.centre[1], high, height)];
    if (!this.isWhole) this.centre = centre;
    const [x, y] = [centre[0] - wide / 2, centre[1] - high / 2];
    this.corner = [x, y].map((at) => round(Math.max(0, at))); // the visible part of the picture begins there
    this.onChange(`${round(x)} ${round(y)} ${round(wide)} ${round(high)}`, this);
  }

  close() {
    this.observer.disconnect();
  }
}

const round = (value) => Math.round(value * 100) / 100;

/** The centre of a visible range that stays on the picture. */
function clamp(centre, visible, whole) {
  return visible >= whole ? whole / 2 : Math.max(visible / 2, Math.min(whole - visible / 2, centre));
}

/** The value, or the nearer bound; the lower bound wins if they cross. */
function within(value, low, high) {
  return low > high ? (low + high) / 2 : Math.max(low, Math.min(high, value));
}
