"""Playing as a state machine: what follows from a line, whatever the line."""

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
from satplay.verbs.play import play
from satplay.verbs.playing import COMMANDS, Playing, Turn, Wants

BOARD = "# fill no\nA..B\n....\nA..B\n"
SOLVED = ("A1 B1-B3 A3", "D1 C1-C3 D3")


def begun(**more: Any) -> Playing:
    return play("flow", BOARD, **more)


def said(*lines: str, playing: Playing | None = None) -> Turn:
    turn = Turn(playing if playing is not None else begun())
    for line in lines:
        turn = turn.playing.say(line)
    return turn


def test_the_right_last_move_ends_it() -> None:
    assert said(SOLVED[0]).wants is Wants.NOTHING
    end = said(*SOLVED)
    assert end.over and end.wants is Wants.END and end.playing.solved
    assert end.lines == ("Right: every rule holds.",) and end.shown == end.playing.position


def test_nonsense_changes_nothing_and_says_what_was_expected() -> None:
    playing = said(SOLVED[0]).playing
    turn = playing.say("open sesame")
    assert turn.playing == playing and turn.shown is None
    assert "found 'open'" in turn.lines[0] and "'help'" in turn.lines[0]


def test_undo_and_redo_go_back_and_forth() -> None:
    first, second = said("A1 B1").playing, said("A1 B1", "B1 B2").playing
    assert second.say("undo").playing.position == first.position
    assert said("undo", "redo", playing=second).playing.position == second.position
    assert said("undo", "undo", "undo", playing=second).lines == ("There is nothing to undo.",)
    assert said("redo", playing=second).lines == ("There is nothing to do again.",)
    assert said("undo", "D1 D2", "redo", playing=second).lines == ("There is nothing to do again.",)


MOVES = ("A1 B1", "B1 B2", "C1-C3", "erase B", "erase B1", "clear", "D right", "x", "")
LINES = st.lists(st.sampled_from((*MOVES, "undo", "redo", "check")), max_size=12)
PLAYED = [name for name in puzzles.names() if puzzles.find(name).pencil is not None]


@settings(max_examples=60, deadline=None)
@given(LINES)
def test_undoing_everything_leads_to_the_beginning_and_redoing_it_back(lines: list[str]) -> None:
    start = begun()
    played = said(*lines, playing=start).playing
    back = said(*["undo"] * len(played.past), playing=played).playing
    assert back.position == start.position and back.past == ()
    forth = said(*["redo"] * len(played.past), playing=back).playing
    assert (forth.position, forth.past, forth.future) == (played.position, played.past, played.future)


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(["flow", "mosaic"]), st.text() | st.sampled_from(sorted(COMMANDS)))
def test_any_line_is_answered(subject: str, line: str) -> None:
    playing = play(subject, BOARD if subject == "flow" else ".2.\n#.1\n")
    turn = playing.say(line)
    assert turn.lines or turn.shown is not None or turn.wants is not Wants.NOTHING
    assert all(text.isprintable() for text in turn.lines)


def test_a_move_that_changes_nothing_cannot_be_undone() -> None:
    turn = said("A1 B1", "B1 A1")
    assert turn.lines == ("That changes nothing.",) and len(turn.playing.past) == 1


def test_clear_takes_everything_away_and_can_be_undone() -> None:
    turn = said("A1 B1", "clear")
    assert turn.playing.position == begun().position
    assert turn.playing.say("undo").playing.position == said("A1 B1").playing.position


def test_check_names_what_cannot_be_mended_and_is_kind_to_the_rest() -> None:
    assert said("A1 B1", "check").lines == ("No rule is broken so far; it is not finished yet.",)
    assert said("A1 B1 B2 A2", "check").lines == (
        "TOUCH: not so: A1 and A2 are joined or of two colours",
    )  # fmt: skip


def test_check_does_not_name_hundreds() -> None:
    every = replace(begun(), position=type(begun().position)(frozenset(range(17))))
    lines = every.say("check").lines
    assert len(lines) == 11 and lines[-1].startswith("... and ")


