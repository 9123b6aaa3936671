"""Tseitin formulas: every node of a graph has a charge, the sum modulo 2 of the true edges at it.

Each edge counts at two nodes, so the charges must sum up to an even number; here they do not.  Hard for
resolution on graphs that expand (Tseitin, "On the complexity of derivation in propositional calculus", 1968;
Urquhart, "Hard examples for resolution", 1987), which random regular graphs nearly always do.
"""

from __future__ import annotations

from itertools import product
from random import Random

from satplay.graph import adjacency, is_connected
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Named

Edge = tuple[int, int]


def tseitin_graphs(seed: int, nodes: int, degree: int = 4) -> Formula:
    """Random charges of odd sum on a random connected regular graph; unsatisfiable."""
    rng = Random(seed)
    edges = regular_graph(nodes, degree, rng)
    charges = [rng.randrange(2) for _ in range(nodes)]
    charges[0] ^= 1 - sum(charges) % 2
    formula = Formula()
    ends = formula.block((len(edges),), lambda edge: Named(f"edge {edges[edge][0]}-{edges[edge][1]}"))
    at: list[list[Lit]] = [[] for _ in range(nodes)]
    for lit, (a, b) in zip(ends.tolist(), edges, strict=True):
        at[a].append(lit)
        at[b].append(lit)
    for lits, charge in zip(at, charges, strict=True):
        for values in product((0, 1), repeat=len(lits)):
            if sum(values) % 2 != charge:  # one clause for each wrong assignment
                formula.add(*(-lit if value else lit for lit, value in zip(lits, values, strict=True)))
    return formula


def regular_graph(nodes: int, degree: int, rng: Random) -> list[Edge]:
    """A random connected simple graph of this degree: the pairing model with rejection.

    Each node has ``degree`` half-edges, which are paired at random until there are no loops and no
    double edges (Bollobás, "A probabilistic proof of an asymptotic formula for the number of labelled regular
    graphs", 1980); all such graphs are equally likely.
    """
    if nodes * degree % 2 or not 2 <= degree < nodes:
        raise ValueError(f"no connected graph of {nodes} nodes has degree {degree}")
    halves = [node for node in range(nodes) for _ in range(degree)]
    while True:
        rng.shuffle(halves)
        pairs = [(min(a, b), max(a, b)) for a, b in zip(halves[::2], halves[1::2], strict=True)]
        edges = sorted(set(pairs))
        if (
            len(edges) == len(pairs)
            and all(a != b for a, b in edges)
            and is_connected(adjacency(range(nodes), edges))
        ):
            return edges
