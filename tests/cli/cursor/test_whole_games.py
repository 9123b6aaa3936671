"""Whole games in cursor mode, by keys and by mouse, for every puzzle that has a cursor."""

from __future__ import annotations

import time

import pytest

from satplay.cli.cursor.controller import Leave
from satplay.errors import BadInput
from satplay.playing.match import Match, Turn
from satplay.playing.resume import read_match
from tests.cli.cursor.driver import Played, mouse, press, start

FLOW = "# fill no\nA..B\n....\nA..B\n"
HASHI = "3.2\n...\n1..\n"
MOSAIC = "mosaic\n22.\n...\n"


def at(cell: str, *, tall: int = 1, left: int = 4, top: int = 3, wide: int = 2) -> tuple[int, int]:
    """Row and column on the screen of a cell; the board is below a title, a blank row and a heading."""
    return top + (int(cell[1:]) - 1) * tall, left + (ord(cell[0]) - ord("A")) * wide


def flow_at(cell: str) -> tuple[int, int]:
    return at(cell, left=5, top=4)


def expect_solved(played: Played, *moves: str) -> None:
    match = played.match
    assert match.outcome is not None and "Solved!" in played.screen
    assert match.moves == moves
    assert read_match(match.to_text()).state == match.state


def test_flow_by_keys() -> None:
    keys = ["enter right down down left", "right right right space left up up right"]
    expect_solved(press(start("flow", FLOW), *keys), "A1 B1 B2 B3 A3", "D3 C3 C2 C1 D1")


def test_flow_by_mouse() -> None:
    first = mouse(*flow_at("A1"), to=[flow_at(cell) for cell in ("B1", "B2", "B3", "A3")])
    skipping = mouse(*flow_at("D3"), to=[flow_at("C3"), flow_at("C1"), flow_at("D1")])
    expect_solved(press(start("flow", FLOW), first, skipping), "A1 B1 B2 B3 A3", "D3 C3 C2 C1 D1")


def test_flow_clicks_continue_a_line() -> None:
    clicks = "".join(mouse(*flow_at(cell)) for cell in ("A1", "B1"))
    played = press(start("flow", FLOW), clicks, mouse(*flow_at("B1")) + mouse(*flow_at("B3")), "escape")
    assert played.match.moves == ("A1 B1", "B1 B2 B3")


def test_flow_lines_are_shortened_and_erased() -> None:
    played = press(
        start("flow", FLOW),
        "enter right down down enter",  # A1 B1 B2 B3
        "enter backspace backspace right enter",  # back to B1, then C1
        "backspace",
    )
    assert played.match.moves == ("A1 B1 B2 B3", "erase B2 B3", "B1 C1", "erase C1")
    assert "┃A─╴ · B┃" in played.screen


def test_flow_a_line_in_hand_is_dropped_by_a_command() -> None:
    played = press(start("flow", FLOW), "enter right down u")
    assert played.match.moves == () and played.controller.pointer.held is not None
    played = press(start("flow", FLOW), "enter right enter right", "enter down u")
    assert played.match.moves == () and played.controller.pointer.held is None


def test_flow_refusals_are_explained() -> None:
    played = press(start("flow", FLOW), "enter right right right")
    assert "Bad move: found a line from A and B" in played.screen
    assert played.controller.pointer.at == "C1"


def test_flow_right_button_erases() -> None:
    drag = mouse(*flow_at("A1"), to=[flow_at("A3")])
    played = press(start("flow", FLOW), drag, mouse(*flow_at("A2"), right=True))
    assert played.match.moves == ("A1 A2 A3", "erase A2")


def test_hashi_by_keys() -> None:
    expect_solved(
        press(start("hashi", HASHI), "enter right right enter shift-down"), "A1 C1", "A1 C1", "A1 A3"
    )


def test_hashi_by_mouse() -> None:
    drag = mouse(*at("A1"), to=[at("B1"), at("C1")])
    between = mouse(*at("B1"))
    played = press(start("hashi", HASHI), drag + between, mouse(*at("A2")))
    expect_solved(played, "A1 C1", "A1 C1", "A1 A3")


def test_hashi_bridges_are_removed() -> None:
    played = press(
        start("hashi", HASHI), "shift-right shift-right shift-right", "shift-down backspace backspace"
    )
    assert played.match.moves == ("A1 C1", "A1 C1", "A1 C1", "A1 A3", "erase A1")
    assert "A1 has no bridges." in played.screen
    played = press(start("hashi", HASHI), "shift-right", mouse(*at("B1"), right=True))
    assert played.match.moves == ("A1 C1", "erase A1 C1")


def test_hashi_the_cursor_reaches_every_island() -> None:
    board = "1..2\n.3..\n....\n2..1\n"
    played = press(start("hashi", board), "right", "down", "left", "up", "tab tab")
    assert played.controller.pointer.at == "B2"


