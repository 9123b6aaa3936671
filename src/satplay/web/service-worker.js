// Keeps the application for times without a connection: all its pages and files, in a cache for each version.
// The server writes VERSION, FILES_VERSION and PATHS in front of this text. Of the answers of /api only those are
// kept that never change, shared boards, and the list of subjects: everything else needs the server.

const CACHE = `satplay-${VERSION}`;
const PATIENCE = 6000; // milliseconds before a kept page is shown instead of one that does not come
const BUSY = [429, 503]; // statuses of a server that counts requests, or is busy
const PAUSE = 1500; // milliseconds before a busy server is asked again
const MOST_PAUSES = 40;
const PATH_SET = new Set(PATHS);
const KEPT_ANSWERS = /^\/api\/(subjects|share\/[A-Za-z0-9_-]+)$/;

let isOutdated = false; // whether the server has newer files than this cache

self.addEventListener("install", (event) => event.waitUntil(fill()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(answerPage(event, url.pathname));
  else if (PATH_SET.has(url.pathname)) event.respondWith(answerFile(request, url.pathname));
  else if (KEPT_ANSWERS.test(url.pathname)) event.respondWith(answerFromServer(event, request, url.pathname));
});

async function fill() {
  const cache = await caches.open(CACHE);
  // One after the other: the page that is being opened goes first.
  for (const path of PATHS) await cache.put(path, await load(path));
  await self.skipWaiting();
}

async function load(path) {
  for (let pauses = 0; ; pauses += 1) {
    const response = await fetch(path, { cache: "no-cache" });
    if (response.ok) return response;
    if (!BUSY.includes(response.status) || pauses === MOST_PAUSES) throw new Error(`${path}: ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("satplay-") && name !== CACHE).map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** A page comes from the server; the kept one is for times when the server cannot be reached. */
async function answerPage(event, path) {
  try {
    const response = await fetch(event.request, { signal: AbortSignal.timeout(PATIENCE) });
    if (response.status < 500) {
      const version = response.headers.get("satplay-version");
      if (version !== null) isOutdated = version !== FILES_VERSION;
      if (response.ok && version === FILES_VERSION) keep(event, path, response.clone());
      return response;
    }
  } catch {
    // No connection: the kept page is the answer.
  }
  return (await kept(path)) ?? noPage();
}

/** Files of this version never change; if the server has others, a page of the server gets those. */
async function answerFile(request, path) {
  const found = await kept(path);
  if (found !== undefined && !isOutdated) return found;
  return fetch(request).catch(() => found ?? Response.error());
}

async function answerFromServer(event, request, path) {
  try {
    const response = await fetch(request);
    if (response.ok) keep(event, path, response.clone());
    return response;
  } catch {
    return (await kept(path)) ?? Response.error();
  }
}

function keep(event, path, response) {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.put(path, response)));
}

async function kept(path) {
  const cache = await caches.open(CACHE);
  return cache.match(path, { ignoreVary: true });
}

function noPage() {
  const text = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>No connection</title>
<h1>The server cannot be reached</h1><p>This page has not been opened before. <a href="/">All puzzles</a></p>`;
  return new Response(text, { status: 503, headers: { "content-type": "text/html; charset=utf-8" } });
}
