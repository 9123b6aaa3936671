"""The naive evaluator: what a quantified formula means, by trying out both values of every variable.

It knows nothing of propagation, learning or abstraction: other engines are judged by it.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TypeAlias

from satplay.contracts.engine import UNLIMITED, Fails, Holds, Limit, Stopped, Unknown
from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Quantified, Quantifier

Matrix: TypeAlias = list[frozenset[Lit]]

DEEPEST = 400
"""Variables bound one inside the other: with more of them Python's stack would not be enough."""


class NaiveEngine:
    """Tries all values, from the outside in.  A limit on conflicts bounds how many assignments may fail.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.logic.quantified import Block
    >>> for_all, exists = Block(Quantifier.FORALL, (1,)), Block(Quantifier.EXISTS, (2,))
    >>> equal = Formula([[1, -2], [-1, 2]])
    >>> NaiveEngine().decide(Quantified((for_all, exists), equal))
    Holds(outermost=(), strategy=None)
    >>> NaiveEngine().decide(Quantified((exists, for_all), equal))
    Fails(outermost=(), strategy=None)
    """

    def __init__(self) -> None:
        self._interrupted = False

    def interrupt(self) -> None:
        """Make a running ``decide`` answer ``Unknown`` soon; to be called from another thread."""
        self._interrupted = True

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Whether the question holds, with winning values of the outermost block if it is the winner's."""
        self._interrupted = False
        matrix = [frozenset(clause) for clause in question.matrix]
        order = quantifiers(question)
        if len({abs(lit) for clause in matrix for lit in clause}) > DEEPEST:
            return Unknown(Stopped.MEMORY)
        trying = _Trying(order, self, limit)
        try:
            holds = trying.holds(matrix)
            outermost = trying.winning(matrix, holds)
        except _GivenUp as given_up:
            return Unknown(given_up.why)
        return Holds(outermost) if holds else Fails(outermost)

    @property
    def interrupted(self) -> bool:
        """Whether somebody wants the running question to end."""
        return self._interrupted


def quantifiers(question: Quantified) -> dict[Var, Quantifier]:
    """The quantifier of each variable, from the outside in; free variables come first.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.logic.quantified import Block
    >>> list(quantifiers(Quantified((Block(Quantifier.FORALL, (2,)),), Formula([[1, 2]]))))
    [1, 2]
    """
    bound = {var: block.quantifier for block in question.prefix for var in block.variables}
    used = {abs(lit) for clause in question.matrix for lit in clause}
    return dict.fromkeys(sorted(used - set(bound)), Quantifier.EXISTS) | bound


def given(matrix: Matrix, lit: Lit) -> Matrix:
    """The matrix when ``lit`` is true.

    >>> [sorted(clause) for clause in given([frozenset([1, 2]), frozenset([-1, 3])], 1)]
    [[3]]
    """
    return [clause - {-lit} for clause in matrix if lit not in clause]


class _GivenUp(Exception):
    def __init__(self, why: Stopped) -> None:
        self.why = why


@dataclass
class _Trying:
    order: dict[Var, Quantifier]
    engine: NaiveEngine
    limit: Limit
    begun: float = field(default_factory=time.monotonic)
    failures: int = 0

    def holds(self, matrix: Matrix) -> bool:
        self.look()
        if frozenset() in matrix:
            self.failures += 1
            return False
        if not matrix:
            return True
        occurring = {abs(lit) for clause in matrix for lit in clause}
        outermost = next(var for var in self.order if var in occurring)
        enough = any if self.order[outermost] is Quantifier.EXISTS else all
        return enough(self.holds(given(matrix, lit)) for lit in (outermost, -outermost))

    def winning(self, matrix: Matrix, holds: bool) -> tuple[Lit, ...]:
        winner = Quantifier.EXISTS if holds else Quantifier.FORALL
        values: list[Lit] = []
        for var, quantifier in self.order.items():
            if quantifier is not winner:
                break
            values.append(var if self.holds(given(matrix, var)) is holds else -var)
            matrix = given(matrix, values[-1])
        return tuple(values)

    def look(self) -> None:
        limit = self.limit
        if self.engine.interrupted:
            raise _GivenUp(Stopped.INTERRUPTED)
        if limit.seconds is not None and time.monotonic() - self.begun >= limit.seconds:
            raise _GivenUp(Stopped.TIME)
        if limit.conflicts is not None and self.failures > limit.conflicts:
            raise _GivenUp(Stopped.CONFLICTS)
