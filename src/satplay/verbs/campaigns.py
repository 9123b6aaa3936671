"""campaigns: list the campaigns in the store, and delete their results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from satplay.contracts.result_text import brief_repr
from satplay.contracts.texts import pluralize
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.store import campaigns as stored
from satplay.store.campaigns import StoredCampaign
from satplay.store.opening import open_store, open_to_read
from satplay.verbs.keep import moment

DONE = "done"


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign with the number of its finished jobs, and how many of them ended without a result."""

    campaign: StoredCampaign
    finished: int
    failed: int

    def as_json(self) -> dict[str, Any]:
        """The document of ``--json``."""
        one = self.campaign
        return {
            "number": one.id,
            "kind": one.kind,
            "finished": self.finished,
            "failed": self.failed,
            "total": one.total,
            "begun": one.begun,
            "ended": one.ended,
            "version": one.version,
            "collection": None if one.collection is None else f"@{one.collection}",
            "command": one.command or None,
        }

    def cells(self) -> tuple[str, ...]:
        """Number, kind, jobs, time."""
        one = self.campaign
        total = "" if one.total is None else f" of {one.total:,}"
        jobs = f"{self.finished:,}{total} jobs"
        if self.failed:
            jobs += f", {self.failed:,} without a result"
        if one.collection is not None:
            jobs += f", in @{one.collection}"
        time = f"begun {moment(one.begun)}" if self.is_open else f"ended {moment(one.ended or one.begun)}"
        return str(one.id), one.kind, jobs, time

    @property
    def is_open(self) -> bool:
        """Whether jobs are left: the command continues it."""
        total = self.campaign.total
        return self.campaign.ended is None if total is None else self.finished < total


@dataclass(frozen=True, slots=True)
class CampaignList:
    """All campaigns in the store, the latest first."""

    rows: Sequence[CampaignRow]
    exit_status = 0

    def __repr__(self) -> str:
        return brief_repr(self)

    def as_json(self) -> dict[str, Any]:
        """The document of ``--json``."""
        return {"campaigns": [row.as_json() for row in self.rows]}

    def lines(self) -> Iterator[str]:
        """A line for each campaign, and the command that continues it if it has not ended."""
        if not self.rows:
            yield "No campaign is stored: 'satplay generate', 'rate' and 'solve' with --jobs begin one."
        cells = [row.cells() for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        for row, (number, *words) in zip(self.rows, cells, strict=True):
            padded = (word.ljust(width) for word, width in zip(words, widths[1:], strict=True))
            yield f"{number:>{widths[0]}}  {'  '.join(padded)}".rstrip()
            if row.is_open and row.campaign.command:
                yield f"{'':{widths[0]}}  continue: {row.campaign.command}"


def list_campaigns() -> CampaignList:
    """All campaigns, the latest first."""
    store = open_to_read()
    rows = []
    for one in stored.all_campaigns(store):
        finished = stored.count_results(store, one)
        rows.append(CampaignRow(one, finished, finished - stored.count_results(store, one, DONE)))
    return CampaignList(rows)


def forget_campaigns(numbers: Sequence[int]) -> str:
    """Delete campaigns with their results, all that have ended if no number is given; returns a sentence.

    Boards in collections stay.
    """
    rows = {row.campaign.id: row for row in list_campaigns().rows}
    for number in numbers:
        if number not in rows:
            expected = ", ".join(map(str, rows)) or "none: no campaign is stored"
            raise BadInput("campaign", found=f"no number {number}", expected=expected)
    chosen = [rows[number] for number in dict.fromkeys(numbers)]
    if not numbers:
        chosen = [row for row in rows.values() if not row.is_open]
    store = open_store()
    deleted = sum(stored.forget_campaign(store, row.campaign) for row in chosen)
    results = sum(row.finished for row in chosen)
    return f"{pluralize(deleted, 'campaign')} with {pluralize(results, 'result')} deleted."
