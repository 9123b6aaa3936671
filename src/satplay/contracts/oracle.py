"""Oracle: how a puzzle asks about its own encodings without knowing an engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from satplay.contracts.encoding import Encoding, Question

S = TypeVar("S")


class Oracle(Protocol):
    """Handed to generators and players by those who have engines."""

    def solution(self, encoding: Encoding[S]) -> S | None:
        """One solution, or None where there is none."""

    def solutions(self, encoding: Encoding[S]) -> Iterator[S]:
        """Every solution once."""

    def is_unique(self, encoding: Encoding[Any]) -> bool:
        """Whether there is exactly one solution."""

    def ruling(self, question: Question[Any]) -> bool:
        """Whether the answer to a quantified question is yes."""
