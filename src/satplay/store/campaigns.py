"""Campaigns in the store: the results of finished jobs by key, each stored once.

A campaign consists of many independent jobs.  Only finished jobs are stored, in any order and by any number
of processes; they are read in their own order, some at a time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from sqlalchemy import Engine, Row, Select, delete, func, select, tuple_, update
from sqlalchemy.exc import IntegrityError

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.store.digests import digest_of
from satplay.store.retries import retried
from satplay.store.runs import now
from satplay.store.tables import CAMPAIGN_JOBS, CAMPAIGNS
from satplay.store.transactions import CHUNK, chunks, expect_row, insert, transaction

JOB = CAMPAIGN_JOBS.c


@dataclass(frozen=True, slots=True)
class StoredCampaign:
    """One campaign: what it does, such as "generate" and a puzzle, and with which options.

    ``command``     the command of the latest run; empty if it was none
    ``total``       the number of jobs in the latest run, if it is known
    ``version``     of satplay, when it was begun
    ``ended``       None until all its jobs are finished
    ``collection``  the name of the collection that it fills, if it does
    ``delivered``   the number of jobs, from the first on, whose results are in the collection
    """

    id: int
    key: str
    kind: str
    description: Mapping[str, Any]
    command: str
    total: int | None
    version: str
    begun: str
    ended: str | None = None
    collection: str | None = None
    delivered: int = 0


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a finished job.

    ``place``  its position in the campaign
    ``ended``  the time, which is set when the result is stored
    """

    key: str
    place: int
    outcome: str
    values: Mapping[str, Any] = field(default_factory=dict)
    why: str = ""
    seconds: float = 0.0
    ended: str = ""


@retried
def open_campaign(
    store: Engine,
    kind: str,
    description: Mapping[str, Any],
    version: str,
    *,
    collection: str | None = None,
    command: str = "",
    total: int | None = None,
) -> StoredCampaign:
    """The campaign of this kind and description, which is created if needed.

    Processes that open it at the same time get the same one.  An existing campaign keeps its version.  The
    ``collection`` must exist.
    """
    row = {
        "key": digest_of(kind, description),
        "kind": kind,
        "description": dict(description),
        "command": storable(command),
        "total": total,
        "version": version,
        "begun": now(),
        "collection": collection,
        "delivered": 0,
    }
    with transaction(store) as connection:
        latest = {"command": storable(command), "total": total}
        statement = insert(connection, CAMPAIGNS).values(**row)
        connection.execute(statement.on_conflict_do_update(index_elements=["key"], set_=latest))
        found = connection.execute(select(CAMPAIGNS).where(CAMPAIGNS.c.key == row["key"])).one()
        return _campaign(found)


@retried
def find_campaign(store: Engine, kind: str, description: Mapping[str, Any]) -> StoredCampaign | None:
    """The campaign of this kind and description; None if there is none."""
    with transaction(store) as connection:
        query = select(CAMPAIGNS).where(CAMPAIGNS.c.key == digest_of(kind, description))
        row = connection.execute(query).first()
        return None if row is None else _campaign(row)


@retried
def all_campaigns(store: Engine, kind: str | None = None) -> list[StoredCampaign]:
    """All campaigns, or those of one kind, the latest first."""
    query = select(CAMPAIGNS).order_by(CAMPAIGNS.c.id.desc())
    if kind is not None:
        query = query.where(CAMPAIGNS.c.kind == kind)
    with transaction(store) as connection:
        return [_campaign(row) for row in connection.execute(query).all()]


def storable(text: str) -> str:
    """The text without what no database stores: bytes that are not UTF-8, and NUL.

    >>> storable("a name\\udcff\\0")
    'a name\\\\udcff\\\\0'
    """
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\0")


@retried
def store_results(store: Engine, campaign: StoredCampaign, results: Sequence[JobResult]) -> int:
    """Store results in one transaction; returns the number of new ones.

    The first result of a job stays: one that arrives twice is stored once.
    """
    moment = now()
    rows = [
        {
            **{name: getattr(result, name) for name in JobResult.__slots__},
            "campaign": campaign.id,
            "values": dict(result.values),
            "why": storable(result.why),
            "ended": result.ended or moment,
        }
        for result in results
    ]
    new = 0
    try:
        with transaction(store) as connection:
            statement = insert(connection, CAMPAIGN_JOBS).on_conflict_do_nothing()
            for chunk in chunks(sorted(rows, key=lambda row: str(row["key"]))):  # in one order: no deadlock
                counted = {"preserve_rowcount": True}
                new += connection.execute(statement, chunk, execution_options=counted).rowcount
    except IntegrityError:
        found = f"a campaign that was deleted, {campaign.kind!r}"
        raise BadInput("campaign", found=found, expected="one that exists") from None
    return new


