"""A puzzle as a game with one seat: the turn after any line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay import puzzles
from satplay.errors import BadInput, NoSuchName
from satplay.playing.commands import commands_for
from satplay.playing.match import Match
from satplay.playing.puzzle_state import puzzle_state
from satplay.playing.resume import read_match
from satplay.playing.subjects import game_to_play
from satplay.playing.turn import Request, Turn
from satplay.verbs.play import play

BOARD = "# fill no\nA..B\n....\nA..B\n"
SOLVED = ("A1 B1-B3 A3", "D1 C1-C3 D3")


def begun(**more: Any) -> Match:
    return play("flow", BOARD, **more)


def enter(*lines: str, match: Match | None = None) -> Turn:
    turn = Turn(match if match is not None else begun())
    for line in lines:
        turn = turn.match.take(line)
    return turn


def with_position(match: Match, position: Any) -> Match:
    """Return the match with a given position and no moves."""
    puzzle = puzzles.find(match.game.name)
    return replace(match, states=(puzzle_state(puzzle, match.state.board, position),), moves=())


def test_the_correct_last_move_ends_the_game() -> None:
    assert enter(SOLVED[0]).request is Request.NONE
    end = enter(*SOLVED)
    assert not end.over and end.request is Request.SOLVED and end.match.outcome is not None
    assert end.lines == ("Right: every rule holds.",) and end.view == end.match.state


def test_a_bad_line_changes_nothing_and_is_answered_with_what_was_expected() -> None:
    match = enter(SOLVED[0]).match
    turn = match.take("open sesame")
    assert turn.match is match and turn.view is None
    assert "Not a move: 'open'" in turn.lines[0] and "'help'" in turn.lines[0]


def test_undo_and_redo_go_back_and_forth() -> None:
    first, second = enter("A1 B1").match, enter("A1 B1", "B1 B2").match
    assert second.take("undo").match.state == first.state
    assert enter("undo", "redo", match=second).match == second
    assert enter("undo 2", "redo 2", match=second).match == enter("restart", "redo 9", match=second).match
    assert enter("undo", "undo", "undo", match=second).lines == ("There is nothing to undo.",)
    assert enter("redo", match=second).lines == ("There is nothing to redo.",)
    assert enter("undo", "D1 D2", "redo", match=second).lines == ("There is nothing to redo.",)
    for wrong in ("undo x", "undo 0", "redo -1", "undo 1 2"):
        assert enter(wrong, match=second).lines[0].startswith("How many moves?")


MOVES = ("A1 B1", "B1 B2", "C1-C3", "erase B", "erase B1", "clear", "D right", "x", "")
LINES = st.lists(st.sampled_from((*MOVES, "undo", "undo 2", "redo", "check", "hint", "restart")), max_size=12)
FILLED_IN = [name for name in puzzles.names() if puzzles.find(name).move_entry is not None]
WORDS = [
    *MOVES,
    *sorted(commands_for(game_to_play("flow"))),
    "undo 2",
    "save x",
    "A1",
    "A1 C1",
    "A1 down",
    "B2",
]
EXAMPLES = {name: next(iter(puzzles.find(name).examples.values())) for name in FILLED_IN}


@settings(max_examples=60, deadline=None)
@given(LINES)
def test_undoing_all_moves_leads_to_the_start_and_redoing_them_back(lines: list[str]) -> None:
    start = begun()
    played = enter(*lines, match=start).match
    back = enter(*["undo"] * len(played.moves), match=played).match
    assert back.state == start.state and back.moves == ()
    assert enter(*["redo"] * len(played.moves), match=back).match == played
    assert play(None, played.to_text()) == read_match(played.to_text(), played.game) == played


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(FILLED_IN), st.lists(st.text() | st.sampled_from(WORDS), max_size=4))
def test_any_line_is_answered_and_the_record_reads_back(subject: str, lines: list[str]) -> None:
    match = play(subject, EXAMPLES[subject])
    for line in lines:
        turn = match.take(line, 0.25)
        assert turn.lines or turn.view is not None or turn.request is not Request.NONE
        assert all(text.isprintable() and len(text) <= 300 for text in turn.lines)
        match = turn.match
        assert play(None, match.to_text()) == match


def test_a_move_that_changes_nothing_cannot_be_undone() -> None:
    turn = enter("A1 B1", "B1 A1")
    assert turn.lines == ("That changes nothing.",) and len(turn.match.moves) == 1


def test_clear_removes_everything_and_can_be_undone() -> None:
    turn = enter("A1 B1", "Clear")
    assert turn.match.state == begun().state and turn.match.moves[-1] == "Clear"
    assert turn.match.take("undo").match.state == enter("A1 B1").match.state


def test_check_lists_exactly_the_irreparable_violations() -> None:
    assert enter("A1 B1", "check").lines == ("Everything is right so far; it is not finished yet.",)
    assert enter("A1 B1 B2 A2", "check").lines == (
        "TOUCH does not hold: A1 and A2 are joined or of two colours",
    )  # fmt: skip


def test_check_truncates_a_long_list() -> None:
    every = with_position(begun(), type(begun().state.position)(frozenset(range(17))))
    lines = every.take("check").lines
    assert len(lines) == 11 and lines[-1].startswith("... and ")


def test_the_shown_solution_is_checked_and_the_moves_stay() -> None:
    match = enter("A1 B1 B2 A2").match
    turn = match.take("show")
    assert turn.view.solved and not puzzles.find("flow").check(turn.view.board, turn.view.position)
    assert turn.match == replace(match, shown=True) and not turn.over
    assert play("flow", "AB\nBA\n").take("show").lines == ("There is no solution.",)


def test_help_explains_moves_and_names_every_command() -> None:
    text = "\n".join(enter("help").lines)
    assert "A1 B1" in text and "clear" in text and all(len(line) <= 80 for line in enter("help").lines)
    assert all(
        command in text for command in set(begun().commands) - {"", "?", "exit", "help", "h", "q", "bye"}
    )
    assert not {"resign", "moves"} & set(begun().commands), "there is no opponent, and moves cannot be listed"


def test_the_rules_are_the_sentences_of_the_puzzle() -> None:
    every = tuple(f"{rule.name}: {rule.value}" for rule in puzzles.find("flow").rules)
    assert enter("rules all").lines == every
    short = enter("rules").lines
    assert (
        len(short) == 4
        and short[2].startswith("Cells may stay free.")
        and begun().introduce()[1:] == short[:3]
    )


def test_time_and_hints_are_counted_until_the_end() -> None:
    match = begun().take("A1 B1", 1.5).match.take("hint", 60).match.take("nonsense", 0.25).match
    assert (match.seconds, match.hints) == (61.75, 1)
    assert match.take("time").lines == ("Time 1:01, 1 move, 1 hint.",)
    solved = replace(enter(*SOLVED).match, seconds=3661.0)
    assert solved.take("", 99).match.seconds == 3661.0
    assert solved.take("time").lines == ("Time 1:01:01, 2 moves, 0 hints.",)


def test_quitting_and_a_new_board_are_requests_to_the_caller() -> None:
    assert enter("quit").request is enter("exit").request is Request.QUIT and enter("quit").over
    assert enter("new").request is Request.NEW and not enter("new").over


def test_an_already_solved_board_ends_immediately() -> None:
    greeting = play("flow", "# fill no\n..\n").greet()
    assert greeting.request is Request.SOLVED and greeting.lines == ("Right: every rule holds.",)


# -- hints -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sentence:
    text: str
    kind: str = "open"
    because: tuple[Any, ...] = ()
    next_position: Any = None

    def lines(self) -> list[str]:
        return [self.text]


def test_hints_come_from_the_hint_function() -> None:
    def hint(instance: Any, so_far: Any, subject: str) -> Sentence:
        return Sentence(f"{subject}: {len(so_far.links)} links so far")

    assert enter("A1-C1", "hint", match=begun(hint=hint)).lines == ("Flow: 2 links so far",)
    match = enter("A1-C1").match
    whole = list(satplay.hint(match.state.board, match.state.position).lines())
    first = match.take("hint")
    assert first.lines[0].startswith("Look at the ") and first.lines[1].startswith("Type hint again")
    second = first.match.take("hint")
    assert [line.lower() for line in second.lines] == [line.lower() for line in whole]
    assert first.match.hints == second.match.hints == 1, "both are one hint"


def test_missing_hints_are_reported() -> None:
    def none(instance: Any, so_far: Any, subject: str) -> Sentence:
        raise BadInput("command", found="hint", expected="another puzzle")

    assert enter("hint", match=begun(hint=None)).lines == ("There are no hints for Flow Free.",)
    refused = enter("hint", match=begun(hint=none))
    assert "expected another puzzle" in refused.lines[0] and refused.match.hints == 0


# -- starting and continuing ---------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", FILLED_IN)
def test_every_puzzle_with_move_entry_is_played_and_saved(subject: str) -> None:
    match = satplay.play(subject, seed=3)
    assert not match.greet().over and match.seed == 3
    assert play(subject, match.to_text()) == match
    finished = with_position(match, match.take("show").view.position)
    again = play(subject, finished.to_text())
    assert again == finished and again.greet().request is Request.SOLVED
    assert "<svg" in again._repr_svg_()


@pytest.mark.parametrize(
    "board", ["5,0,1,1;0,1,2", "X_3,0,1,1;0,1,2", "W_3,0,1,1,4;0,1,2", "A\n.\nA\n", "12,,\n,,12\n"]
)
def test_a_saved_game_continues(board: str, tmp_path: Path) -> None:
    match = play("flow", board)
    for one in (match, with_position(match, type(match.state.position)(frozenset({0})))):
        turn = one.take(f"save {tmp_path / 'game.txt'}")
        assert turn.request is Request.SAVE and turn.file == str(tmp_path / "game.txt")
        assert not (tmp_path / "game.txt").exists(), "files are for others to write"
        assert play("flow", turn.text) == play(None, turn.text) == one
    assert match.take("save").lines == ("Save where? Type save FILE.",)


def test_a_record_of_a_puzzle_is_readable() -> None:
    match = enter(SOLVED[0], "clear", "undo").match
    assert (
        match.to_text()
        == """\
