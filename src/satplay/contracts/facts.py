"""Facts: a puzzle said in what a person can write on the board, one rule instance at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from satplay.contracts.encoding import Encoding
from satplay.logic.literal import Lit

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Facts(Generic[S]):
    """One instance in clauses that can be explained.

    ``encoding`` states every rule instance by itself, in variables whose atoms speak to a person
    ``wanted``   literals that would be a step forward if they were known, the most welcome first
    ``known``    what a solution says as far as it got, also one that breaks rules
    ``nothing``  a solution of which nothing is known yet
    ``written``  such a solution with some more literals written into it, as far as it can say them
    """

    encoding: Encoding[S]
    wanted: Sequence[Lit]
    known: Callable[[S], Iterable[Lit]]
    nothing: S
    written: Callable[[S, Sequence[Lit]], S]