@retried
def count_results(
    store: Engine, campaign: StoredCampaign, outcome: str | None = None, before: int | None = None
) -> int:
    """The number of finished jobs: those with one outcome, those before a place."""
    number = select(func.count()).select_from(CAMPAIGN_JOBS).where(JOB.campaign == campaign.id)
    if outcome is not None:
        number = number.where(JOB.outcome == outcome)
    if before is not None:
        number = number.where(JOB.place < before)
    with transaction(store) as connection:
        return connection.execute(number).scalar_one()


def finished_keys(store: Engine, campaign: StoredCampaign, chunk: int = CHUNK) -> Iterator[str]:
    """The keys of all finished jobs, in their order; ``chunk`` of them are in memory at a time."""
    query = select(JOB.key).where(JOB.campaign == campaign.id).order_by(JOB.key).limit(chunk)
    rows = _read(store, query)
    while rows:
        yield from (row.key for row in rows)
        rows = _read(store, query.where(JOB.key > rows[-1].key))


@retried
def finished_among(store: Engine, campaign: StoredCampaign, keys: Iterable[str]) -> set[str]:
    """Those of the keys whose jobs are finished."""
    found: set[str] = set()
    with transaction(store) as connection:
        for chunk in chunks(keys):
            query = select(JOB.key).where((JOB.campaign == campaign.id) & JOB.key.in_(chunk))
            found.update(connection.execute(query).scalars())
    return found


def results_in_order(store: Engine, campaign: StoredCampaign, chunk: int = CHUNK) -> Iterator[JobResult]:
    """All results by place; ``chunk`` of them are in memory at a time.

    Each chunk is read in a transaction of its own, so that a slow reader does not hinder writers.
    """
    columns = [JOB[name] for name in JobResult.__slots__]
    query = select(*columns).where(JOB.campaign == campaign.id).order_by(JOB.place, JOB.key).limit(chunk)
    last: JobResult | None = None
    while True:
        # Places need not be unique: a job that is described in another way has another key.
        after = query if last is None else query.where(tuple_(JOB.place, JOB.key) > (last.place, last.key))
        results = [JobResult(**row) for row in _read_values(store, after)]
        if not results:
            return
        yield from results
        last = results[-1]


def results_from(
    store: Engine, campaign: StoredCampaign, place: int, chunk: int = CHUNK
) -> Iterator[JobResult]:
    """The results from a place on, up to the first gap; ``chunk`` of them are in memory at a time."""
    columns = [JOB[name] for name in JobResult.__slots__]
    while (end := _end_of_row(store, campaign, place, chunk)) > place:
        here = (JOB.campaign == campaign.id) & (JOB.place >= place) & (JOB.place < end)
        for row in _read_values(store, select(*columns).where(here).order_by(JOB.place, JOB.key)):
            if row["place"] == place:  # two keys may have one place
                yield JobResult(**row)
                place += 1


@retried
def _end_of_row(store: Engine, campaign: StoredCampaign, place: int, chunk: int) -> int:
    """The first place from ``place`` on without a result, or one that is ``chunk`` results later."""
    here = (JOB.campaign == campaign.id) & (JOB.place >= place)
    query = select(JOB.place).where(here).order_by(JOB.place).limit(chunk)
    with transaction(store) as connection:
        for found in connection.execute(query).scalars():
            if found > place:
                break
            place = found + 1
    return place


@retried
def set_delivered(store: Engine, campaign: StoredCampaign, begin: int, end: int) -> None:
    """Record that the results of the jobs up to the place ``end`` are in the collection.

    The values of those from ``begin`` on are dropped: they are in the collection.
    """
    this = (CAMPAIGNS.c.id == campaign.id) & (CAMPAIGNS.c.delivered < end)
    stored_twice = (JOB.campaign == campaign.id) & (JOB.place >= begin) & (JOB.place < end)
    with transaction(store) as connection:
        connection.execute(update(CAMPAIGNS).where(this).values(delivered=end))
        connection.execute(update(CAMPAIGN_JOBS).where(stored_twice).values(values={}))


@retried
def end_campaign(store: Engine, campaign: StoredCampaign) -> None:
    """Record that all jobs are finished, the first time only."""
    this = (CAMPAIGNS.c.id == campaign.id) & CAMPAIGNS.c.ended.is_(None)
    with transaction(store) as connection:
        connection.execute(update(CAMPAIGNS).where(this).values(ended=now()))


def forget_campaign(store: Engine, campaign: StoredCampaign) -> bool:
    """Delete a campaign with its results; returns whether it existed."""
    with transaction(store) as connection:
        return bool(connection.execute(delete(CAMPAIGNS).where(CAMPAIGNS.c.id == campaign.id)).rowcount)


@retried
def _read(store: Engine, query: Select[Any]) -> Sequence[Row[Any]]:
    with transaction(store) as connection:
        return connection.execute(query).all()


@retried
def _read_values(store: Engine, query: Select[Any]) -> list[dict[str, Any]]:
    """Rows of finished jobs, by column."""
    with transaction(store) as connection:
        return [expect_row(CAMPAIGN_JOBS, row) for row in connection.execute(query).all()]


def _campaign(row: Row[Any]) -> StoredCampaign:
    return StoredCampaign(**expect_row(CAMPAIGNS, row))
