"""The product encoding: arrange the literals in a grid; at most one row and one column contain a true one.

Chen, "A New SAT Encoding of the At-Most-One Constraint", 2010.  Each literal implies the auxiliary
variables of its row and of its column.  At most one row and at most one column is true; these constraints
are encoded recursively while that is smaller than pairwise: 2n + 4 sqrt(n) + O(n^(1/4)) clauses and
2 sqrt(n) + O(n^(1/4)) variables.  The bound must be 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from math import isqrt

from satplay.logic.cardinality import pairwise
from satplay.logic.cardinality.counter import EncodingSize, Fresh
from satplay.logic.literal import Clause, Lit

# n  number of literals


def at_most_one(lits: Sequence[Lit], fresh: Fresh) -> Iterator[Clause]:
    """At most one of the literals is true.

    >>> len(list(at_most_one(range(1, 101), iter(range(101, 200)).__next__)))
    258
    """
    n = len(lits)
    if _is_pairwise(n):
        yield from pairwise.at_most(lits, 1, fresh)
        return
    height, width = _rectangle(n)
    rows = [fresh() for _ in range(height)]
    columns = [fresh() for _ in range(width)]
    for place, lit in enumerate(lits):
        row, column = divmod(place, width)
        yield (-lit, rows[row])
        yield (-lit, columns[column])
    yield from at_most_one(rows, fresh)
    yield from at_most_one(columns, fresh)


def exactly_one(lits: Sequence[Lit], fresh: Fresh) -> Iterator[Clause]:
    """Exactly one of the literals is true."""
    return chain([tuple(lits)], at_most_one(lits, fresh))


def size(n: int) -> EncodingSize:
    """The size of ``at_most_one``: S(n) = 2n + S(rows) + S(columns), or n(n - 1)/2 if that is smaller."""
    return pairwise.size(n, 1) if _is_pairwise(n) else _in_rectangle(n)


def size_exactly_one(n: int) -> EncodingSize:
    """The size of ``exactly_one``: one clause more."""
    return size(n) + EncodingSize(1)


def _rectangle(n: int) -> tuple[int, int]:
    """Rows and columns, as nearly square as possible, with no row left empty."""
    width = isqrt(n - 1) + 1
    return -(-n // width), width


def _in_rectangle(n: int) -> EncodingSize:
    height, width = _rectangle(n)
    return EncodingSize(2 * n, height + width) + size(height) + size(width)


@cache
def _is_pairwise(n: int) -> bool:
    # The grid of two literals has two rows or columns again: the recursion ends there.
    return n <= 4 or pairwise.size(n, 1).total <= _in_rectangle(n).total
