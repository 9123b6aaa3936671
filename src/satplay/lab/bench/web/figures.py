"""Figures of many measurements of one kind."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any


def percentile(values: Sequence[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed.

    >>> percentile([3.0, 1.0, 2.0, 4.0], 0.5), percentile([3.0, 1.0], 0.95)
    (2.0, 3.0)
    """
    return sorted(values)[max(0, ceil(share * len(values)) - 1)]


def times_of(seconds: Sequence[float]) -> dict[str, float]:
    """Median, 95 % and longest of some times; the second is ``total``, which later runs are compared with."""
    usual, slow, longest = percentile(seconds, 0.5), percentile(seconds, 0.95), max(seconds)
    return {"total": slow, "p50": usual, "p95": slow, "max": longest}


def done(times: Sequence[dict[str, float]], **found: Any) -> dict[str, Any]:
    """A measurement that has succeeded."""
    return {"status": "done", "times": [*times], **found}
