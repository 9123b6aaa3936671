"""Which moves keep the win?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from satplay.contracts.game import CHANCE, Seat
from satplay.contracts.question import Query, QueryRequest
from satplay.contracts.result_text import brief_repr
from satplay.fast_dataclass import dataclass
from satplay.games.sat_game.formats import STATES, write_move
from satplay.games.sat_game.rules import legal, outcome, to_move
from satplay.games.sat_game.state import Move
from satplay.games.sat_game.winning_moves import winner_of, winning_moves


@dataclass(frozen=True, slots=True)
class MovesReply:
    """All legal ``moves`` of the ``seat`` to move, and those that ``keep`` its win."""

    seat: Seat | None
    winner: Seat
    moves: Sequence[Move]
    keep: frozenset[Move]
    because: str = ""
    exit_status: int = 0

    def __repr__(self) -> str:
        return brief_repr(self)

    def lines(self) -> Iterable[str]:
        """One line per move."""
        if self.seat is None:
            yield f"The game is over: {self.because}."
        elif self.seat == CHANCE:
            yield f"The next turn is drawn; {self.winner} wins under perfect play."
        elif self.seat != self.winner:
            yield f"{self.seat} has the turn and loses against perfect play, whatever the move."
        for move in self.moves:
            if self.seat == self.winner:
                yield f"{write_move(move)}: {'keeps the win' if move in self.keep else 'gives the win away'}"
            else:
                yield write_move(move)

    def as_json(self) -> Mapping[str, Any]:
        """The person, and each move with ``keeps_win``."""
        listed = [{"move": write_move(move), "keeps_win": move in self.keep} for move in self.moves]
        return {"to_move": self.seat, "winner": self.winner, "moves": listed}


def answer(request: QueryRequest) -> MovesReply:
    """The answer for the given position or formula."""
    state = request.arguments[0].read(STATES)
    ended = outcome(state)
    because = "" if ended is None else ended.because
    winner = winner_of(state, request.oracle)
    return MovesReply(
        to_move(state), winner, legal(state), frozenset(winning_moves(state, request.oracle)), because
    )


QUERY = Query(
    answer,
    help="every legal move, and whether it keeps the win",
    arguments=("FILE",),
    example=("{-1,2}{1,-2}",),
)
