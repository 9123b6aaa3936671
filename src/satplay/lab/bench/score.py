"""What a run has measured: a table of scores, with their noise.

The score of a column (an engine, a way) in a row is the median over its instances (formulas, boards) of the
median over the samples.  A sample that did not finish counts twice the limit (PAR2, the score of the SAT
competitions).  The noise of a score is half the distance between the quartiles of its samples.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from math import exp, log
from statistics import median, quantiles

SMALLEST = 1e-6
"""Seconds; a clock that has not moved yet must not make a ratio infinite."""

Samples = Sequence[float | None]
"""CPU seconds of one instance; None for what did not finish."""


@dataclass(frozen=True, slots=True)
class Score:
    """CPU seconds.

    ``least``  the same, but what did not finish counts the limit once: it is known to take as long, no more
    ``noise``  to the score; None with too few samples to tell
    ``late``   whether anything did not finish
    """

    seconds: float
    least: float
    noise: float | None = None
    late: bool = False

    @property
    def unknown(self) -> bool:
        """Whether the median itself did not finish, so that ``least`` is all that is known."""
        return self.seconds != self.least


@dataclass(frozen=True, slots=True)
class Row:
    """How everybody did on the same instances, by column; ``of`` is the :func:`fingerprint` of these."""

    name: str
    title: str
    of: str
    scores: Mapping[str, Score]

    def to(self, yardstick: str, column: str) -> float:
        """How many times as long as the yardstick."""
        return self.scores[column].seconds / self.scores[yardstick].seconds

    def to_best(self, column: str) -> float:
        """How many times as long as the best of the row."""
        return self.to(min(self.scores, key=lambda name: self.scores[name].seconds), column)

    def without(self, columns: Iterable[str]) -> Row:
        """Nothing of these columns."""
        gone = set(columns)
        return replace(self, scores={name: one for name, one in self.scores.items() if name not in gone})


@dataclass(frozen=True, slots=True)
class Table:
    """A run as a later one is compared with it: what it was of, its limit, and all that was measured.

    Answers that are wrong and runs that broke down have no score here.
    """

    benchmark: str
    limit: float
    rows: tuple[Row, ...]


def scored(instances: Iterable[Samples], limit: float) -> Score:
    """The score of one column in one row, from all samples of each instance.

    >>> scored([[1.0, 2.0, 3.0], [5.0, 5.0, 5.0], [None]], 60)
    Score(seconds=5.0, least=5.0, noise=0.125, late=True)
    """
    every = [[None if time is None else max(time, SMALLEST) for time in samples] for samples in instances]
    spreads = [spread(samples) for samples in every]
    return Score(
        median(median(2 * limit if time is None else time for time in samples) for samples in every),
        median(median(limit if time is None else time for time in samples) for samples in every),
        median(known) if (known := [one for one in spreads if one is not None]) else None,
        any(time is None for samples in every for time in samples),
    )


def spread(samples: Samples) -> float | None:
    """Half the distance between the quartiles to the median; None with too few samples to tell.

    >>> spread([4.0, 5.0, 8.0]), spread([4.0, 5.0]), spread([4.0, 5.0, 8.0, None])
    (0.2, None, None)
    """
    times = [max(time, SMALLEST) for time in samples if time is not None]
    if len(times) < max(3, len(samples)):
        return None
    low, middle, high = quantiles(times, n=4, method="inclusive")
    return (high - low) / 2 / middle


def geometric_mean(ratios: Sequence[float]) -> float:
    """The n-th root of the product.

    >>> round(geometric_mean([1, 4]), 6)
    2.0
    """
    return exp(sum(map(log, ratios)) / len(ratios))


def fingerprint(*parts: str | bytes) -> str:
    """Short, and another one where any part is another.

    >>> fingerprint("a", "bc") == fingerprint("ab", "c")
    False
    """
    whole = sha256()
    for part in parts:
        content = part.encode() if isinstance(part, str) else part
        whole.update(sha256(content).digest())
    return whole.hexdigest()[:16]
