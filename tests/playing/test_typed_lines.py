"""Lines as people type them: short moves, unclear moves, unknown commands, and questions before a loss."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.playing.match import Match
from satplay.playing.turn import Request
from satplay.verbs.play import play

HASHI = "2.2\n...\n2.2\n"
FLOW = "# fill no\nA..B\n....\nA..B\n"
SAT = "{1,2}{-1,3}{-2,-3}{1,3}{-3,2}{2,4}"


def match_of(name: str) -> Match:
    """A match in which the person is to move."""
    board = {"hashi": HASHI, "flow": FLOW, "mosaic": ".2.\n..1\n"}.get(name)
    options = {"sat-game": {"formula": SAT}}.get(name, {})
    if board is not None:
        return play(name, board)
    return play(name, seed=2, options=options, strength="perfect").run_others().match


SHORT = [
    ("nim", "b2", "B2"),
    ("nim", "2 from b", "B2"),
    ("nim", " B  2 ", "B2"),
    ("nim", "take 2 from heap B", "B2"),
    ("nim", "2b", "B2"),
    ("nim", "all from a", "A3"),
    ("chopsticks", "LL", "tap L L"),
    ("chopsticks", "l r", "tap L R"),
    ("chopsticks", "left, right", "tap L R"),
    ("chopsticks", "tap my left on their right", "tap L R"),
    ("hashi", "a1 c1", "a1 c1"),
    ("hashi", "A1-C1", "A1-C1"),
    ("hashi", "a1c1 2", "A1 C1 2"),
    ("hashi", "bridge a1 c1", "a1 c1"),
    ("hashi", "A1 , c1", "A1 , c1"),
    ("hashi", "2 a1 c1", "a1 c1 2"),
    ("flow", "A a1 a2 b2", "A a1 a2 b2"),
    ("flow", "A a3 a2 b2", "a3 a2 b2"),
    ("flow", "a down 2", "a down 2"),
    ("flow", "a1->a2", "a1 a2"),
    ("flow", "a1a2", "a1 a2"),
    ("flow", "draw a1 to a2", "a1 a2"),
    ("mosaic", "a1, B2", "a1, B2"),
    ("mosaic", "shade a1", "a1"),
    ("mosaic", "a1-c1", "A1 B1 C1"),
    ("mastermind", "0123", "0123"),
    ("mastermind", "0 1 2 3", "0 1 2 3"),
    ("mastermind", "0,1,2,3", "0,1,2,3"),
    ("mastermind", "i guess 0123", "0123"),
]


@pytest.mark.parametrize(("name", "line", "move"), SHORT)
def test_short_moves_are_accepted(name: str, line: str, move: str) -> None:
    match = match_of(name)
    after = match.take(line).match
    assert len(after.moves) == len(match.moves) + 1, match.take(line).lines
    assert match.game.moves.write(after.moves[-1]) == move


@pytest.mark.parametrize(
    ("lines", "move"),
    [("2 true", "set 2 true"), ("2 t", "set 2 true"), ("x2=0", "set 2 false"), ("-2", "set 2 false")],
)
def test_a_variable_is_set_in_a_few_characters(lines: str, move: str) -> None:
    match = play("sat-game", seed=1, options={"formula": "{1,2}{-2,3}"})
    assert match.players["P"] == "person", "the formula is satisfiable, so Affirmative can win"
    assert match.game.moves.write(match.take(lines).match.moves[-1]) == move


@pytest.mark.parametrize(
    ("name", "line", "readings"),
    [
        ("nim", "1 2", "'1 2' is not clear. Did you mean 'A2' or 'B1'?"),
        ("hashi", "a1", "'a1' is not a move here. Did you mean 'A1 C1' or 'A1 A3'?"),
        ("hashi", "a1 c3", "'a1 c3' is not a move here. Did you mean 'A1 C1' or 'A1 A3'?"),
        ("flow", "a1 b2", "'a1 b2' is not a move here. Did you mean 'A1 B1 B2' or 'A1 A2 B2'?"),
        ("flow", "hlep", "'hlep' is not a move here. Did you mean 'help'?"),
        ("nim", "undoo 3", "'undoo 3' is not a move here. Did you mean 'undo 3'?"),
        ("chopsticks", "tap l", "'tap l' is not clear. Did you mean 'tap L L' or 'tap L R'?"),
    ],
)
def test_an_unclear_line_gets_the_two_nearest_readings(name: str, line: str, readings: str) -> None:
    match = match_of(name)
    turn = match.take(line)
    assert turn.match is match and turn.lines == (readings,)
    for text in readings.split("'")[3::2]:
        assert match.take(text).match is not match or match.find_command(text) is not None


TYPED = """
a1 A2 b2 c1 C3 1 2 0 3 true false LL L R tap transfer no not erase from to - -> right down 2x = bbw 2A1B red
keep pass accept remove c1 hint hint! undo redo 99 ; , new y quit save @x restart check rules
"""
WORDS = st.sampled_from(TYPED.split())
LINES = st.lists(WORDS | st.text(max_size=4), max_size=6).map(" ".join)


@pytest.mark.parametrize("name", ["nim", "chopsticks", "sat-game", "mastermind", "hashi", "flow", "mosaic"])
@settings(max_examples=40, deadline=None)
@given(lines=st.lists(LINES, max_size=3))
def test_every_line_gives_a_move_a_question_or_one_clear_answer(name: str, lines: list[str]) -> None:
    match = replace(match_of(name), confirms=True)
    for line in lines:
        turn = match.respond(line)
        assert turn.lines or turn.view is not None or turn.request is not Request.NONE
        assert all(text.isprintable() and len(text) <= 300 for text in turn.lines)
        match = turn.match


# -- questions before unsaved moves are dropped --------------------------------------------------------------


@pytest.mark.parametrize(("line", "request_"), [("quit", Request.QUIT), ("new", Request.NEW)])
@pytest.mark.parametrize("answer", ["y", "YES", "same"])
def test_unsaved_moves_are_dropped_after_one_question(line: str, request_: Request, answer: str) -> None:
    match = replace(match_of("nim"), confirms=True).respond("C1").match
    asked = match.take(line)
    assert asked.request is Request.NONE and asked.lines[0].startswith("This game is not saved.")
    assert asked.match.take(line if answer == "same" else answer).request is request_
    assert asked.match.take("n").lines == ("The game goes on.",)
    assert len(asked.match.take("B1").match.moves) == len(match.moves) + 1, "a move is a move"


@pytest.mark.parametrize("answer", ["q", "QUIT", " bye "])
def test_every_name_of_a_command_confirms_it(answer: str) -> None:
    asked = replace(match_of("nim"), confirms=True).respond("C1").match.take("q")
    assert "Type quit again or y to confirm" in asked.lines[0]
    assert asked.match.take(answer).request is Request.QUIT
    assert asked.match.take("new").request is Request.NONE, "another command asks again"


def test_nothing_is_asked_if_nothing_is_lost() -> None:
    match = replace(match_of("nim"), confirms=True)
    assert match.take("quit").request is Request.QUIT, "no move was made"
    moved = match.respond("C1").match
    assert moved.take("save game").match.take("quit").request is Request.QUIT
    assert moved.take("resign").match.take("new").request is Request.NEW
    assert replace(moved, confirms=False).take("quit").request is Request.QUIT, "a script is not asked"


def test_restart_asks_too() -> None:
    moved = replace(match_of("flow"), confirms=True).take("a1 a2").match
    asked = moved.take("restart")
    assert asked.lines[0].startswith("This game is not saved.") and asked.match.moves == moved.moves
    assert asked.match.take("restart").match.moves == ()


# -- hints that are followed, marks ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["flow", "hashi", "mosaic"])
def test_following_hints_solves_a_puzzle(name: str) -> None:
    match = play(name, size="5x5", seed=4)
    for _ in range(60):
        turn = match.take("hint!")
        if turn.match.moves == match.moves:
            break
        match = turn.match
    assert match.outcome is not None and match.hints == len(match.moves)


@pytest.mark.parametrize(
    ("name", "mark", "wrong"), [("hashi", "no A1 C1", "No bridge joins A1 and C1"), ("flow", "not A1 A2", "")]
)
def test_marks_are_moves_that_are_saved_undone_and_judged(name: str, mark: str, wrong: str) -> None:
    start = match_of(name)
    match = start.take(mark).match
    assert match.moves == (mark,) and match.state != start.state
    assert play(None, match.to_text()) == match and match.take("undo").match.state == start.state
    placed = replace(match, states=match.states[-1:], moves=(), from_position=True)
    assert play(None, placed.to_text()) == placed, "marks in a first position are saved, too"
    picture = "".join(span.text for line in match.game.sketch(match.state, True) for span in line)
    assert "x" in picture
    if wrong:
        assert f"mark is wrong: {wrong[0].lower()}{wrong[1:]}." in match.take("check").lines[-1]
        hint = match.take("hint").match.take("hint").lines
        assert wrong.lower() in " ".join(hint).lower() and "mistake" in hint[0].lower()
