"""Oracle: solves a puzzle's own encodings for its generator and players, which import no engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.contracts.encoding import Encoding, Question
    from satplay.contracts.facts import Facts
    from satplay.contracts.qbf_engine import Fails, Holds
    from satplay.rule import RuleInstance


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Superfluous:
    """Rule instances by what becomes of the steps without them.

    ``left_out``  the level does not become too high
    ``stuck``     probing alone finds no further step: there are several solutions, or steps by case
                  distinctions or lazy clauses; the other instances make a step too dear
    """

    left_out: Sequence[RuleInstance]
    stuck: Sequence[RuleInstance]


class Oracle(Protocol):
    """A solver that is passed to generators, players and queries."""

    def solution(self, encoding: Encoding[S]) -> S | None:
        """One solution, or None if unsatisfiable."""

    def solutions(self, encoding: Encoding[S]) -> Iterator[S]:
        """Every solution once."""

    def is_unique(self, encoding: Encoding[Any]) -> bool:
        """Whether there is exactly one solution."""

    def has_level(self, facts: Facts[Any], level: str) -> bool:
        """Whether there is exactly one solution, with this level of difficulty (``contracts.levels``)."""

    def find_level(self, facts: Facts[Any], highest: str) -> str | None:
        """The level, if there is exactly one solution and the level is not above ``highest``."""

    def find_superfluous(
        self, facts: Facts[Any], instances: Sequence[RuleInstance], highest: str
    ) -> Superfluous | None:
        """Which rule instances can be left out without a level above ``highest``.

        They are tried one after the other, and those that can be left out are gone for the rest.  None if the
        level is higher even with all of them.  Lazy clauses, and steps that need case distinctions, are not
        considered: ``find_level`` gives the level of what is left.
        """

    def core(self, encoding: Encoding[Any]) -> tuple[int, ...] | None:
        """A minimal unsatisfiable subset as clause numbers from 0, ascending; None if satisfiable.

        Considers the formula without lazy clauses: an encoding with lazy clauses may be unsatisfiable and
        still have no such subset.
        """

    def ruling(self, question: Question[Any]) -> bool:
        """Whether a quantified formula is true."""

    def decide(self, question: Question[Any]) -> Holds | Fails:
        """The same, with the winner's values of the outermost block and the strategy.

        ``logic.replies`` evaluates the strategy move by move, and ``Question.decode`` turns the literals
        into a line of play.  The strategy is unverified: the game's referee replays it.
        """
