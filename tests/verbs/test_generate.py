"""generate: promised properties are checked, and the seed reproduces the instance."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

import satplay
from satplay import puzzles
from satplay.contracts.encoding import Encoder
from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, GeneratorError, NoSuchName
from satplay.logic.formula import Formula
from satplay.puzzles.mosaic import PUZZLE
from satplay.puzzles.mosaic.board import Board
from satplay.verbs.generate import GenerationRequest
from tests.verbs.lazy_puzzle import GRID, LAZY
from tests.verbs.lazy_puzzle import encode as lazily


def use_fixed_generator(monkeypatch: pytest.MonkeyPatch, text: str, **changes: Any) -> None:
    """Make the generator of Mosaic always return this board."""

    def generate(wanted: GeneratorOptions, rng: Random, oracle: Oracle) -> Board:
        return GRID.read(text)

    puzzle: Puzzle[Any, Any] = replace(PUZZLE, generate=generate, **changes)
    monkeypatch.setattr(puzzles, "find", lambda name: puzzle)


@pytest.mark.parametrize("seed", range(5))
def test_a_new_board_is_returned_with_its_only_solution(seed: int) -> None:
    generated = satplay.generate("mosaic", size="4x3", seed=seed)
    assert satplay.count(generated.text, "mosaic").number == 1
    assert satplay.check(generated.text, generated.solution, "mosaic").valid
    assert (generated.instance.width, generated.instance.height) == (4, 3)
    assert "<svg" in generated._repr_svg_()


def test_the_same_seed_gives_the_same_board_and_another_seed_another() -> None:
    texts = [satplay.generate("mosaic", size="5x4", seed=seed).text for seed in (1, 1, 2)]
    assert texts[0] == texts[1] != texts[2]


def test_a_random_seed_is_returned() -> None:
    generated = satplay.generate("mosaic", size="5x4")
    assert satplay.generate("mosaic", size="5x4", seed=generated.seed).text == generated.text
    assert generated.as_json()["seed"] == generated.seed


def test_json_has_all_checked_properties() -> None:
    generated = satplay.generate("mosaic", size="3x2", seed=1, to="line")
    document = generated.as_json()
    assert (document["subject"], document["format"], document["unique"]) == ("mosaic", "line", True)
    assert document["instance"] == generated.text == str(generated)
    assert document["solution"] == {"shaded": sorted(map(list, generated.solution))}
    assert set(document["seconds"]) == {"generate", "check"}


def test_without_a_promise_nothing_is_solved() -> None:
    generated = satplay.generate("cnf", size="4", options={"k": "1", "ratio": "100"}, seed=1)
    assert isinstance(generated.instance, Formula) and satplay.solve(generated.text).status == "unsat"
    assert generated.solution is None and "unique" not in generated.as_json()


@pytest.mark.parametrize(("text", "number"), [("..", "more than one solution"), ("9", "no solution")])
def test_a_generator_that_breaks_its_promise_is_an_error(
    monkeypatch: pytest.MonkeyPatch, text: str, number: str
) -> None:
    use_fixed_generator(monkeypatch, text)
    with pytest.raises(GeneratorError, match=number):
        satplay.generate("mosaic")


def test_an_encoding_with_a_known_gap_is_not_used_for_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Encoder(lambda board: PUZZLE.encoders["direct"].encode(GRID.read("..")), source="", gap="all")
    use_fixed_generator(monkeypatch, "#-", encoders={"wrong": wrong, **PUZZLE.encoders})
    assert satplay.generate("mosaic").solution == {(0, 0)}


def test_lazy_clauses_are_part_of_the_check(monkeypatch: pytest.MonkeyPatch) -> None:
    use_fixed_generator(monkeypatch, "#-", encoders={"lazy": Encoder(lazily, source="")})
    assert satplay.generate("mosaic").solution == {(0, 0)}


def test_several_boards_use_a_format_for_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)
    assert satplay.generate("mosaic", seed=1).format == "grid"
    assert satplay.generate("mosaic", seed=1, several=True).format == "line"


def test_an_oracle_counts_its_calls() -> None:
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


def test_impossible_generator_options_are_refused() -> None:
    for wanted in ({"size": "0x3"}, {"difficulty": "fiendish"}, {"options": {"holes": "3"}}, {"seed": -1}):
        with pytest.raises(BadInput):
            satplay.generate("mosaic", **wanted)
    for wanted in ({"to": "picture"}, {"engine": "steam"}):
        with pytest.raises(NoSuchName):
            satplay.generate("mosaic", **wanted)
    with pytest.raises(NoSuchName):
        satplay.generate("no such puzzle")
