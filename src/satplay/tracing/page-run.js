"use strict";
// A run: its events folded into states, and the frames a reader steps through.
//
// A frame is a numbered state or a stage of a conflict: the conflict itself (stage 0), each resolution
// (1, 2, ...), and the clause learned at the end.  States are not stored: a few checkpoints are, and
// the events after them are folded again.

class Run {
  constructor(trace) {
    this.trace = trace;
    this.events = trace.events;
    this.given = trace.formula.clauses;
    this.learned = new Map(); // every clause ever learned, by number
    this.highest = trace.formula.variables;
    this.watching = false;
    for (const event of this.events) {
      if (event.event === "learn") this.learned.set(event.clause, event.lits);
      if (event.event === "watch") this.watching = true;
      if (event.lit !== undefined) this.highest = Math.max(this.highest, Math.abs(event.lit));
    }
    this.spacing = Math.max(400, Math.ceil(this.events.length / 400));
    this.checkpoints = [];
    this.state = this.emptyState();
    for (let at = 0; at < this.events.length; at += 1) {
      if (at % this.spacing === 0) this.checkpoints.push(copyState(this.state));
      this.apply(at);
    }
    this.setStages(true);
  }

  emptyState() {
    return { taken: 0, trail: [], value: new Int8Array(this.highest + 1), alive: new Map(), watches: new Map() };
  }

  clause(number) {
    return number <= this.given.length ? this.given[number - 1] : this.learned.get(number);
  }

  /** 1 for a true literal, -1 for a false one, 0 for an open one. */
  value(state, lit) {
    const value = state.value[Math.abs(lit)];
    return lit > 0 ? value : -value;
  }

  name(lit) {
    const name = this.trace.formula.names[Math.abs(lit)];
    return name === undefined ? "" : name.name;
  }

  fact(lit) {
    const name = this.trace.formula.names[Math.abs(lit)];
    if (name === undefined) return `variable ${Math.abs(lit)} is ${lit > 0 ? "true" : "false"}`;
    return lit > 0 ? name.true : name.false;
  }

  // -- states ----------------------------------------------------------------------------------------

  apply(at) {
    const state = this.state;
    const event = this.events[at];
    switch (event.event) {
      case "decide":
      case "unit-prop":
        state.trail.push({ lit: event.lit, level: event.level, reason: event.clause || 0, event: at });
        state.value[Math.abs(event.lit)] = Math.sign(event.lit);
        break;
      case "backjump":
      case "restart":
        while (state.trail.length > 0 && state.trail[state.trail.length - 1].level > event.level) {
          state.value[Math.abs(state.trail.pop().lit)] = 0;
        }
        break;
      case "learn":
        state.alive.set(event.clause, event.lits);
        break;
      case "delete":
        state.alive.delete(event.clause);
        state.watches.delete(event.clause);
        break;
      case "watch":
        state.watches.set(event.clause, event.lits);
        break;
    }
    state.taken = at + 1;
  }

  /** The state after the first `taken` events. */
  stateAfter(taken) {
    const nearest = Math.min(Math.floor(taken / this.spacing), this.checkpoints.length - 1);
    if (this.state.taken > taken || (nearest >= 0 && this.checkpoints[nearest].taken > this.state.taken)) {
      this.state = nearest >= 0 ? copyState(this.checkpoints[nearest]) : this.emptyState();
    }
    while (this.state.taken < taken) this.apply(this.state.taken);
    return this.state;
  }

  // -- frames ----------------------------------------------------------------------------------------

