"""The results of a run of an experiment in the store, as a campaign writes and reads them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from sqlalchemy import Engine

from satplay.campaign.job import DONE, FAILED, OUT_OF_TIME, FinishedJob
from satplay.campaign.job import Job as CampaignJob
from satplay.store import runs
from satplay.store.runs import Job, JobOutcome, StoredRun

OUTCOMES = {
    DONE: JobOutcome.DONE,
    OUT_OF_TIME: JobOutcome.OUT_OF_TIME,
    FAILED: JobOutcome.FAILED,
}


class RunResults:
    """The results of one run; the key of a job is its place in the run.

    The store is read once: while a job measures, this process only waits.
    """

    window: int | None = None

    def __init__(self, store: Engine, run: StoredRun) -> None:
        self._store, self._run = store, run
        self.jobs = runs.jobs_of(store, run)
        self._finished = {str(job.place): _as_finished(job) for job in self.jobs if job.outcome is not None}

    def planned(self) -> list[CampaignJob]:
        """All jobs of the run; those with a result, too."""
        return [CampaignJob(job.place, {"parameters": job.parameters}, str(job.place)) for job in self.jobs]

    def count(self, total: int | None) -> int:
        """The number of results."""
        return len(self._finished)

    def finished_among(self, keys: Collection[str]) -> Collection[str]:
        """The keys that have a result."""
        return self._finished.keys() & set(keys)

    def save(self, results: Sequence[FinishedJob]) -> None:
        """Store results; one that is there already stays as it is."""
        for one in results:
            values = one.values if one.outcome == DONE else {}
            ended = Job(one.place, {}, OUTCOMES[one.outcome], values, one.why, one.seconds)
            runs.finish(self._store, self._run, ended)
            self._finished.setdefault(one.key, one)

    def from_place(self, place: int) -> Iterator[FinishedJob]:
        """The results from a place on, up to the first gap."""
        while (result := self._finished.get(str(place))) is not None:
            yield result
            place += 1


def _as_finished(job: Job) -> FinishedJob:
    assert job.outcome is not None
    return FinishedJob(str(job.place), job.place, job.outcome.value, job.values, job.why, job.seconds)
