"""``--jobs`` and ``--cluster``: commands that run their work as a campaign, whose results are stored."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import wraps
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.campaign.executors import ChunkExecutor
    from satplay.campaign.job import FinishedJob, Job, Task
    from satplay.campaign.run import Progress
    from satplay.cli.progress import StatusLine

Decorated = TypeVar("Decorated", bound=Callable[..., Any])

LOCAL = "local"
STORE = "--store"

WORDS = "satplay.words"
"""The key of the words of the command line in the ``meta`` of its context."""

INTERNAL_FAILURE = 70

GRACE = 0.5
"""Seconds after its time limit until a job is stopped: most jobs end by themselves, with an answer."""


class Workers(NamedTuple):
    """Where the jobs of a command run, and the limits of each; false without ``--jobs`` and ``--cluster``."""

    jobs: int | None = None
    cluster: str | None = None
    seconds: float | None = None
    memory_mib: int | None = None

    def __bool__(self) -> bool:
        return self.jobs is not None or self.cluster is not None

    def expect_complete(self) -> None:
        """Raise ``BadInput``, before any work, for options that do not belong together."""
        for option, value in (("--job-time", self.seconds), ("--job-memory", self.memory_mib)):
            if value is not None and not self:
                raise BadInput("command", found=f"{option} alone", expected="--jobs or --cluster with it")
        if self.jobs is not None and self.cluster not in (None, LOCAL):
            found = "--jobs with the address of a cluster"
            raise BadInput("command", found=found, expected="one of them; the cluster has workers of its own")

    @property
    def options(self) -> str:
        """The options that choose the workers, as in the command."""
        given = (("--jobs", self.jobs), ("--cluster", self.cluster))
        return " ".join(f"{name} {value}" for name, value in given if value is not None)

    def limited(self, task: Task) -> Task:
        """The task with these limits; a job that does not observe the time limit is stopped."""
        from dataclasses import replace

        seconds = None if self.seconds is None else self.seconds + GRACE
        return replace(task, seconds=seconds, memory_mib=self.memory_mib)

    def executor(self) -> ChunkExecutor:
        """Start the workers, or connect to the cluster."""
        if self.cluster is not None:
            from satplay.campaign.dask import DaskExecutor

            return DaskExecutor(self.cluster, self.jobs, _remark_in_between)
        from satplay.campaign.executors import LocalExecutor

        return LocalExecutor(self.jobs or 1)


def _remark_in_between(text: str) -> None:
    """Print a remark while progress may be shown, on the same line."""
    from satplay.cli.printing import remark
    from satplay.cli.progress import can_show_progress

    if can_show_progress():
        with suppress(OSError):
            sys.stderr.write("\r\x1b[K")
    remark(text)


def campaign_options(command: Decorated) -> Decorated:
    """``--jobs``, ``--cluster``, ``--job-time`` and ``--job-memory``, passed on as ``workers``."""
    return arg.with_options(
        worker_options(command),
        click.option(
            "--job-time", type=arg.Seconds(), metavar="SECONDS", help="time limit of each job on a worker"
        ),
        click.option(
            "--job-memory", type=arg.Number(1), metavar="MIB", help="memory limit of each job on a worker"
        ),
    )


def worker_options(command: Decorated) -> Decorated:
    """``--jobs`` and ``--cluster`` alone, passed on as ``workers``: the jobs have limits of their own."""

    @wraps(command)
    def with_workers(
        *values: Any,
        jobs: int | None,
        cluster: str | None,
        job_time: float | None = None,
        job_memory: int | None = None,
        **others: Any,
    ) -> Any:
        workers = Workers(jobs, cluster, job_time, job_memory)
        workers.expect_complete()
        return command(*values, workers=workers, **others)

    return arg.with_options(
        cast(Decorated, with_workers),
        click.option(
            "--jobs",
            type=arg.Number(1),
            metavar="N",
            help="run in N worker processes; results are stored, the same command continues",
        ),
        click.option(
            "--cluster", metavar="ADDRESS", help="the same on a Dask cluster, or 'local' for one started here"
        ),
    )


def typed_command() -> str:
    """The command line, as a shell reads it; without the address of a store, which may hold a password.

    >>> with click.Context(click.Command("solve"), info_name="satplay") as context:
    ...     context.meta[WORDS] = ["solve", "my board", "--store", "secret", "--store=secret", "--jobs", "2"]
    ...     print(typed_command())
    satplay solve 'my board' --jobs 2
    """
    context = click.get_current_context(silent=True)
    words = iter(() if context is None else context.meta.get(WORDS, []))
    kept = []
    for word in words:
        if word == STORE:
            next(words, None)
        elif not word.startswith(f"{STORE}="):
            kept.append(word)
    return shlex.join(["satplay", *kept]) if kept else ""


@contextmanager
def finished_jobs(
    workers: Workers,
    task: Task,
    jobs: Iterable[Job],
    total: int,
    *,
    deadline: float | None = None,
    strict: bool = False,
) -> Iterator[Iterator[FinishedJob]]:
    """The results of the jobs in their order, stored; with a line of progress.

    ``deadline``  the time of ``time.monotonic`` at which it ends with the results that there are
    ``strict``    wrong input for one job ends the campaign with its error
    """
    from satplay.campaign.stored import stored_results
    from satplay.store.opening import open_store

    task = workers.limited(task)
    with following(task, total) as on_progress:
        batches = stored_results(
            open_store(),
            task,
            jobs,
            workers.executor(),
            total=total,
            command=typed_command(),
            on_progress=on_progress,
            deadline=deadline,
            strict=strict,
        )
        with closing(batches):
            yield _one_by_one(batches, on_progress)


def _one_by_one(batches: Iterable[list[FinishedJob]], on_progress: Following) -> Iterator[FinishedJob]:
    for batch in batches:
        on_progress.make_room()
        yield from batch


class Following:
    """Shows the progress of a campaign; ``latest`` is the last one."""

    def __init__(self, kind: str, line: StatusLine | None) -> None:
        self._kind, self._line = kind, line
        self.latest: Progress | None = None

    def __call__(self, progress: Progress) -> None:
        self.latest = progress
        if self._line is not None:
            self._line(f"{self._kind}: {describe(progress)}")

    def make_room(self) -> None:
        """Results are going to be printed where the progress is shown."""
        if self._line is not None:
            self._line.clear()


@contextmanager
def following(task: Task, total: int) -> Iterator[Following]:
    """Shows the progress of a campaign; if it is interrupted, prints how many results are stored."""
    from satplay.cli.printing import remark
    from satplay.cli.progress import status_line

    shown: Following | None = None
    try:
        with status_line() as line:
            shown = Following(task.kind, line)
            yield shown
    except BaseException as error:
        latest = None if shown is None else shown.latest
        is_resumed = not isinstance(error, GeneratorExit | BrokenPipeError)
        if latest is not None and latest.finished and is_resumed:
            remark(f"{latest.finished:,} of {total:,} jobs are stored: the same command continues")
        raise


def describe(progress: Progress) -> str:
    """One line about the progress of a campaign.

    >>> from satplay.campaign.run import Progress
    >>> describe(Progress(1200, 200, 10_000, 3, 250.0))
    '1,200 of 10,000 jobs, 3 without a result, 250/s, 35 s left'
    """
    total = "" if progress.total is None else f" of {progress.total:,}"
    words = [f"{progress.finished:,}{total} jobs"]
    if progress.failed:
        words.append(f"{progress.failed:,} without a result")
    if progress.rate > 0:
        words.append(f"{progress.rate:,.3g}/s")
    if progress.seconds_left:
        words.append(f"{duration(progress.seconds_left)} left")
    return ", ".join(words)


def duration(seconds: float) -> str:
    """A time span in words.

    >>> [duration(seconds) for seconds in (0.2, 59, 61, 3600, 100_000)]
    ['1 s', '59 s', '1 min 1 s', '1 h 0 min', '1 d 3 h']
    """
    whole = max(1, round(seconds))
    for size, name, smaller, smaller_name in (
        (86400, "d", 3600, "h"),
        (3600, "h", 60, "min"),
        (60, "min", 1, "s"),
    ):
        if whole >= size:
            return f"{whole // size} {name} {whole % size // smaller} {smaller_name}"
    return f"{whole} s"


def failure(result: FinishedJob, name: str, workers: Workers) -> int:
    """Print why a job has no result, after the name of its input; returns the exit status."""
    from satplay.campaign.job import OUT_OF_TIME
    from satplay.cli import UNKNOWN
    from satplay.cli.printing import remark

    named = f"{name}: " if name else ""
    if result.outcome == OUT_OF_TIME:
        remark(f"{named}out of time: the limit of {workers.seconds:g} s for a job was reached")
        return UNKNOWN
    remark(f"{named}{result.why}")
    status: int = result.values.get("exit_status", INTERNAL_FAILURE)
    return status
