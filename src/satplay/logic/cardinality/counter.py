"""The common interface of all encodings of cardinality constraints, and their sizes.

``lits`` may repeat: every occurrence of a literal counts, and a literal together with its negation
always counts one.  Auxiliary variables come from ``fresh`` (``formula.fresh``, for example),
which must not return a variable that ``lits`` already uses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import wraps
from typing import Protocol, TypeAlias

from satplay.fast_dataclass import dataclass
from satplay.logic.literal import Clause, Lit

# n  number of literals
# k  the bound

Fresh: TypeAlias = Callable[[], Lit]
Counter: TypeAlias = Callable[[Sequence[Lit], int, Fresh], Iterator[Clause]]


@dataclass(frozen=True, slots=True)
class EncodingSize:
    """The numbers of clauses and of auxiliary variables; a smaller ``total`` is better."""

    clauses: int
    variables: int = 0

    @property
    def total(self) -> int:
        return self.clauses + self.variables

    def __add__(self, other: EncodingSize) -> EncodingSize:
        return EncodingSize(self.clauses + other.clauses, self.variables + other.variables)


class CardinalityModule(Protocol):
    """The interface of a module of this package.  At least k of n is at most n - k of the negations.

    ``size(n, k)`` is the size of ``at_most``; that of ``at_least`` is ``size(n, n - k)``.
    """

    def at_most(self, lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]: ...

    def at_least(self, lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]: ...

    def exactly(self, lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]: ...

    def size(self, n: int, k: int) -> EncodingSize: ...

    def size_exactly(self, n: int, k: int) -> EncodingSize: ...


def negate(lits: Sequence[Lit]) -> list[Lit]:
    """The negations, in the same order."""
    return [-lit for lit in lits]


# -- bounds that need no counting -----------------------------------------------------------------


def plain_at_most(lits: Sequence[Lit], bound: int) -> list[Clause] | None:
    """The clauses of an ``at_most`` that needs no counting; None if it does, for 0 < k < n.

    >>> [plain_at_most([1, 2], bound) for bound in (-1, 0, 1, 2)]
    [[()], [(-1,), (-2,)], None, []]
    """
    if bound < 0:
        return [()]
    if bound >= len(lits):
        return []
    return [(-lit,) for lit in lits] if bound == 0 else None


def plain_exactly(lits: Sequence[Lit], bound: int) -> list[Clause] | None:
    """The clauses of an ``exactly`` that needs no counting; None if it does, for 0 < k < n."""
    if not 0 <= bound <= len(lits):
        return [()]
    if bound == 0:
        return [(-lit,) for lit in lits]
    return [(lit,) for lit in lits] if bound == len(lits) else None


def unless_plain(plain: Callable[[Sequence[Lit], int], list[Clause] | None]) -> Callable[[Counter], Counter]:
    """A decorator: the decorated encoding is used only for bounds that need counting."""

    def decorate(encode: Counter) -> Counter:
        @wraps(encode)
        def counter(lits: Sequence[Lit], bound: int, fresh: Fresh) -> Iterator[Clause]:
            clauses = plain(lits, bound)
            return encode(lits, bound, fresh) if clauses is None else iter(clauses)

        return counter

    return decorate


def plain_size(n: int, k: int) -> EncodingSize | None:
    """The size of :func:`plain_at_most`."""
    if 0 < k < n:
        return None
    return EncodingSize(1) if k < 0 else EncodingSize(n if k == 0 < n else 0)


def plain_size_exactly(n: int, k: int) -> EncodingSize | None:
    """The size of :func:`plain_exactly`."""
    if 0 < k < n:
        return None
    return EncodingSize(n if 0 <= k <= n else 1)
