"""The clauses of the rule instances of one step, and the definitions that are connected with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.facts import Facts
from satplay.explaining.cases import CaseSearch, Stated, uses_exactly
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import FlatClauses, Lit
from satplay.reasoning.deduce import Inference
from satplay.reasoning.groups import HARD, Groups
from satplay.rule import RuleInstance

Reason = Mapping[RuleInstance, Sequence[Sequence[Lit]]]
"""Rule instances and their clauses."""


class StepClauses:
    """Finds the clauses of rule instances that a formula states, and chains with case distinctions.

    ``fresh``  variables that the formula does not have
    """

    def __init__(self, facts: Facts[Any], groups: Groups[RuleInstance]) -> None:
        formula, self._group_of = facts.encoding.formula, groups.group_of
        ends = formula.ends[: self._group_of.size]  # without the lazy clauses added since
        self._flat: FlatClauses = formula.flat[: ends[-1] + 1 if ends.size else 0]
        self._lengths = np.diff(ends, prepend=-1)
        self._var_count = formula.var_count
        self.fresh: Iterator[int] = count(self._var_count + 1)
        self._drawn = list(dict.fromkeys(map(abs, facts.target_literals)))
        drawn = {*self._drawn}
        self._others = [var for var in facts.fact_variables or () if var not in drawn]

    def of_group(self, number: int) -> list[list[Lit]]:
        """The clauses of one group."""
        return clause_lists(self._flat[np.repeat(self._group_of == number, self._lengths)])

    def chain_with_cases(
        self, facts: Sequence[Lit], given: Sequence[Lit], because: Reason
    ) -> tuple[Lit | None, tuple[Inference, ...]]:
        """A fact, and the chain from its negation that uses every rule instance; none if none is found."""
        mentioned = {abs(lit) for clauses in because.values() for clause in clauses for lit in clause}
        stated: list[Stated] = [
            (instance, clause) for instance, clauses in because.items() for clause in clauses
        ]
        stated += [(None, clause) for clause in self._definitions_near([*mentioned, *map(abs, facts)])]
        drawn, others = (
            [var for var in variables if var in mentioned] for variables in (self._drawn, self._others)
        )
        search = CaseSearch(stated, drawn, others)
        for fact in facts:
            chain = search.find_chain(given, -fact)
            if uses_exactly(chain, because):
                # Variables that only state the meaning of an instance are no inferences.
                return fact, tuple(
                    one for one in chain if one.fact is None or abs(one.fact) <= self._var_count
                )
        return None, ()

    def _definitions_near(self, variables: Sequence[int]) -> list[list[Lit]]:
        """The definitions of these variables, of the variables in these definitions, and so on."""
        definitions, starts = self._definitions
        if not definitions.size:
            return []
        of_literal = np.abs(definitions)
        is_near = np.zeros(self._var_count + 1, np.bool_)
        is_near[[var for var in variables if var <= self._var_count]] = True
        lengths = np.diff(starts, append=definitions.size)
        found = 0
        while True:
            chosen: NDArray[np.bool_] = np.logical_or.reduceat(is_near[of_literal], starts)
            literals = np.repeat(chosen, lengths)
            if (size := int(literals.sum())) == found:
                return clause_lists(definitions[literals])
            found = size
            is_near[of_literal[literals]] = True
            is_near[0] = False

    @cached_property
    def _definitions(self) -> tuple[FlatClauses, NDArray[np.int64]]:
        """All definitions, and where each begins."""
        is_definition = self._group_of == HARD
        lengths = self._lengths[is_definition]
        return self._flat[np.repeat(is_definition, self._lengths)], np.cumsum(lengths) - lengths
