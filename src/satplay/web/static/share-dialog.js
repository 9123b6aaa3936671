// Shares the board by a link and a QR code, with the position if the player wants that, and never with the moves.

import { post, runJob } from "./api.js";
import { make } from "./dom.js";
import { DIALOG_STYLE, copyField, copyWords, loadStyle } from "./download.js";
import { same } from "./history.js";
import { icon } from "./icons.js";
import { makeDialog, openDialog } from "./page.js";

const LONGEST_QR = 300; // characters; a longer link makes a code that few cameras read
const QR_SIZE = 220;
const LONG_BOARD = "This board is long: the server stores it for a short link.";
const LONG_LINK = "The code holds a shorter link, for which the server stores the board.";
const THIS_COMPUTER = ["localhost", "127.0.0.1", "[::1]"];

/** Adds the tool "share" to the page. */
export function mount(page) {
  const dialog = new ShareDialog(page);
  page.tool("share", () => dialog.open());
}

/** Whether there is a position besides the empty board. */
function isBegun({ view, match }) {
  return view !== null && match.document.solo ? !same(view.empty(match.board), match.position) : match.moves > 0;
}

class ShareDialog {
  constructor(page) {
    this.page = page;
    this.withPosition = false;
  }

  async open() {
    const { page } = this;
    const hasMoves = isBegun(page);
    this.withPosition &&= hasMoves;
    this.abort = new AbortController();
    this.link = make("input", { type: "text", class: "mono", readonly: true, id: "share-link", onfocus: () => this.link.select() });
    this.copy = make("button", { type: "button", class: "primary", onclick: () => this.#copy() }, icon("copy"), "Copy");
    this.answer = make("p", { class: "message", role: "status" });
    this.code = make("figure", { class: "share-code", hidden: true });
    this.note = make("p", { class: "muted small" });
    const position = make("input", { type: "checkbox", id: "share-position", checked: this.withPosition, disabled: !hasMoves });
    position.addEventListener("change", () => {
      this.withPosition = position.checked;
      this.#load();
    });
    this.dialog = makeDialog(
      "Share this board",
      make("div", { class: "field" }, make("label", { for: "share-link" }, "Link"), make("div", { class: "share-row" }, this.link, this.copy, this.#systemShare())),
      make("label", { class: "choice" }, position, hasMoves ? "With my position" : "With my position (nothing is drawn yet)"),
      this.answer,
      make("p", { class: "small" }, "The link never holds your moves, your time or your hints. It never replaces a game in progress without asking."),
      this.code,
      this.note,
    );
    this.dialog.classList.add("share-dialog");
    this.dialog.addEventListener("close", () => {
      this.abort.abort();
      this.dialog.remove();
    });
    await loadStyle(DIALOG_STYLE);
    openDialog(this.dialog);
    this.copy.focus();
    this.#load();
  }

  /** The button that opens the choice of the system, mostly on phones. */
  #systemShare() {
    if (typeof navigator.share !== "function") return null;
    const send = () => navigator.share({ title: document.title, url: this.link.value }).catch(() => undefined);
    return make("button", { type: "button", onclick: send }, icon("share"), "Send");
  }

  /** Asks for the link, and shows it. */
  async #load() {
    const { page } = this;
    this.abort.abort();
    this.abort = new AbortController();
    const { signal } = this.abort;
    this.#enable(false);
    this.#say("Making the link ...");
    try {
      await page.match.sync();
      const body = { record: page.match.record, with_position: this.withPosition };
      const { path, is_long: isLong } = await runJob("/api/link", body, { signal });
      const address = new URL(path, location.origin).href;
      const short = address.length > LONGEST_QR && !isLong ? await this.#shortLink(body, signal) : address;
      if (signal.aborted) return;
      this.link.value = address;
      this.#say("");
      this.#showCode(short, isLong ? LONG_BOARD : short === address ? "" : LONG_LINK);
      this.#enable(true);
    } catch (error) {
      if (error.name === "AbortError" || signal.aborted) return;
      this.code.hidden = true;
      this.#say(error.status === 0 ? "Links are made by the server, which cannot be reached." : error.message, "bad");
    }
  }

  async #shortLink({ record, with_position }, signal) {
    const { path } = await post("/api/share", { input: record, with_position }, { signal });
    return new URL(path, location.origin).href;
  }

  #showCode(address, note) {
    const image = make("img", {
      src: `/api/qr.svg?text=${encodeURIComponent(address)}`,
      alt: "QR code of the link",
      width: QR_SIZE,
      height: QR_SIZE,
    });
    const isLocal = THIS_COMPUTER.includes(location.hostname);
    const caption = isLocal ? "The link as a QR code" : "Opens the board on a phone";
    this.code.replaceChildren(image, make("figcaption", { class: "muted small" }, caption));
    this.code.hidden = false;
    const notes = note === "" ? [] : [note];
    if (isLocal) {
      notes.push("Other devices cannot open this link: the server answers this computer alone. Started with --public NAME, it answers others, too.");
    }
    this.note.textContent = notes.join(" ");
    this.note.hidden = notes.length === 0;
  }

  async #copy() {
    this.#say(copyWords(await copyField(this.link), "Link"), "ok");
  }

  #enable(isEnabled) {
    this.dialog.setAttribute("aria-busy", String(!isEnabled));
    for (const button of this.dialog.querySelectorAll(".share-row button")) button.setAttribute("aria-disabled", String(!isEnabled));
  }

  #say(text, kind = "") {
    this.answer.textContent = text;
    this.answer.className = `message ${kind}`;
  }
}
