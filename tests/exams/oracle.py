"""The oracle of the exams: PySAT's MiniSat, independent of satplay's own engines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from pysat.solvers import Solver

from satplay.contracts.encoding import Encoding, Question
from satplay.contracts.engine import Unknown
from satplay.contracts.facts import Facts
from satplay.contracts.levels import LevelMatch
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.explaining.difficulty import compare_level, find_superfluous, has_level
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.model import Model
from satplay.logic.quantified import Quantified, Quantifier
from satplay.rule import RuleInstance
from tests.qbf.brute_force import BruteForceEngine

S = TypeVar("S")


class ExamOracle:
    """Answers by blocking clauses over ``answer`` and by lazy clauses."""

    def solution(self, encoding: Encoding[S]) -> S | None:
        return next(self.solutions(encoding), None)

    def solutions(self, encoding: Encoding[S]) -> Iterator[S]:
        with Solver("m22", bootstrap_with=clause_lists(encoding.formula.flat)) as solver:
            while solver.solve():
                model = _whole(solver.get_model(), encoding.formula)
                solution = encoding.decode(model)
                missing = [clause for _, clause in encoding.lazy_clauses(solution)]
                for clause in missing:
                    assert not any(lit in model for lit in clause), f"the lazy clause {clause} holds already"
                    solver.add_clause(list(clause))
                if not missing:
                    yield solution
                    solver.add_clause([-lit if model[lit] else lit for lit in encoding.answer])

    def models(self, encoding: Encoding[Any]) -> Iterator[Model]:
        """The models of the formula, projected onto ``answer``, without lazy clauses."""
        with Solver("m22", bootstrap_with=clause_lists(encoding.formula.flat)) as solver:
            while solver.solve():
                model = _whole(solver.get_model(), encoding.formula)
                yield model
                solver.add_clause([-lit if model[lit] else lit for lit in encoding.answer])

    def is_unique(self, encoding: Encoding[Any]) -> bool:
        found = self.solutions(encoding)
        return next(found, None) is not None and next(found, None) is None

    def has_level(self, facts: Facts[Any], level: str) -> bool:
        return has_level(facts, level) is True

    def find_superfluous(
        self, facts: Facts[Any], instances: Sequence[RuleInstance], highest: str
    ) -> Sequence[RuleInstance] | None:
        found = find_superfluous(facts, instances, highest)
        assert not isinstance(found, Unknown)
        return found

    def compare_level(self, facts: Facts[Any], level: str) -> LevelMatch:
        match = compare_level(facts, level)
        assert isinstance(match, LevelMatch), "no limit was set"
        return match

    def core(self, encoding: Encoding[Any]) -> tuple[int, ...] | None:
        clauses = clause_lists(encoding.formula.flat)
        with Solver("m22") as solver:
            # A clause holds while its selector is assumed.
            selectors = [encoding.formula.var_count + 1 + at for at in range(len(clauses))]
            for selector, clause in zip(selectors, clauses, strict=True):
                solver.add_clause([*clause, -selector])
            if solver.solve(assumptions=selectors):
                return None
            needed = list(range(len(clauses)))
            for at in range(len(clauses)):
                without = [one for one in needed if one != at]
                if not solver.solve(assumptions=[selectors[one] for one in without]):
                    needed = without
        return tuple(needed)

    def ruling(self, question: Question[Any]) -> bool:
        return holds(question.formula)

    def decide(self, question: Question[Any]) -> Holds | Fails:
        return BruteForceEngine().decide(question.formula)


def _whole(literals: Sequence[Lit], formula: Formula) -> Model:
    """A model of all variables: PySAT omits those that occur in no clause; they are false."""
    known = {abs(lit): lit for lit in literals}
    return Model([known.get(var, -var) for var in range(1, formula.var_count + 1)])


def holds(question: Quantified) -> bool:
    """Decide a quantified formula by testing every value: exponential, but simple."""
    variables = [(block, var) for block in question.prefix for var in block.variables]
    bound = {var for _, var in variables}
    free = tuple(var for var in range(1, question.matrix.var_count + 1) if var not in bound)
    order = [(Quantifier.EXISTS, var) for var in free] + [(block.quantifier, var) for block, var in variables]

    with Solver("m22", bootstrap_with=clause_lists(question.matrix.flat)) as solver:

        def value(at: int, chosen: list[Lit]) -> bool:
            if all(quantifier is Quantifier.EXISTS for quantifier, _ in order[at:]):
                return bool(solver.solve(assumptions=chosen))
            quantifier, var = order[at]
            tries = (value(at + 1, [*chosen, lit]) for lit in (var, -var))
            return any(tries) if quantifier is Quantifier.EXISTS else all(tries)

        return value(0, [])
