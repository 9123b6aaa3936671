"""Whole games in cursor mode, by keys and by mouse, for every puzzle that has a cursor."""

from __future__ import annotations

import signal
import time
from dataclasses import replace

import pytest

from satplay.cli.cursor.effects import Leave
from satplay.errors import BadInput
from satplay.playing.match import Match, Turn
from satplay.playing.resume import read_match
from satplay.puzzles.flow.board import Board
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
    assert played.match.moves == () and played.controller.cursor.pointer.held is not None
    played = press(start("flow", FLOW), "enter right enter right", "enter down u")
    assert played.match.moves == () and played.controller.cursor.pointer.held is None


def test_flow_refusals_are_explained() -> None:
    played = press(start("flow", FLOW), "enter right right right")
    assert "Bad move: found a line from A and B" in played.screen
    assert played.controller.cursor.pointer.at == "C1"


def test_flow_right_button_erases() -> None:
    drag = mouse(*flow_at("A1"), to=[flow_at("A3")])
    played = press(start("flow", FLOW), drag, mouse(*flow_at("A2"), right=True))
    assert played.match.moves == ("A1 A2 A3", "erase A2")


def test_flow_marks_by_keys() -> None:
    played = press(start("flow", FLOW), "x right", "x down", "x right", "u u u")
    assert played.screens[0].count("×") == 1 and "┃A×·" in played.screens[0]
    assert played.screens[1].count("×") == 2 and played.screens[2].count("×") == 1
    assert "×" not in played.screens[3]
    assert played.match.undone == ("no A1 B1", "no A1 A2", "no A1 B1")


def test_flow_a_mark_without_a_neighbour_is_explained() -> None:
    played = press(start("flow", FLOW), "x left", "right")
    assert "There is no cell in this direction from A1." in played.screens[0]
    assert played.controller.cursor.pointer.at == "B1", "the mark was given up"
    walled = press(start("flow", Board(2, 2, ((0, 2),), walls=frozenset([(0, 1)]))), "x right")
    assert "A1 and B1 cannot be joined anyway." in walled.screen and walled.match.moves == ()


@pytest.mark.parametrize("key", ["x", "enter", "space", "escape", "backspace"])
def test_a_mark_is_cancelled(key: str) -> None:
    for name, board in (("flow", FLOW), ("hashi", HASHI)):
        played = press(start(name, board), "x", f"{key} right")
        assert "arrows mark" in played.screens[0]
        assert played.match.moves == () and played.controller.cursor.pointer.held is None


def test_flow_a_mark_ends_the_line_in_hand() -> None:
    played = press(start("flow", FLOW), "enter right x right")
    assert played.match.moves == ("A1 B1", "no B1 C1")


def test_flow_marks_are_erased() -> None:
    played = press(start("flow", FLOW), "x right backspace", "backspace")
    assert played.match.moves == ("no A1 B1", "erase A1")
    assert "There is nothing to erase in A1." in played.screen


def test_flow_right_button_marks_by_dragging() -> None:
    drag = mouse(*flow_at("A1"), to=[flow_at("B1")], right=True)
    played = press(start("flow", FLOW), drag, mouse(*flow_at("B1"), to=[flow_at("D1")], right=True), drag)
    assert played.match.moves == ("no A1 B1", "no A1 B1")
    assert "B1 and D1 cannot be joined anyway." in played.screens[1]


def test_flow_a_line_is_put_down_outside_the_board() -> None:
    played = press(start("flow", FLOW), mouse(*flow_at("A1"), to=[flow_at("B1"), (23, 79)]))
    assert played.match.moves == ("A1 B1",) and played.controller.cursor.pointer.held is None


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


def test_hashi_marks_by_keys() -> None:
    played = press(start("hashi", HASHI), "x right", "x down", "x right", "backspace", "x left", "u")
    assert "3 × 2" in played.screens[0] and "2 × · ·" in played.screens[1]
    assert "3 · 2" in played.screens[2] and "×" not in played.screens[3]
    assert "There is no island left of A1." in played.screens[4] and "2 × · ·" in played.screens[5]
    assert played.match.moves == ("no A1 C1", "no A1 A3", "no A1 C1")


def test_hashi_a_held_island_is_marked_and_let_go() -> None:
    played = press(start("hashi", HASHI), "enter x down", "right")
    assert played.match.moves == ("no A1 A3",) and played.controller.cursor.pointer.at == "C1"


def test_hashi_right_button_marks() -> None:
    between = mouse(*at("B1"), right=True)
    played = press(start("hashi", HASHI), between, between)
    assert played.match.moves == ("no A1 C1", "no A1 C1") and "3 × 2" in played.screens[0]
    drag = mouse(*at("A1"), to=[at("A2")], right=True)
    played = press(start("hashi", HASHI), drag, mouse(*at("A1"), right=True))
    assert played.match.moves == ("no A1 A3", "erase A1")


def test_marks_are_ascii_without_utf8() -> None:
    for name, board in (("flow", FLOW), ("hashi", HASHI)):
        for size in ((80, 24), (20, 8)):
            screen = press(start(name, board), "x right x down", ascii=True, size=size).screens[0]
            assert screen.isascii() and sum(row.count("x") for row in screen.split("\n")[1:7]) >= 1


