"""``satplay bench``."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import ExampleCommand
from satplay.cli.store_option import store_option
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.lab.bench.benchmark import BenchmarkRun
    from satplay.lab.bench.score import ScoreTable


class BenchCommand(ExampleCommand):
    """``satplay bench``, whose subjects are its benchmarks."""

    def subjects(self) -> Sequence[str]:
        from satplay.lab.bench.subjects import subject_names

        return subject_names()


@click.command(cls=BenchCommand)
@click.argument("subject", required=False, metavar="[SUBJECT]")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--engine", "engines", multiple=True, metavar="NAME", help="engine to run; may be repeated")
@click.option(
    "--samples", type=arg.Number(1), metavar="N", help="samples of each measurement; default 3 or 5"
)
@click.option("--time", type=arg.Seconds(), metavar="SECONDS", help="CPU time limit of one sample")
@click.option("--quick", is_flag=True, help="smoke test: smallest sizes, one sample")
@click.option("--json", is_flag=True, help="print all samples and the machine as one JSON document")
@click.option(
    "--family",
    "families",
    multiple=True,
    metavar="NAME",
    help="family of formulas or boards to run; may be repeated",
)
@store_option
@click.option("--loads", is_flag=True, help="engines: measure loading, reading, assuming, propagating")
@click.option("--baseline", type=arg.FILE, metavar="FILE", help="earlier output of --json to compare with")
@click.option("--list", "listing", is_flag=True, help="campaign, engines, explain, qbf: list the families")
@click.option(
    "--size", "sizes", multiple=True, metavar="WxH", help="PUZZLE: board size to run; may be repeated"
)
@click.option(
    "--encoding", "encodings", multiple=True, metavar="NAME", help="PUZZLE: encoding to run; may be repeated"
)
@click.option("--seed", type=arg.Number(0), metavar="N", help="qbf, explain, PUZZLE: random seed; default 0")
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=PATH",
    help="PUZZLE: path of another program that is not on the PATH",
)
def bench(
    subject: str | None,
    files: tuple[str, ...],
    engines: tuple[str, ...],
    samples: int | None,
    time: float | None,
    quick: bool,
    json: bool,
    families: tuple[str, ...],
    loads: bool,
    baseline: Path | None,
    listing: bool,
    sizes: tuple[str, ...],
    encodings: tuple[str, ...],
    seed: int | None,
    programs: tuple[str, ...],
) -> int:
    """Benchmark against other engines in one run: CPU time, medians with their noise, ratios.

    Without a subject, describe all subjects.  Engines run on families of formulas, QBF engines on families or
    files, encodings and engines on boards of a puzzle: new ones, or those of the files given.  Explanations
    run on families of boards or on files.  Every sample is taken in a process of its own, one at a time.
    Every model is evaluated, every solution checked and every status compared with the known one: a wrong
    answer is reported as WRONG, and the exit status is 1.

    With --baseline, compare this run with an earlier one of the same subject.  A difference within the noise
    of both runs is marked with a tilde.

    Example: satplay bench engines --family pigeonhole --engine minisat22 --engine glucose4
    """
    from satplay.cli.printing import remark
    from satplay.lab.bench.baseline_file import read_baseline
    from satplay.lab.bench.options import BenchOptions
    from satplay.lab.bench.run import run_benchmark
    from satplay.lab.bench.subjects import expect_subject, family_titles, make_benchmark, subjects

    if subject is None:
        _expect_no_options()
        return _print_list("subject", subjects(), json)
    expect_subject(subject)
    options = BenchOptions(
        files, engines, families, sizes, encodings, _program_paths(programs), seed, quick, loads, listing
    )
    benchmark = make_benchmark(subject, options)
    if listing:
        return _print_list("family", family_titles(subject), json)
    earlier = None if baseline is None else read_baseline(baseline, benchmark.name)
    run = run_benchmark(benchmark, repeats=samples, seconds=time, quick=quick, progress=remark)
    return _print_run(run, earlier, json)


def _program_paths(programs: tuple[str, ...]) -> dict[str, str]:
    paths: dict[str, str] = {}
    for program in programs:
        name, equals, path = program.partition("=")
        if not name or not equals or not path:
            raise BadInput("program", found=repr(program), expected="NAME=PATH")
        paths[name] = path
    return paths


def _expect_no_options() -> None:
    """Without a subject only --json has a meaning: it says how the list is printed."""
    context = click.get_current_context()
    for parameter in context.command.params:
        typed = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if typed and parameter.name != "json":
            found = f"{parameter.opts[0]} without a subject"
            raise BadInput("command", found=found, expected="a subject, see satplay bench")


def _print_list(kind: str, titles: Mapping[str, str], json: bool) -> int:
    from satplay.cli.printing import print_json, print_lines
    from satplay.lab.bench.report import align

    if json:
        print_json([{kind: name, "title": title} for name, title in titles.items()])
    else:
        print_lines(align([*titles.items()], left=True))
    return 0


def _print_run(run: BenchmarkRun, earlier: ScoreTable | None, json: bool) -> int:
    """Print a run, compared with an earlier one if there is one; every complaint goes to stderr as well."""
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.lab.bench import baseline, document
    from satplay.lab.bench.report import report_lines

    changes = None if earlier is None else baseline.compare_tables(run.baseline_table(), earlier)
    if json:
        print_json({**document.as_json(run), **({} if changes is None else baseline.as_json(changes))})
    else:
        print_lines([*report_lines(run), *([] if changes is None else ["", *baseline.lines(changes)])])
    for complaint in (*run.wrong, *run.failed):
        remark(complaint)
    return run.exit_status
