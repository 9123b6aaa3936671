"""A new match: from the options of its game, or from a position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from satplay.arguments import expect_whole_number
from satplay.contracts.game import Game, Seat
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput
from satplay.explaining.oracle import GradingOracle
from satplay.playing.commands import commands_for
from satplay.playing.match import NO_HINT, Match
from satplay.playing.seats import PERSON, assign_seats


def start_match(
    game: Game[Any, Any],
    position: Any = None,
    *,
    options: Mapping[str, str] | None = None,
    players: Mapping[Seat, str] | None = None,
    seat: Seat | None = None,
    against: str | None = None,
    seed: int = 0,
    oracle: Oracle | None = None,
    level: str = "",
) -> Match:
    """A match from a state ``position``, or as the ``options`` of the game say.

    ``players`` names players by seat; ``assign_seats`` completes it.  A person without a ``seat`` gets one
    that wins under perfect play, if the game knows it.

    >>> from satplay.playing.subjects import game_called
    >>> start_match(game_called("nim"), options={"heaps": "1,2"}).state.heaps
    (1, 2)
    """
    if position is not None and options:
        raise BadInput("command", found="a position and options", expected="one or the other")
    expect_whole_number("seed", seed)
    match = Match(
        game,
        dict.fromkeys(game.seats, PERSON),
        seed,
        states=() if position is None else (position,),
        from_position=position is not None,
        level=level,
        commands=commands_for(game),
        oracle=GradingOracle() if oracle is None else oracle,
    )
    if position is None:
        complete = dict(options or {})
        if game.deal is not None:
            complete = dict(game.deal(complete, match.randomness("deal"), match.oracle))
        match = replace(match, states=(game.start(complete),), options=complete)
    return take_seats(match, players, seat=seat, against=against)


def take_seats(
    match: Match,
    players: Mapping[Seat, str] | None = None,
    *,
    seat: Seat | None = None,
    against: str | None = None,
) -> Match:
    """The match with a player at every seat; the seat of a person is one that can win, unless it is given."""
    game, preferred = match.game, None
    taken = players or {}
    if game.person_seat is not None:
        preferred = game.person_seat(match.state)
    if preferred is None and game.winning_seat and seat is None and len(taken) < len(game.seats):
        preferred = game.winning_seat(match.state, match.oracle)
    return replace(match, players=assign_seats(game, taken, seat=seat, against=against, preferred=preferred))


def start_again(match: Match, options: Mapping[str, str] | None = None) -> Match:
    """Another match like this one with the next seed: from the same position, or with the same options.

    ``options`` are those before anything was dealt, if they are known.
    """
    if match.from_position:
        return replace(
            match,
            seed=match.seed + 1,
            states=match.states[:1],
            moves=(),
            resigned=None,
            undone=(),
            seconds=0.0,
            hints=0,
            told=(),
            shown=False,
            saved=(),
            **NO_HINT,
        )
    return start_match(
        match.game,
        options=match.options if options is None else options,
        players=match.players,
        seed=match.seed + 1,
        oracle=match.oracle,
    )
