"""The naive evaluator: decides a quantified formula by trying both values of every variable.

It uses no propagation, learning or abstraction; other engines are tested against it.
"""

from __future__ import annotations

from typing import TypeAlias

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Quantified, Quantifier

Matrix: TypeAlias = list[frozenset[Lit]]

DEEPEST = 400
"""Maximum number of variables: more would exceed Python's stack."""


class NaiveEngine:
    """Tries all values, outermost first.  The conflict limit applies to the number of failed assignments.

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
        """Make a running ``decide`` return ``Unknown`` soon; called from another thread."""
        self._interrupted = True

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails | Unknown:
        """Decide the formula; the answer has values of the outermost block if the winner chooses it."""
        self._interrupted = False
        matrix = [frozenset(clause) for clause in question.matrix]
        order = quantifiers(question)
        if len({abs(lit) for clause in matrix for lit in clause}) > DEEPEST:
            return Unknown(Stopped.MEMORY)
        evaluation = _Evaluation(order, self, Budget(limit))
        try:
            holds = evaluation.holds(matrix)
            outermost = evaluation.winning_values(matrix, holds)
        except _LimitReached as reached:
            return Unknown(reached.why)
        return Holds(outermost) if holds else Fails(outermost)

    @property
    def interrupted(self) -> bool:
        """Whether ``interrupt`` was called during the running call."""
        return self._interrupted


def quantifiers(question: Quantified) -> dict[Var, Quantifier]:
    """The quantifier of each variable, outermost first; free variables come first.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.logic.quantified import Block
    >>> list(quantifiers(Quantified((Block(Quantifier.FORALL, (2,)),), Formula([[1, 2]]))))
    [1, 2]
    """
    bound = {var: block.quantifier for block in question.prefix for var in block.variables}
    used = {abs(lit) for clause in question.matrix for lit in clause}
    return dict.fromkeys(sorted(used - set(bound)), Quantifier.EXISTS) | bound


def assign(matrix: Matrix, lit: Lit) -> Matrix:
    """The matrix after ``lit`` becomes true.

    >>> [sorted(clause) for clause in assign([frozenset([1, 2]), frozenset([-1, 3])], 1)]
    [[3]]
    """
    return [clause - {-lit} for clause in matrix if lit not in clause]


class _LimitReached(Exception):
    def __init__(self, why: Stopped) -> None:
        self.why = why


@dataclass
class _Evaluation:
    order: dict[Var, Quantifier]
    engine: NaiveEngine
    budget: Budget
    failures: int = 0

    def holds(self, matrix: Matrix) -> bool:
        self.check_limits()
        if frozenset() in matrix:
            self.failures += 1
            return False
        if not matrix:
            return True
        occurring = {abs(lit) for clause in matrix for lit in clause}
        outermost = next(var for var in self.order if var in occurring)
        enough = any if self.order[outermost] is Quantifier.EXISTS else all
        return enough(self.holds(assign(matrix, lit)) for lit in (outermost, -outermost))

    def winning_values(self, matrix: Matrix, holds: bool) -> tuple[Lit, ...]:
        winner = Quantifier.EXISTS if holds else Quantifier.FORALL
        values: list[Lit] = []
        for var, quantifier in self.order.items():
            if quantifier is not winner:
                break
            values.append(var if self.holds(assign(matrix, var)) is holds else -var)
            matrix = assign(matrix, values[-1])
        return tuple(values)

    def check_limits(self) -> None:
        if self.engine.interrupted:
            raise _LimitReached(Stopped.INTERRUPTED)
        if self.budget.expired:
            raise _LimitReached(Stopped.TIME)
        most = self.budget.limit.conflicts
        if most is not None and self.failures > most:
            raise _LimitReached(Stopped.CONFLICTS)
