// Sends the request of a form of the API page and shows the answer; a job is followed to its end.

import { followJob } from "./api.js";
import { readableJson } from "./api-snippets.js";
import { make } from "./dom.js";

const MOST_SHOWN = 50000; // characters of an answer

/** `request()` is the request of the form, `out` the place of the answer, `text` the field of the body, or nothing. */
export function mountSending(form, { request, out, text }) {
  let running = null;

  const show = (...children) => out.replaceChildren(...children.filter(Boolean));
  const fail = (message) => show(make("p", { class: "bad status", role: "alert" }, message));

  async function send() {
    running?.abort();
    const mine = (running = new AbortController());
    let asked;
    try {
      asked = request();
    } catch (error) {
      fail(error.message);
      text?.focus();
      return;
    }
    show(make("p", { class: "muted", role: "status" }, "Waiting for the answer."), cancelButton(mine));
    const started = performance.now();
    try {
      await receive(asked, mine, started);
    } catch (error) {
      if (running !== mine && error.name === "AbortError") return;
      fail(error.name === "AbortError" ? "Cancelled." : "The server cannot be reached.");
    }
  }

  async function receive({ method, url, body }, mine, started) {
    const headers = body === undefined ? {} : { "content-type": "application/json" };
    const response = await fetch(url, { method, headers, body: body && JSON.stringify(body), signal: mine.signal });
    const seconds = () => `${((performance.now() - started) / 1000).toFixed(2)} s`;
    const type = (response.headers.get("content-type") ?? "").split(";")[0];
    const status = (more) => statusLine(response, [type, seconds(), more]);
    if (!/json|text|svg/.test(type) && response.status !== 204) {
      const file = await response.blob();
      show(status(`${file.size} bytes`), saveLink(file, response));
      return;
    }
    const answer = await response.text();
    const value = type.includes("json") ? JSON.parse(answer) : null;
    const content = value === null ? answer : readableJson(value);
    if (response.status !== 202 || typeof value?.job !== "string") show(status(), content && answerText(content));
    else await follow(value.job, mine, status, seconds);
  }

  /** Shows what a job reports, and its result. */
  async function follow(job, mine, status, seconds) {
    const state = make("pre", { class: "progress", tabindex: "0" }, "The job is queued or running.");
    show(status(`job ${job}`), cancelButton(mine), state);
    const onProgress = (progress) => (state.textContent = readableJson(progress));
    try {
      const result = await followJob(job, { onProgress, signal: mine.signal });
      show(status(`job ${job} done after ${seconds()}`), answerText(readableJson(result)));
    } catch (error) {
      if (error.name === "AbortError") throw error;
      const { kind, message } = error;
      show(status(`job ${job} failed`), answerText(readableJson({ error: error.fields ?? { kind, message } })));
    }
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send();
  });
  text?.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    send();
  });
}

const cancelButton = (running) => make("button", { type: "button", onclick: () => running.abort() }, "Cancel");

function statusLine({ status, statusText, ok }, details) {
  const words = [`${status} ${statusText}`.trim(), ...details.filter(Boolean)].join(" · ");
  return make("p", { class: `${ok ? "ok" : "bad"} status`, role: "status" }, words);
}

function answerText(content) {
  const shown = content.length > MOST_SHOWN ? `${content.slice(0, MOST_SHOWN)}\n… ${content.length - MOST_SHOWN} more characters` : content;
  return make("pre", { tabindex: "0", role: "region", "aria-label": "Answer" }, shown);
}

function saveLink(file, response) {
  const name = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1] ?? "answer";
  return make("a", { class: "button", href: URL.createObjectURL(file), download: name }, `Save ${name}`);
}
