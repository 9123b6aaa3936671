// Pointer events of mouse, touch and pen as gestures: tap, drag, long press, and two fingers.

const TAP = 6; // pixels that a finger or a mouse may move within a tap
const LONG = 500; // milliseconds

/**
 * Listens on an element and calls, with client coordinates `{x, y, points, right, shift, touch}`:
 * `on.gesture(kind, at)` for tap, long, down, move, up, cancel; and `on.pinch({x, y, dx, dy, factor})` for two fingers or
 * the middle button. A drag begins with `down` where the button went down, as soon as the pointer has moved.
 */
export class Gestures {
  #pointers = new Map(); // of fingers that are down: the last place of each
  #one = null; // the gesture with one pointer: {id, start, isDrag, isDone, ...}
  #timer = 0;

  constructor(element, on) {
    this.element = element;
    this.on = on;
    element.addEventListener("pointerdown", (event) => this.#down(event));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#up(event));
    element.addEventListener("pointercancel", (event) => this.#lost(event));
    element.addEventListener("lostpointercapture", (event) => this.#lost(event));
    element.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  /** Ends a drag without effect. */
  cancel() {
    const one = this.#one;
    if (one === null) return;
    clearTimeout(this.#timer);
    if (one.isDrag && !one.isDone) this.on.gesture("cancel", one.last);
    one.isDone = true;
  }

  /** Whether a drag is under way. */
  get isDragging() {
    return this.#one !== null && this.#one.isDrag && !this.#one.isDone;
  }

  #down(event) {
    if (event.pointerType === "mouse" && ![0, 1, 2].includes(event.button)) return;
    this.#pointers.set(event.pointerId, place(event));
    if (this.#pointers.size > 1) {
      this.cancel();
      return;
    }
    try {
      this.element.setPointerCapture(event.pointerId);
    } catch {
      // The pointer is gone already, or the event was made by a program.
    }
    const at = details(event);
    this.#one = { id: event.pointerId, start: at, last: at, isDrag: false, isDone: false, pans: event.button === 1 };
    if (event.button === 1) event.preventDefault();
    if (at.touch) {
      this.#timer = setTimeout(() => {
        this.#one.isDone = true;
        this.on.gesture("long", at);
      }, LONG);
    }
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    if (this.#pointers.size > 1) {
      this.#pinch(event);
      return;
    }
    const one = this.#one;
    this.#pointers.set(event.pointerId, place(event));
    if (one === null || one.id !== event.pointerId || one.isDone) return;
    if (one.pans) {
      this.on.pinch({ x: event.clientX, y: event.clientY, dx: event.clientX - before.x, dy: event.clientY - before.y, factor: 1 });
      return;
    }
    if (!one.isDrag && Math.hypot(event.clientX - one.start.x, event.clientY - one.start.y) <= TAP) return;
    clearTimeout(this.#timer);
    if (!one.isDrag) {
      one.isDrag = true;
      this.on.gesture("down", one.start);
    }
    one.last = { ...details(event), right: one.start.right, points: coalesced(event) };
    this.on.gesture("move", one.last);
  }

  #pinch(event) {
    const [first, second] = [...this.#pointers.values()];
    const before = middle(first, second);
    const was = distance(first, second);
    this.#pointers.set(event.pointerId, place(event));
    const [one, two] = [...this.#pointers.values()];
    const after = middle(one, two);
    const factor = was > 0 ? distance(one, two) / was : 1;
    this.on.pinch({ ...after, dx: after.x - before.x, dy: after.y - before.y, factor });
  }

  #up(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    clearTimeout(this.#timer);
    const one = this.#one;
    if (one === null) return;
    if (one.id === event.pointerId && !one.isDone && !one.pans) {
      const at = { ...details(event), right: one.start.right };
      one.isDone = true;
      if (one.isDrag) this.on.gesture("up", { ...at, points: coalesced(event) });
      else this.on.gesture("tap", { ...at, x: one.start.x, y: one.start.y });
    }
    if (this.#pointers.size === 0) this.#one = null;
  }

  #lost(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    if (this.#one?.id === event.pointerId) this.cancel();
    if (this.#pointers.size === 0) this.#one = null;
  }
}

const place = (event) => ({ x: event.clientX, y: event.clientY });
const middle = (one, two) => ({ x: (one.x + two.x) / 2, y: (one.y + two.y) / 2 });
const distance = (one, two) => Math.hypot(one.x - two.x, one.y - two.y);

function details(event) {
  const isRight = event.button === 2 || (event.pointerType === "pen" && (event.buttons & 2) !== 0);
  const touch = event.pointerType !== "mouse";
  return { x: event.clientX, y: event.clientY, points: [], right: isRight, shift: event.shiftKey, touch };
}

/** All places since the last event: browsers report several moves of a fast pointer as one event. */
function coalesced(event) {
  const events = event.getCoalescedEvents?.() ?? [];
  return (events.length ? events : [event]).map(({ clientX, clientY }) => [clientX, clientY]);
}
