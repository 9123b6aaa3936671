// Requests to the server. Every answer is a JSON value, or a file; every error is an ApiError.

/** An error of the server, or of the connection (`status` 0). The fields are those of the server's error object. */
export class ApiError extends Error {
  constructor(status, fields) {
    super(fields.message);
    this.name = "ApiError";
    this.status = status;
    this.kind = fields.kind;
    this.fields = fields;
  }

  /** Whether the same request may succeed later: no connection, or a server that is busy or being restarted. */
  get isTemporary() {
    return [0, 429, 502, 503, 504].includes(this.status);
  }
}

const NO_CONNECTION = { kind: "NoConnection", message: "The server cannot be reached." };

/** The value that a path answers. */
export function get(path, { signal } = {}) {
  return request(path, { signal });
}

/**
 * The value that a path answers to a body; a file as `{file, name}`, its address and its name, like the result of a job
 * that made a file. `wait` is the number of seconds after which the path answers with a job.
 */
export function post(path, body, { wait, signal } = {}) {
  const headers = { "content-type": "application/json" };
  return request(withWait(path, wait), { method: "POST", headers, body: JSON.stringify(body), signal });
}

function withWait(path, wait) {
  return wait === undefined ? path : `${path}${path.includes("?") ? "&" : "?"}wait=${wait}`;
}

/** Tells the page whether the server answers: an event `connection`, for the note in the header. */
function tellConnection(isThere) {
  window.dispatchEvent(new CustomEvent("connection", { detail: isThere }));
}

async function request(path, options) {
  let response;
  try {
    response = await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    tellConnection(false);
    throw new ApiError(0, NO_CONNECTION);
  }
  tellConnection(response.status < 502 || response.status === 503);
  const [, name] = /^attachment;.*filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "") ?? [];
  if (name !== undefined) return { file: URL.createObjectURL(await response.blob()), name };
  const text = await response.text();
  let value = null;
  try {
    value = text === "" ? null : JSON.parse(text);
  } catch {
    throw new ApiError(response.status || 500, { kind: "BadAnswer", message: "The answer of the server is not readable." });
  }
  if (response.ok) return value;
  const message = `The server answered with status ${response.status}.`;
  throw new ApiError(response.status, value?.error ?? { kind: "Error", message });
}

/**
 * The result of a request that may become a job after `wait` seconds. `onProgress` then gets the data of each progress
 * event. Aborting the signal cancels the job; so does leaving the page.
 */
export async function runJob(path, body, { onProgress, signal, wait = onProgress ? 0 : 0.5 } = {}) {
  const value = await post(path, body, { wait, signal });
  return isJob(value) ? followJob(value.job, { onProgress, signal }) : value;
}

function isJob(value) {
  return value !== null && typeof value === "object" && typeof value.job === "string" && !("state" in value);
}

/** The result of a job that is queued or running. */
export function followJob(job, { onProgress, signal } = {}) {
  const path = `/api/jobs/${encodeURIComponent(job)}`;
  return new Promise((resolve, reject) => {
    const events = new EventSource(`${path}/events`);
    const finish = (settle, value) => {
      events.close();
      signal?.removeEventListener("abort", cancel);
      window.removeEventListener("pagehide", cancel);
      settle(value);
    };
    const giveUp = (error) => {
      fetch(path, { method: "DELETE", keepalive: true }).catch(() => undefined);
      finish(reject, error);
    };
    const cancel = () => giveUp(new DOMException("The job was cancelled.", "AbortError"));
    window.addEventListener("pagehide", cancel);
    events.addEventListener("progress", (event) => onProgress?.(JSON.parse(event.data)));
    events.addEventListener("result", (event) => finish(resolve, JSON.parse(event.data)));
    events.addEventListener("error", (event) => {
      if (typeof event.data === "string") {
        const value = JSON.parse(event.data);
        finish(reject, new ApiError(value.status ?? 500, value.error ?? value));
      } else if (events.readyState === EventSource.CLOSED) {
        giveUp(new ApiError(0, NO_CONNECTION)); // Chromium also closes the events of a page that is left, before "pagehide"
      }
    });
    if (signal?.aborted) cancel();
    else signal?.addEventListener("abort", cancel);
  });
}
