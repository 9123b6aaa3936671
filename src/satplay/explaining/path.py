"""The path from a position to the solution: steps that a person can follow, the cheapest first.

The native explanation engine (``native/explain``) finds the steps.  Where single rule instances and probes
imply nothing more, ``reasoning.deduce`` finds a minimal unsatisfiable subset; the path continues with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Generic, NamedTuple, NoReturn, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unknown
from satplay.contracts.facts import Cuts, Facts
from satplay.errors import EngineError, needs_native_core
from satplay.explaining.on_demand import clauses_on_demand
from satplay.explaining.step_clauses import StepClauses
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Lit
from satplay.reasoning.deduce import Contradiction, Deduction, DeductionStep, Done, Inference, Open
from satplay.reasoning.groups import Groups, rule_groups
from satplay.rule import RuleInstance

if TYPE_CHECKING:
    from satplay import _native

S = TypeVar("S")

UNBOUNDED = 2**31 - 1

_STEP, _DONE, _OPEN, _WRONG, _DEARER, _STOPPED = range(6)
"""Results of the native explainer."""


@dataclass(frozen=True, slots=True)
class Dearer:
    """Every further step costs more than the given maximum."""


PathEnd: TypeAlias = Contradiction | Done | Open | Dearer | Unknown
PathResult: TypeAlias = DeductionStep | PathEnd


class StepNumbers(NamedTuple):
    """A step as the native explainer numbers it; a chain has pairs of a group and a literal, or 0."""

    facts: list[Lit]
    plain: list[Lit]
    groups: list[int]
    given: list[Lit]
    chain: list[tuple[int, Lit]]
    cost: int
    available: int


class Costs(NamedTuple):
    """The cost of the dearest step, and the number of dear steps."""

    dearest: int
    dear: int


class CostBounds(NamedTuple):
    """What the steps cost, as far as it is known without reasons: steps that nothing uses are dropped."""

    least: Costs
    most: Costs


class Path(Generic[S]):
    """The steps of one instance from some known facts, found one at a time."""

    def __init__(self, facts: Facts[S], known_facts: Iterable[Lit] = (), limit: Limit = UNLIMITED) -> None:
        self._facts = facts
        self._known = list(dict.fromkeys(known_facts))
        self._budget = Budget(limit)
        self._groups: Groups[RuleInstance] = rule_groups(facts.encoding.formula)
        self._names: list[RuleInstance | None] = list(self._groups.names)
        self._added: dict[int, list[list[Lit]]] = {}  # clauses of groups that the formula does not have
        self._explainer = self._open()
        self._explainer.know(self._known)
        self._is_checked = not self._known

    @cached_property
    def _deduction(self) -> Deduction[S]:
        """Opened when it is needed first: probing finds most paths to the end."""
        return Deduction(self._facts, self._budget.remaining())

    def _open(self) -> _native.Explainer:
        with needs_native_core("explanations"):
            from satplay import _native
        facts, formula = self._facts, self._facts.encoding.formula
        costs = [facts.cost_of(instance).row() for instance in self._groups.names]
        searched = [instance.rule in facts.searched for instance in self._groups.names]
        is_fact = np.zeros(formula.var_count, np.uint8)
        variables = facts.target_literals if facts.fact_variables is None else facts.fact_variables
        is_fact[np.abs(np.asarray(variables, np.int32)) - 1] = 1
        return _native.Explainer(
            formula.var_count,
            formula.flat,
            self._groups.group_of,
            np.array(costs, np.int32).reshape(-1, 3),
            np.array(searched, np.uint8),
            is_fact,
            np.asarray(facts.target_literals, np.int32),
            [
                (
                    0 if isinstance(rule, Cuts) else 2 if rule.chordless else 1,
                    rule.nodes,
                    _table(rule.edges, len(rule.edges)),
                    _table(rule.literals, len(rule.edges)),
                    list(rule.terminals) if isinstance(rule, Cuts) else [],
                    list(rule.node_literals) if isinstance(rule, Cuts) else [],
                    list(rule.costs),
                )
                for rule in facts.on_demand
            ],
        )

    def next(self, max_cost: int = UNBOUNDED) -> PathResult:
        """The next step; or why there is none: a mistake in the known facts is found first."""
        found = self.next_numbers(max_cost)
        if not isinstance(found, StepNumbers):
            return found
        facts, chain = found.facts, self._chain(found)
        if not chain and len(found.groups) > 1:
            facts, chain = self._chain_with_cases(found)
        return DeductionStep(
            facts=tuple(facts),
            because=tuple(map(self._instance, found.groups)),
            given_facts=tuple(found.given),
            smallest=len(found.groups) == 1,
            cost=found.cost,
            chain=chain,
            available=found.available,
            plain_facts=tuple(found.plain),
        )

    def _chain(self, found: StepNumbers) -> tuple[Inference, ...]:
        return tuple(
            Inference(None if group < 0 else self._instance(group), implied or None)
            for group, implied in found.chain
        )

    def _chain_with_cases(self, found: StepNumbers) -> tuple[list[Lit], tuple[Inference, ...]]:
        """The facts, the one that the chain proves first, and a chain; the same facts if none is found."""
        because = {self._instance(group): self._clauses(group) for group in found.groups}
        proved, chain = self._step_clauses.chain_with_cases(found.facts, found.given, because)
        return sorted(found.facts, key=lambda fact: fact != proved), chain

    def next_numbers(self, max_cost: int = UNBOUNDED) -> StepNumbers | PathEnd:
        """The next step without its rule instances: generators look at many boards."""
        if not self._is_checked:
            mistake = self._deduction.find_mistake(self._known)
            if mistake is not None:
                return mistake
            self._is_checked = True
        while True:
            found = self._explainer.next(max_cost, self._budget.remaining().seconds)
            if found[0] == _STEP:
                return StepNumbers(*found[1:])
            end: PathEnd | None = Done() if found[0] == _DONE else self._end(found[0])
            if isinstance(end, Open):
                end = self._continue()
            if end is not None:
                return end

    def _end(self, result: int) -> PathEnd:
        """What a result of the native explainer means that is neither a step nor the end of the path."""
        if result == _OPEN:
            return Open()
        if result == _WRONG:
            return self._deduction.find_mistake(self._known) or self._disagreement()
        return Dearer() if result == _DEARER else Unknown(Stopped.TIME)

    def bound_costs(self, max_cost: int, cheap: int, allowed_dear: int) -> CostBounds | PathEnd:
        """Bounds of the costs of all further steps; no reasons are found, which take most of the time.

        A step is dear if it costs more than ``cheap``.  ``Dearer`` if a step costs more than ``max_cost``, or
        if more than ``allowed_dear`` steps are dear.
        """
        while True:
            found = self.bound_costs_of_probes(max_cost, cheap, allowed_dear)
            if not isinstance(found, Open):
                return found
            end = self._continue()
            if end is not None:
                return end

    def leave_out(
        self, instances: Sequence[RuleInstance], max_cost: int, cheap: int, allowed_dear: int
    ) -> list[RuleInstance] | Unknown | None:
        """Those of the rule instances that can be left out together, tried in this order.

        The bounds of costs are those of ``bound_costs``.  None if probing does not find a path within them
        even with all rule instances.
        """
        groups = [self._number_of[instance] for instance in instances]
        seconds = self._budget.remaining().seconds
        results = self._explainer.leave_out(groups, max_cost, cheap, allowed_dear, seconds)
        if _STOPPED in results:
            return Unknown(Stopped.TIME)
        if results[0] != _DONE:
            return None
        return [one for one, result in zip(instances, results[1:], strict=True) if result == _DONE]

    def bound_costs_of_probes(self, max_cost: int, cheap: int, allowed_dear: int) -> CostBounds | PathEnd:
        """Like ``bound_costs``, but ``Open`` where probing implies nothing more.

        There are several solutions then, or the next step takes a minimal unsatisfiable subset: on a large
        board that takes long to find.
        """
        seconds = self._budget.remaining().seconds
        result, *found = self._explainer.bound_costs(max_cost, cheap, allowed_dear, seconds)
        if result == _DONE:
            return CostBounds(Costs(*found[:2]), Costs(*found[2:]))
        return self._end(result)

    @property
    def size(self) -> int:
        """The number of facts that make up the answer."""
        return len(self._facts.target_literals)

    def open_targets(self, cost: int) -> list[int]:
        """The positions in ``facts.target_literals`` of those not known before the first dearer step."""
        known = {abs(lit) for lit in self._explainer.facts_before_cost(cost)}
        return [at for at, lit in enumerate(self._facts.target_literals) if abs(lit) not in known]

    def exact_costs(self, cheap: int, allowed_dear: int = UNBOUNDED) -> Costs:
        """The costs of the steps between the first bounds of the costs and the last ones.

        Of some of these steps, if more than ``allowed_dear`` are dear.
        """
        return Costs(*self._explainer.exact_costs(cheap, allowed_dear))

    def _disagreement(self) -> NoReturn:
        raise EngineError("the explanation engine finds a contradiction in facts that have a solution")

    def _continue(self) -> PathEnd | None:
        """Enter a step that probing does not find; the result if there is none."""
        found = self._deduction.step(self._explainer.known_facts(), self.cost_of)
        if not isinstance(found, DeductionStep):
            return found
        self._explainer.enter_step([self._number(instance) for instance in found.because], list(found.facts))
        return None

    def cost_of(self, instance: RuleInstance) -> int:
        """The cost of a rule instance in a step of several."""
        return self._facts.cost_of(instance).whole

    def _instance(self, group: int) -> RuleInstance:
        while len(self._names) <= group:
            self._names.append(None)
        instance = self._names[group]
        if instance is None:
            found = self._explainer.on_demand(group)
            assert found is not None, "a group that was added has a name"
            graph, members = found
            instance = self._names[group] = self._facts.on_demand[graph].instance(members)
        return instance

    @cached_property
    def _step_clauses(self) -> StepClauses:
        """Opened when it is needed first: most steps have a chain without cases."""
        return StepClauses(self._facts, self._groups)

    def _clauses(self, group: int) -> list[list[Lit]]:
        """The clauses that state a rule instance."""
        if group in self._added:
            return self._added[group]
        found = self._explainer.on_demand(group)
        if found is None:
            return self._step_clauses.of_group(group)
        graph, members = found
        return list(clauses_on_demand(self._facts.on_demand[graph], members, self._step_clauses.fresh))

    def _number(self, instance: RuleInstance) -> int:
        """The number of a rule instance; one that the lazy clauses have added is added here, too."""
        number = self._number_of.get(instance)
        if number is None:
            clauses = [list(clause) for clause in self._deduction.clauses_of(instance)]
            number = self._explainer.add_group(self.cost_of(instance), clauses)
            self._names += [None] * (number + 1 - len(self._names))
            self._names[number] = instance
            self._number_of[instance] = number
            self._added[number] = clauses
        return number

    @cached_property
    def _number_of(self) -> dict[RuleInstance, int]:
        return {instance: number for number, instance in enumerate(self._groups.names)}

    def steps(self) -> Iterator[PathResult]:
        """All steps, and the result after the last one."""
        while True:
            result = self.next()
            yield result
            if not isinstance(result, DeductionStep):
                return

    def __enter__(self) -> Path[S]:
        return self

    def __exit__(self, *error: object) -> None:
        if "_deduction" in self.__dict__:
            self._deduction.__exit__()


def _table(rows: NDArray[np.int32], count: int) -> NDArray[np.int32]:
    """An array of this number of rows, as the native explainer reads it."""
    return np.ascontiguousarray(rows, np.int32).reshape(count, rows.size // count if count else 2)
