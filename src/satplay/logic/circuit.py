"""Circuit: an expression as a graph of shared gates, and the clauses of each gate.

There are three kinds of gates: «and», «xor» of two, and «if then else».  An edge may be negated, so «or» is
«and» with all edges negated.  Constants never become gates: they are simplified away while building.
Gates of the same kind with the same inputs are shared (structural hashing).  :mod:`satplay.logic.tseitin`
translates circuits into clauses.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from enum import Enum
from typing import TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.logic.literal import MAX_VAR, Clause, Lit

Fresh: TypeAlias = Callable[[], Lit]
Edge: TypeAlias = int
"""A literal, or a gate's number above all variables; negative if negated."""
EdgeClause: TypeAlias = tuple[Edge, ...]


class GateKind(Enum):
    """Gate types; the value states when the gate is true."""

    AND = "all inputs"
    XOR = "one of two inputs, not both"
    ITE = "the second input if the first, else the third"


@dataclass(frozen=True, slots=True)
class Gate:
    """A kind and its inputs; their order matters for if-then-else only."""

    kind: GateKind
    inputs: EdgeClause


class Circuit:
    """Shared gates, numbered in topological order: inputs first."""

    def __init__(self) -> None:
        self.gates: dict[Edge, Gate] = {}
        self._known: dict[Hashable, Edge] = {}

    def __contains__(self, edge: Edge) -> bool:
        """Whether the edge is the output of a gate rather than a variable."""
        return abs(edge) > MAX_VAR

    # -- building --

    def _gate(self, key: Hashable, kind: GateKind, inputs: EdgeClause) -> Edge:
        found = self._known.setdefault((kind, key), MAX_VAR + 1 + len(self.gates))
        self.gates.setdefault(found, Gate(kind, inputs))
        return found

    def all_of(self, edges: Iterable[Edge | bool]) -> Edge | bool:
        """Conjunction; true if there are no edges."""
        inputs: dict[Edge, None] = {}
        for edge in edges:
            if edge is False or (edge is not True and -edge in inputs):
                return False
            if edge is not True:
                inputs[edge] = None
        if len(inputs) <= 1:
            return next(iter(inputs), True)
        return self._gate(frozenset(inputs), GateKind.AND, tuple(inputs))

    def any_of(self, edges: Iterable[Edge | bool]) -> Edge | bool:
        """Disjunction; false if there are no edges."""
        return negate(self.all_of(map(negate, edges)))

    def odd_of(self, edges: Iterable[Edge | bool]) -> Edge | bool:
        """Parity: true if an odd number of edges is true; a chain of gates with two inputs each."""
        odd = False
        inputs: dict[Edge, None] = {}  # variables and gates with an odd number of occurrences
        for edge in edges:
            if isinstance(edge, bool):
                odd ^= edge
                continue
            odd ^= edge < 0
            if abs(edge) in inputs:
                del inputs[abs(edge)]
            else:
                inputs[abs(edge)] = None
        chain: Edge | bool = False
        for edge in inputs:
            if chain is False:
                chain = edge
            elif chain == edge:  # the chain so far is itself one of the inputs
                chain = False
            else:
                chain = self._gate(frozenset((chain, edge)), GateKind.XOR, (chain, edge))
        return negate(chain) if odd else chain

    def if_then_else(self, condition: Edge | bool, then: Edge | bool, otherwise: Edge | bool) -> Edge | bool:
        """``then`` if the condition is true, else ``otherwise``."""
        if isinstance(condition, bool):
            return then if condition else otherwise
        if condition < 0:
            condition, then, otherwise = -condition, otherwise, then
        # Within its branches the condition is a constant.
        if not isinstance(then, bool) and abs(then) == condition:
            then = then > 0
        if not isinstance(otherwise, bool) and abs(otherwise) == condition:
            otherwise = otherwise < 0
        if isinstance(then, bool):
            return self.any_of([condition, otherwise]) if then else self.all_of([-condition, otherwise])
        if isinstance(otherwise, bool):
            return self.any_of([-condition, then]) if otherwise else self.all_of([condition, then])
        if then == otherwise:
            return then
        if then == -otherwise:
            return negate(self.odd_of([condition, then]))
        inputs = (condition, then, otherwise)
        return self._gate(inputs, GateKind.ITE, inputs)

    # -- to clauses --

    def below(self, root: Edge) -> list[Edge]:
        """The gates in the cone of ``root``, inputs first."""
        found: set[Edge] = set()
        waiting = [abs(root)]
        while waiting:
            gate = waiting.pop()
            if gate in self and gate not in found:
                found.add(gate)
                waiting += map(abs, self.gates[gate].inputs)
        return sorted(found)

    def demands(self, edge: Edge) -> list[EdgeClause]:
        """Clauses over the inputs of its gate whose conjunction is equivalent to ``edge``."""
        gate = self.gates[abs(edge)]
        match gate.kind:
            case GateKind.AND if edge > 0:
                return [(part,) for part in gate.inputs]
            case GateKind.AND:
                return [tuple(-part for part in gate.inputs)]
            case GateKind.XOR:
                one, other = gate.inputs
                return [(one, other), (-one, -other)] if edge > 0 else [(one, -other), (-one, other)]
            case GateKind.ITE:
                condition, then, otherwise = gate.inputs
                return [
                    (-condition, then if edge > 0 else -then),
                    (condition, otherwise if edge > 0 else -otherwise),
                ]

    def shortcuts(self, edge: Edge) -> list[EdgeClause]:
        """Redundant clauses for stronger propagation: one of the two branches has the value of ``edge``."""
        gate = self.gates[abs(edge)]
        if gate.kind is not GateKind.ITE:
            return []
        _, then, otherwise = gate.inputs
        return [(then, otherwise) if edge > 0 else (-then, -otherwise)]

    def flatten(self, parts: EdgeClause, uses: Counter[Edge]) -> EdgeClause | None:
        """The clause with nested disjunctions expanded if used only here; None for a tautology."""
        found: dict[Edge, None] = {}
        waiting = list(reversed(parts))
        while waiting:
            edge = waiting.pop()
            # A shared disjunction keeps its variable: expanding a chain of them would be quadratic.
            if edge in self and edge < 0 and self.gates[-edge].kind is GateKind.AND and uses[-edge] <= 1:
                waiting += [-part for part in reversed(self.gates[-edge].inputs)]
            elif -edge in found:
                return None
            else:
                found[edge] = None
        return tuple(found)


class Wires:
    """The variable of each gate that needs one."""

    def __init__(self, fresh: Fresh) -> None:
        self._fresh = fresh
        self._lits: dict[Edge, Lit] = {}

    def lit(self, edge: Edge) -> Lit:
        """The literal of an edge; a gate gets its variable on first use."""
        gate = abs(edge)
        if gate <= MAX_VAR:
            return edge
        if gate not in self._lits:
            self._lits[gate] = self._fresh()
        return self._lits[gate] if edge > 0 else -self._lits[gate]

    def clause(self, edges: EdgeClause) -> Clause:
        """The clause with each edge replaced by its literal."""
        return tuple(map(self.lit, edges))


def negate(edge: Edge | bool) -> Edge | bool:
    """The negation of an edge or a constant."""
    return not edge if isinstance(edge, bool) else -edge
