"""What ``satplay bench PUZZLE`` measures: one file for each puzzle, with a ``BENCHMARK``."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from satplay.errors import NoSuchName

if TYPE_CHECKING:
    from satplay.lab.bench.puzzle_boards.puzzle_benchmark import PuzzleBenchmark


def names() -> list[str]:
    """The puzzles that have a benchmark; imports none of them."""
    return sorted(module.name for module in iter_modules(__path__))


def find(name: str) -> PuzzleBenchmark[Any, Any]:
    """The benchmark of the puzzle of that name."""
    if name not in names():
        raise NoSuchName("benchmark", name, names())
    found: PuzzleBenchmark[Any, Any] = import_module(f"{__name__}.{name}").BENCHMARK
    return found