def mastermind(seed: int = 3) -> Match:
    return start("mastermind", seed=seed, options={"symbols": "RGBYOP"})


def test_mastermind_by_keys_and_by_mouse() -> None:
    match = mastermind()
    code = "".join("RGBYOP"[symbol] for symbol in match.state.secret)
    by_symbols = press(match, f"{' '.join(code.lower())} enter")
    assert by_symbols.match.outcome is not None and "You win!" in by_symbols.screen
    by_arrows = "".join("up " * ("RGBYOP".index(symbol) + 1) + "right " for symbol in code)
    assert press(match, by_arrows, "enter").match.state == by_symbols.match.state
    palette = "".join(mouse(5, 11 + 2 * "RGBYOP".index(symbol)) for symbol in code)
    played = press(match, palette, "enter")
    assert played.match.state == by_symbols.match.state
    assert read_match(played.match.to_text()).state == played.match.state


def test_mastermind_incomplete_guesses_are_refused() -> None:
    played = press(mastermind(), "r g enter", "backspace enter", "escape")
    assert "2 pegs are still missing." in played.screens[0]
    assert "3 pegs are still missing." in played.screens[1]
    assert played.match.moves == mastermind().moves


def test_mastermind_the_setter_answers() -> None:
    match = start("mastermind", seed=3, players={"breaker": "consistent", "setter": "person"})
    played = press(match, ": keep enter", "0 1 enter", "up right down")
    assert str(played.match.moves[2]) == "Move(verb='answer', text='0 1')"
    assert "black 0   white 4" in played.screen


def test_mosaic_by_keys_and_by_mouse() -> None:
    expect_solved(press(start("mosaic", MOSAIC), "space right enter"), "A1", "B1")
    clicks = mouse(*at("A1")) + mouse(*at("C1")) + mouse(*at("C1"))
    expect_solved(press(start("mosaic", MOSAIC), clicks, mouse(*at("B1"))), "A1", "C1", "erase C1", "B1")


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        ("q", Leave.QUIT),
        ("ctrl-c", Leave.INTERRUPTED),
        ("ctrl-d", Leave.QUIT),
        (": quit enter", Leave.QUIT),
        (": typed enter", Leave.TYPED),
        ("enter right enter q q", Leave.QUIT),
        ("enter right enter q n x", None),
        ("? ctrl-c", Leave.INTERRUPTED),
        (": ctrl-c", Leave.INTERRUPTED),
    ],
)
def test_ways_to_leave(keys: str, why: Leave | None) -> None:
    assert press(start("flow", FLOW), keys).why is why


def test_leaving_an_unsaved_game_is_confirmed() -> None:
    played = press(start("flow", FLOW), "enter right enter q", "q")
    assert "Not saved: q again to leave" in played.screens[0] and played.why is Leave.QUIT
    played = press(start("flow", FLOW), "enter right enter q", "u", "q")
    assert played.why is Leave.QUIT


def test_a_typed_line_is_a_move_or_a_command() -> None:
    played = press(start("flow", FLOW), "A 1 space B 1 enter", ": undo enter", ": nonsense enter", "escape")
    assert played.match.moves == () and played.match.undone == ("A1 B1",)
    assert "Not a move: 'nonsense'" in played.screens[2]


def test_a_typed_line_is_edited_and_given_up() -> None:
    played = press(start("flow", FLOW), ": u n d o x backspace", "escape", "enter right enter u")
    assert "> undo" in played.screens[0] and "> undo" not in played.screens[1]
    assert played.match.undone == ("A1 B1",)


def respond_slowly(match: Match, line: str, seconds: float) -> Turn:
    time.sleep(0.5)
    return match.respond(line, seconds)


def test_the_screen_goes_on_while_a_line_takes_long() -> None:
    played = press(
        start("flow", FLOW), "A 1 space B 1 enter q", "escape " * 8, respond=respond_slowly, patience=0.01
    )
    assert "Working ..." in played.screens[0], "and the q has no effect"
    assert played.match.moves == ("A1 B1",) and "Working" not in played.screens[1]


def test_control_c_leaves_while_a_line_takes_long() -> None:
    began = time.monotonic()
    played = press(start("flow", FLOW), "h ctrl-c", respond=lambda *_: time.sleep(20), patience=0.01)
    assert played.why is Leave.INTERRUPTED and time.monotonic() - began < 10


def test_a_line_that_fails_is_explained() -> None:
    def fail(match: Match, line: str, seconds: float) -> Turn:
        raise BadInput("board", found="nothing", expected="a board")

    played = press(start("flow", FLOW), "n", respond=fail)
    assert "bad board: found nothing, expected a board" in played.screen


def test_an_error_of_the_program_ends_the_screen_and_is_raised() -> None:
    def fail(match: Match, line: str, seconds: float) -> Turn:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        press(start("flow", FLOW), "n", respond=fail)
