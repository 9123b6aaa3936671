"""Who plays: the game that a name means, its seats, and who sits there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay import games, puzzles
from satplay.contracts.game import Game, Seat
from satplay.errors import BadInput, NoSuchName

PERSON = "person"
"""Who types moves; every other name is that of a player of the game."""

SHELF = "games/"
"""Before a name: the game, where a puzzle has the same name."""


def game_called(name: str) -> Game[Any, Any]:
    """The game of that name, or the game of the puzzle of that name.

    >>> game_called("nim").title
    'Nim'
    """
    bare = name.removeprefix(SHELF)
    if bare in games.names():
        return games.find(bare)
    if name in puzzles.names():
        game = puzzles.find(name).game
        if game is None:
            raise BadInput("command", found=f"the puzzle {name}", expected=_one_of(game_names()))
        return game
    raise NoSuchName("game", name, game_names())


def game_names() -> list[str]:
    """The games, and the puzzles that are games as well."""
    return sorted(
        [*games.names(), *(name for name in puzzles.names() if puzzles.find(name).game is not None)]
    )


def game_to_play(subject: str) -> Game[Any, Any] | None:
    """The game that ``play`` is asked for; None where the name is that of a puzzle to fill in."""
    if subject in puzzles.names():
        puzzle = puzzles.find(subject)
        return None if puzzle.pencil is not None else puzzle.game
    if subject.removeprefix(SHELF) not in names_to_play():
        raise NoSuchName("puzzle or game", subject, names_to_play())
    return game_called(subject)


def names_to_play() -> list[str]:
    """Every name that ``play`` may be given, found without importing any folder."""
    return sorted({*puzzles.names(), *games.names()})


def _one_of(names: list[str]) -> str:
    return f"a game: {', '.join(names)}" if names else "a game, of which there is none"


def strongest(game: Game[Any, Any]) -> str:
    """The last player of the record."""
    return list(game.players)[-1]


def seating(
    game: Game[Any, Any],
    named: Mapping[Seat, str] | None = None,
    *,
    seat: Seat | None = None,
    against: str | None = None,
    person: bool = True,
) -> dict[Seat, str]:
    """Who sits where.

    Those of ``named`` where it says; one ``person`` at ``seat``, or else at the first seat that is not named;
    at all others the player ``against``, by default the strongest.

    >>> seating(game_called("nim"), {"first": "random"})
    {'first': 'random', 'second': 'person'}
    >>> seating(game_called("nim"), person=False)
    {'first': 'perfect', 'second': 'perfect'}
    """
    named = named or {}
    other = against if against is not None else strongest(game)
    for taken in (*named, *([seat] if seat is not None else [])):
        if taken not in game.seats:
            raise NoSuchName(f"seat of {game.title}", taken, game.seats)
    for name in (*named.values(), other):
        if name != PERSON and name not in game.players:
            raise NoSuchName(f"player of {game.title}", name, [PERSON, *game.players])
    if seat is not None and named.get(seat, PERSON) != PERSON:
        raise BadInput("seat", found=f"{named[seat]} at {seat}", expected="the person there, or elsewhere")
    if seat is None and person:
        seat = next((free for free in game.seats if free not in named), None)
    return {each: named.get(each, PERSON if each == seat else other) for each in game.seats}
