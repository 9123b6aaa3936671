"""The totalizer of ``totalizer.py`` in numpy: the clauses of all nodes of the same size are built together.

Such nodes have the same outputs and the same window, so their clauses differ only in the literals; and a
balanced tree has few different sizes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from satplay.logic.cardinality.totalizer import Window

Lits = NDArray[np.int32]

END = np.iinfo(np.int32).min
"""Closes a clause while its other zeros stand for absent literals."""

# m        number of literals below a node
# a, b     the outputs of the children, one row per node
# i, j     «at least i», «at least j», from 1


def clauses(n: int, window: Window, beyond: int) -> tuple[Lits, Lits]:
    """The clauses over the literals 1 to n, flat, and the outputs of the root; other variables come after n.

    Sums that exceed the outputs of a node by up to ``beyond`` are forbidden, as in ``exactly``; with 0 the
    outputs only count.

    >>> flat, root = clauses(2, Window(4, 2), 0)
    >>> root.tolist(), flat.tolist()
    ([3, 4], [-2, 3, 0, -1, 3, 0, -1, -2, 4, 0, 1, 2, -3, 0, 1, -4, 0, 2, -4, 0])
    """
    tree = _Tree(n)
    outputs = {1: np.arange(1, n + 1, dtype=np.int32)[:, None]}
    low = {1: 1}
    used = n
    flat: list[Lits] = []
    for m in sorted(tree.children):
        low[m] = window.low(m)
        width = window.high(m) - low[m] + 1
        left, right = np.array(tree.children[m], np.intp).T
        count = len(left)
        outputs[m] = np.arange(used + 1, used + 1 + count * width, dtype=np.int32).reshape(count, width)
        used += count * width
        a, b = outputs[m // 2][left], outputs[m - m // 2][right]
        sums = _Sums(low[m // 2], a.shape[1], low[m - m // 2], b.shape[1], low[m], width)
        flat += [
            _rows(a, b, outputs[m], list(sums.up(beyond)), -1),
            _rows(a, b, outputs[m], list(sums.down()), 1),
        ]
    joined = np.concatenate(flat)
    joined = joined[joined != 0]
    joined[joined == END] = 0
    return joined, outputs[n][0]


class _Tree:
    """The splits of n literals into halves: for every size the node numbers of the children."""

    def __init__(self, n: int) -> None:
        self.children: dict[int, list[tuple[int, int]]] = {}
        self._leaves = 0
        self._split(n)

    def _split(self, m: int) -> int:
        if m == 1:
            self._leaves += 1
            return self._leaves - 1
        pair = self._split(m // 2), self._split(m - m // 2)
        nodes = self.children.setdefault(m, [])
        nodes.append(pair)
        return len(nodes) - 1


class _Sums:
    """Columns of the outputs of both children and of the sum that share a clause; -1 if absent."""

    def __init__(self, a_low: int, a_width: int, b_low: int, b_width: int, low: int, width: int) -> None:
        self._a_low, self._a_high = a_low, a_low + a_width - 1
        self._b_low, self._b_high = b_low, b_low + b_width - 1
        self._low, self._high = low, low + width - 1

    def up(self, beyond: int) -> Iterator[tuple[int, int, int]]:
        """The sum is at least i + j."""
        for i in range(self._a_low - 1, self._a_high + 1):
            most = min(self._b_high, self._high + beyond - i)
            for j in range(max(self._b_low - 1, self._low - i), most + 1):
                out = i + j - self._low if i + j <= self._high else -1
                yield (
                    i - self._a_low if i >= self._a_low else -1,
                    j - self._b_low if j >= self._b_low else -1,
                    out,
                )

    def down(self) -> Iterator[tuple[int, int, int]]:
        """With fewer than i and fewer than j the sum is less than i + j - 1."""
        for i in range(self._a_low, self._a_high + 2):
            most = min(self._b_high + 1, self._high + 1 - i)
            for j in range(max(self._b_low, self._low - i), most + 1):
                out = i + j - 1 - self._low if i + j - 1 >= self._low else -1
                yield (
                    i - self._a_low if i <= self._a_high else -1,
                    j - self._b_low if j <= self._b_high else -1,
                    out,
                )


def _rows(a: Lits, b: Lits, out: Lits, places: list[tuple[int, int, int]], sign: int) -> Lits:
    """The clauses of all nodes: ``sign`` times the children's literals, ``-sign`` times the sum's."""
    if not places:
        return np.empty(0, np.int32)
    none = np.zeros((len(out), 1), np.int32)  # the last column, at index -1
    i, j, at = np.array(places, np.intp).T
    parts = [
        np.hstack([sign * a, none])[:, i],
        np.hstack([sign * b, none])[:, j],
        np.hstack([-sign * out, none])[:, at],
    ]
    end = np.full_like(parts[0], END)
    return np.stack([*parts, end], axis=-1).ravel()
