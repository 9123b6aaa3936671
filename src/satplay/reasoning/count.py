"""The exact number of models of a formula, by component decomposition instead of enumeration.

The counter is native (``native/counter``); the same algorithm in plain Python is a test oracle
(``tests/reasoning/oracles/counter.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, NoReturn, TypeAlias

from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.contracts.pickling import refuse_pickling
from satplay.engines.native_codes import STOPPED, bounds
from satplay.errors import needs_native_core
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Var
from satplay.solving.projection import check_projection

if TYPE_CHECKING:
    from satplay._native import Counter

Progress: TypeAlias = Callable[[Mapping[str, int | float]], None]
"""Called from time to time with the counter's statistics."""

CACHE_MIB = 512


@dataclass(frozen=True, slots=True)
class Count:
    """The answer: ``number`` is exact, or None if a limit was reached.

    ``at_least`` is a proved lower bound in both cases; ``stopped`` is the limit that was reached.

    >>> count(Formula([[1, 2], [-3, 4]])).number
    9
    """

    number: int | None
    at_least: int
    stopped: Stopped | None
    statistics: Mapping[str, int | float] = field(repr=False, compare=False)

    @property
    def exact(self) -> bool:
        """Whether all models were counted."""
        return self.stopped is None


class Counting:
    """One count that another thread can interrupt; ``run`` resumes it.

    ``over`` are the projection variables (literals are accepted, too): assignments to them that can be
    extended to a model are counted.  None stands for all declared variables, also if no clause mentions them.
    ``cache_mib`` is the size of the component cache; with a smaller cache the count takes longer.

    >>> counting = Counting(Formula([[1, 2, 3], [-1, -2, 4], [-3, -4, 1], [2, 3, -4]]))
    >>> answer = counting.run(Limit(propagations=0))
    >>> while not answer.exact:
    ...     answer = counting.run(Limit(propagations=0))
    >>> answer.number
    9
    """

    def __init__(
        self, formula: Formula, over: Sequence[Var] | None = None, *, cache_mib: int = CACHE_MIB
    ) -> None:
        projection = check_projection(over, formula, "count over")
        self._counter = _new_counter(formula, projection, cache_mib << 20)

    def __reduce__(self) -> NoReturn:
        raise refuse_pickling("a count that can be resumed", "pickle the result of run()")

    def run(self, limit: Limit = UNLIMITED, progress: Progress | None = None) -> Count:
        """Count, or resume after a limit or an interruption; the limit applies to this call only.

        ``at_least`` never decreases from call to call, and the statistics add up over all calls.  Once the
        answer is exact, later calls return it immediately.  Every call makes progress under a limit on
        conflicts or propagations, however small; a time limit must allow one step, and in the first call the
        simplification.  A call from ``progress`` raises ``EngineError``.
        """
        counter = self._counter
        pulse = None if progress is None else lambda: progress(counter.statistics())
        packed, doubled, stopped = counter.count(*bounds(limit), pulse)
        at_least = int.from_bytes(packed, "little") << doubled
        why = STOPPED[stopped]
        return Count(at_least if why is None else None, at_least, why, counter.statistics())

    def interrupt(self) -> None:
        """Make a running ``run`` return soon, with the lower bound reached."""
        self._counter.interrupt()


def count(
    formula: Formula,
    over: Sequence[Var] | None = None,
    limit: Limit = UNLIMITED,
    *,
    cache_mib: int = CACHE_MIB,
    progress: Progress | None = None,
) -> Count:
    """The number of assignments to the variables ``over`` that can be extended to a model of the formula.

    Without ``over`` all models are counted.

    >>> count(Formula([[1, 2], [2, 3]], var_count=4)).number
    10
    >>> count(Formula([[1, 2], [2, 3]], var_count=4), over=[2]).number
    2
    """
    return Counting(formula, over, cache_mib=cache_mib).run(limit, progress)


def _new_counter(formula: Formula, projection: list[Var] | None, cache_bytes: int) -> Counter:
    with needs_native_core("counting models"):
        from satplay._native import Counter
    return Counter(formula.flat, formula.var_count, projection, cache_bytes)
