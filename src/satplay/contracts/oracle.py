"""Oracle: how a puzzle asks about its own encodings without knowing an engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.engine import Fails, Holds

S = TypeVar("S")


class Oracle(Protocol):
    """Handed to generators and players by those who have engines."""

    def solution(self, encoding: Encoding[S]) -> S | None:
        """One solution, or None where there is none."""

    def solutions(self, encoding: Encoding[S]) -> Iterator[S]:
        """Every solution once."""

    def is_unique(self, encoding: Encoding[Any]) -> bool:
        """Whether there is exactly one solution."""

    def core(self, encoding: Encoding[Any]) -> tuple[int, ...] | None:
        """The numbers of clauses, from 0, ascending, that are unsatisfiable together, and none without need.

        None where there is a solution.  Only what the encoding states at once is looked at: one that states
        rules late may have no solution and no such clauses.
        """

    def ruling(self, question: Question[Any]) -> bool:
        """Whether the answer to a quantified question is yes."""

    def decide(self, question: Question[Any]) -> Holds | Fails:
        """The same with the winner's first values and the strategy.

        ``logic.replies`` says what it answers in a game, move by move, and the question's ``decode`` makes a
        line of play of such literals.  Nobody has checked it: a game's referee replays it.
        """
