"""The families of formulas of the benchmark: their sizes, seeds and known status.

Sizes are chosen so that CaDiCaL 1.9.5 takes between 0.05 and 3 seconds; ``quick`` ones are small, for a smoke
test.  The seeds of random formulas are the first with the status of the row and such times, found by CaDiCaL.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from satplay.lab.bench.families.bounded_model_checking import bounded_model_checking
from satplay.lab.bench.families.colouring import colouring
from satplay.lab.bench.families.flow import flow
from satplay.lab.bench.families.hashi import hashi
from satplay.lab.bench.families.miter import miter
from satplay.lab.bench.families.pigeonhole import pigeonhole
from satplay.lab.bench.families.random_ksat import random_ksat
from satplay.lab.bench.families.sudoku import sudoku
from satplay.lab.bench.families.tseitin_graphs import tseitin_graphs
from satplay.lab.bench.family import Family, Status
from satplay.logic.formula import Formula


def _family(
    name: str,
    title: str,
    status: Status,
    make: Callable[..., Formula],
    sizes: Mapping[str, int],
    quick: Mapping[str, int | float],
    seeds: tuple[int, ...] = (1, 2, 3),
) -> Family[Formula]:
    """Formulas that ``make`` builds from a seed and sizes."""
    return Family(name, title, partial(make, **sizes), partial(make, **quick), seeds, status=status)


def _random_3sat(
    status: Status, variables: int, quick: int, seeds: tuple[int, ...] = (1, 2, 3)
) -> Family[Formula]:
    """Random 3-SAT at the threshold; small ones are so far from it that their status is nearly certain."""
    name, title = f"random-{variables}-{status}", f"random 3-SAT {variables}, {status[0].upper()}"
    small = {"variables": quick, "ratio": 6.0 if status == "unsat" else 3.0}
    return _family(name, title, status, random_ksat, {"variables": variables}, small, seeds)


FAMILIES: tuple[Family[Formula], ...] = (
    _family(
        "bmc",
        "bounded model check, S",
        "sat",
        bounded_model_checking,
        {"slot_bits": 2, "word_bits": 8, "laps": 4, "slack": 24},
        {"slot_bits": 1, "word_bits": 2, "laps": 1, "slack": 2},
    ),
    # More seeds than elsewhere: the times vary most here.
    _family(
        "colouring", "3-colouring 500, S", "sat", colouring, {"nodes": 500}, {"nodes": 60}, (1, 2, 3, 4, 5)
    ),
    _family(
        "flow",
        "flow 20x20, S",
        "sat",
        flow,
        {"rows": 20, "columns": 20, "colours": 30},
        {"rows": 6, "columns": 7, "colours": 5},
        seeds=(1, 4, 5),  # 2 and 3 are far harder than the rest
    ),
    _family("hashi", "hashi 2000 islands, S", "sat", hashi, {"islands": 2000}, {"islands": 60}),
    _family("miter", "multiplier miter 6, U", "unsat", miter, {"bits": 6}, {"bits": 3}),
    _family("pigeonhole", "pigeonhole 8, U", "unsat", pigeonhole, {"holes": 8}, {"holes": 5}),
    _family(
        "tseitin", "Tseitin, 24 nodes of degree 4, U", "unsat", tseitin_graphs, {"nodes": 24}, {"nodes": 8}
    ),
    _random_3sat("unsat", 200, quick=30),
    _random_3sat("unsat", 250, quick=40, seeds=(8, 12, 18)),
    _random_3sat("sat", 250, quick=30, seeds=(2, 4, 5)),
    _random_3sat("sat", 300, quick=40, seeds=(3, 5, 9)),
    _family("sudoku", "sudoku 25x25, S", "sat", sudoku, {"order": 5}, {"order": 3}),
)
