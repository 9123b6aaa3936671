"""Hashi for CP-SAT of Google's OR-Tools: an integer for every link, sums at islands, lazy cuts.

CONNECTED is added lazily, as usual for tours: solve, cut off the components, solve again; CP-SAT keeps
nothing between two calls.  Two eager formulations were measured once each: a unit of flow from the first
island to every other, and a tree of parents with ranks.  With 640 random islands they took 2.6 and 5 times as
long, with a lattice of 400 islands 60 and over 200 times; with 100 islands of number 2 they were faster, 3.6
and 12 times.  Connected islands have no ring if and only if the number of links in use is one less than the
number of islands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.rules import components


def build(board: Board) -> Callable[[], Bridges | None]:
    """All rules but CONNECTED; one worker, because CPU time is compared."""
    from ortools.sat.python import cp_model

    model: Any = cp_model.CpModel()
    total = cp_model.LinearExpr.sum
    ends = [(board.cells[first], board.cells[second]) for first, second in board.links.tolist()]
    counts = [model.new_int_var(0, board.most, f"bridges {first} {second}") for first, second in ends]
    used = [model.new_bool_var(f"used {first} {second}") for first, second in ends]
    for count, some in zip(counts, used, strict=True):
        model.add(count >= 1).only_enforce_if(some)
        model.add(count == 0).only_enforce_if(~some)
    for links, wanted in zip(board.incident, board.islands.values(), strict=True):
        here = total([counts[link] for link in links])
        model.add(here >= 1 if wanted is None else here == wanted)
    for one, other in board.crossings.tolist():
        model.add_at_most_one(used[one], used[other])
    if not board.loops and board.cells:
        model.add(total(used) == len(board.cells) - 1)

    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1

    def find() -> Bridges | None:
        while solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            bridges = Bridges.of(
                [(*way, solver.value(count)) for way, count in zip(ends, counts, strict=True)]
            )
            parts = components(board, bridges)
            if len(parts) <= 1:
                return bridges
            part_of = {cell: part for part, cells in enumerate(parts) for cell in cells}
            leaving: list[list[Any]] = [[] for _ in parts]
            for (first, second), some in zip(ends, used, strict=True):
                if part_of[first] != part_of[second]:
                    leaving[part_of[first]].append(some)
                    leaving[part_of[second]].append(some)
            largest = max(range(len(parts)), key=lambda part: len(parts[part]))
            for part, links in enumerate(leaving):
                if part != largest:
                    model.add_bool_or(links)
        return None

    return find
