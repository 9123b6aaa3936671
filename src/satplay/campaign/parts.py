"""Parts of a proof: files in a folder, while the results without them are where results are kept.

A part may have many megabytes.  It is taken out of a result as soon as the result arrives, so that the memory
of this process does not depend on the number of parts, and the store does not grow with proofs.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from satplay.campaign.job import DONE, FinishedJob, Job
from satplay.campaign.results import Results

PART = "part"


class PartFolder:
    """A folder of parts; ``prefix`` separates those of different formulas."""

    def __init__(self, folder: Path, prefix: str) -> None:
        self._folder, self._prefix = folder, prefix

    def _path(self, key: str) -> Path:
        return self._folder / f"{self._prefix}-{key}"

    def save(self, key: str, part: str) -> None:
        """Write a part; the file gets its name when it is complete."""
        self._folder.mkdir(exist_ok=True)
        hidden = self._folder / f".{key}-{os.getpid()}"
        try:
            hidden.write_text(part, encoding="ascii")
            hidden.replace(self._path(key))
        finally:
            with suppress(FileNotFoundError):
                hidden.unlink()

    def load(self, key: str) -> str:
        """Read a part."""
        return self._path(key).read_text(encoding="ascii")

    def has(self, key: str) -> bool:
        """Whether a part is there."""
        return self._path(key).exists()

    def remove(self) -> None:
        """Delete the parts of this formula, and the folder if nothing else is in it."""
        for path in self._folder.glob(f"{self._prefix}-*"):
            path.unlink()
        with suppress(OSError):
            self._folder.rmdir()


class ResultsWithParts:
    """Results whose parts are in a folder; one without its part does not count, and its job runs again."""

    def __init__(self, results: Results, parts: PartFolder, jobs: Sequence[Job]) -> None:
        self._results, self._parts = results, parts
        self._places: Mapping[str, int] = {job.key: job.place for job in jobs}
        self.window = results.window

    def count(self, total: int | None) -> int:
        """The number of complete results, or of those of the first ``total`` jobs."""
        keys = [key for key, place in self._places.items() if total is None or place < total]
        return len(self.finished_among(keys))

    def finished_among(self, keys: Collection[str]) -> Collection[str]:
        """The keys that have a complete result."""
        return [
            key for key in self._results.finished_among(keys) if self._parts.has(key) or self._is_whole(key)
        ]

    def _is_whole(self, key: str) -> bool:
        """Whether a stored result needs no part."""
        first = next(self._results.from_place(self._places[key]), None)
        return first is not None and not needs_part(first)

    def save(self, results: Sequence[FinishedJob]) -> None:
        """Keep the parts, then the results without them."""
        for result in results:
            if PART in result.values:
                self._parts.save(result.key, result.values[PART])
        self._results.save([without_part(result) for result in results])

    def from_place(self, place: int) -> Iterator[FinishedJob]:
        """The results from a place on, up to the first gap or the first missing part."""
        for result in self._results.from_place(place):
            if needs_part(result) and not self._parts.has(result.key):
                return
            yield result


def needs_part(result: FinishedJob) -> bool:
    """Whether a part belongs to a result."""
    return result.outcome == DONE and result.values["status"] == "unsat"


def without_part(result: FinishedJob) -> FinishedJob:
    """The result without its part."""
    return result._replace(values={name: value for name, value in result.values.items() if name != PART})
