"""The cardinality network: sort the literals, true ones first, and constrain one output.

Asín, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, "Cardinality Networks: a theoretical and
empirical study", 2011.  Two sorted sequences are merged by Batcher's odd-even merge ("Sorting networks
and their applications", 1968): the odd positions are merged to v, the even positions to w, and then

    out[1] = v[1],   out[2i] = w[i] or v[i + 1],   out[2i + 1] = w[i] and v[i + 1].

To compare with k only the first k + 1 positions of each part are sorted (simplified merges), and the
last merge builds only the outputs that are used.  "At most" needs only clauses from inputs to outputs,
"at least" only clauses from outputs to inputs (half networks); "exactly" needs both.  A bound above
n / 2 counts the negations instead.  Lengths need not be powers of two: Batcher's merge does not require it
(Abío, Nieuwenhuis, Oliveras and Rodríguez-Carbonell, "A Parametric Approach for Smaller and Better
Encodings of Cardinality Constraints", 2013).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

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

# n, k         number of literals, bound
# a, b         two sorted sequences, or two literals to compare
# first, last  the range of outputs of a merge that are built, from 1

Gate: TypeAlias = Callable[[Lit, Lit, Lit], list[Clause]]


@dataclass(frozen=True, slots=True)
class _Comparator:
    """The clauses for out = a or b, and for out = a and b."""

    either: Gate
    both: Gate


_UP = _Comparator(
    either=lambda a, b, out: [(-a, out), (-b, out)],
    both=lambda a, b, out: [(-a, -b, out)],
)
_DOWN = _Comparator(
    either=lambda a, b, out: [(a, b, -out)],
    both=lambda a, b, out: [(a, -out), (b, -out)],
)
_FULL = _Comparator(
    either=lambda a, b, out: _UP.either(a, b, out) + _DOWN.either(a, b, out),
    both=lambda a, b, out: _UP.both(a, b, out) + _DOWN.both(a, b, out),
)


@dataclass(frozen=True, slots=True)
class _Network:
    """Writes its comparators into ``clauses``; sorted sequences are numbered from 1, true ones first."""

    comparator: _Comparator
    fresh: Fresh
    clauses: list[Clause]

    def sort(self, lits: Sequence[Lit], first: int, last: int) -> list[Lit]:
        """Outputs ``first`` .. ``last``: number j is true if at least j of ``lits`` are."""
        if len(lits) <= 1:
            return list(lits[first - 1 : last])
        half = len(lits) // 2
        a, b = self.sort(lits[:half], 1, last), self.sort(lits[half:], 1, last)
        return list(self.merge(a, b, first, last).values())

    def merge(self, a: Sequence[Lit], b: Sequence[Lit], first: int, last: int) -> dict[int, Lit]:
        """The existing ones of outputs ``first`` .. ``last`` of the merge of two sorted sequences."""
        wanted = range(first, min(last, len(a) + len(b)) + 1)
        if len(a) == 0 or len(b) == 0:
            return {place: (a or b)[place - 1] for place in wanted}
        if len(a) == len(b) == 1:
            gates = {1: self.comparator.either, 2: self.comparator.both}
            return {place: self._output(gates[place], a[0], b[0]) for place in wanted}
        v = self.merge(a[::2], b[::2], first // 2 + 1, last // 2 + 1)
        w = self.merge(a[1::2], b[1::2], max(first // 2, 1), last // 2)
        merged: dict[int, Lit] = {}
        for place in wanted:
            one, other = w.get(place // 2), v.get(place // 2 + 1)
            if one is not None and other is not None:
                gate = self.comparator.both if place % 2 else self.comparator.either
                merged[place] = self._output(gate, one, other)
            else:  # the first or the last position: no partner to compare with
                merged[place] = w[place // 2] if other is None else other
        return merged

    def _output(self, gate: Gate, a: Lit, b: Lit) -> Lit:
        out = self.fresh()
        self.clauses.extend(gate(a, b, out))
        return out


@unless_plain(plain_at_most)
def at_most(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At most k: output k + 1 is false; or, if k >= n - k, at least n - k are false.

    >>> list(at_most([1, 2, 3], 1, iter([4, 5, 6, 7, 8]).__next__))
    [(-2, 4), (-3, 4), (-2, -3, 5), (-1, -4, 6), (-5, 7), (-6, 7), (-7,)]
    """
    rest = len(lits) - bound
    if bound < rest:
        network = _Network(_UP, fresh, [])
        (out,) = network.sort(lits, bound + 1, bound + 1)
        yield from (*network.clauses, (-out,))
    else:
        network = _Network(_DOWN, fresh, [])
        (out,) = network.sort(negate(lits), rest, rest)
        yield from (*network.clauses, (out,))


def at_least(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At least k: at most n - k are false."""
    return at_most(negate(lits), len(lits) - bound, fresh)


@unless_plain(plain_exactly)
def exactly(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """Exactly k: output k is true, output k + 1 is false.

    Every output is determined by the literals, so model counts are preserved.
    """
    rest = len(lits) - bound
    few, counted = (bound, lits) if bound <= rest else (rest, negate(lits))
    network = _Network(_FULL, fresh, [])
    enough, too_many = network.sort(counted, few, few + 1)
    yield from (*network.clauses, (enough,), (-too_many,))


# -- sizes ----------------------------------------------------------------------------------------
# The recursion of the network over lengths alone: the numbers of «or» and of «and» halves.


def size(n: int, k: int) -> EncodingSize:
    """Half a comparator takes one variable and, going up, 2 clauses for «or» and 1 for «and»."""
    plain = plain_size(n, k)
    if plain is not None:
        return plain
    if k < n - k:
        ors, ands = _sorting(n, k + 1, k + 1)
        return EncodingSize(2 * ors + ands + 1, ors + ands)
    ors, ands = _sorting(n, n - k, n - k)
    return EncodingSize(ors + 2 * ands + 1, ors + ands)


def size_exactly(n: int, k: int) -> EncodingSize:
    """3 clauses for each «or» and each «and»."""
    plain = plain_size_exactly(n, k)
    if plain is not None:
        return plain
    few = min(k, n - k)
    ors, ands = _sorting(n, few, few + 1)
    return EncodingSize(3 * (ors + ands) + 2, ors + ands)


@lru_cache(maxsize=1 << 14)
def _sorting(n: int, first: int, last: int) -> tuple[int, int]:
    if n <= 1:
        return 0, 0
    x, y = n // 2, n - n // 2
    a, b = _sorting(x, 1, last), _sorting(y, 1, last)
    merge = _merging(min(x, last), min(y, last), first, last)
    return a[0] + b[0] + merge[0], a[1] + b[1] + merge[1]


@lru_cache(maxsize=1 << 14)
def _merging(x: int, y: int, first: int, last: int) -> tuple[int, int]:
    last = min(last, x + y)
    if last < first or x == 0 or y == 0:
        return 0, 0
    if x == y == 1:
        return int(first == 1), int(last == 2)
    odd_x, odd_y, even_x, even_y = x - x // 2, y - y // 2, x // 2, y // 2
    # Positions 2i and 2i + 1 compare w[i] with v[i + 1], if both exist.
    top = min(even_x + even_y, odd_x + odd_y - 1)
    ors = max(0, min(last // 2, top) - max((first + 1) // 2, 1) + 1)
    ands = max(0, min((last - 1) // 2, top) - max(first // 2, 1) + 1)
    v = _merging(odd_x, odd_y, first // 2 + 1, last // 2 + 1)
    w = _merging(even_x, even_y, max(first // 2, 1), last // 2)
    return ors + v[0] + w[0], ands + v[1] + w[1]
