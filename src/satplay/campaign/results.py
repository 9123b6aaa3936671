"""Where the results of a campaign are kept, and read in the order of the jobs."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Protocol

from satplay.campaign.job import FinishedJob


class Results(Protocol):
    """The results of one campaign; the single source of truth about what is finished.

    ``window``  the number of places that may be between the first job without a result and one that starts;
                None if results beyond a gap need no memory
    """

    window: int | None

    def count(self, total: int | None) -> int:
        """The number of results, or of those of the first ``total`` jobs."""

    def finished_among(self, keys: Collection[str]) -> Collection[str]:
        """The keys that have a result."""

    def save(self, results: Sequence[FinishedJob]) -> None:
        """Keep results; one that is there already stays as it is."""

    def from_place(self, place: int) -> Iterator[FinishedJob]:
        """The results from a place on, up to the first gap."""


class ResultsInMemory:
    """Results of a campaign that is not resumed: each is dropped after it was read.

    >>> results = ResultsInMemory()
    >>> results.save([FinishedJob("b", 1, "done", {}), FinishedJob("a", 0, "done", {})])
    >>> [result.key for result in results.from_place(0)]
    ['a', 'b']
    """

    def __init__(self, window: int = 10_000) -> None:
        self.window: int | None = window
        self._waiting: dict[int, FinishedJob] = {}

    def count(self, total: int | None) -> int:
        """None: every job runs once."""
        return 0

    def finished_among(self, keys: Collection[str]) -> Collection[str]:
        """None: every job runs once."""
        return ()

    def save(self, results: Sequence[FinishedJob]) -> None:
        """Keep results until they are read."""
        for result in results:
            self._waiting.setdefault(result.place, result)

    def from_place(self, place: int) -> Iterator[FinishedJob]:
        """Read and drop results."""
        while (result := self._waiting.pop(place, None)) is not None:
            yield result
            place += 1
