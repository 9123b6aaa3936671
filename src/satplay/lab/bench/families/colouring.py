"""3-colouring of graphs that have one: a colouring is drawn first, then edges between different colours.

Flat graphs (Culberson and Luo, "Exploring the k-colorable landscape with iterated greedy", 1996): the classes
are of equal size and each pair of classes has equally many edges, so that no count gives the hidden
colouring away.  They are hardest near 4.69 edges at a node, where random graphs cease to be 3-colourable
(Mulet, Pagnani, Weigt and Zecchina, "Coloring Random Graphs", 2002).
"""

from __future__ import annotations

from itertools import combinations
from random import Random

from satplay.logic.cardinality import exactly_one_rows
from satplay.logic.formula import Formula
from satplay.logic.literal import Named

Edge = tuple[int, int]


def colouring(seed: int, nodes: int, degree: float = 4.65, colours: int = 3) -> Formula:
    """``nodes * degree / 2`` edges; each node has exactly one colour, no edge joins nodes of one colour."""
    rng = Random(seed)
    edges = flat_graph(plant_colours(nodes, colours, rng), round(nodes * degree / 2), rng)
    formula = Formula()
    has = formula.block((nodes, colours), lambda node, colour: Named(f"node {node} has colour {colour}"))
    for rows in exactly_one_rows(has):
        formula.add_rows(rows)
    for a, b in edges:
        formula.add_all([(-x, -y) for x, y in zip(has[a].tolist(), has[b].tolist(), strict=True)])
    return formula


def plant_colours(nodes: int, colours: int, rng: Random) -> list[int]:
    """A random colour for each node; the frequencies of two colours differ by at most one."""
    colour = [node % colours for node in range(nodes)]
    rng.shuffle(colour)
    return colour


def flat_graph(colour: list[int], edge_count: int, rng: Random) -> list[Edge]:
    """Different edges between nodes of different colours, spread evenly over the pairs of colours."""
    classes = [[node for node, its in enumerate(colour) if its == c] for c in range(max(colour) + 1)]
    pairs = list(combinations(classes, 2))
    if edge_count > sum(len(a) * len(b) for a, b in pairs) // 2:
        raise ValueError(f"{edge_count} edges are too many for {len(colour)} nodes")
    chosen: dict[Edge, None] = {}
    while len(chosen) < edge_count:
        left, right = pairs[len(chosen) % len(pairs)]
        a, b = rng.choice(left), rng.choice(right)
        chosen[min(a, b), max(a, b)] = None
    return list(chosen)
