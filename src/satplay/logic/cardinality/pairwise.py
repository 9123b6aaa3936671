"""The pairwise (binomial) encoding: one clause for each set of k + 1 literals.

For k = 1 these sets are the pairs.  No auxiliary variables; C(n, k + 1) clauses.  Folklore; measured
against the others by Sinz, "Towards an Optimal CNF Encoding of Boolean Cardinality Constraints", 2005.

The functions with ``rows`` encode many groups of equal width in numpy: one group per input
row, one clause per output row, the clauses of each group together and in the order of the group, ready
for ``Formula.add_rows(block, stating=..., each=len(block) // groups)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from satplay.errors import BadInput
from satplay.logic.cardinality.counter import EncodingSize, Fresh
from satplay.logic.literal import Clause, Lit

# n  number of literals, or width of a group
# k  the bound


def at_most(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """Among any k + 1 literals one is false.  ``fresh`` is never called.

    >>> list(at_most([1, 2, 3], 1, int))
    [(-1, -2), (-1, -3), (-2, -3)]
    """
    return combinations([-lit for lit in lits], max(bound + 1, 0))


def at_least(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """Among any n - k + 1 literals one is true.  ``fresh`` is never called."""
    return combinations(lits, max(len(lits) - bound + 1, 0))


def exactly(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """Both at least and at most.  ``fresh`` is never called."""
    return chain(at_least(lits, bound, fresh), at_most(lits, bound, fresh))


def size(n: int, k: int) -> EncodingSize:
    """C(n, k + 1) clauses."""
    return EncodingSize(comb(n, max(k + 1, 0)))


def size_exactly(n: int, k: int) -> EncodingSize:
    """C(n, k + 1) + C(n, k - 1) clauses, if 0 <= k <= n."""
    return size(n, k) + size(n, n - k)


# -- batches of groups ----------------------------------------------------------------------------


def at_most_rows(groups: NDArray[np.int32], bound: int) -> NDArray[np.int32]:
    """:func:`at_most` of each row, C(n, k + 1) clauses of width k + 1 for each.

    >>> at_most_rows(np.array([[1, 2, 3], [4, 5, 6]], np.int32), 1).tolist()
    [[-1, -2], [-1, -3], [-2, -3], [-4, -5], [-4, -6], [-5, -6]]
    """
    return -_choices(groups, bound + 1)


def at_least_rows(groups: NDArray[np.int32], bound: int) -> NDArray[np.int32]:
    """:func:`at_least` of each row, C(n, k - 1) clauses of width n - k + 1 for each."""
    return _choices(groups, groups.shape[-1] - bound + 1)


def exactly_rows(groups: NDArray[np.int32], bound: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """:func:`exactly` of each row: the block of ``at_least``, then the block of ``at_most``."""
    return at_least_rows(groups, bound), at_most_rows(groups, bound)


def exactly_one_rows(groups: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Exactly one of each row: the groups themselves as clauses, then the pairs.

    >>> some, pairs = exactly_one_rows(np.array([[1, 2], [3, 4]], np.int32))
    >>> some.tolist(), pairs.tolist()
    ([[1, 2], [3, 4]], [[-1, -2], [-3, -4]])
    """
    return exactly_rows(groups, 1)


def _choices(groups: NDArray[np.int32], width: int) -> NDArray[np.int32]:
    """Every choice of ``width`` columns, for every row."""
    if not isinstance(groups, np.ndarray) or groups.dtype != np.int32 or groups.ndim != 2:
        kind = (
            f"{groups.dtype} in {groups.ndim} dimensions"
            if isinstance(groups, np.ndarray)
            else repr(type(groups))
        )
        raise BadInput("groups of literals", found=kind, expected="a two-dimensional int32 array")
    width = max(width, 0)
    n = groups.shape[1]
    columns = np.fromiter(chain.from_iterable(combinations(range(n), width)), np.intp).reshape(
        comb(n, width), width
    )
    return groups[:, columns].reshape(len(groups) * len(columns), width)
