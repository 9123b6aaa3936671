"""``satplay lab``."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import ExampleCommand
from satplay.cli.output_files import OutputFolder
from satplay.cli.workers import Workers, following, worker_options
from satplay.errors import BadInput

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
@worker_options
@arg.enforced_limits
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
def lab(words: tuple[str, ...], quick: bool, again: bool, workers: Workers, out: Path) -> int:
    """Run experiments and write a report: a page, figures, CSV.

    Without a name, list all experiments.  'run' may be left out.  Every result is stored at once: an
    interrupted run is resumed.  'report' writes the report of the newest runs again, without measuring.

    Each job has a process of its own, one at a time unless --jobs or --cluster is given.

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
        _run(chosen, quick=quick, again=again, workers=workers)
    return _report(chosen, "quick" if quick else None, out)


def _run(chosen: Sequence[str], *, quick: bool, again: bool, workers: Workers) -> None:
    from satplay.lab.experiments import find
    from satplay.lab.run_experiment import run, task_of
    from satplay.store.opening import open_store

    store = open_store()
    for name in chosen:
        with following(task_of(name, quick=quick), len(find(name).plan(quick))) as on_progress:
            run(
                store,
                name,
                quick=quick,
                executor=workers.executor,
                options=workers.options,
                again=again,
                on_progress=on_progress,
            )


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
