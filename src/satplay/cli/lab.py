"""``satplay lab``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import ExampleCommand
from satplay.cli.output_files import OutputFolder
from satplay.cli.progress import can_show_progress
from satplay.cli.store_option import store_option
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.lab.run_experiment import Progress

ALL = "all"
OUT = Path("satplay-lab")


class LabCommand(ExampleCommand):
    """``satplay lab``, whose subjects are its experiments."""

    subjects_heading = "Experiments"

    def subjects(self) -> Sequence[str]:
        from satplay.lab.experiments import names

        return names()


@click.command(cls=LabCommand)
@click.argument("words", nargs=-1, metavar="[run|report] [EXPERIMENT|all]...")
@click.option("--quick", is_flag=True, help="smoke test: fewer and smaller jobs, within minutes")
@click.option("--again", is_flag=True, help="start over instead of resuming")
@click.option("--jobs", type=arg.Number(1), default=1, metavar="N", help="number of jobs to run at a time")
@arg.enforced_limits
@store_option
@click.option(
    "-o",
    "--output",
    "--out",
    "out",
    type=OutputFolder(),
    default=OUT,
    metavar="FOLDER",
    help="folder for the report",
)
def lab(words: tuple[str, ...], quick: bool, again: bool, jobs: int, out: Path) -> int:
    """Run experiments and write a report: a page, figures, CSV.

    Without a name, list all experiments.  'run' may be left out.  Every result is stored at once: an
    interrupted run is resumed.  'report' writes the report of the newest runs again, without measuring.

    Example: satplay lab run phase-transition --quick --output report
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
        find(name)  # unknown names are refused before the first measurement
    if verb == "run":
        _run(chosen, quick=quick, again=again, workers=jobs)
    return _report(chosen, "quick" if quick else None, out)


def _run(chosen: Sequence[str], *, quick: bool, again: bool, workers: int) -> None:
    from satplay.lab.run_experiment import run
    from satplay.store.opening import open_store

    store = open_store()
    for name in chosen:
        with _bar(name) as progress:
            run(store, name, quick=quick, workers=workers, again=again, progress=progress)


@contextmanager
def _bar(name: str) -> Iterator[Progress | None]:
    """A progress bar with the jobs left and the remaining time, on a terminal only."""
    if not can_show_progress():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None)
        yield lambda ended, total: bar.update(task, completed=ended, total=total)


def _folder(path: Path) -> None:
    """Create the folder of the report."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        found = f"{path}: {error.strerror}"
        raise BadInput("output folder", found=found, expected="a folder that can be created") from None


def _report(chosen: Sequence[str], plan: str | None, out: Path) -> int:
    """Report the newest run of each experiment, preferably one of this plan."""
    from satplay.cli.printing import print_lines, write_bytes
    from satplay.contracts.texts import pluralize
    from satplay.lab.experiments import find
    from satplay.lab.reporting.experiment_run import ExperimentRun
    from satplay.lab.reporting.report_files import files
    from satplay.store.opening import open_to_read
    from satplay.store.runs import all_runs, jobs_of

    store = open_to_read()
    reported = []
    for name in chosen:
        runs = sorted(all_runs(store, name), key=lambda run: run.plan != (plan or run.plan))
        if runs:
            reported.append(ExperimentRun(name, find(name), runs[0], jobs_of(store, runs[0])))
    if not reported:
        raise BadInput("command", found="no run of these experiments", expected="'satplay lab run' first")
    for path, content in files(reported).items():
        _folder((out / path).parent)
        write_bytes(out / path, content)
    failed = [f"{one.name}: {job.why}" for one in reported for job in one.jobs if job.why]
    print_lines([*failed, f"{out / 'index.html'}: {pluralize(len(reported), 'experiment')}"])
    return 1 if failed else 0