def test_what_is_shown_has_passed_the_judge_and_the_lines_stay() -> None:
    playing = said("A1 B1 B2 A2").playing
    turn = playing.say("show")
    assert not playing.puzzle.check(playing.board, turn.shown)
    assert turn.playing == playing and not turn.over
    assert play("flow", "AB\nBA\n").say("show").lines == ("There is no solution.",)


def test_help_says_how_moves_are_typed_and_names_every_command() -> None:
    text = "\n".join(said("help").lines)
    assert "A1 A2 B2" in text
    assert all(command in text for command in set(COMMANDS) - {"", "?", "exit", "help"})


def test_leaving_and_another_board_are_wishes() -> None:
    assert said("quit").wants is said("exit").wants is Wants.LEAVE and said("quit").over
    assert said("new").wants is Wants.NEW and not said("new").over


def test_a_board_that_is_right_as_it_is_ends_at_once() -> None:
    assert play("flow", "# fill no\n..\n").begin().wants is Wants.END


# -- hints -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sentence:
    text: str

    def lines(self) -> list[str]:
        return [self.text]


def test_hints_are_asked_of_whoever_knows_them() -> None:
    def hint(instance: Any, so_far: Any, subject: str) -> Sentence:
        return Sentence(f"{subject}: {len(so_far.links)} links so far")

    assert said("A1-C1", "hint", playing=begun(hint=hint)).lines == ("flow: 2 links so far",)
    playing = said("A1-C1").playing
    assert playing.say("hint").lines == tuple(satplay.hint(playing.board, playing.position).lines())


def test_without_hints_that_is_said() -> None:
    def none(instance: Any, so_far: Any, subject: str) -> Sentence:
        raise BadInput("command", found="hint", expected="another puzzle")

    assert said("hint", playing=begun(hint=None)).lines == ("There are no hints for Flow Free.",)
    assert "expected another puzzle" in said("hint", playing=begun(hint=none)).lines[0]


# -- beginning and going on ----------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", PLAYED)
def test_every_puzzle_with_a_pencil_is_played_and_saved(subject: str) -> None:
    playing = satplay.play(subject, seed=3)
    assert not playing.begin().over
    assert play(subject, playing.saved()).position == playing.position
    solution = playing.say("show").shown
    finished = replace(playing, position=solution)
    again = play(subject, finished.saved())
    assert again.board == playing.board and again.begin().wants is Wants.END
    assert "<svg" in again._repr_svg_()


@pytest.mark.parametrize(
    "board", ["5,0,1,1;0,1,2", "X_3,0,1,1;0,1,2", "W_3,0,1,1,4;0,1,2", "A\n.\nA\n", "12,,\n,,12\n"]
)
def test_a_game_that_is_saved_goes_on(board: str, tmp_path: Path) -> None:
    playing = play("flow", board)
    for position in (playing, replace(playing, position=type(playing.position)(frozenset({0})))):
        turn = position.say(f"save {tmp_path / 'game.txt'}")
        assert turn.wants is Wants.SAVE and turn.file == str(tmp_path / "game.txt")
        assert not (tmp_path / "game.txt").exists(), "files are for others to write"
        again = play("flow", turn.text)
        assert (again.board, again.position) == (position.board, position.position)
    assert playing.say("save").lines == ("Save where? Type save FILE.",)


def test_a_saved_game_that_was_spoilt_is_refused_by_line() -> None:
    text = said("A1 B1").playing.saved().replace("A─╴", "A─x")
    with pytest.raises(BadInput) as refused:
        play("flow", text)
    assert (refused.value.line, refused.value.column) == (6, 3)
    with pytest.raises(NoSuchName):
        play("flow", text.replace("lines", "linen"))


def test_what_cannot_be_played_is_refused() -> None:
    for words in ((), ("cnf",), ("cnf", "p cnf 1 1\n1 0\n")):
        with pytest.raises(BadInput, match="play"):
            play(*words)
    with pytest.raises(NoSuchName):
        play("chess-by-mail")


def test_wishes_are_those_of_the_generator() -> None:
    made = satplay.generate("flow", size="5x4", seed=7)
    assert play("flow", size="5x4", seed=7).board == made.instance
