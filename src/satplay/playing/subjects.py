"""The game that a name means: a game, the game of a puzzle, or a puzzle that is filled in."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial
from typing import Any

from satplay import games, puzzles
from satplay.contracts.game import Game
from satplay.errors import BadInput, NoSuchName
from satplay.playing.puzzle_game import puzzle_game
from satplay.playing.puzzle_hints import Hinter

GAMES_PREFIX = "games/"
"""Before a name: the game, if a puzzle has the same name."""


def game_called(name: str) -> Game[Any, Any]:
    """The game of that name, or the game of the puzzle of that name.

    >>> game_called("nim").seats
    ('first', 'second')
    """
    if not isinstance(name, str):
        raise NoSuchName("game", name, game_names())
    bare = name.removeprefix(GAMES_PREFIX)
    if bare in games.names():
        return games.find(bare)
    if name in puzzles.names():
        game = puzzles.find(name).game
        if game is None:
            raise BadInput("command", found=f"the puzzle {name}", expected=_one_of(game_names()))
        return game
    raise NoSuchName("game", name, game_names())


def game_names() -> list[str]:
    """The games, and the puzzles that have a game."""
    return sorted(
        [*games.names(), *(name for name in puzzles.names() if puzzles.find(name).game is not None)]
    )


def is_filled_in(name: str) -> bool:
    """Whether ``play`` means filling in a puzzle by this name, and not a game between seats."""
    return name in puzzles.names() and (
        puzzles.find(name).move_entry is not None or puzzles.find(name).game is None
    )


def game_to_play(name: str, hint: Hinter | None = None) -> Game[Any, Any]:
    """The game that ``play`` means by a name; a puzzle with move entry is a game with one seat.

    ``hint`` finds the hints of puzzles.

    >>> game_to_play("mosaic").seats
    ('solver',)
    """
    if is_filled_in(name):
        if puzzles.find(name).move_entry is None:
            expected = " or ".join(playable_names())
            raise BadInput("command", found=f"play {name}", expected=f"play {expected}")
        return _puzzle_game(name, hint)
    if name.removeprefix(GAMES_PREFIX) not in names_to_play():
        raise NoSuchName("puzzle or game", name, names_to_play())
    return game_called(name)


@cache
def _puzzle_game(name: str, hint: Hinter | None) -> Game[Any, Any]:
    """One value per puzzle, so that two matches of it compare equal."""
    return replace(puzzle_game(puzzles.find(name), hint), find_again=partial(_puzzle_game, name, hint))


def names_to_play() -> list[str]:
    """Every name of a puzzle or game, found without importing any folder."""
    return sorted({*puzzles.names(), *games.names()})


def playable_names() -> list[str]:
    """The games, and the puzzles that can be filled in or have a game."""
    filled_in = (name for name in puzzles.names() if puzzles.find(name).move_entry is not None)
    return sorted({*filled_in, *game_names()})


def _one_of(names: list[str]) -> str:
    return f"a game: {', '.join(names)}" if names else "a game, but none is installed"
