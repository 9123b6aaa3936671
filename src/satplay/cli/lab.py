"""``satplay lab``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.lab.runner.run import Progress

ALL = "all"
OUT = Path("satplay-lab")


@click.command()
@click.argument("words", nargs=-1, metavar="[run|report] [EXPERIMENT|all]...")
@click.option("--quick", is_flag=True, help="less of everything: a look at it within minutes")
@click.option("--again", is_flag=True, help="begin anew, even if an earlier run could be gone on with")
@click.option("--jobs", type=arg.Number(1), default=1, metavar="N", help="so many jobs at a time")
@click.option("--out", type=arg.FILE, default=OUT, metavar="FOLDER", help="where the report goes")
def lab(words: tuple[str, ...], quick: bool, again: bool, jobs: int, out: Path) -> int:
    """Run experiments, and write what came of them: a page, figures, CSV.

    Without a name all experiments are listed.  'run' may be left out.  Results are kept as they come: a run
    that was ended goes on where it was.  'report' writes the page of the newest runs once more, measuring
    nothing.

    Example: satplay lab run EXPERIMENT --quick --out FOLDER
    """
    from satplay.cli.printing import print_lines
    from satplay.lab.experiments import find, names, question

    if not words:
        width = max(map(len, names()))
        print_lines(f"{name:{width}}  {question(name)}" for name in names())
        return 0
    verb = words[0] if words[0] in ("run", "report") else "run"
    wanted = words[1:] if words[0] == verb else words
    if not wanted:
        raise BadInput("command", found=f"{verb} alone", expected=f"an experiment or '{ALL}'")
    chosen = names() if ALL in wanted else list(dict.fromkeys(wanted))
    for name in chosen:
        find(name)  # before anything is measured
    if verb == "run":
        _run(chosen, quick=quick, again=again, workers=jobs)
    return _report(chosen, "quick" if quick else None, out)


def _run(chosen: Sequence[str], *, quick: bool, again: bool, workers: int) -> None:
    from satplay.lab.runner.run import run
    from satplay.store.opening import open_store

    store = open_store()
    for name in chosen:
        with _bar(name) as progress:
            run(store, name, quick=quick, workers=workers, again=again, progress=progress)


@contextmanager
def _bar(name: str) -> Iterator[Progress | None]:
    """How many jobs are left, and for how long, where a person looks at it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        task = shown.add_task(name, total=None)
        yield lambda ended, of: shown.update(task, completed=ended, total=of)


def _folder(path: Path) -> None:
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        found = f"{path}: {error.strerror}"
        raise BadInput("output folder", found=found, expected="one that can be made") from None


def _report(chosen: Sequence[str], plan: str | None, out: Path) -> int:
    """The newest run of each, those of the wanted plan before others."""
    from satplay.cli.printing import print_lines, write_bytes
    from satplay.contracts.texts import pluralize
    from satplay.lab.experiments import find
    from satplay.lab.reporting.experiment_run import Ran
    from satplay.lab.reporting.report_files import files
    from satplay.store.opening import open_store
    from satplay.store.runs import all_runs, jobs_of

    store = open_store()
    ran = []
    for name in chosen:
        runs = sorted(all_runs(store, name), key=lambda run: run.plan != (plan or run.plan))
        if runs:
            ran.append(Ran(name, find(name), runs[0], jobs_of(store, runs[0])))
    if not ran:
        raise BadInput("command", found="no run of these experiments", expected="'satplay lab run' first")
    for path, content in files(ran).items():
        _folder((out / path).parent)
        write_bytes(out / path, content)
    failed = [f"{one.name}: {job.why}" for one in ran for job in one.jobs if job.why]
    print_lines([*failed, f"{out / 'index.html'}: {pluralize(len(ran), 'experiment')}"])
    return 1 if failed else 0
