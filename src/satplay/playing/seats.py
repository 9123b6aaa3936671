"""The seats of a game, and the person or player at each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay.contracts.game import Game, Seat
from satplay.errors import BadInput, NoSuchName

PERSON = "person"
"""A seat whose moves are typed; every other name is that of a player of the game."""


def strongest(game: Game[Any, Any]) -> str:
    """The last player of the game; a person if it has none."""
    return list(game.players)[-1] if game.players else PERSON


def assign_seats(
    game: Game[Any, Any],
    players: Mapping[Seat, str] | None = None,
    *,
    seat: Seat | None = None,
    against: str | None = None,
    person: bool = True,
) -> dict[Seat, str]:
    """The player at every seat.

    The ``players`` are at their seats; one ``person`` is at ``seat``, by default the first seat that is free;
    at all others is the player ``against``, by default the strongest.

    >>> from satplay.playing.subjects import game_called
    >>> assign_seats(game_called("nim"), {"first": "random"})
    {'first': 'random', 'second': 'person'}
    >>> assign_seats(game_called("nim"), person=False)
    {'first': 'perfect', 'second': 'perfect'}
    """
    players = players or {}
    other = against if against is not None else strongest(game)
    for taken in (*players, *([seat] if seat is not None else [])):
        if taken not in game.seats:
            raise NoSuchName(f"seat of {game.title}", taken, game.seats)
    for name in (*players.values(), other):
        if name != PERSON and name not in game.players:
            raise NoSuchName(f"player of {game.title}", name, [PERSON, *game.players])
    if seat is not None and players.get(seat, PERSON) != PERSON:
        raise BadInput(
            "seat", found=f"{players[seat]} at {seat}", expected="no player for the seat of the person"
        )
    if seat is None and person:
        seat = next((free for free in game.seats if free not in players), None)
    return {each: players.get(each, PERSON if each == seat else other) for each in game.seats}
