"""The sequential counter: go through the literals in order and count the true ones in unary.

Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", 2005 (LT-SEQ).
Register s[i, j] means that at least j of the first i literals are true.

Sinz has k (n - 1) registers and 2nk + n - 3k - 1 clauses.  Here two kinds of registers are left out:
s[i, j] with j > i is always false, and s[i, j] with j <= k - (n - i) never matters, since even if all
later literals were true the bound would hold.  What remains is a grid, k registers wide for the true
literals and n - k long for the false ones: s[i, j] is at [i - j, j].  For k = 1 the encodings are the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.logic.cardinality.counter import (
    EncodingSize,
    Fresh,
    negate,
    plain_at_most,
    plain_exactly,
    plain_size,
    plain_size_exactly,
    unless_plain,
)
from satplay.logic.literal import Clause, Lit

# n, k  number of literals, bound
# j     how many literals are true, from 1
# f     how many literals are false, from 0: j true and f false are the first j + f literals


@unless_plain(plain_at_most)
def at_most(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At most k: 2k(n - k) + n - 2k clauses, k(n - k) variables.

    >>> list(at_most([1, 2, 3], 1, iter([4, 5]).__next__))
    [(-1, 4), (-2, 5), (-4, 5), (-2, -4), (-3, -5)]
    """
    yield from _not_more(lits, _registers(len(lits), bound, fresh))


def at_least(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At least k: at most n - k are false."""
    return at_most(negate(lits), len(lits) - bound, fresh)


@unless_plain(plain_exactly)
def exactly(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """Exactly k: 4k(n - k) clauses over the k(n - k) registers of ``at_most``.

    Every register is determined by the literals, so model counts are preserved.
    """
    grid = _registers(len(lits), bound, fresh)
    yield from _not_more(lits, grid)
    # By symmetry: the negation of «at least j of the first i are true» is «at least i - j + 1 of them
    # are false», so the same registers, negated and transposed, count the false literals.
    across = [[-register for register in column] for column in zip(*grid, strict=True)]
    yield from _not_more(negate(lits), across)


def _registers(n: int, k: int, fresh: Fresh) -> list[list[Lit]]:
    """``grid[f][j - 1]`` is s[j + f, j]."""
    return [[fresh() for _ in range(k)] for _ in range(n - k)]


def _not_more(lits: Sequence[Lit], grid: list[list[Lit]]) -> Iterator[Clause]:
    last = len(grid[0]) - 1
    for f, row in enumerate(grid):
        for j, register in enumerate(row):
            # The j-th true literal after f false ones.
            yield (-lits[f + j], -row[j - 1], register) if j else (-lits[f], register)
            if f:
                yield (-grid[f - 1][j], register)
    for f, row in enumerate(grid):
        yield (-lits[f + last + 1], -row[last])


def size(n: int, k: int) -> EncodingSize:
    """2k(n - k) + n - 2k clauses and k(n - k) variables, for 0 < k < n."""
    return plain_size(n, k) or EncodingSize(2 * k * (n - k) + n - 2 * k, k * (n - k))


def size_exactly(n: int, k: int) -> EncodingSize:
    """4k(n - k) clauses and k(n - k) variables, for 0 < k < n."""
    return plain_size_exactly(n, k) or EncodingSize(4 * k * (n - k), k * (n - k))
