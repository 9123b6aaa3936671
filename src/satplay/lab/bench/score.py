"""Scores: medians of samples with their noise, and ratios between them.

The score of a contestant in a row is the median over its instances (formulas, boards) of the median over the
samples.  A sample that did not finish counts twice the limit (PAR2, the score of the SAT competitions).  The
noise of a score is half the distance between the quartiles of its samples, relative to the median.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import exp, log
from statistics import median, quantiles

from satplay.fast_dataclass import dataclass

SMALLEST = 1e-6
"""Seconds; a clock that has not advanced must not make a ratio infinite."""

Samples = Sequence[float | None]
"""CPU seconds of one instance; None for a sample that did not finish."""


@dataclass(frozen=True, slots=True)
class Score:
    """CPU seconds.

    ``least``  the same, but a sample that did not finish counts the limit once: a lower bound
    ``noise``  relative to the score; None with too few samples
    ``late``   whether any sample did not finish
    """

    seconds: float
    least: float
    noise: float | None = None
    late: bool = False

    @property
    def unknown(self) -> bool:
        """Whether the median itself did not finish, so that only ``least`` is known."""
        return self.seconds != self.least


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """Scores by column on the same instances; ``of`` is the fingerprint of these instances."""

    name: str
    title: str
    of: str
    scores: Mapping[str, Score]


@dataclass(frozen=True, slots=True)
class ScoreTable:
    """A run in the form in which a later run is compared with it.

    Contestants with a wrong answer or a failed process have no score here.
    """

    benchmark: str
    limit: float
    rows: tuple[ScoreRow, ...]


def compute_score(instances: Iterable[Samples], limit: float) -> Score:
    """The score of one column in one row, from all samples of each instance.

    >>> compute_score([[1.0, 2.0, 3.0], [5.0, 5.0, 5.0], [None]], 60)
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
    """Half the distance between the quartiles, relative to the median; None with too few samples.

    >>> spread([4.0, 5.0, 8.0]), spread([4.0, 5.0]), spread([4.0, 5.0, 8.0, None])
    (0.2, None, None)
    """
    times = [max(time, SMALLEST) for time in samples if time is not None]
    if len(times) < max(3, len(samples)):
        return None
    low, middle, high = quantiles(times, n=4, method="inclusive")
    return (high - low) / 2 / middle


def part_seconds(times: Mapping[str, float | None], part: str) -> float | None:
    """Seconds of a part, or of a sum of parts; None if one of them was not measured.

    >>> part_seconds({"total": 3.0, "lists": 1.0}, "total-lists")
    2.0
    >>> part_seconds({"total": 3.0}, "total+unique") is None
    True
    """
    found = [(sign, times.get(name)) for sign, name in re.findall(r"([+-]?)(\w+)", part)]
    known = [-time if sign == "-" else time for sign, time in found if time is not None]
    return sum(known) if len(known) == len(found) else None


# -- ratios in one run -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long one score is as another; a lower bound if the first was out of time."""

    number: float
    at_least: bool = False

    def __str__(self) -> str:
        return (">" if self.at_least else "") + ratio(self.number)


def compare(theirs: Score | None, ours: Score | None, limit: float) -> Ratio | None:
    """Their time divided by ours; None if either is missing, or if ours was out of time."""
    if theirs is None or ours is None or ours.seconds > limit:
        return None
    return Ratio(min(theirs.seconds, limit) / ours.seconds, theirs.seconds > limit)


def mean(ratios: Iterable[Ratio | None]) -> Ratio | None:
    """The geometric mean of the known ratios; a lower bound if one of them is."""
    known = [one for one in ratios if one is not None]
    if not known:
        return None
    return Ratio(geometric_mean([one.number for one in known]), any(one.at_least for one in known))


def ratio(number: float) -> str:
    """Two digits after the point, or none for large ratios."""
    return f"{number:.2f}" if number < 9.995 else f"{number:.0f}"


def geometric_mean(ratios: Sequence[float]) -> float:
    """The n-th root of the product.

    >>> round(geometric_mean([1, 4]), 6)
    2.0
    """
    return exp(sum(map(log, ratios)) / len(ratios))


# -- fingerprints ----------------------------------------------------------------------------------


def digest(part: str | bytes) -> bytes:
    """A digest of some content."""
    return sha256(part.encode() if isinstance(part, str) else part).digest()


def combine(digests: Iterable[bytes]) -> str:
    """One short fingerprint of several digests."""
    return sha256(b"".join(digests)).hexdigest()[:16]


def fingerprint(*parts: str | bytes) -> str:
    """A short text that differs if any part differs.

    >>> fingerprint("a", "bc") == fingerprint("ab", "c")
    False
    """
    return combine(map(digest, parts))
