"""Questions about games: their arguments and options, and the refusal of invalid ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import satplay
from satplay.contracts.question import QueryRequest
from satplay.errors import BadInput, NoSuchName
from satplay.games.nim.state import State


def winner(*arguments: Any, **options: str) -> Any:
    return satplay.ask("nim", "winner", *arguments, options=options).as_json()["winner"]


def test_an_argument_is_a_text_a_file_or_a_value(tmp_path: Path) -> None:
    file = tmp_path / "position"
    file.write_text("first: 1 2 3\n")
    for argument in ("first: 1 2 3", file, str(file), State((1, 2, 3))):
        assert winner(argument) == "second"


def test_a_question_gets_its_own_options() -> None:
    assert winner("first: 4") == "first" and winner("first: 4", most="3") == "second"
    with pytest.raises(NoSuchName, match="did you mean 'most'"):
        winner("first: 4", mst="3")
    with pytest.raises(BadInput, match="whole number from 1"):
        winner("first: 4", most="0")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nim", "winner"), "found 0 arguments, expected winner POSITION"),
        (("nim", "winner", "first: 1", "A1", "A1"), "found 3 arguments, expected winner POSITION [MOVE]"),
        (("nim", "winner", "first: x"), "<argument>:1:8"),
        (("cnf", "winner"), "the puzzle cnf"),
    ],
)
def test_invalid_questions_are_refused(words: tuple[str, ...], why: str) -> None:
    with pytest.raises(BadInput) as refused:
        satplay.ask(*words)
    assert why in str(refused.value)


def test_unknown_names_are_refused_with_the_nearest_name() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'winner'"):
        satplay.ask("nim", "winer", "first: 1")
    with pytest.raises(NoSuchName, match="no game is called 'blink'"):
        satplay.ask("blink", "winner")


def test_choices_and_numbers_are_read_strictly() -> None:
    def given(**options: str) -> QueryRequest:
        return QueryRequest([], options, None, None)  # both are unused

    assert given().number("within") is None and given(within="3").number("within") == 3
    assert given().choice("method", ("all", "one")) == "all"
    for text in ("", "-1", "3.5", "\u0663", "9" * 40):
        with pytest.raises(BadInput):
            given(within=text).number("within")
    with pytest.raises(BadInput, match="all or one"):
        given(method="two").choice("method", ("all", "one"))
