"""The implication graph of a state (Marques-Silva & Sakallah 1996).

Nodes are the literals of the trail; an edge leads from each literal that made a clause unit to the
literal it implied, and is labelled by the clause.  A conflict has a node of its own.
"""

from __future__ import annotations

from dataclasses import replace

from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.tracing.replay import Entry, TraceStep

CONFLICT: Lit = 0
"""The node of the conflict; 0 is not a literal."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Clause ``clause_id`` implied ``target`` because of ``source`` and other literals."""

    source: Lit
    target: Lit
    clause_id: int


@dataclass(frozen=True, slots=True)
class ImplicationGraph:
    """``nodes`` in trail order; ``conflict_id`` is the clause that is false, or None."""

    nodes: tuple[Entry, ...]
    edges: tuple[Edge, ...]
    conflict_id: int | None = None

    def involved_literals(self) -> frozenset[Lit]:
        """The nodes that lead to the conflict, including its own; all nodes if there is no conflict."""
        if self.conflict_id is None:
            return frozenset(node.lit for node in self.nodes)
        found = {CONFLICT}
        # Edges are in trail order of their targets: backwards, every target comes before its sources.
        for edge in reversed(self.edges):
            if edge.target in found:
                found.add(edge.source)
        return frozenset(found)

    def without_uninvolved(self) -> ImplicationGraph:
        """The part of the graph that leads to the conflict."""
        involved = self.involved_literals()
        return replace(
            self,
            nodes=tuple(node for node in self.nodes if node.lit in involved),
            edges=tuple(edge for edge in self.edges if edge.target in involved),
        )


def graph_of(formula: Formula, step: TraceStep) -> ImplicationGraph:
    """The implication graph of a step, including its conflict, if any."""

    def clause(clause_id: int) -> tuple[Lit, ...]:
        return step.learned.get(clause_id) or formula.clause(clause_id - 1)

    true = {node.lit for node in step.trail}
    edges = [
        Edge(-lit, node.lit, node.reason)
        for node in step.trail
        if node.reason is not None
        for lit in dict.fromkeys(clause(node.reason))
        if lit != node.lit
    ]
    conflict_id = step.analysis.conflict_id if step.analysis is not None else None
    if conflict_id is not None:
        edges += [
            Edge(-lit, CONFLICT, conflict_id) for lit in dict.fromkeys(clause(conflict_id)) if -lit in true
        ]
    return ImplicationGraph(step.trail, tuple(edges), conflict_id)
