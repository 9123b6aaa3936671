// The connection: the service worker that keeps pages for times without one, and the note in the header.

import { get } from "./api.js";
import { byId } from "./dom.js";
import { say } from "./page.js";

const WORKER = "/service-worker.js";
const FIRST_WAIT = 1000;
const LONGEST_WAIT = 8000;

let isOnline = true;
let timer = 0;

/** Whether the server answered the last time. */
export const isConnected = () => isOnline;

/** What every request tells: whether the server answered. The note appears and disappears with it. */
function show(online) {
  if (online === isOnline) return;
  isOnline = online;
  byId("offline").hidden = online;
  say(online ? "Connected again." : "No connection. You can play on; hints need the server.");
  clearTimeout(timer);
  if (!online) ask(FIRST_WAIT);
}

/** Asks the server again and again until it answers. */
function ask(wait) {
  timer = setTimeout(async () => {
    await check();
    if (!isOnline) ask(Math.min(LONGEST_WAIT, 2 * wait));
  }, wait);
}

async function check() {
  try {
    await get("/healthz");
    show(true);
  } catch (error) {
    show(!error.isTemporary);
  }
}

/** The address of the worker as browsers with Trusted Types want it: made by a policy that makes no other. */
function workerAddress() {
  if (!("trustedTypes" in window)) return WORKER;
  const policy = window.trustedTypes.createPolicy("satplay", {
    createScriptURL(address) {
      if (address !== WORKER) throw new TypeError("not an address of satplay");
      return address;
    },
  });
  return policy.createScriptURL(WORKER);
}

/** Starts the worker once the page is loaded, and watches the connection. */
export function watchConnection() {
  window.addEventListener("connection", (event) => show(event.detail));
  window.addEventListener("offline", () => show(false));
  window.addEventListener("online", check);
  if (!("serviceWorker" in navigator)) return;
  // A page that a worker answered may be a kept one.
  if (navigator.serviceWorker.controller !== null) check();
  const register = () => navigator.serviceWorker.register(workerAddress()).catch(() => undefined);
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register, { once: true });
}
