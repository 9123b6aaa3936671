"""Small theories for tests, written directly from their definitions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from satplay.contracts.theory import Findings
from satplay.logic.literal import Clause, Lit


@dataclass
class AtMost:
    """At most ``bound`` of the atoms are true.  Propagates negations, explains them on demand."""

    atoms: Sequence[Lit]
    bound: int
    eager: bool = True
    trail: list[Lit] = field(default_factory=list)

    def assign(self, lit: Lit) -> None:
        self.trail.append(lit)

    def backtrack(self, trail_length: int) -> None:
        del self.trail[trail_length:]

    def true_atoms(self) -> list[Lit]:
        return [lit for lit in self.trail if lit in self.atoms]

    def propagate(self) -> Findings:
        true = self.true_atoms()
        if not self.eager or len(true) < self.bound:
            return Findings()
        if len(true) > self.bound:
            return self.check()
        return Findings(
            implied=[-atom for atom in self.atoms if atom not in self.trail and -atom not in self.trail]
        )

    def explain(self, lit: Lit) -> Clause:
        before = self.trail[: self.trail.index(lit)] if lit in self.trail else self.trail
        return [lit, *(-atom for atom in [one for one in before if one in self.atoms][: self.bound])]

    def check(self) -> Findings:
        true = self.true_atoms()
        if len(true) <= self.bound:
            return Findings()
        return Findings(clauses=[[-atom for atom in true[: self.bound + 1]]])


@dataclass
class Connected:
    """The true edges connect all nodes, as puzzles require.  Only ``check`` finds conflicts."""

    edges: dict[Lit, tuple[int, int]]
    nodes: int
    trail: list[Lit] = field(default_factory=list)

    def assign(self, lit: Lit) -> None:
        self.trail.append(lit)

    def backtrack(self, trail_length: int) -> None:
        del self.trail[trail_length:]

    def propagate(self) -> Findings:
        return Findings()

    def explain(self, lit: Lit) -> Clause:
        raise AssertionError(f"{lit} was never implied")

    def reached(self) -> set[int]:
        seen = {0}
        while True:
            more = {
                node
                for lit in self.trail
                if lit in self.edges and seen & set(self.edges[lit])
                for node in self.edges[lit]
            }
            if more <= seen:
                return seen
            seen |= more

    def check(self) -> Findings:
        seen = self.reached()
        if len(seen) == self.nodes:
            return Findings()
        return Findings(clauses=[[lit for lit, (a, b) in self.edges.items() if (a in seen) != (b in seen)]])
