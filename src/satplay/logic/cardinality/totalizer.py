"""The totalizer: a balanced tree whose nodes add unary numbers.

Bailleux and Boufkhad, "Efficient CNF Encoding of Boolean Cardinality Constraints", 2003.  A node over
m literals has outputs that mean «at least j of them are true».  From the children's outputs a and b:

    a[i] and b[j]          imply  out[i + j]            (at least)
    not a[i] and not b[j]  imply  not out[i + j - 1]    (at most)

Only relevant outputs are built.  Sums above k are forbidden directly, so there is no out[k + 1];
and out[j] with j <= k - (n - m) may count as true, since even if all other literals were true the
bound would hold.  So a node over m literals has the outputs max(1, k + 1 - n + m) .. min(m, k), the
root none.  For the false literals and n - k the window is the same: ``exactly`` uses it twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from satplay.fast_dataclass import dataclass
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

# n, k     number of literals, bound
# m        number of literals below a node
# a, b     the outputs of a node's children
# i, j     «at least i», «at least j», from 1


@dataclass(frozen=True, slots=True)
class _Unary:
    """A number in unary: ``lits`` mean «at least j» for j from ``low``; below always true, above never."""

    low: int
    lits: Sequence[Lit]

    @property
    def high(self) -> int:
        return self.low + len(self.lits) - 1

    def at_least(self, j: int) -> tuple[Lit, ...]:
        """«At least j» as part of a clause; empty if it never holds."""
        return (self.lits[j - self.low],) if j <= self.high else ()

    def fewer(self, j: int) -> tuple[Lit, ...]:
        """«Fewer than j» as part of a clause; empty if it never holds."""
        return (-self.lits[j - self.low],) if j >= self.low else ()


@dataclass(frozen=True, slots=True)
class Window:
    """The range of outputs that a node needs for at most, at least or exactly ``k`` of ``n``."""

    n: int
    k: int

    def low(self, m: int) -> int:
        return max(1, self.k + 1 - self.n + m)

    def high(self, m: int) -> int:
        return min(m, self.k)


_Node = tuple[_Unary, _Unary, _Unary]


@unless_plain(plain_at_most)
def at_most(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At most k: each node counts up, and its children together never exceed k.

    >>> list(at_most([1, 2, 3], 1, iter([4]).__next__))
    [(-3, 4), (-2, 4), (-2, -3), (-1, -4)]
    """
    nodes, _ = _tree(lits, Window(len(lits), bound), fresh)
    for a, b, out in nodes:
        yield from _add_up(a, b, out, out.high + 1)


def at_least(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At least k: at most n - k are false."""
    return at_most(negate(lits), len(lits) - bound, fresh)


@unless_plain(plain_exactly)
def exactly(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """Exactly k: each node counts up and down.

    Every output is determined by the literals, so model counts are preserved.
    """
    nodes, _ = _tree(lits, Window(len(lits), bound), fresh)
    for a, b, out in nodes:
        yield from _add_up(a, b, out, out.high + 1)
        yield from _add_down(a, b, out)


def unary(lits: Sequence[Lit], cap: int, fresh: Fresh) -> tuple[list[Lit], list[Clause]]:
    """How many of ``lits`` are true, but never more than ``cap``, as a unary number and its definition.

    Output number j, from 1, is true if and only if at least j literals are.  To add such
    numbers, pass their outputs to another counter.

    >>> unary([1, 2], 2, iter([3, 4]).__next__)
    ([3, 4], [(-2, 3), (-1, 3), (-1, -2, 4), (1, 2, -3), (1, -4), (2, -4)])
    """
    if len(lits) == 0 or cap <= 0:
        return [], []
    # A window for cap additional literals, so that every output up to cap is built.
    nodes, root = _tree(lits, Window(len(lits) + cap, cap), fresh)
    clauses: list[Clause] = []
    for a, b, out in nodes:
        clauses += _add_up(a, b, out, out.high)
        clauses += _add_down(a, b, out)
    return list(root.lits), clauses


def _tree(lits: Sequence[Lit], window: Window, fresh: Fresh) -> tuple[list[_Node], _Unary]:
    """The inner nodes, children first, and the root."""
    nodes: list[_Node] = []

    def total(part: Sequence[Lit]) -> _Unary:
        m = len(part)
        if m == 1:
            return _Unary(1, part)
        a, b = total(part[: m // 2]), total(part[m // 2 :])
        low, high = window.low(m), window.high(m)
        out = _Unary(low, [fresh() for _ in range(low, high + 1)])
        nodes.append((a, b, out))
        return out

    root = total(lits)
    return nodes, root


def _add_up(a: _Unary, b: _Unary, out: _Unary, most: int) -> Iterator[Clause]:
    """The sum is at least i + j, for sums up to ``most``."""
    for i in range(a.low - 1, a.high + 1):
        for j in range(max(b.low - 1, out.low - i), min(b.high, most - i) + 1):
            yield (*a.fewer(i), *b.fewer(j), *out.at_least(i + j))


def _add_down(a: _Unary, b: _Unary, out: _Unary) -> Iterator[Clause]:
    """With fewer than i and fewer than j the sum is less than i + j - 1."""
    for i in range(a.low, a.high + 2):
        for j in range(max(b.low, out.low - i), min(b.high + 1, out.high + 1 - i) + 1):
            yield (*a.at_least(i), *b.at_least(j), *out.fewer(i + j - 1))


def size(n: int, k: int) -> EncodingSize:
    """The sum over all inner nodes: a clause for each pair of children's outputs whose sum matters."""
    return plain_size(n, k) or _sizes(n, k)[0]


def size_exactly(n: int, k: int) -> EncodingSize:
    """Like ``size``, including the clauses that count down."""
    return plain_size_exactly(n, k) or _sizes(n, k)[1]


@lru_cache(maxsize=4096)
def _sizes(n: int, k: int) -> tuple[EncodingSize, EncodingSize]:
    window = Window(n, k)

    @cache
    def below(m: int) -> tuple[int, int, int]:
        """Clauses that count up, clauses that count down, variables: of a subtree over m literals."""
        if m == 1:
            return 0, 0, 0
        x, y = m // 2, m - m // 2
        low, high = window.low(m), window.high(m)
        left, right = (window.low(x), window.high(x)), (window.low(y), window.high(y))
        up = _pairs((left[0] - 1, left[1]), (right[0] - 1, right[1]), (low, high + 1))
        down = _pairs((left[0], left[1] + 1), (right[0], right[1] + 1), (low, high + 1))
        a, b = below(x), below(y)
        return up + a[0] + b[0], down + a[1] + b[1], high - low + 1 + a[2] + b[2]

    up, down, variables = below(n)
    return EncodingSize(up, variables), EncodingSize(up + down, variables)


def _pairs(left: tuple[int, int], right: tuple[int, int], total: tuple[int, int]) -> int:
    """The number of pairs i, j in the given ranges whose sum is in the given range."""
    return sum(
        max(0, min(right[1], total[1] - i) - max(right[0], total[0] - i) + 1)
        for i in range(left[0], left[1] + 1)
    )
