"""How many models a formula has, exactly: by components, and without looking at each model.

The counter is native (``native/counter``); its rule in plain Python is a test oracle
(``tests/reasoning/oracles/counter.py``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from satplay.contracts.engine import UNLIMITED, Limit, Stopped
from satplay.engines.codes import STOPPED, bounds
from satplay.errors import needs_native_core
from satplay.logic.formula import Formula
from satplay.logic.literal import Var
from satplay.solving.projection import check_projection

if TYPE_CHECKING:
    from satplay._native import Counter

Progress: TypeAlias = Callable[[Mapping[str, int | float]], None]
"""Called every now and then with the counters while it works."""

CACHE_MIB = 512


@dataclass(frozen=True, slots=True)
class Count:
    """The answer: ``number`` is exact, or None when a limit stopped the counting.

    ``at_least`` is proved either way; ``stopped`` says why there is no number.

    >>> count(Formula([[1, 2], [-3, 4]])).number
    9
    """

    number: int | None
    at_least: int
    stopped: Stopped | None
    statistics: Mapping[str, int | float] = field(repr=False, compare=False)

    @property
    def exact(self) -> bool:
        """Whether everything was counted."""
        return self.stopped is None


class Counting:
    """One count that can be interrupted from another thread, and goes on when it is run again.

    ``over`` are the variables counted over (their literals will do, too): assignments to these that can be
    completed to a model.  None are all declared variables, whether a clause mentions them or not.
    ``cache_mib`` bounds what is remembered of components; with less of it the count takes longer.

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
        shown = check_projection(over, formula, "count over")
        self._counter = _new_counter(formula, shown, cache_mib << 20)

    def run(self, limit: Limit = UNLIMITED, progress: Progress | None = None) -> Count:
        """Count, or go on where a limit or an interruption stopped the last call; the limits are this call's.

        ``at_least`` never becomes less from call to call, the statistics are those of all calls, and an exact
        answer is given again at once.  Limits on conflicts and propagations, however small, let every call
        get somewhere; time has to suffice for a step, and at the beginning for the simplification.
        """
        counter = self._counter
        pulse = None if progress is None else lambda: progress(counter.statistics())
        packed, doubled, stopped = counter.count(*bounds(limit), pulse)
        at_least = int.from_bytes(packed, "little") << doubled
        why = STOPPED[stopped]
        return Count(at_least if why is None else None, at_least, why, counter.statistics())

    def interrupt(self) -> None:
        """Make a running ``run`` answer soon, with what it has."""
        self._counter.interrupt()


def count(
    formula: Formula,
    over: Sequence[Var] | None = None,
    limit: Limit = UNLIMITED,
    *,
    cache_mib: int = CACHE_MIB,
    progress: Progress | None = None,
) -> Count:
    """How many assignments to the variables ``over`` can be completed to a model of the formula.

    Without ``over`` all variables are meant, and every model counts.

    >>> count(Formula([[1, 2], [2, 3]], var_count=4)).number
    10
    >>> count(Formula([[1, 2], [2, 3]], var_count=4), over=[2]).number
    2
    """
    return Counting(formula, over, cache_mib=cache_mib).run(limit, progress)


def _new_counter(formula: Formula, shown: list[Var] | None, cache_bytes: int) -> Counter:
    with needs_native_core("counting models"):
        from satplay._native import Counter
    return Counter(formula.flat, formula.var_count, shown, cache_bytes)
