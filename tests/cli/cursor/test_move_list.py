"""The list of legal moves: which games have it, and what it shows."""

from __future__ import annotations

from dataclasses import replace

from satplay.cli.cursor.move_list import MAX_SHOWN, entry_of
from satplay.contracts.cursor import Mouse, Pointer
from satplay.drawing.terminal import to_text
from satplay.playing.subjects import game_called, game_to_play
from tests.cli.cursor.driver import press, start


def test_a_cursor_of_the_game_comes_first_and_typed_moves_have_no_list() -> None:
    puzzle = game_to_play("flow")
    assert entry_of(puzzle) is puzzle.cursor
    assert entry_of(replace(puzzle, cursor=None)) is None


def test_a_game_without_a_sketch_is_shown_as_text() -> None:
    game = replace(game_called("nim"), sketch=None)
    entry = entry_of(game)
    assert entry is not None
    state = game.start({"heaps": "1,2"})
    view = entry.view(state, entry.start(state), True)
    assert to_text(view.lines)[0] == game.states[0].write(state).rstrip("\n")


def test_the_list_shows_the_moves_around_the_chosen_one() -> None:
    game = game_called("nim")
    entry = entry_of(game)
    assert entry is not None
    state = game.start({"heaps": "3,4,5"})
    moves = [game.moves.write(move) for move in game.legal(state)]
    for move in moves:
        names = [place.name for place in entry.view(state, Pointer(move), True).places]
        assert move in names and len(names) == MAX_SHOWN
    assert entry.view(state, Pointer(""), True).places == ()
    gone = entry.press(state, Pointer("C9"), "enter")
    assert gone is not None and gone.pointer.at == moves[0] and not gone.moves
    assert entry.point(state, Pointer(moves[0]), Mouse("press", 0, 0), ()) is None


def test_the_end_of_a_game_has_no_list() -> None:
    played = press(start("nim", options={"heaps": "1"}), "enter", "enter down", "u")
    assert "Move" not in played.screens[1] and "> A1" in played.screens[2]
