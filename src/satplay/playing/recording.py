"""The record of a match; ``resume`` is the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satplay.inputs.writing import write_in_format
from satplay.playing.record import Record, Resignation

if TYPE_CHECKING:
    from satplay.playing.match import Match


def record_of(match: Match) -> Record:
    """Everything that is needed to resume a match."""
    game, first = match.game, None
    if match.from_position:
        form, text = write_in_format(game.states, match.states[0], kind=f"{game.name} position")
        first = form.name, text
    write = game.moves.write
    return Record(
        game=game.name,
        options=match.options,
        players=match.players,
        seed=match.seed,
        moves=tuple(map(write, match.moves)),
        position=first,
        resigned=match.resigned,
        undone=tuple(one if isinstance(one, Resignation) else write(one) for one in match.undone),
        seconds=match.seconds,
        hints=match.hints,
        shown=match.shown,
        level=match.level,
        told=match.told,
    )
