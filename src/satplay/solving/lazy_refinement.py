"""Lazy refinement: solve, add the lazy clauses that the decoded solution violates, solve again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from satplay.contracts.encoding import Connectivity, Encoding, no_lazy_clauses
from satplay.contracts.engine import Answer, Sat, Unknown, Unsat
from satplay.engines.native import NativeEngine
from satplay.errors import EncodingError
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause
from satplay.logic.model import Model
from satplay.rule import RuleInstance

S = TypeVar("S")


class Solution(NamedTuple, Generic[S]):
    """A model that violates no lazy clause, and the solution that it decodes to."""

    model: Model
    value: S


Result: TypeAlias = Solution[S] | Unsat | Unknown


def solve_lazily(
    solve: Callable[[], Answer], encoding: Encoding[S], add: Callable[[RuleInstance, Clause], None]
) -> Result[S]:
    """Solve until the solution violates no lazy clause; ``add`` receives every clause that one violated.

    Raises ``EncodingError`` if the model satisfies all the clauses that are reported as violated: the
    refinement would never end.
    """
    while True:
        answer = solve()
        if not isinstance(answer, Sat):
            return answer
        model = answer.model
        solution = encoding.decode(model)
        violated = list(encoding.lazy_clauses(solution))
        if not violated:
            return Solution(model, solution)
        if all(any(model.value(lit) for lit in clause) for _, clause in violated):
            raise EncodingError(
                f"the lazy clause {list(violated[0][1])} is reported as violated, but the model satisfies it"
            )
        for instance, clause in violated:
            add(instance, clause)


def has_lazy_clauses(encoding: Encoding[Any]) -> bool:
    """Whether some rules are not in the formula from the start."""
    return encoding.lazy_clauses is not no_lazy_clauses


def attach_connectivity(engine: object, rule: Connectivity | None) -> bool:
    """Attach the connectivity theory if there is such a rule and the engine can; whether it did."""
    if rule is None or not isinstance(engine, NativeEngine):
        return False
    engine.attach_connected(rule.nodes, rule.edges)
    return True


def replace_by_theory(engine: object, encoding: Encoding[Any]) -> bool:
    """Attach the connectivity theory; whether lazy clauses are no longer needed, or there are none.

    Enumeration inside one search and the native backbone need this: they cannot stop to add clauses.
    """
    attached = attach_connectivity(engine, encoding.connectivity)
    alone = encoding.connectivity is not None and encoding.connectivity.alone
    return not has_lazy_clauses(encoding) or (attached and alone)


def encode_formula(formula: Formula) -> Encoding[Model]:
    """A formula as an encoding of itself: its solutions are its models."""
    return Encoding(formula, decode=_identity, answer=())


def _identity(model: Model) -> Model:
    return model
