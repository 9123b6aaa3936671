"""The boards that explanations are measured on: families of generated boards with fixed seeds.

A level is a property of the explanation, so a family of one level has other boards as soon as the costs of
steps change: ``--baseline`` then omits the row.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from satplay.lab.bench.family import Family
from satplay.verbs.generate import GenerateResult, generate

HARD = ("hard", "expert", "extreme")
"""The levels of the family ``hashi-hard``, in turn."""

NO_OPTIONS: Mapping[str, str] = MappingProxyType({})
TEN = tuple(range(1, 11))


def _make(puzzle: str, size: str | None, options: Mapping[str, str], seed: int) -> GenerateResult:
    return generate(puzzle, size=size, options=options, seed=seed)


def _make_of_level(levels: tuple[str, ...], size: str, seed: int) -> GenerateResult:
    """A Hashi board of one of the levels, which take turns with the seeds."""
    return generate("hashi", size=size, difficulty=levels[seed % len(levels)], seed=seed)


def _hashi_level(name: str, title: str, *levels: str) -> Family[GenerateResult]:
    return Family(
        f"hashi-{name}",
        f"hashi 15x15, {title}",
        partial(_make_of_level, levels, "15x15"),
        partial(_make_of_level, levels, "9x9"),
        seeds=TEN[:9] if len(levels) > 1 else TEN,
    )


def _family(
    name: str,
    title: str,
    size: str | None,
    quick: str,
    *,
    options: Mapping[str, str] = NO_OPTIONS,
    seeds: tuple[int, ...] = TEN,
) -> Family[GenerateResult]:
    puzzle = name.partition("-")[0]
    return Family(
        name, title, partial(_make, puzzle, size, options), partial(_make, puzzle, quick, {}), seeds=seeds
    )


FAMILIES: tuple[Family[GenerateResult], ...] = (
    _hashi_level("beginner", "beginner", "beginner"),
    _hashi_level("easy", "easy", "easy"),
    _hashi_level("medium", "medium", "medium"),
    _hashi_level("hard", "hard to extreme", *HARD),
    _family("hashi-100", "hashi, 100 islands", None, "11x11", options={"islands": "100"}),
    _family("flow-9", "flow 9x9", "9x9", "5x5"),
    _family("flow-14", "flow 14x14", "14x14", "6x6", seeds=TEN[:5]),
    _family("mastermind-6", "mastermind, 6 positions, 10 symbols", "6x10", "4x6"),
)