  /** Rebuild the frames: one for each resolution, or only the conflict and its learned clause. */
  setStages(each) {
    this.frames = [];
    this.rows = []; // frames that have a line of their own in the list
    this.frameOfEvent = new Map();
    const silent = (at) => ["watch", "delete"].includes(this.events[at]?.event);
    let at = 0;
    while (silent(at)) at += 1;
    this.addFrame({ event: -1, taken: at, number: 1, stage: -1, stages: 0 });
    while (at < this.events.length) {
      const main = at;
      const event = this.events[main];
      at += 1;
      while (silent(at)) at += 1;
      if (event.event !== "conflict") {
        this.addFrame({ event: main, taken: at, number: event.step, stage: -1, stages: 0 });
        continue;
      }
      const analysis = ["learn", "fail"].includes(this.events[at]?.event) ? at : -1;
      const steps = analysis < 0 ? 0 : this.events[analysis].steps.length;
      const learns = analysis >= 0 && this.events[analysis].event === "learn";
      const last = steps + (learns ? 1 : 0);
      for (let stage = 0; stage <= last; stage += 1) {
        if (!each && stage > 0 && stage < last) continue;
        const taken = learns && stage === last ? analysis + 1 : main + 1;
        this.addFrame({ event: main, analysis, taken, number: event.in_step, stage, stages: last });
      }
      if (learns) {
        at = analysis + 1;
        while (silent(at)) at += 1;
      }
    }
  }

  addFrame(frame) {
    frame.at = this.frames.length;
    if (frame.stage <= 0) {
      frame.row = this.rows.length;
      this.rows.push(frame);
      this.frameOfEvent.set(frame.event, frame.at);
    } else {
      frame.row = this.rows.length - 1;
    }
    this.frames.push(frame);
  }

  /** The address of a frame: `7`, or `6c`, `6c1`, ... in a conflict. */
  address(frame) {
    return frame.stage < 0 ? `${frame.number}` : `${frame.number}c${frame.stage || ""}`;
  }

  /** The frame with this address, or the nearest before it; -1 if there is none. */
  find(address) {
    const parts = /^(\d+)(?:c(\d*))?$/.exec(address);
    if (parts === null) return -1;
    const number = Number(parts[1]);
    const stage = parts[2] === undefined ? -1 : Number(parts[2]);
    let low = 0;
    let high = this.frames.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const frame = this.frames[middle];
      if (frame.number < number || (frame.number === number && frame.stage <= stage)) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  nextConflict(from) {
    for (let at = from + 1; at < this.frames.length; at += 1) if (this.frames[at].stage === 0) return at;
    return -1;
  }

  /** The rule that made a frame, as the text of the run shows it. */
  rule(frame) {
    if (frame.event < 0) return "start";
    const event = this.events[frame.event];
    switch (event.event) {
      case "decide":
        if (event.why === "assumption") return "decide (assumed)";
        return event.why === "pure literal" ? "decide (pure literal)" : "decide";
      case "unit-prop":
        return `unit-prop (c${event.clause})`;
      case "conflict":
        return `conflict with c${event.clause}`;
      case "success":
        return "model";
      case "give-up":
        return "unknown";
      default:
        return event.event;
    }
  }

  // -- conflicts -------------------------------------------------------------------------------------

  /** The derivation of the event with index `analysis`: a start and one row for each resolution. */
  derivation(analysis) {
    const event = this.events[analysis];
    let clause = event.conflict === 0 ? [] : [...new Set(this.clause(event.conflict))];
    const rows = [];
    const start = clause;
    event.steps.forEach((step, index) => {
      const rest = clause.filter((lit) => lit !== -step.pivot);
      clause = [...new Set([...rest, ...this.clause(step.reason).filter((lit) => lit !== step.pivot)])];
      clause.sort((a, b) => Math.abs(a) - Math.abs(b) || a - b);
      const minimising = index >= event.steps.length - (event.minimised || 0);
      rows.push({ pivot: step.pivot, reason: step.reason, clause, minimising });
    });
    return { conflict: event.conflict, start, rows, event };
  }
}

function copyState(state) {
  return {
    taken: state.taken,
    trail: state.trail.slice(),
    value: state.value.slice(),
    alive: new Map(state.alive),
    watches: new Map(state.watches),
  };
}
