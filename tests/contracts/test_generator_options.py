"""Generator options shared by most puzzles are parsed, or refused with what was found and expected."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.levels import LEVELS
from satplay.errors import BadInput

ASKED = GeneratorOptions("12x8", "hard", {"islands": "007", "loops": "no"})


def test_given_options_are_parsed() -> None:
    assert ASKED.sides(12, 12) == (12, 8)
    assert ASKED.level(["easy", "hard"]) == "hard"
    assert ASKED.number("islands", 7, 7) == 7
    assert ASKED.either("loops", "yes", "no") == "no"
    ASKED.expect_options("loops", "most", "islands")


def test_omitted_options_are_left_to_the_puzzle() -> None:
    assert (
        GeneratorOptions().sides(9)
        is GeneratorOptions().level([])
        is GeneratorOptions().number("islands", 1, 9)
        is None
    )
    assert GeneratorOptions().either("loops", "yes", "no") == "yes"
    GeneratorOptions().expect_options("most", "loops")


@pytest.mark.parametrize("size", ["5x", "0x5", "5x10", "5 x 5", "٥x٥", "00005x5", "5x5x5", ""])
def test_a_size_is_two_numbers_in_plain_digits(size: str) -> None:
    with pytest.raises(BadInput) as refused:
        GeneratorOptions(size).sides(9)
    assert str(refused.value) == f"bad size: found {size!r}, expected WIDTHxHEIGHT, each from 1 to 9"


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda o: o.sides(20, 13), "bad size: found '12x8', expected a side of 13 cells or more"),
        (lambda o: o.level(["easy", "fair"]), "bad difficulty: found 'hard', expected easy, fair"),
        (lambda o: o.level(["hardly", "fair"]),
            "bad difficulty: found 'hard' (did you mean 'hardly'?), expected hardly, fair"),
        (lambda o: replace(o, difficulty="normal").level(LEVELS),
            "bad difficulty: found 'normal' (did you mean 'medium'?), "
            "expected beginner, easy, medium, hard, expert, extreme"),
        (lambda o: o.expect_options("a", "loops"),
            "bad generator option: found 'islands', expected a or loops"),
        (lambda o: o.number("islands", 8, 9), "bad islands: found '007', expected 8 to 9"),
        (lambda o: o.number("islands", 1, 6, what="number", why=": few"),
         "bad number: found '007', expected 1 to 6: few"),
        (lambda o: o.number("loops", 1, 6), "bad loops: found 'no', expected 1 to 6"),
        (lambda o: o.either("loops", "many", "few"), "bad loops: found 'no', expected many or few"),
    ],
)  # fmt: skip
def test_invalid_values_are_refused(ask: Callable[[GeneratorOptions], Any], message: str) -> None:
    with pytest.raises(BadInput) as refused:
        ask(ASKED)
    assert str(refused.value) == message
