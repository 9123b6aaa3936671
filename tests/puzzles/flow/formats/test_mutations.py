"""Whatever happens to a text: a board, or one complaint that says where."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from satplay.contracts.format import Format
from satplay.contracts.puzzle import SolutionFormat
from satplay.errors import BadInput
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.formats import FORMATS, SOLUTIONS
from satplay.puzzles.flow.walk import Flow, flow_of
from tests.exams.texts import ODD, read_or_refuse

BOARDS = (
    Board(5, 4, ((0, 14), (5, 19), (8, 3))),
    Board(1, 7, ((0, 6),), ("12",)),
    Board(3, 3, ((1, 7), (3, 5)), bridges=frozenset({4})),
    Board(6, 6, ((1, 30), (8, 22)), fill=False, touch=True),
    Board(4, 5, ((1, 13), (8, 11)), warp=True, holes=frozenset({0, 3}), walls=frozenset({(4, 5)})),
    Board(4, 4, ((1, 13), (8, 11)), hexagonal=True, holes=frozenset({0})),
)
LARGE = ("999999", "99999999999999999999", "1000", "-1", "0", "\u0663", "\u00b2")


def mutated(text: str, rng: Random) -> str:
    """The text after one to four slips of the pen."""
    for _ in range(rng.randint(1, 4)):
        start = rng.randrange(len(text) + 1)
        end = min(len(text), start + rng.randrange(6))
        piece = rng.choice(
            [
                "",
                rng.choice(ODD),
                rng.choice(LARGE),
                rng.choice(text or ODD),
                text[start:end] * rng.randint(2, 4),
                "\n",
                chr(rng.randrange(0xD800)),
            ]
        )
        text = text[:start] + piece + text[end:]
    return text[: rng.randrange(len(text) + 1)] if rng.random() < 0.1 else text


def torture(
    read: Callable[[str], Any], write: Callable[[Any], str], texts: list[str], count: int, seed: str
) -> None:
    """Every mutation is refused politely, or read as something that is written and read back."""
    rng = Random(seed)
    for _ in range(count):
        text = mutated(rng.choice(texts), rng)
        value = read_or_refuse(read, text)
        if value is not None:
            assert read(write(value)) == value, repr(text)


def written(form: Format[Board]) -> list[str]:
    """Texts of the boards that a format can say."""
    texts = []
    for board in BOARDS:
        with suppress(BadInput):
            texts.append(form.write(board))
    return texts


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_a_broken_board_is_read_or_refused(form: Format[Board]) -> None:
    torture(form.read, form.write, written(form), 300, form.name)


@pytest.mark.slow
@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_ten_thousand_broken_boards_are_read_or_refused(form: Format[Board]) -> None:
    torture(form.read, form.write, written(form), 10_000, form.name)


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_broken_files_are_taken_apart_without_complaint(form: Format[Board]) -> None:
    rng = Random(form.name)
    file = "\n".join(written(form) * 2)
    for _ in range(300):
        text = mutated(file, rng)
        assert form.recognises(text) in (True, False)
        for line, part in form.split(text) if form.split else ():
            assert 1 <= line <= text.count("\n") + 1
            read_or_refuse(form.read, part)


@pytest.mark.parametrize("form", SOLUTIONS, ids=lambda form: form.name)
@pytest.mark.parametrize("touch", [False, True])
def test_a_broken_solution_is_read_or_refused(form: SolutionFormat[Board, Flow], touch: bool) -> None:
    board = Board(3, 4, ((0, 3), (4, 8)), touch=touch)
    flow = flow_of(board, [(0, 1, 2, 3), (4, 5, 6, 7, 11, 10, 9, 8)] if touch else [(0, 1, 2, 3), (4, 8)])
    text = form.write(board, flow)
    rng = Random(form.name)
    for _ in range(300):
        broken = mutated(text, rng)
        value = read_or_refuse(lambda it: form.read(board, it), broken)
        assert form.recognises(board, broken) in (True, False)
        if value is not None and form.name in ("lines", "ascii"):
            assert form.read(board, form.write(board, value)) == value
