"""The families of formulas of the benchmark: their sizes, seeds and known status.

Sizes are chosen so that CaDiCaL 1.9.5 takes between 0.05 and 3 seconds; ``quick`` ones are small, for a smoke
test.  The seeds of random formulas are the first with the status of the row and such times, found by CaDiCaL.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

from satplay.errors import NoSuchName
from satplay.lab.bench.families.bounded_model_checking import bounded_model_checking
from satplay.lab.bench.families.colouring import colouring
from satplay.lab.bench.families.flow import flow
from satplay.lab.bench.families.hashi import hashi
from satplay.lab.bench.families.miter import miter
from satplay.lab.bench.families.pigeonhole import pigeonhole
from satplay.lab.bench.families.random_ksat import random_ksat
from satplay.lab.bench.families.sudoku import sudoku
from satplay.lab.bench.families.tseitin_graphs import tseitin_graphs
from satplay.logic.formula import Formula

Status = Literal["sat", "unsat"]
Build = Callable[[int], Formula]
"""From a seed to a formula."""


@dataclass(frozen=True, slots=True)
class Family:
    """A row of the table.

    ``status``  of every formula, by construction or, for random ones, of the ``seeds`` listed
    ``quick``   builds small formulas, for ``quick_seeds``
    """

    name: str
    title: str
    status: Status
    build: Build
    quick: Build
    seeds: tuple[int, ...] = (1, 2, 3)
    quick_seeds: tuple[int, ...] = (1,)


def _random_3sat(status: Status, variables: int, quick: int, seeds: tuple[int, ...] = (1, 2, 3)) -> Family:
    """Random 3-SAT at the threshold; small ones are so far from it that their status is nearly certain."""
    return Family(
        f"random-{variables}-{status}",
        f"random 3-SAT {variables}, {status[0].upper()}",
        status,
        partial(random_ksat, variables=variables),
        partial(random_ksat, variables=quick, ratio=6.0 if status == "unsat" else 3.0),
        seeds,
    )


FAMILIES: tuple[Family, ...] = (
    Family(
        "bmc",
        "bounded model check, S",
        "sat",
        partial(bounded_model_checking, slot_bits=2, word_bits=8, laps=4, slack=24),
        partial(bounded_model_checking, slot_bits=1, word_bits=2, laps=1, slack=2),
    ),
    Family(
        "colouring",
        "3-colouring 500, S",
        "sat",
        partial(colouring, nodes=500),
        partial(colouring, nodes=60),
        seeds=(1, 2, 3, 4, 5),  # more than elsewhere: the times vary most here
    ),
    Family(
        "flow",
        "flow 20x20, S",
        "sat",
        partial(flow, rows=20, columns=20, colours=30),
        partial(flow, rows=6, columns=7, colours=5),
        seeds=(1, 4, 5),  # 2 and 3 are far harder than the rest
    ),
    Family("hashi", "hashi 2000 islands, S", "sat", partial(hashi, islands=2000), partial(hashi, islands=60)),
    Family("miter", "multiplier miter 6, U", "unsat", partial(miter, bits=6), partial(miter, bits=3)),
    Family(
        "pigeonhole", "pigeonhole 8, U", "unsat", partial(pigeonhole, holes=8), partial(pigeonhole, holes=5)
    ),
    Family(
        "tseitin",
        "Tseitin, 24 nodes of degree 4, U",
        "unsat",
        partial(tseitin_graphs, nodes=24),
        partial(tseitin_graphs, nodes=8),
    ),
    _random_3sat("unsat", 200, quick=30),
    _random_3sat("unsat", 250, quick=40, seeds=(8, 12, 18)),
    _random_3sat("sat", 250, quick=30, seeds=(2, 4, 5)),
    _random_3sat("sat", 300, quick=40, seeds=(3, 5, 9)),
    Family("sudoku", "sudoku 25x25, S", "sat", partial(sudoku, order=5), partial(sudoku, order=3)),
)


def find_family(name: str) -> Family:
    """The family of that name."""
    for family in FAMILIES:
        if family.name == name:
            return family
    raise NoSuchName("family of formulas", name, [family.name for family in FAMILIES])