=== satplay record, version 1 ===
game flow
seat solver person
seed 0
position letters
  # fill no
  A..B
  ....
  A..B
=== moves ===
A1 B1-B3 A3
=== redo ===
clear
"""
    )


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("A..B\n  ....", "A..B\n  ...C", (8, 6)),
        ("A1 B1-B3 A3", "A1 C3", (11, 1)),
        ("seat solver person", "seat solver perfect", (3, 6)),
        ("position letters", "position words", (5, 10)),
        ("\nclear", "\nD9 D8", (13, 1)),
    ],
)
def test_a_damaged_record_of_a_puzzle_is_refused_with_its_line(
    old: str, new: str, place: tuple[int, int]
) -> None:
    text = enter(SOLVED[0], "clear", "undo").match.to_text()
    with pytest.raises(BadInput) as refused:
        play(None, text.replace(old, new))
    assert (refused.value.line, refused.value.column) == place


def test_subjects_that_cannot_be_played_are_refused() -> None:
    for words in ((), ("cnf",), ("cnf", "p cnf 1 1\n1 0\n")):
        with pytest.raises(BadInput, match="play"):
            play(*words)
    with pytest.raises(NoSuchName):
        play("chess-by-mail")


def test_options_reach_the_generator() -> None:
    generated = satplay.generate("flow", size="5x4", seed=7)
    assert play("flow", size="5x4", seed=7).state.board == generated.instance