def test_hashi_the_cursor_reaches_every_island() -> None:
    board = "1..2\n.3..\n....\n2..1\n"
    played = press(start("hashi", board), "right", "down", "left", "up", "tab tab")
    assert played.controller.cursor.pointer.at == "B2"


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


# -- games whose moves are listed -------------------------------------------------------------------


def test_a_game_is_played_by_choosing_moves() -> None:
    match = start("nim", options={"heaps": "1,2"}, seed=7)
    played = press(match, "down", "enter", "enter", "u")
    assert "> B1" in played.screens[0] and "Move 2 of 3:" in played.screens[0]
    assert "second plays B1." in played.screens[1] and "> A1" in played.screens[1]
    assert "You win!" in played.screens[2] and "Move" not in played.screens[2]
    assert "Move 1 of 1:" in played.screens[3]
    assert read_match(played.match.to_text()).state == played.match.state


@pytest.mark.parametrize(
    ("keys", "move"),
    [("", "A1"), ("up", "A1"), ("end", "C5"), ("end down", "C5"), ("end home", "A1"), ("right", "B3"),
     ("right left", "A1"), ("tab", "A2"), ("tab shift-tab", "A1"), ("end u", "C5")],
)  # fmt: skip
def test_keys_choose_among_the_moves(keys: str, move: str) -> None:
    played = press(start("nim", options={"heaps": "3,4,5"}, seed=1), f"{keys} space")
    assert played.match.game.moves.write(played.match.moves[0]) == move


def test_moves_are_clicked_twice_or_typed() -> None:
    match = start("nim", options={"heaps": "3,4,5"}, seed=1)
    played = press(match, mouse(8, 4), mouse(8, 4, right=True), mouse(8, 4))
    assert "> A2" in played.screens[0] and "0 moves" in played.screens[1]
    assert played.match.moves[0] == match.game.moves.read("A2")
    typed = press(match, "B 4 enter", ": resign enter")
    assert typed.match.moves[0] == match.game.moves.read("B4")
    assert "You lose: first resigns" in typed.screen and "Move" not in typed.screen


def test_every_game_without_a_cursor_is_played_to_its_end() -> None:
    for name in ("chopsticks", "sat-game", "nim"):
        match = start(name, seed=3, against="random")
        played = press(match, "enter " * 300, "escape")
        again = read_match(played.match.to_text())
        assert len(played.match.moves) > 1 and again.state == played.match.state


def test_two_persons_choose_in_turn() -> None:
    played = press(start("nim", options={"heaps": "1,2"}, against="person"), "enter", "enter")
    assert "second to move" in played.screens[0] and len(played.match.moves) == 2


# -- the end of a session -----------------------------------------------------------------------------


def test_control_d_asks_before_moves_are_lost() -> None:
    played = press(start("flow", FLOW), "enter right enter ctrl-d", "q", "ctrl-d", "ctrl-d")
    assert "Not saved: Ctrl-D again to leave" in played.screens[0]
    assert "Not saved: q again to leave" in played.screens[1]
    assert "Not saved: Ctrl-D again to leave" in played.screens[2] and played.why is Leave.QUIT


def test_control_d_closes_an_empty_line() -> None:
    played = press(start("flow", FLOW), ": x", "ctrl-d", "backspace ctrl-d", "x right")
    assert "> x" in played.screens[1] and ">" not in played.screens[2] and played.why is None
    assert played.match.moves == ("no A1 B1",)


def test_the_question_of_quit_is_answered_by_q() -> None:
    match = replace(start("flow", FLOW), confirms=True)
    played = press(match, "enter right enter : quit enter", "q")
    assert "Not saved: q again to leave" in played.screens[0] and played.why is Leave.QUIT
    played = press(match, "enter right enter n", "escape")
    assert "Not saved: n again to start another one" in played.screens[0]


def test_moves_that_are_undone_are_not_lost() -> None:
    played = press(start("flow", FLOW), "enter right enter u r u q")
    assert played.why is Leave.QUIT


def test_a_hinted_move_is_made_by_a_key() -> None:
    played = press(start("hashi", HASHI), "h", "!")
    assert "h: more about it, !: make the move" in played.screens[0] and "! make" in played.screens[0]
    assert "Your move:" in played.screens[1] and len(played.match.moves) == 1


def test_a_text_is_pasted_into_a_line_unless_the_program_works() -> None:
    paste = "\x1b[200~\n A1\x20B1 \nmore\x1b[201~"
    played = press(start("flow", FLOW), paste.replace(" ", ""))
    assert "> A1" in played.screen
    busy = press(start("flow", FLOW), "h " + "\x1b[200~A1\x1b[201~", respond=respond_slowly, patience=0.01)
    assert "> A1" not in busy.screens[0]


def test_a_suspended_program_does_not_count_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now, stopped = [0.0], []

    def stop(process: int, number: int) -> None:
        stopped.append((process, number))
        now[0] += 100

    monkeypatch.setattr("satplay.cli.cursor.application.os.kill", stop)
    played = press(start("flow", FLOW), "ctrl-z", "enter right enter", clock=lambda: now[0])
    assert stopped == [(0, signal.SIGTSTP)]
    assert played.match.moves == ("A1 B1",) and played.match.seconds == 0
