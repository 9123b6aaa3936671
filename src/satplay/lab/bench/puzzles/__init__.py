"""What ``satplay bench PUZZLE`` measures: one file a puzzle, found by its name, with a ``BENCH`` in it."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from satplay.errors import NoSuchName

if TYPE_CHECKING:
    from satplay.lab.bench.boards.puzzle_benchmark import PuzzleBench


def names() -> list[str]:
    """The puzzles that can be benchmarked; importing none of them."""
    return sorted(module.name for module in iter_modules(__path__))


def find(name: str) -> PuzzleBench[Any, Any]:
    """The benchmark of the puzzle of that name."""
    if name not in names():
        raise NoSuchName("benchmark", name, names())
    bench: PuzzleBench[Any, Any] = import_module(f"{__name__}.{name}").BENCH
    return bench
