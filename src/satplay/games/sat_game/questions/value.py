"""Who wins under perfect play?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from satplay.contracts.game import Seat
from satplay.contracts.question import Query, QueryRequest
from satplay.games.sat_game.formats import STATES
from satplay.games.sat_game.state import Role
from satplay.games.sat_game.worth import favourite


@dataclass(frozen=True, slots=True)
class Value:
    """``person`` wins, who holds the role ``winner`` in the position that was asked about."""

    winner: Role
    person: Seat
    exit_status: int = 0

    def lines(self) -> Iterable[str]:
        """One sentence."""
        yield f"{self.person}, who is {self.winner.value.capitalize()}, wins under perfect play."

    def as_json(self) -> Mapping[str, Any]:
        """The role and the person."""
        return {"winner": self.winner.value, "person": self.person}


def answer(asked: QueryRequest) -> Value:
    """For the position or formula that was given."""
    state = asked.arguments[0].read(STATES)
    person = favourite(state, asked.oracle)
    return Value(state.role(person), person)


QUERY = Query(
    answer,
    help="who wins under perfect play, by the role that he or she has now",
    arguments=("FILE",),
    example=("{-1}{1,-2}{1,2}",),
)
