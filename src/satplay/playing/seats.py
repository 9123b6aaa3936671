"""The seats of a game, and the person or player at each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay.contracts.game import Game, Seat
from satplay.errors import BadInput, NoSuchName
from satplay.playing.strength import NORMAL, player_names, strongest

PERSON = "person"
"""A seat whose moves are typed; every other name is that of a player of the game."""


def assign_seats(
    game: Game[Any, Any],
    players: Mapping[Seat, str] | None = None,
    *,
    seat: Seat | None = None,
    against: str | None = None,
    person: bool = True,
    preferred: Seat | None = None,
) -> dict[Seat, str]:
    """The player at every seat.

    The ``players`` are at their seats; one ``person`` is at ``seat``, by default the ``preferred`` one or
    else the first seat that is free; at all others is the player ``against``: by default ``normal`` if a
    person plays, and the strongest player otherwise.

    >>> from satplay.playing.subjects import game_called
    >>> assign_seats(game_called("nim"), {"first": "random"}), assign_seats(game_called("nim"))
    ({'first': 'random', 'second': 'person'}, {'first': 'person', 'second': 'normal'})
    >>> assign_seats(game_called("nim"), person=False)
    {'first': 'perfect', 'second': 'perfect'}
    """
    players = players or {}
    other = against if against is not None else _default_player(game, person=person)
    for taken in (*players, *([seat] if seat is not None else [])):
        if taken not in game.seats:
            raise NoSuchName(f"seat of {game.title}", taken, game.seats)
    for name in (*players.values(), other):
        if name != PERSON and name not in player_names(game):
            raise NoSuchName(f"player of {game.title}", name, [PERSON, *player_names(game)])
    if seat is not None and players.get(seat, PERSON) != PERSON:
        raise BadInput(
            "seat", found=f"{players[seat]} at {seat}", expected="no player for the seat of the person"
        )
    if seat is None and person:
        free = [seat for seat in game.seats if seat not in players]
        seat = preferred if preferred in free else free[0] if free else None
    return {each: players.get(each, PERSON if each == seat else other) for each in game.seats}


def _default_player(game: Game[Any, Any], *, person: bool) -> str:
    if not game.players:
        return PERSON
    return NORMAL if person else strongest(game)
