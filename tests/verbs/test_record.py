"""Records: what is written is read back, what is broken is refused by line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.verbs.match import Match
from satplay.verbs.opening import begin, resumed
from satplay.verbs.record import Record, read_record, write_record
from tests.exams.texts import survives_broken_texts

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


def test_a_record_is_what_people_can_read() -> None:
    match = begin("nim", options={"heaps": "1,2,3"}, seed=7)
    for move in ("C1", "B2"):
        match = match.after(match.game.moves.read(move))
    assert match.say("resign").playing.saved() == RECORD
    assert begin(None, RECORD) == begin("nim", RECORD) == match.say("resign").playing


@pytest.mark.parametrize("text", [RECORD, PLACED, RECORD.replace("\n", "\r\n"), RECORD + "\n\n"])
def test_a_record_says_where_the_game_is(text: str) -> None:
    match = begin(None, text)
    assert [match.game.moves.write(move) for move in match.moves] == ["C1", "B2"]
    assert match.resigned == "first" and match.state.heaps == (1, 0, 2)
    assert begin(None, match.saved()) == match


TEXT = st.text(max_size=12)


@settings(max_examples=200, deadline=None)
@given(
    st.dictionaries(st.from_regex(r"[a-z-]+", fullmatch=True), TEXT, max_size=3), st.integers(0, 10**18 - 1)
)
def test_options_are_kept_whatever_they_are(options: dict[str, str], seed: int) -> None:
    record = Record("some-game", options, {"a seat": "person"}, seed, ("m", "n o"), ("form", " x\n\n y\n"))
    text = write_record(record)
    assert read_record(text) == record
    assert write_record(read_record(text)) == text


def test_broken_records_are_refused_politely() -> None:
    def read(text: str) -> Match:
        return resumed(read_record(text))

    survives_broken_texts(read, Match.saved, [RECORD, PLACED], lambda text: True)


@pytest.mark.parametrize(
    ("old", "new", "place", "why"),
    [
        ("version 1", "version 2", (1, 1), "version 1"),
        ("game nim", "game chess", (2, 6), "'chess'"),
        ("game nim", "game flow", (2, 6), "'flow'"),
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
def test_a_spoilt_record_is_refused_by_line_and_column(
    old: str, new: str, place: tuple[int, int], why: str
) -> None:
    with pytest.raises(BadInput) as refused:
        begin(None, RECORD.replace(old, new))
    assert (refused.value.line, refused.value.column) == place
    assert why in str(refused.value)


def test_a_spoilt_position_is_refused_where_it_is_spoilt() -> None:
    with pytest.raises(BadInput) as refused:
        begin(None, PLACED.replace("1 2 3", "1 x 3"))
    assert (refused.value.line, refused.value.column) == (7, 12)


def test_the_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(RECORD.replace("C1", "C9"))
    with pytest.raises(BadInput, match=r"game\.txt:8:1"):
        begin(None, file)


def test_a_record_comes_with_its_own_seed_and_options() -> None:
    for wanted in ({"seed": 1}, {"options": {"heaps": "1"}}):
        with pytest.raises(BadInput, match="one or the other"):
            begin(None, RECORD, **wanted)  # type: ignore[arg-type]  # either fits
    assert begin(None, RECORD, players={"first": "random"}).players["first"] == "random"
