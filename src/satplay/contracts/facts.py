"""Facts: a puzzle instance encoded in facts that a person can write on the board, for explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import partial
from typing import TYPE_CHECKING, Generic, TypeVar

from satplay.contracts.levels import LevelBounds
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from satplay.contracts.encoding import Encoding
    from satplay.logic.literal import Lit, Var
    from satplay.rule import RuleInstance


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Cost:
    """How hard an instance of a rule is to see.

    ``whole``    in a step that decides everything the instance mentions, or everything but amounts ("at least
                 one bridge in every direction"), or only denies something; in a step of several instances; 0
                 for what a person sees without thinking
    ``partial``  in a step of this instance alone that asserts something and leaves another part open; by
                 default as ``whole``
    ``noted``    in a step of this instance alone that needs a bound to be kept in mind, because the instance
                 that gave it has open parts ("at most one bridge on A1-C1"); by default as ``partial``
    """

    whole: int
    partial: int | None = None
    noted: int | None = None

    def row(self) -> tuple[int, int, int]:
        """The three costs, with defaults filled in."""
        partial = self.whole if self.partial is None else self.partial
        return self.whole, partial, partial if self.noted is None else self.noted


@dataclass(frozen=True, slots=True, eq=False)
class Cuts:
    """A rule whose instances are stated on demand: used edges of a graph connect its terminals.

    A row of ``edges`` is two nodes, from 0; the row of ``literals`` has the literals that are all true if the
    edge is used (0: none).  The rule instance of a set of nodes with some of the terminals, but not all: a
    used edge leaves the set.  Its cost depends on the number of its nodes: ``costs[size]``, the last entry
    for all larger sets.  A node is a terminal, too, if its literal in ``node_literals`` is true (0: never).

    With such literals there are two terminals, and the used edges are a path from one to the other.  Then a
    rule instance is also that the path does not enter a set of nodes without terminals, because it could
    only come back through one node: ``instance`` is called with this node as ``-1 - node`` in front.
    """

    nodes: int
    edges: NDArray[np.int32]
    literals: NDArray[np.int32]
    terminals: Sequence[int]
    instance: Callable[[Sequence[int]], RuleInstance]
    costs: Sequence[int]
    node_literals: Sequence[int] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Cycles:
    """A rule whose instances are stated on demand: used edges of a graph close no cycle.

    A row of ``edges`` is two nodes, from 0; ``literals`` has one literal for each edge.  The rule instance of
    some edges that form a cycle: they are not all used, and with ``chordless`` not all but one.  Its cost
    depends on their number, as for ``Cuts``.
    """

    nodes: int
    edges: NDArray[np.int32]
    literals: NDArray[np.int32]
    instance: Callable[[Sequence[int]], RuleInstance]
    costs: Sequence[int]
    chordless: bool = False


def _unit_cost(instance: RuleInstance) -> Cost:
    return Cost(1)


def costs_by_rule(costs: Mapping[Enum, Cost]) -> Callable[[RuleInstance], Cost]:
    """The costs of rule instances, if they depend on the rule alone."""
    return partial(_cost_by_rule, costs)


def _cost_by_rule(costs: Mapping[Enum, Cost], instance: RuleInstance) -> Cost:
    return costs[instance.rule]


@dataclass(frozen=True, slots=True)
class Facts(Generic[S]):
    """An encoding of one instance for explanations.

    ``encoding``         states each rule instance as clauses of its own, over atoms that have a sentence;
                         definitions always hold and never appear in a reason
    ``target_literals``  what a person writes as the solution, such as the bridges; the board is solved when
                         each of them is known to be true or false
    ``known_literals``   the literals that a (partial, possibly wrong) solution asserts
    ``nothing``          the empty partial solution
    ``apply_facts``      a partial solution with further literals entered, if its type can represent them
    ``cost_of``          the cost of a rule instance that the formula states; by default 1
    ``fact_variables``   the variables whose literals of both polarities are facts; by default those of
                         ``target_literals``
    ``on_demand``        rules that the formula does not state, because they have too many instances
    ``searched``         rules whose instances imply facts that unit propagation in their clauses misses
    ``levels``           what the steps of a board cost at each level
    ``gradual``          whether a hint states one fact at a time and denials first, because all at once would
                         give the solution away
    """

    encoding: Encoding[S]
    target_literals: Sequence[Lit]
    known_literals: Callable[[S], Iterable[Lit]]
    nothing: S
    apply_facts: Callable[[S, Sequence[Lit]], S]
    cost_of: Callable[[RuleInstance], Cost] = _unit_cost
    fact_variables: Sequence[Var] | None = None
    on_demand: Sequence[Cuts | Cycles] = ()
    searched: frozenset[Enum] = frozenset()
    levels: LevelBounds = LevelBounds()
    gradual: bool = False
