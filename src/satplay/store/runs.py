"""Runs of experiments in the store.  The result of a job is written once, in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from enum import Enum
from typing import Any

from sqlalchemy import Engine, Row, func, insert, select, update

from satplay.fast_dataclass import dataclass
from satplay.store.retries import retried
from satplay.store.tables import JOBS, RUNS
from satplay.store.transactions import DamagedValue, expect_row, transaction


class JobOutcome(Enum):
    """How a job ended."""

    DONE = "done"
    OUT_OF_TIME = "out of time"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class StoredRun:
    """One run; ``ended`` is None while jobs are pending."""

    id: int
    experiment: str
    plan: str
    command: str
    version: str
    machine: Mapping[str, Any]
    begun: str
    ended: str | None = None


@dataclass(frozen=True, slots=True)
class Job:
    """One job of a run: its parameters and measured values, or the reason for a failure."""

    place: int
    parameters: Mapping[str, Any]
    outcome: JobOutcome | None = None
    values: Mapping[str, Any] = field(default_factory=dict)
    why: str = ""
    seconds: float = 0.0


def now() -> str:
    """The current time in the format of the store."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def begin(
    store: Engine,
    experiment: str,
    plan: str,
    jobs: Sequence[Mapping[str, Any]],
    *,
    command: str,
    version: str,
    machine: Mapping[str, Any],
) -> StoredRun:
    """Create a run with all its jobs pending."""
    row = {
        "experiment": experiment,
        "plan": plan,
        "command": command,
        "version": version,
        "machine": dict(machine),
        "begun": now(),
    }
    with transaction(store) as connection:
        made = connection.execute(insert(RUNS).values(**row).returning(RUNS)).one()
        number = made.id
        planned = [{"run": number, "place": at, "parameters": dict(job)} for at, job in enumerate(jobs)]
        connection.execute(insert(JOBS), planned)
    return _run(made)


@retried
def find_unfinished(
    store: Engine, experiment: str, plan: str, jobs: Sequence[Mapping[str, Any]], *, version: str
) -> StoredRun | None:
    """The latest unfinished run of the same jobs with the same version of satplay."""
    wanted = (RUNS.c.experiment == experiment) & (RUNS.c.plan == plan) & (RUNS.c.version == version)
    with transaction(store) as connection:
        query = select(RUNS).where(wanted & RUNS.c.ended.is_(None)).order_by(RUNS.c.id.desc())
        for row in connection.execute(query).all():
            planned = select(JOBS.c.parameters).where(JOBS.c.run == row.id).order_by(JOBS.c.place)
            if list(connection.execute(planned).scalars()) == [dict(job) for job in jobs]:
                return _run(row)
    return None


@retried
def finish(store: Engine, run: StoredRun, job: Job) -> bool:
    """Store the result of a job; False, without effect, if it already has one."""
    assert job.outcome is not None
    with transaction(store) as connection:
        # Of two processes that finish the last two jobs, one must see the job of the other.
        connection.execute(select(RUNS.c.id).where(RUNS.c.id == run.id).with_for_update())
        changed = connection.execute(
            update(JOBS)
            .where((JOBS.c.run == run.id) & (JOBS.c.place == job.place) & JOBS.c.outcome.is_(None))
            .values(
                outcome=job.outcome.value,
                values=dict(job.values),
                why=job.why,
                seconds=job.seconds,
                ended=now(),
            )
        )
        open_jobs = select(func.count()).where((JOBS.c.run == run.id) & JOBS.c.outcome.is_(None))
        if connection.execute(open_jobs.select_from(JOBS)).scalar_one() == 0:
            connection.execute(
                update(RUNS).where((RUNS.c.id == run.id) & RUNS.c.ended.is_(None)).values(ended=now())
            )
    return bool(changed.rowcount)


@retried
def jobs_of(store: Engine, run: StoredRun) -> list[Job]:
    """All jobs of a run, in order; pending ones have no outcome."""
    with transaction(store) as connection:
        rows = connection.execute(select(JOBS).where(JOBS.c.run == run.id).order_by(JOBS.c.place)).all()
        return [_job(row) for row in rows]


@retried
def all_runs(store: Engine, experiment: str | None = None) -> list[StoredRun]:
    """All runs, the latest first."""
    query = select(RUNS).order_by(RUNS.c.id.desc())
    if experiment is not None:
        query = query.where(RUNS.c.experiment == experiment)
    with transaction(store) as connection:
        return [_run(row) for row in connection.execute(query).all()]


def _run(row: Row[Any]) -> StoredRun:
    return StoredRun(**expect_row(RUNS, row))


def _job(row: Row[Any]) -> Job:
    expect_row(JOBS, row)
    if row.outcome not in (None, *(outcome.value for outcome in JobOutcome)):
        raise DamagedValue(f"{row.outcome!r} in the column 'outcome' of the table {JOBS.name!r}")
    return Job(
        row.place,
        row.parameters,
        None if row.outcome is None else JobOutcome(row.outcome),
        row.values or {},
        row.why or "",
        row.seconds or 0.0,
    )
