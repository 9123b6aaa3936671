"""The smallest encoding for the given number of literals and bound."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain

from satplay.logic.cardinality import network, pairwise, product, sequential, totalizer
from satplay.logic.cardinality.counter import CardinalityModule, Counter, EncodingSize, Fresh, negate
from satplay.logic.literal import Clause, Lit

# n, k  number of literals, bound

ENCODINGS: Mapping[str, CardinalityModule] = {
    "pairwise": pairwise,
    "sequential": sequential,
    "totalizer": totalizer,
    "network": network,
}
"""Encodings for any bound, by name; ties go to the first."""


def at_most(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At most ``bound`` of ``lits`` are true, in the smallest encoding."""
    return _at_most(len(lits), bound)[1](lits, bound, fresh)


def at_least(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """At least ``bound`` of ``lits`` are true: at most the remaining number are false."""
    return at_most(negate(lits), len(lits) - bound, fresh)


def exactly(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """Exactly ``bound`` of ``lits`` are true, in the smallest encoding: a joint one or one per direction.

    With separate encodings the literals may not determine the auxiliary variables: count models
    projected onto the literals, or use ``exactly`` of a module that determines them.
    """
    return _exactly(len(lits), bound)[1](lits, bound, fresh)


def exactly_one(lits: Sequence[Lit], fresh: Fresh) -> Iterator[Clause]:
    """Exactly one of ``lits`` is true, in the smallest encoding.

    >>> list(exactly_one([1, 2, 3], iter(()).__next__))
    [(1, 2, 3), (-1, -2), (-1, -3), (-2, -3)]
    """
    return exactly(lits, 1, fresh)


def size(n: int, k: int) -> EncodingSize:
    """The size of :func:`at_most`; that of :func:`at_least` is ``size(n, n - k)``."""
    return _at_most(n, k)[0]


def size_exactly(n: int, k: int) -> EncodingSize:
    """The size of :func:`exactly`."""
    return _exactly(n, k)[0]


def _apart(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    return chain(at_least(lits, bound, fresh), at_most(lits, bound, fresh))


def _product(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
    return product.at_most_one(lits, fresh)


@lru_cache(maxsize=4096)
def _at_most(n: int, k: int) -> tuple[EncodingSize, Counter]:
    choices: list[tuple[EncodingSize, Counter]] = [
        (way.size(n, k), way.at_most) for way in ENCODINGS.values()
    ]
    if k == 1:
        choices.append((product.size(n), _product))
    return min(choices, key=lambda choice: choice[0].total)


@lru_cache(maxsize=4096)
def _exactly(n: int, k: int) -> tuple[EncodingSize, Counter]:
    choices: list[tuple[EncodingSize, Counter]] = [
        (way.size_exactly(n, k), way.exactly) for way in ENCODINGS.values()
    ]
    choices.append((size(n, k) + size(n, n - k), _apart))
    return min(choices, key=lambda choice: choice[0].total)
