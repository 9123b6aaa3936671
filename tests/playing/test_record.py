"""Records: written records are read back, damaged ones are refused with line and column."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.playing.match import Match
from satplay.playing.record import Record, Resignation, read_record, write_record
from satplay.playing.resume import read_match
from satplay.verbs.play import play
from tests.exams.broken_texts import survives_broken_texts

RECORD = """\
=== satplay record, version 1 ===
game nim
option heaps=1,2,3
seat first person
seat second perfect
seed 7
=== moves ===
C1
B2
=== first resigns ===
"""
PLACED = RECORD.replace("option heaps=1,2,3\n", "").replace(
    "seed 7\n", "seed 7\nposition heaps\n  first: 1 2 3\n"
)
UNDONE = """\
=== satplay record, version 1 ===
game nim
option heaps=1,2,3
seat first person
seat second person
seed 7
time 83.4
hints 2
=== moves ===
C1
=== redo ===
B2
A1
=== second resigns ===
"""


def test_a_record_is_readable() -> None:
    match = play("nim", options={"heaps": "1,2,3"}, seed=7, seat="first", strength="perfect")
    for move in ("C1", "B2"):
        match = match.after(match.game.moves.read(move))
    assert match.take("resign").match.to_text() == RECORD
    assert play(None, RECORD) == play("nim", RECORD) == match.take("resign").match


@pytest.mark.parametrize("text", [RECORD, PLACED, RECORD.replace("\n", "\r\n"), RECORD + "\n\n"])
def test_a_record_contains_the_current_position(text: str) -> None:
    match = play(None, text)
    assert [match.game.moves.write(move) for move in match.moves] == ["C1", "B2"]
    assert match.resigned == "first" and match.state.heaps == (1, 0, 2)
    assert play(None, match.to_text()) == match


def test_a_record_keeps_time_hints_and_undone_moves() -> None:
    both = {"first": "person", "second": "person"}
    match = play("nim", options={"heaps": "1,2,3"}, seed=7, players=both)
    for line in ("C1", "hint", "B2", "hint", "A1"):
        match = match.take(line, 16.68).match
    back = match.take("resign").match.take("undo 3").match
    assert back.to_text() == UNDONE and play(None, UNDONE) == back
    assert (back.seconds, back.hints, len(back.moves)) == (83.4, 2, 1)
    assert back.undone[-1] == Resignation("second") and back.take("redo 9").match.resigned == "second"
    assert back.take("redo 9").match.take("undo 3").match == back
    assert back.take("redo 2").match.undone == (Resignation("second"),)


@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ("time 83.4", "time soon", (7, 6), "a number of seconds"),
        ("time 83.4", "time 83.4567", (7, 6), "a number of seconds"),
        ("hints 2", "hints -2", (8, 7), "a whole number"),
        ("time 83.4\nhints 2", "hints 2\ntime 83.4", (8, 1), "moves"),
        ("hints 2\n", "hints 2\ntold a fact\n", (9, 6), "a JSON string"),
        ("hints 2\n", 'hints 2\ntold "a fact\n', (9, 6), "a JSON string"),
        ("B2\nA1\n", "B2\nA9\n", (13, 1), "illegal"),
        ("B2\nA1\n=== second resigns ===\n", "", (11, 1), "a move"),
        ("second resigns", "third resigns", (14, 1), "a seat"),
        ("=== redo ===\n", "=== redo ===\n=== redo ===\n", (12, 1), "a move"),
        ("=== redo ===\n", "=== later ===\n", (11, 1), "a move"),
    ],
)
def test_a_damaged_part_is_refused_with_line_and_column(
    old: str, new: str, place: tuple[int, int], why: str
) -> None:
    text = UNDONE.replace(old, new)
    assert text != UNDONE
    with pytest.raises(BadInput) as refused:
        play(None, text)
    assert (refused.value.line, refused.value.column) == place
    assert why in str(refused.value)


TEXT = st.text(max_size=12)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.from_regex(r"[a-z-]+", fullmatch=True), TEXT, max_size=3), st.integers(0, 10**18 - 1)
)
def test_options_with_any_value_are_kept(options: dict[str, str], seed: int) -> None:
    record = Record("some-game", options, {"a seat": "person"}, seed, ("m", "n o"), ("form", " x\n\n y\n"))
    record = replace(record, told=tuple(options.values()))
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text


def test_broken_records_are_refused_with_bad_input() -> None:
    survives_broken_texts(read_match, Match.to_text, [RECORD, PLACED, UNDONE], lambda text: True)


@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ("version 1", "version 2", (1, 1), "version 1"),
        ("game nim", "game chess", (2, 6), "'chess'"),
        ("game nim", "game cnf", (2, 6), "'cnf'"),
        ("game nim\n", "", (2, 1), "'game ...'"),
        ("heaps=1,2,3", "heap=1,2,3", (3, 8), "heaps"),
        ("heaps=1,2,3", 'heaps="1', (3, 14), "JSON"),
        ("heaps=1,2,3", "heaps", (3, 8), "NAME=VALUE"),
        ("seat second perfect", "seat second prefect", (5, 6), "perfect"),
        ("seat second perfect", "seat third perfect", (5, 6), "second"),
        ("seat second perfect\n", "", (5, 1), "each seat"),
        ("seat second perfect", "seat first perfect", (5, 6), "each seat once"),
        ("seed 7", "seed -7", (6, 6), "whole number"),
        ("seed 7\n", "seed 7\nnonsense\n", (7, 1), "=== moves ==="),
        ("C1", "C9", (8, 1), "illegal"),
        ("B2", "two of B", (9, 1), "a heap's letter"),
        ("B2", "A1\nB2\nC2\nA1", (12, 1), "the game was over"),
        ("C1\n", "\nC1\n", (8, 1), "a move"),
        ("first resigns", "third resigns", (10, 1), "a seat"),
    ],
)
def test_a_damaged_record_is_refused_with_line_and_column(
    old: str, new: str, place: tuple[int, int], why: str
) -> None:
    with pytest.raises(BadInput) as refused:
        play(None, RECORD.replace(old, new))
    assert (refused.value.line, refused.value.column) == place
    assert why in str(refused.value)


def test_a_damaged_position_is_refused_with_its_place() -> None:
    with pytest.raises(BadInput) as refused:
        play(None, PLACED.replace("1 2 3", "1 x 3"))
    assert (refused.value.line, refused.value.column) == (7, 12)


def test_the_error_names_the_file(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace("C1", "C9"))
    with pytest.raises(BadInput, match=r"game\.txt:8:1"):
        play(None, file)


def test_a_record_has_its_own_seed_and_options() -> None:
    for wanted in ({"seed": 1}, {"options": {"heaps": "1"}}):
        with pytest.raises(BadInput, match="one or the other"):
            play(None, RECORD, **wanted)
    assert play(None, RECORD, players={"first": "random"}).players["first"] == "random"
