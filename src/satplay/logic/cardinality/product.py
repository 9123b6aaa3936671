"""The product: put the literals into a rectangle; a true one is in one row and in one column.

Chen, "A New SAT Encoding of the At-Most-One Constraint", 2010.  Each literal implies the auxiliary
variable of its row and that of its column, and at most one row and at most one column is true, said by
the same means again while that is smaller than pairwise: 2n + 4 sqrt(n) + O(n^(1/4)) clauses and
2 sqrt(n) + O(n^(1/4)) variables.  For a bound of one only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import chain
from math import isqrt

from satplay.logic.cardinality import pairwise
from satplay.logic.cardinality.counter import Fresh, Size
from satplay.logic.literal import Clause, Lit

# n  number of literals


def at_most_one(lits: Sequence[Lit], fresh: Fresh) -> Iterator[Clause]:
    """No two of the literals are true.

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
    """One and only one of the literals is true."""
    return chain([tuple(lits)], at_most_one(lits, fresh))


def size(n: int) -> Size:
    """The size of ``at_most_one``: S(n) = 2n + S(rows) + S(columns), or n(n - 1)/2 if that is smaller."""
    return pairwise.size(n, 1) if _is_pairwise(n) else _in_rectangle(n)


def size_exactly_one(n: int) -> Size:
    """One clause more."""
    return size(n) + Size(1)


def _rectangle(n: int) -> tuple[int, int]:
    """Rows and columns, as nearly square as possible, with no row left empty."""
    width = isqrt(n - 1) + 1
    return -(-n // width), width


def _in_rectangle(n: int) -> Size:
    height, width = _rectangle(n)
    return Size(2 * n, height + width) + size(height) + size(width)


@cache
def _is_pairwise(n: int) -> bool:
    # Two literals make a rectangle of two again: there the recursion ends.
    return n <= 4 or pairwise.size(n, 1).total <= _in_rectangle(n).total
