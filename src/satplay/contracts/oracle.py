"""Oracle: solves a puzzle's own encodings for its generator and players, which import no engine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from satplay.contracts.encoding import Encoding, Question
    from satplay.contracts.facts import Facts
    from satplay.contracts.levels import LevelMatch
    from satplay.contracts.qbf_engine import Fails, Holds
    from satplay.rule import RuleInstance


S = TypeVar("S")


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

    def find_superfluous(
        self, facts: Facts[Any], instances: Sequence[RuleInstance], highest: str
    ) -> Sequence[RuleInstance] | None:
        """Rule instances that can be left out together without a level above ``highest``.

        They are tried in the given order.  None if the level is above ``highest`` even with all of them.
        Lazy clauses are not used, and the steps may differ a little from those of the smaller instance:
        ``has_level`` gives its exact level.
        """

    def compare_level(self, facts: Facts[Any], level: str) -> LevelMatch:
        """How the level of an instance with one solution compares with this one.

        Faster than ``has_level`` on large boards, and says where a board is too hard.
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
