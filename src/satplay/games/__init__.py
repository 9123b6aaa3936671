"""What is known of games: one folder each, found by the ``GAME`` in it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from satplay.discovery import Shelf

if TYPE_CHECKING:
    from satplay.contracts.game import Game

_SHELF: Shelf[Game[Any, Any]] = Shelf(__name__, "game", "GAME")


def names() -> list[str]:
    """The names of all games; importing none of them."""
    return _SHELF.names()


def find(name: str) -> Game[Any, Any]:
    """The game of that name, or ``NoSuchName`` with the nearest one."""
    return _SHELF.find(name)


def place(name: str) -> Path:
    """The folder of a game; nothing is imported."""
    return _SHELF.place(name)


def summaries() -> dict[str, str]:
    """The title and the aim of every game in one sentence, by name; importing none of them."""
    return _SHELF.summaries()
