// The time of a game: it counts while the page is visible, and can be paused and hidden.

import { byId } from "./dom.js";
import { icon } from "./icons.js";
import { onSettings, settings } from "./settings.js";

const TICK = 1000;

/** Seconds as `1:05` or `1:02:03`. */
export function clockText(seconds) {
  const whole = Math.floor(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (number) => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

export function mount(page) {
  const button = byId("pause");
  let isPaused = false;
  let last = performance.now();

  const isRunning = () => page.match !== null && !isPaused && !document.hidden && page.match.outcome === null;

  function show() {
    byId("timer").hidden = !settings().timer;
    if (page.match === null) return;
    const text = clockText(page.match.seconds);
    if (byId("clock").textContent !== text) byId("clock").textContent = text;
    button.hidden = page.match.outcome !== null;
  }

  /** Counts the time since the last call, if the game was running. */
  function count(wasRunning) {
    const now = performance.now();
    // A machine that slept did not play.
    if (wasRunning) page.match.addSeconds(Math.min(now - last, 2 * TICK) / 1000);
    last = now;
  }

  function pause(paused) {
    if (paused === isPaused) return;
    count(isRunning());
    isPaused = paused;
    byId("cover").hidden = !paused;
    byId("play").classList.toggle("is-paused", paused);
    page.boardView.element.toggleAttribute("inert", paused);
    button.replaceChildren(icon(paused ? "play" : "pause"));
    button.setAttribute("aria-label", paused ? "Continue" : "Pause");
    button.title = paused ? "Continue" : "Pause";
    page.say(paused ? "Paused. The board is hidden." : "Continued.");
    if (paused) byId("continue").focus();
    else page.boardView.focus();
  }

  button.append(icon("pause"));
  button.addEventListener("click", () => pause(!isPaused));
  byId("continue").addEventListener("click", () => pause(false));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && page.match !== null && !isPaused && page.match.outcome === null) {
      page.match.addSeconds(Math.min(performance.now() - last, 2 * TICK) / 1000);
      page.match.save();
    }
    last = performance.now();
  });
  setInterval(() => {
    count(isRunning());
    show();
  }, TICK);
  page.addEventListener("load", () => {
    if (isPaused) pause(false);
    last = performance.now();
    show();
  });
  page.addEventListener("outcome", show);
  onSettings(show);
  show();
}
