"""The meaning of rule instances that are stated on demand, as clauses.

A used edge leaves a set of nodes; a path does not enter a dead end; the edges of a cycle are not all used.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from satplay.contracts.facts import Cuts, Cycles
from satplay.logic.literal import Lit


def clauses_on_demand(
    rule: Cuts | Cycles, members: Sequence[int], fresh: Iterator[int]
) -> Iterator[list[Lit]]:
    """The clauses of the rule instance of some nodes or edges; ``fresh`` are unused variables."""
    if isinstance(rule, Cycles):
        return cycle_clauses(rule, members)
    return cut_clauses(rule, members, fresh)


def cut_clauses(rule: Cuts, members: Sequence[int], fresh: Iterator[int]) -> Iterator[list[Lit]]:
    """A used edge leaves the nodes; after a node ``-1 - entry``: the path does not enter the others."""
    entry = -1 - members[0] if members[0] < 0 else None
    inside = {node for node in members if node >= 0}
    leaving: list[Lit] = []
    for (first, second), lits in zip(rule.edges.tolist(), rule.literals.tolist(), strict=True):
        if (first in inside) == (second in inside) or entry in (first, second):
            continue
        used = next(fresh)
        leaving.append(used)
        yield from ([-used, lit] for lit in lits if lit)
    terminals = {*rule.terminals}
    if entry is None and inside & terminals:
        yield leaving
    for node in inside - terminals:
        if rule.node_literals and rule.node_literals[node]:
            yield [-rule.node_literals[node], *leaving]


def cycle_clauses(rule: Cycles, members: Sequence[int]) -> Iterator[list[Lit]]:
    """Not all of the edges are used, and if the rule is chordless, not all but one."""
    literals: Any = rule.literals.reshape(len(rule.edges), -1)
    lits = [-int(literals[edge, 0]) for edge in members]
    yield lits
    if rule.chordless:
        for left_out in range(len(lits)):
            yield lits[:left_out] + lits[left_out + 1 :]
