"""What is known of puzzles: one folder each, found by the ``PUZZLE`` in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from satplay.discovery import Shelf

if TYPE_CHECKING:
    from satplay.contracts.puzzle import Puzzle

_SHELF: Shelf[Puzzle[Any, Any]] = Shelf(__name__, "puzzle", "PUZZLE")


def names() -> list[str]:
    """The names of all puzzles; importing none of them."""
    return _SHELF.names()


def find(name: str) -> Puzzle[Any, Any]:
    """The puzzle of that name, or ``NoSuchName`` with the nearest one."""
    return _SHELF.find(name)


def place(name: str) -> Path:
    """The folder of a puzzle; nothing is imported."""
    return _SHELF.place(name)


def summaries() -> dict[str, str]:
    """The title and the aim of every puzzle in one sentence, by name; importing none of them."""
    return _SHELF.summaries()
