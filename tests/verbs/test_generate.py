"""generate: what is promised has been checked, and a seed is all that it takes to have it again."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import satplay
from satplay import puzzles
from satplay.contracts.encoding import Encoder
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import GeneratorOptions, Puzzle
from satplay.errors import BadInput, GeneratorError, NoSuchName
from satplay.logic.formula import Formula
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board
from satplay.verbs.generate import GenerationRequest
from tests.verbs.lazy_puzzle import GRID, LAZY
from tests.verbs.lazy_puzzle import encode as lazily


def generating(monkeypatch: pytest.MonkeyPatch, text: str, **changes: Any) -> None:
    """Neighbours with a generator that always makes this board."""

    def generate(wanted: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
        return GRID.read(text)

    puzzle: Puzzle[Any, Any] = replace(PUZZLE, generate=generate, **changes)
    monkeypatch.setattr(puzzles, "find", lambda name: puzzle)


@pytest.mark.parametrize("seed", range(5))
def test_a_new_board_has_one_solution_and_comes_with_it(seed: int) -> None:
    made = satplay.generate("mosaic", size="4x3", seed=seed)
    assert satplay.count(made.text, "mosaic").number == 1
    assert satplay.check(made.text, made.solution, "mosaic").valid
    assert (made.instance.width, made.instance.height) == (4, 3)
    assert "<svg" in made._repr_svg_()


def test_the_same_seed_makes_the_same_and_another_another() -> None:
    texts = [satplay.generate("mosaic", size="5x4", seed=seed).text for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_a_seed_that_was_drawn_is_told() -> None:
    made = satplay.generate("mosaic", size="5x4")
    assert satplay.generate("mosaic", size="5x4", seed=made.seed).text == made.text
    assert made.as_json()["seed"] == made.seed


def test_json_says_all_that_was_checked() -> None:
    made = satplay.generate("mosaic", size="3x2", seed=1, to="line")
    document = made.as_json()
    assert (document["subject"], document["format"], document["unique"]) == ("mosaic", "line", True)
    assert document["instance"] == made.text == str(made)
    assert document["solution"] == {"shaded": sorted(map(list, made.solution))}
    assert set(document["seconds"]) == {"generate", "check"}


def test_where_nothing_is_promised_nothing_is_solved() -> None:
    made = satplay.generate("cnf", size="4", options={"k": "1", "ratio": "100"}, seed=1)
    assert isinstance(made.instance, Formula) and satplay.solve(made.text).status == "unsat"
    assert made.solution is None and "unique" not in made.as_json()


@pytest.mark.parametrize(("text", "number"), [("..", "more than one solution"), ("9", "no solution")])
def test_a_generator_that_breaks_its_promise_is_caught(
    monkeypatch: pytest.MonkeyPatch, text: str, number: str
) -> None:
    generating(monkeypatch, text)
    with pytest.raises(GeneratorError, match=number):
        satplay.generate("mosaic")


def test_an_encoding_that_is_known_to_be_wrong_does_not_judge(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Encoder(lambda board: PUZZLE.encoders["direct"].encode(GRID.read("..")), source="", gap="all")
    generating(monkeypatch, "#-", encoders={"wrong": wrong, **PUZZLE.encoders})
    assert satplay.generate("mosaic").solution == {(0, 0)}


def test_rules_that_are_stated_late_are_part_of_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    generating(monkeypatch, "#-", encoders={"lazy": Encoder(lazily, source="")})
    assert satplay.generate("mosaic").solution == {(0, 0)}


def test_several_go_into_a_format_that_holds_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)
    assert satplay.generate("mosaic", seed=1).format == "grid"
    assert satplay.generate("mosaic", seed=1, several=True).format == "line"


def test_an_oracle_counts_what_it_is_asked() -> None:
    class Silent:
        def solution(self, encoding: Any) -> None:
            return None

        def solutions(self, encoding: Any) -> Any:
            return iter(())

        def is_unique(self, encoding: Any) -> bool:
            return False

        def core(self, encoding: Any) -> None:
            return None

        def ruling(self, question: Any) -> bool:
            return True

        def decide(self, question: Any) -> Any:
            return None

    oracle = GenerationRequest(Silent())
    encoding: Any = None
    assert oracle.solution(encoding) is None and list(oracle.solutions(encoding)) == []
    assert not oracle.is_unique(encoding) and oracle.ruling(encoding)
    assert oracle.core(encoding) is None and oracle.decide(encoding) is None
    assert oracle.questions == 6


def test_wishes_that_cannot_be_granted_are_refused() -> None:
    for wanted in ({"size": "0x3"}, {"difficulty": "fiendish"}, {"options": {"holes": "3"}}, {"seed": -1}):
        with pytest.raises(BadInput):
            satplay.generate("mosaic", **wanted)  # type: ignore[arg-type]  # of different types
    for wanted in ({"to": "picture"}, {"engine": "steam"}):
        with pytest.raises(NoSuchName):
            satplay.generate("mosaic", **wanted)
    with pytest.raises(NoSuchName):
        satplay.generate("no such puzzle")
