"""Mastermind in the browser: breaking a code and keeping one, by mouse, touch and keys; what stays hidden."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route, expect

from satplay.puzzles.mastermind.board import Board, Guess, Row
from satplay.puzzles.mastermind.game.rules import has_code
from satplay.puzzles.mastermind.rules import feedback
from satplay.verbs.play import play
from tests.web.browser.board_hand import Hand, Point, position, press_tool, stored_match
from tests.web.browser.conftest import SCREENS, Screen

OpenPage = Callable[..., Page]

LIGHT, DARK, PHONE = SCREENS["light"], SCREENS["dark"], SCREENS["phone"]

mouse_and_touch = pytest.mark.parametrize("screen", [LIGHT, PHONE], ids=["mouse", "touch"])


def game(code: str = "3052", **directives: str) -> str:
    """A game of six symbols with this code, which the person at the page is to break."""
    first = {"tries": "8", "code": code, "symbols": "6", "length": str(len(code)), **directives}
    return "".join(f"# {name} {value}\n" for name, value in first.items())


def open_game(open_page: OpenPage, screen: Screen, text: str | None = None) -> Hand:
    """A hand on the board of a game."""
    page = open_page(f"/mastermind#b={quote(game() if text is None else text)}", **screen)
    return Hand(page, touch=screen["touch"])


def new_game(
    page: Page, *, seat: str, size: str = "4x6", strength: str = "normal", seed: int = 1, **options: str
) -> None:
    """A new game of the dialog; options are of those with a choice."""
    expect(page.locator("#part-done")).to_be_attached()
    press_tool(page, "new")
    dialog = page.locator("dialog[open]")
    for name, value in {"Size": size, "You play": seat, "Opponent": strength}.items():
        dialog.get_by_role("combobox", name=name).select_option(value)
    dialog.locator("summary").click()
    dialog.get_by_placeholder("chosen at random").fill(str(seed))
    for name, value in options.items():
        dialog.locator("label", has_text=name).locator("select").select_option(value)
    dialog.get_by_role("button", name="New game").click()
    expect(dialog).not_to_be_visible()
    places, symbols = size.split("x")
    expect(page.locator("#about")).to_have_text(f"{places} places, {symbols} symbols · you are {seat}")


def part_at(hand: Hand, element: str, part: float) -> Point:
    """A point of an element, from its left side, 0, to its right side, 1."""
    box = hand.box(element)
    return box["x"] + part * box["width"], box["y"] + box["height"] / 2


def tap_symbols(hand: Hand, symbols: str) -> None:
    for symbol in symbols:
        hand.tap(f"symbol_{symbol}")


def hold(hand: Hand, place: str | Point) -> None:
    """A long press; with a mouse a click with Shift."""
    if hand.touch:
        hand.long_press(place)
        return
    hand.page.keyboard.down("Shift")
    hand.tap(place)
    hand.page.keyboard.up("Shift")


def guess(hand: Hand, *codes: str) -> None:
    """Guess by taps, and wait for the answers."""
    for code in codes:
        number = len(position(hand.page, "mastermind")["guesses"]) + 1
        tap_symbols(hand, code)
        hand.tap("done")
        expect_word(
            hand.page, f"guess_{number}", re.compile(f"^guess {number}: {' '.join(code)}, [0-9]+ black")
        )


def expect_word(page: Page, part: str, words: str | re.Pattern[str]) -> None:
    """What a screen reader says of a part of the board."""
    expect(page.locator(f"#part-{part}")).to_have_attribute("aria-label", words)


def expect_draft(page: Page, draft: str) -> None:
    """The row that is filled in, with a dot for an empty place."""
    for number, symbol in enumerate(draft, start=1):
        words = "empty" if symbol == "." else symbol
        expect_word(page, f"peg_{number}", re.compile(f", place {number}: {words}$"))


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


# -- breaking a code -------------------------------------------------------------------------------------


def test_a_code_is_broken_by_taps(open_page: OpenPage, screen: Screen) -> None:
    hand = open_game(open_page, screen)
    page, message = hand.page, hand.page.locator("#message")
    expect_word(page, "code_1", "code, place 1: hidden")
    guess(hand, "0011")
    expect_word(page, "guess_1", "guess 1: 0 0 1 1, 1 black, 0 white")
    expect(message).to_contain_text("Guess 1, 0011, has 1 black peg and no white pegs.")
    hand.tap("symbol_5")
    hold(hand, "peg_2")
    expect_draft(page, "5555")
    hand.tap("peg_1")
    hand.tap("symbol_2")
    expect_draft(page, "2555")
    page.locator("[data-puzzle-tool=clear]").click()
    tap_symbols(hand, "2")
    hand.tap("done")
    expect(message).to_have_text("3 pegs are still missing.")
    page.locator("[data-puzzle-tool=rest]").click()
    expect_draft(page, "2222")
    page.locator("[data-puzzle-tool=done]").click()
    expect_word(page, "guess_2", "guess 2: 2 2 2 2, 1 black, 0 white")
    guess(hand, "3052")
    expect(page.locator("#panel-title")).to_have_text("You win!")
    expect(message).to_have_text("You win! 3052 is the code, found with 3 guesses.")
    expect(message).to_have_class(re.compile("ok"))
    expect_word(page, "code_1", "code, place 1: 3")
    expect(page.locator("#board .row.found")).to_have_count(1)
    expect(page.locator("#puzzle-tools")).to_be_hidden()


def test_a_code_is_broken_by_keys_alone(open_page: OpenPage) -> None:
    page = open_game(open_page, DARK).page
    board, message = page.locator("#board"), page.locator("#message")
    expect(page.locator("#part-peg_4")).to_be_attached()
    board.focus()
    press(page, "0", "1", "Backspace", "5", "ArrowUp", "ArrowDown")
    expect_draft(page, "055.")
    press(page, "Shift+ArrowRight")
    expect_draft(page, "0555")
    press(page, "Escape", "2", "Enter")
    expect(message).to_have_text("3 pegs are still missing.")
    press(page, "Home", "3", "3", "5", "5", "ArrowLeft", "ArrowLeft", "0", "Enter")
    expect_word(page, "guess_1", "guess 1: 3 0 5 5, 3 black, 0 white")
    press(page, "3", "0", "PageUp")
    expect(board).to_have_attribute("aria-activedescendant", "part-guess_1")
    press(page, "PageDown")
    expect_draft(page, "30..")
    press(page, "End", "2", "ArrowLeft", "5", "Enter")
    expect(page.locator("#panel-title")).to_have_text("You win!")


@mouse_and_touch
def test_pegs_are_dragged_exchanged_copied_and_taken_away(open_page: OpenPage, screen: Screen) -> None:
    hand = open_game(open_page, screen)
    page = hand.page
    guess(hand, "0123")
    hand.drag("symbol_4", "peg_3")
    expect_draft(page, "..4.")
    hand.drag(past_peg(hand, 1, 2), "peg_1")
    expect_draft(page, "1.4.")
    hand.drag("peg_1", "peg_3")
    expect_draft(page, "4.1.")
    hand.drag("peg_3", "symbol_0")
    expect_draft(page, "4...")
    tap_symbols(hand, "5")
    hand.tap("peg_4")  # the symbol that was just tapped goes there instead
    expect_draft(page, "4..5")
    hold(hand, past_peg(hand, 1, 1))  # the rest as in that guess
    expect_draft(page, "4125")
    if not hand.touch:
        hand.tap("peg_2", right=True)
        expect_draft(page, "4.25")


def past_peg(hand: Hand, row: int, place: int) -> Point:
    """The middle of a peg of an earlier guess: above the place of the row that is filled in."""
    return hand.at(f"peg_{place}")[0], hand.at(f"guess_{row}")[1]


# -- keeping a code --------------------------------------------------------------------------------------


def test_a_code_kept_in_mind_is_found_by_the_engine(open_page: OpenPage, screen: Screen) -> None:
    page = open_page("/mastermind", **screen)
    hand, message = Hand(page, touch=screen["touch"]), page.locator("#message")
    new_game(page, seat="setter", strength="perfect")
    expect_word(page, "code_1", "code, place 1: not set yet")
    page.locator("[data-puzzle-tool=keep-in-mind]").click()
    expect_word(page, "code_1", "code, place 1: kept in mind")
    code, board, is_refused = (2, 5, 0, 4), Board(4, "012345"), False
    while not board.guesses or board.guesses[-1].black < len(code):
        row = tuple(map(int, position(page, "mastermind")["asked"]))
        if not board.guesses:
            answer(hand, 3, 1)
            expect(message).to_contain_text("No code gives 3 black and 1 white")
        if not is_refused and (pegs := impossible_answer(board, row)) is not None:
            answer(hand, *pegs)
            expect(message).to_contain_text("no code fits")
            is_refused = True
        board = replace(board, guesses=(*board.guesses, Guess(row, *feedback(row, code))))
        number, last = len(board.guesses), board.guesses[-1]
        answer(hand, last.black, last.white or 0)
        words = f"guess {number}: {' '.join(map(str, row))}, {last.black} black, {last.white} white"
        expect_word(page, f"guess_{number}", words)
    assert is_refused
    expect(page.locator("#panel-title")).to_have_text("You lose")
    expect(message).to_contain_text("You lose. 2504 is the code")


def answer(hand: Hand, black: int, white: int) -> None:
    """Answer by the steppers."""
    for name, wanted in {"black": black, "white": white}.items():
        part = hand.page.locator(f"#part-{name}")
        expect(part).to_have_attribute("aria-label", re.compile("for the guess"))
        change = wanted - int((part.get_attribute("aria-label") or "").split()[0])
        for _ in range(abs(change)):
            hand.tap(part_at(hand, name, 0.9 if change > 0 else 0.1))
        expect_word(hand.page, name, re.compile(f"^{wanted} {name}, for the guess"))
    expect(hand.page.locator("[data-puzzle-tool=done]")).to_have_text(f"Answer: {black} black, {white} white")
    hand.tap("done")


def impossible_answer(board: Board, row: Row) -> tuple[int, int] | None:
    """An answer that no code gives which gives the earlier ones; None if there is none."""
    pairs = [(black, white) for black in range(4) for white in range(4 - black)]
    boards = {pair: replace(board, guesses=(*board.guesses, Guess(row, *pair))) for pair in pairs}
    return next((pair for pair, after in boards.items() if not has_code(after)), None)


def test_a_code_is_set_by_keys_and_the_engine_plays_against_it(open_page: OpenPage) -> None:
    page = open_page("/mastermind", **DARK)
    new_game(page, seat="setter", strength="perfect", repeats="no")
    page.locator("#board").focus()
    press(page, *"2502", "Enter")
    expect(page.locator("#message")).to_have_text("No symbol may occur twice in the code.")
    page.locator("[data-puzzle-tool=random]").click()
    expect(page.locator("[data-puzzle-tool=done]")).to_be_enabled()
    page.locator("#board").focus()
    press(page, "Escape", *"2504", "Enter")
    expect(page.locator("#panel-title")).to_have_text("You lose")
    found = position(page, "mastermind")
    assert found["code"] == "2504" and found["guesses"][-1] == ["2504", 4, 0]
    expect(page.locator("#board .row")).to_have_count(len(found["guesses"]))
    expect(page.locator("#puzzle-tools")).to_be_hidden()
    page.get_by_role("button", name="Play again").click()
    expect_word(page, "code_1", "code, place 1: not set yet")
    assert stored_match(page, "mastermind")["document"]["seats"] == {"breaker": "entropy", "setter": "person"}


# -- hints, undo, reload ---------------------------------------------------------------------------------


@mouse_and_touch
def test_hints_come_in_stages(open_page: OpenPage, screen: Screen) -> None:
    hand = open_game(open_page, screen)
    page, panel, marks = hand.page, hand.page.locator("#panel"), hand.page.locator("#board .mark.because")
    guess(hand, "0011")
    press_tool(page, "hint")
    expect(panel.locator(".place")).to_have_text("Look at guess 1.")
    expect(marks).to_have_count(1)
    panel.get_by_role("button", name="Show what follows").click()
    expect(panel.locator(".reason")).to_contain_text("Because of guess 1 (0011: 1 black, 0 white)")
    expect(marks).to_have_count(1)
    panel.get_by_role("button", name="Hint: guess").click()
    suggested = panel.get_by_role("button", name="Play it: guess")
    code = (suggested.text_content() or "")[-4:]
    suggested.click()
    expect_word(page, "guess_2", re.compile(f"^guess 2: {' '.join(code)}, [0-9] black"))
    expect(panel).to_be_hidden()
    expect(marks).to_have_count(0)
    assert stored_match(page, "mastermind")["document"]["hints"] == 1  # positions with hints


@mouse_and_touch
def test_undo_redo_and_reload(open_page: OpenPage, screen: Screen) -> None:
    hand = open_game(open_page, screen)
    page = hand.page
    guess(hand, "0011", "2345")
    answered = "guess 2: 2 3 4 5, 0 black, 3 white"
    expect_word(page, "guess_2", answered)
    press_tool(page, "undo")
    expect_word(page, "guess_2", "guess 2: not made yet")
    press_tool(page, "redo")
    expect_word(page, "guess_2", answered)
    press_tool(page, "undo")
    expect_word(page, "guess_2", "guess 2: not made yet")
    tap_symbols(hand, "32")
    before = stored_match(page, "mastermind")["document"]
    page.reload()
    expect_word(page, "guess_1", "guess 1: 0 0 1 1, 1 black, 0 white")
    expect_word(page, "guess_2", "guess 2: not made yet")
    after = stored_match(page, "mastermind")["document"]
    assert {name: before[name] for name in KEPT} == {name: after[name] for name in KEPT}
    press_tool(page, "redo")
    expect_word(page, "guess_2", answered)


KEPT = ("record", "position", "board", "seats", "moves", "undone")


# -- what stays hidden -----------------------------------------------------------------------------------


def test_the_code_is_in_no_response_before_the_end(
    open_page: OpenPage, expect_messages: Callable[[str], None]
) -> None:
    expect_messages("Service Worker registration blocked")  # so that all requests are seen
    page = open_page("/mastermind", service_workers="block", **LIGHT)
    seen: list[str] = []

    def keep(route: Route) -> None:
        response = route.fetch()
        seen.append(response.text())
        route.fulfill(response=response)

    page.route("**/*", keep)
    new_game(page, size="8x10", seat="breaker", seed=4)
    code = secret_code(size="8x10", seed=4)
    traces = re.compile(r"\D{0,3}".join(code))
    hand = Hand(page)
    guess(hand, "01234567", "89012345")
    press_tool(page, "hint")
    page.locator("#panel button", has_text="Show what follows").click()
    page.locator("#panel-close").click()
    press_tool(page, "undo")
    expect_word(page, "guess_2", "guess 2: not made yet")
    press_tool(page, "share")
    expect(page.locator("dialog[open]")).to_be_visible()
    page.keyboard.press("Escape")
    record = stored_match(page, "mastermind")["document"]["record"]
    title, sealed = record.splitlines()
    assert title == "=== satplay sealed record, version 1 ==="
    assert code.encode() not in b64decode(sealed)
    seen += [page.content(), page.evaluate("JSON.stringify(localStorage)")]
    page.reload()
    expect_word(page, "guess_1", re.compile("^guess 1: 0 1 2 3 4 5 6 7, "))
    assert len([text for text in seen if "sealed record" in text]) > 4
    assert not [text for text in seen if traces.search(text)]
    guess(hand, code)
    expect(page.locator("#panel-title")).to_have_text("You win!")
    record = stored_match(page, "mastermind")["document"]["record"]
    assert "sealed" not in record and f"set {code}" in record


def secret_code(size: str, seed: int) -> str:
    """The code that the engine sets in a new game with this seed."""
    match = play("mastermind", size=size, seat="breaker", strength="normal", seed=seed).run_others().match
    return str(match.state.board.text(match.state.secret))


# -- what is refused -------------------------------------------------------------------------------------

WRONG = {
    "no game": ("2.2\n...\n", "found '.', expected digits and letters"),
    "a code of other symbols": (game("3092"), "found '9'"),
    "an answer that no code gives": (f"{game()}0011 3 1\n", "3 black"),
}


@pytest.mark.parametrize("name", list(WRONG))
def test_a_wrong_game_is_refused_in_words(
    open_page: OpenPage, expect_messages: Callable[[str], None], name: str
) -> None:
    text, words = WRONG[name]
    expect_messages("status of 422")
    page = open_game(open_page, LIGHT, text).page
    expect(page.locator("#message")).to_contain_text(words)
    expect(page.locator("#message")).to_have_class(re.compile("bad"))
    expect_word(page, "code_1", "code, place 1: hidden")  # of a new game, which is there instead


# -- the picture -----------------------------------------------------------------------------------------

SIGNS = """board => [...board.querySelectorAll(".peg")].map((peg) => {
  const [disc, sign] = [peg.querySelector("circle"), peg.querySelector("text")];
  const part = (text) => text.match(/[0-9.]+/g).slice(0, 3).map((value) => value / 255);
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const light = (node) => {
    const [red, green, blue] = part(getComputedStyle(node).fill).map(linear);
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [one, other] = [light(disc), light(sign)];
  const size = parseFloat(getComputedStyle(sign).fontSize) * sign.getScreenCTM().a;
  const width = sign.getBBox().width / disc.getBBox().width;
  return { sign: sign.textContent, contrast: Math.max(one, other) / Math.min(one, other), size, width };
})"""


@pytest.mark.parametrize("symbols", ["62", "RGBYOPWKCN"])
def test_every_sign_on_a_peg_is_legible(open_page: OpenPage, symbols: str) -> None:
    code = "01234567" if symbols == "62" else "RGBYOPWK"
    text = game(code, symbols=symbols, tries="12") + f"{code[::-1]} 0 8\n"
    page = open_game(open_page, PHONE, text).page
    expect(page.locator("#board .row .peg")).to_have_count(8)
    signs = page.locator("#board").evaluate(SIGNS)
    assert len({one["sign"] for one in signs}) == (62 if symbols == "62" else 10)
    assert min(one["contrast"] for one in signs) >= 4.5
    assert min(one["size"] for one in signs) >= 11
    assert max(one["width"] for one in signs) <= 0.75


ZOOMED_IN_FRAMES = """async (board) => {
  const found = [];
  for (let frame = 0; frame < 12; frame++) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    found.push(board.classList.contains("is-zoomed"));
  }
  return found.slice(4);
}"""


def test_a_high_board_keeps_its_zoom_on_a_phone(open_page: OpenPage) -> None:
    page = open_game(open_page, PHONE, game("01234567", symbols="62")).page
    expect(page.locator("#board .palette .peg")).to_have_count(62)
    is_zoomed = page.locator("#board").evaluate(ZOOMED_IN_FRAMES)
    assert len(set(is_zoomed)) == 1
