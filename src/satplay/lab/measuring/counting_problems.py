"""Cardinality encodings, and problems that consist mainly of cardinality constraints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.logic.cardinality import ENCODINGS, product, smallest
from satplay.logic.cardinality.counter import Counter, EncodingSize, Fresh
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model

# n, k  number of literals, or side of a board; bound
# r, c  row and column, from 0


@dataclass(frozen=True, slots=True)
class CardinalityMethod:
    """A cardinality encoding for bounds up to ``largest``, with the sizes that its module predicts."""

    at_most: Counter
    exactly: Counter
    size: Callable[[int, int], EncodingSize]
    size_exactly: Callable[[int, int], EncodingSize]
    largest: float = float("inf")


def _at_most_one(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    return product.at_most_one(lits, fresh)


def _exactly_one(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    return product.exactly_one(lits, fresh)


WAYS: Mapping[str, CardinalityMethod] = {
    **{
        name: CardinalityMethod(one.at_most, one.exactly, one.size, one.size_exactly)
        for name, one in [*ENCODINGS.items(), ("smallest", smallest)]
    },
    "product": CardinalityMethod(
        _at_most_one,
        _exactly_one,
        lambda n, k: product.size(n),
        lambda n, k: product.size_exactly_one(n),
        largest=1,
    ),
}


# -- problems ------------------------------------------------------------------------------------------

Bounded: TypeAlias = tuple[Sequence[Lit], int]


@dataclass(frozen=True, slots=True)
class Problem:
    """Clauses and cardinality constraints; ``satisfiable`` is known independently."""

    variables: int
    satisfiable: bool
    clauses: Sequence[Clause] = ()
    at_most: Sequence[Bounded] = ()
    exactly: Sequence[Bounded] = ()

    def predicted_size(self, way: CardinalityMethod) -> EncodingSize | None:
        """The size of the formula; None if a bound is too large for the encoding."""
        if any(k > way.largest for _, k in [*self.at_most, *self.exactly]):
            return None
        sizes = [
            *(way.size(len(lits), k) for lits, k in self.at_most),
            *(way.size_exactly(len(lits), k) for lits, k in self.exactly),
        ]
        return sum(sizes, EncodingSize(len(self.clauses), self.variables))

    def formula(self, way: CardinalityMethod) -> Formula:
        """The problem as a formula."""
        formula = Formula(self.clauses, var_count=self.variables)
        for lits, k in self.at_most:
            formula.add_all(way.at_most(lits, k, formula.fresh))
        for lits, k in self.exactly:
            formula.add_all(way.exactly(lits, k, formula.fresh))
        return formula

    def is_solved_by(self, model: Model) -> bool:
        """Whether a model satisfies the problem, without auxiliary variables."""
        return (
            all(any(lit in model for lit in clause) for clause in self.clauses)
            and all(sum(lit in model for lit in lits) <= k for lits, k in self.at_most)
            and all(sum(lit in model for lit in lits) == k for lits, k in self.exactly)
        )


Line: TypeAlias = tuple[str, int]


def _lines(n: int) -> Mapping[Line, list[Lit]]:
    """The cells of every row, column and diagonal of a board; cells are numbered from 1, row by row."""
    found: dict[Line, list[Lit]] = defaultdict(list)
    for r in range(n):
        for c in range(n):
            for line in (("row", r), ("column", c), ("falling", r - c), ("rising", r + c)):
                found[line].append(r * n + c + 1)
    return found


STRAIGHT = ("row", "column")


def queens(n: int) -> Problem:
    """The n queens problem (Bezzel 1848); satisfiable from 4 on."""
    lines = _lines(n)
    one = [(lits, 1) for (kind, _), lits in lines.items() if kind in STRAIGHT]
    few = [(lits, 1) for (kind, _), lits in lines.items() if kind not in STRAIGHT and len(lits) > 1]
    return Problem(n * n, n >= 4, at_most=few, exactly=one)


GUARDS = {4: 2, 5: 3, 6: 3, 7: 4, 8: 5}
"""The minimum number of queens that attack or occupy every cell (OEIS A075458)."""


def guarding(n: int, spared: int = 0) -> Problem:
    """The minimum number of queens that cover every cell; unsatisfiable with one ``spared``."""
    reach: dict[Lit, set[Lit]] = defaultdict(set)
    for lits in _lines(n).values():
        for cell in lits:
            reach[cell].update(lits)
    cells = list(range(1, n * n + 1))
    clauses = [tuple(sorted(reach[cell])) for cell in cells]
    return Problem(n * n, spared == 0, clauses, at_most=[(cells, GUARDS[n] - spared)])


def tomography(n: int, seed: int = 1) -> Problem:
    """A picture of black and white cells, given by the number of black ones in every line.

    Discrete tomography (Herman & Kuba 1999) in four directions; satisfiable, since a picture is given.
    """
    rng = Random(seed)
    black = {cell for cell in range(1, n * n + 1) if rng.random() < 0.5}
    return Problem(
        n * n, True, exactly=[(lits, sum(cell in black for cell in lits)) for lits in _lines(n).values()]
    )


PROBLEMS: Mapping[str, Callable[[int], Problem]] = {
    "queens": queens,
    "guarding": guarding,
    "one guard less": lambda n: guarding(n, 1),
    "tomography": tomography,
}
