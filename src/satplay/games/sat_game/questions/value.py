"""Who wins under perfect play?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satplay.contracts.game import Seat
from satplay.contracts.question import Query, QueryRequest
from satplay.fast_dataclass import dataclass
from satplay.games.sat_game.formats import STATES
from satplay.games.sat_game.state import Role
from satplay.games.sat_game.winning_moves import winner_of


@dataclass(frozen=True, slots=True)
class ValueReply:
    """``person`` wins, who has the role ``winner`` in the given position."""

    winner: Role
    person: Seat
    exit_status: int = 0

    def lines(self) -> Iterable[str]:
        """One sentence."""
        yield f"{self.person}, who is {self.winner.value.capitalize()}, wins under perfect play."

    def as_json(self) -> Mapping[str, Any]:
        """The role and the person."""
        return {"winner": self.winner.value, "person": self.person}


def answer(request: QueryRequest) -> ValueReply:
    """The answer for the given position or formula."""
    state = request.arguments[0].read(STATES)
    person = winner_of(state, request.oracle)
    return ValueReply(state.role(person), person)


QUERY = Query(
    answer,
    help="winner under perfect play, by the present role",
    arguments=("FILE",),
    example=("{-1}{1,-2}{1,2}",),
)
