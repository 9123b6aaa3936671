"""Campaigns whose results are in the store: they continue where an earlier run of the same command ended."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from satplay.campaign.executors import ChunkExecutor
from satplay.campaign.job import DONE, FinishedJob, Job, Task, digest
from satplay.campaign.run import CampaignRun, OnProgress
from satplay.store import campaigns, collections
from satplay.store.campaigns import JobResult, StoredCampaign
from satplay.store.collections import Added, NewBoard
from satplay.store.retries import retried
from satplay.store.transactions import many_transactions
from satplay.version import __version__

if TYPE_CHECKING:
    from sqlalchemy import Engine


MOST_RECENT = 5000
"""Results that are kept in memory until they are read: reading them from the store takes longer."""


class StoredResults:
    """The results of one campaign in the store."""

    window: int | None = None

    def __init__(self, store: Engine, campaign: StoredCampaign) -> None:
        self._store, self._campaign = store, campaign
        self._recent: dict[int, FinishedJob] = {}

    def count(self, total: int | None) -> int:
        """The number of results, or of those of the first ``total`` jobs."""
        return campaigns.count_results(self._store, self._campaign, before=total)

    def finished_among(self, keys: Collection[str]) -> Collection[str]:
        """The keys that have a result."""
        return campaigns.finished_among(self._store, self._campaign, keys)

    def save(self, results: Sequence[FinishedJob]) -> None:
        """Store results in one transaction."""
        campaigns.store_results(self._store, self._campaign, [JobResult(*one) for one in results])
        room = MOST_RECENT - len(self._recent)
        self._recent.update((one.place, one) for one in results[:room])

    def from_place(self, place: int) -> Iterator[FinishedJob]:
        """The results from a place on, up to the first gap."""
        begin = None
        while begin != place:
            begin = place
            while (recent := self._recent.pop(place, None)) is not None:
                yield recent
                place += 1
            for one in campaigns.results_from(self._store, self._campaign, place):
                if one.place in self._recent:
                    break
                yield FinishedJob(one.key, one.place, one.outcome, one.values, one.why, one.seconds)
                place += 1


def open_campaign(
    store: Engine, task: Task, collection: str | None = None, *, command: str = "", total: int | None = None
) -> StoredCampaign:
    """The campaign of a task: another version of satplay, or another collection, is another campaign."""
    description = {**task.description(), "version": __version__, "collection": collection}
    return campaigns.open_campaign(
        store, task.kind, description, __version__, collection=collection, command=command, total=total
    )


def stored_results(
    store: Engine,
    task: Task,
    jobs: Iterable[Job],
    executor: ChunkExecutor,
    *,
    total: int | None = None,
    command: str = "",
    on_progress: OnProgress | None = None,
    deadline: float | None = None,
    strict: bool = False,
) -> Generator[list[FinishedJob]]:
    """Run a campaign, or continue it; yields the results in the order of the jobs, from the first on.

    At the ``deadline``, a time of ``time.monotonic``, it ends with the results that there are.
    """
    with many_transactions(store) as kept:
        campaign = open_campaign(kept, task, command=command, total=total)
        run = CampaignRun(
            task,
            jobs,
            executor,
            StoredResults(kept, campaign),
            total=total,
            on_progress=on_progress,
            deadline=deadline,
            strict=strict,
        )
        with closing(run.results()) as all_results:
            yield from all_results
        if not run.has_ended_early:
            campaigns.end_campaign(kept, campaign)


def fill_collection(
    store: Engine,
    name: str,
    subject: str,
    task: Task,
    jobs: Iterable[Job],
    executor: ChunkExecutor,
    board_of: Callable[[FinishedJob], NewBoard],
    *,
    total: int | None = None,
    command: str = "",
    on_progress: OnProgress | None = None,
    on_failure: Callable[[FinishedJob], None] | None = None,
) -> Added:
    """Run a campaign whose results are boards of a collection; returns how many of them this run added.

    Boards are added in the order of the jobs: the collection does not depend on the workers, or on how often
    the campaign was interrupted.  A board that the collection has already, also as a
    rotated, reflected or renamed one, is not added.
    """
    with many_transactions(store) as kept:
        added = retried(collections.add_all)(kept, name, subject, [])  # creates it
        campaign = open_campaign(kept, task, name, command=command, total=total)
        delivered = campaign.delivered
        run = CampaignRun(
            task,
            jobs,
            executor,
            StoredResults(kept, campaign),
            first=delivered,
            total=total,
            on_progress=on_progress,
            strict=True,
        )
        # An error of the store closes the results here, and not later.
        with closing(run.results()) as all_results:
            for results in all_results:
                # No values: another process that runs the same campaign has added the board meanwhile.
                new = [one for one in results if one.outcome == DONE and one.values]
                boards = [_with_key(board_of(one), campaign, one) for one in new]
                added = added.and_also(retried(collections.add_all)(kept, name, subject, boards))
                end = results[-1].place + 1
                campaigns.set_delivered(kept, campaign, delivered, end)
                delivered = end
                for result in results if on_failure is not None else ():
                    if result.outcome != DONE and on_failure is not None:
                        on_failure(result)
        campaigns.end_campaign(kept, campaign)
    return added


def _with_key(board: NewBoard, campaign: StoredCampaign, result: FinishedJob) -> NewBoard:
    """The board with the key of its job: adding it again has no effect."""
    from dataclasses import replace

    return replace(board, key=digest([campaign.key, result.key]))
