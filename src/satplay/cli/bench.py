"""``satplay bench``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.lab.bench.benchmark import Judged
    from satplay.lab.bench.score import Table

Ran = TypeVar("Ran", bound="Judged")


@click.command()
@click.argument("subject", required=False, metavar="[engines|qbf|PUZZLE]")
@click.argument("files", nargs=-1, metavar="[FILE]...")
@click.option("--engine", "engines", multiple=True, metavar="NAME", help="only this one; may be repeated")
@click.option("--samples", type=arg.Number(1), metavar="N", help="how often each; otherwise 3 or 5 times")
@click.option("--time", type=arg.Seconds(), metavar="SECONDS", help="CPU time for one sample")
@click.option("--quick", is_flag=True, help="little, once: a look whether all is well")
@click.option("--json", is_flag=True, help="raw samples and the machine, as one JSON document")
@click.option(
    "--family",
    "families",
    multiple=True,
    metavar="NAME",
    help="only formulas or boards of this kind; may be repeated",
)
@click.option("--loads", is_flag=True, help="engines: loading, reading, assuming, propagating")
@click.option("--baseline", type=arg.FILE, metavar="FILE", help="compare with what --json printed earlier")
@click.option("--list", "listing", is_flag=True, help="engines, qbf: the families of formulas")
@click.option(
    "--size", "sizes", multiple=True, metavar="WxH", help="PUZZLE: only such boards; may be repeated"
)
@click.option(
    "--encoding", "encodings", multiple=True, metavar="NAME", help="PUZZLE: only this; may be repeated"
)
@click.option("--seed", type=arg.Number(0), metavar="N", help="qbf, PUZZLE: other formulas or boards")
@click.option(
    "--program",
    "programs",
    multiple=True,
    metavar="NAME=PATH",
    help="PUZZLE: where another program is that is not on the PATH",
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
    """Us beside the others in one run: CPU time, medians with their noise, ratios.

    Without a subject all are listed.  Engines are compared on families of formulas, those for quantified
    formulas (qbf) also on files, encodings and engines on boards of a puzzle: new ones, or those of the files
    given.  Every sample is taken in a process made for it, one at a time.  Every model is evaluated, every
    solution checked and every status compared with what is known: an answer that is WRONG is said loudly, and
    the exit status is 1.

    With --baseline everything that was measured in an earlier run of the same subject, too, is put beside it:
    this run to the earlier one.  A difference within the noise of both runs is marked with a tilde.

    Example: satplay bench engines --family pigeonhole --engine minisat22 --engine glucose4
    """
    from satplay.lab.bench.run import described, known_subject

    if subject is None:
        _expect_subject()
        return _listed("subject", described(), json)
    known_subject(subject)
    of_engines = {"--loads": loads, "--list": listing}
    of_puzzles = {
        "a file": files,
        "--size": sizes,
        "--encoding": encodings,
        "--seed": seed is not None,
        "--program": programs,
    }
    if subject == "qbf":
        given = {"--loads": loads, "--size": sizes, "--encoding": encodings}
        _expect_none({**given, "--program": programs, "--family with a file": files and families}, subject)
        return _quantified(files, engines, families, samples, time, seed or 0, quick, listing, baseline, json)
    is_puzzle = subject != "engines"
    _expect_none(of_engines if is_puzzle else of_puzzles, subject)
    if is_puzzle:
        return _boards(
            subject,
            files,
            engines,
            encodings,
            sizes,
            families,
            samples,
            time,
            seed or 0,
            quick,
            baseline,
            json,
            programs,
        )
    return _engines(engines, families, samples, time, quick, loads, baseline, listing, json)


def _expect_none(options: Mapping[str, object], subject: str) -> None:
    """Refuse options that are not for this subject."""
    for option, value in options.items():
        if value:
            raise BadInput("command", found=f"{option} with {subject!r}", expected="see satplay bench --help")


def _expect_subject() -> None:
    """Without a subject there is nothing that an option could be for, but for how the list is printed."""
    context = click.get_current_context()
    for parameter in context.command.params:
        typed = context.get_parameter_source(parameter.name or "") is ParameterSource.COMMANDLINE
        if typed and parameter.name != "json":
            found = f"{parameter.opts[0]} without a subject"
            raise BadInput("command", found=found, expected="a subject, see satplay bench")


def _listed(kind: str, rows: Sequence[tuple[str, str]], json: bool) -> int:
    from satplay.cli.printing import print_json, print_lines
    from satplay.lab.bench.report import aligned_left

    if json:
        print_json([{kind: name, "title": title} for name, title in rows])
    else:
        print_lines(aligned_left(rows))
    return 0


def _told(
    ran: Ran,
    lines: Callable[[Ran], list[str]],
    as_json: Callable[[Ran], dict[str, Any]],
    kept: Callable[[Ran], Table],
    then: Table | None,
    json: bool,
) -> int:
    """Print a run, beside an earlier one if there is one, and every complaint once more to stderr."""
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.lab.bench import baseline

    changes = None if then is None else baseline.compared(kept(ran), then)
    if json:
        print_json({**as_json(ran), **({} if changes is None else baseline.as_json(changes))})
    else:
        print_lines([*lines(ran), *([] if changes is None else ["", *baseline.lines(changes)])])
    for complaint in (*ran.wrong, *ran.failed):
        remark(complaint)
    return ran.exit_status


def _quantified(
    files: tuple[str, ...],
    engines: tuple[str, ...],
    families: tuple[str, ...],
    samples: int | None,
    time: float | None,
    seed: int,
    quick: bool,
    listing: bool,
    baseline: Path | None,
    json: bool,
) -> int:
    from satplay.cli.printing import remark
    from satplay.lab.bench.baseline_file import earlier
    from satplay.lab.bench.quantified import report, suite
    from satplay.lab.bench.quantified.benchmark import SECONDS, bench_qbf

    if listing:
        return _listed("family", [(family.name, family.title) for family in suite.families()], json)
    then = None if baseline is None else earlier(baseline, "qbf")
    ran = bench_qbf(
        files,
        engines=engines,
        families=families,
        samples=samples,
        seconds=SECONDS if time is None else time,
        seed=seed,
        quick=quick,
        say=remark,
    )
    return _told(ran, report.lines, report.as_json, report.kept, then, json)


def _engines(
    engines: tuple[str, ...],
    families: tuple[str, ...],
    samples: int | None,
    time: float | None,
    quick: bool,
    loads: bool,
    baseline: Path | None,
    listing: bool,
    json: bool,
) -> int:
    from satplay.cli.printing import remark
    from satplay.lab.bench import document, loads_run, report, suite
    from satplay.lab.bench.baseline_file import earlier
    from satplay.lab.bench.run import SECONDS
    from satplay.lab.bench.run import bench as run

    if loads and families:
        raise BadInput("command", found="--loads with --family", expected="one or the other")
    if listing:
        return _listed("family", [(family.name, family.title) for family in suite.FAMILIES], json)
    seconds = SECONDS if time is None else time
    then = None if baseline is None else earlier(baseline, loads_run.BENCHMARK if loads else "engines")
    if loads:
        table = loads_run.loads(engines=engines, samples=samples, seconds=seconds, quick=quick, say=remark)
        return _told(table, loads_run.lines, loads_run.as_json, loads_run.kept, then, json)
    ran = run(engines=engines, families=families, samples=samples, seconds=seconds, quick=quick, say=remark)
    return _told(ran, report.lines, document.as_json, report.kept, then, json)


def _boards(
    subject: str,
    files: tuple[str, ...],
    engines: tuple[str, ...],
    encodings: tuple[str, ...],
    sizes: tuple[str, ...],
    families: tuple[str, ...],
    samples: int | None,
    time: float | None,
    seed: int,
    quick: bool,
    baseline: Path | None,
    json: bool,
    programs: tuple[str, ...],
) -> int:
    from satplay.cli.printing import remark
    from satplay.lab.bench.boards_document import as_json
    from satplay.lab.bench.boards.boards_report import lines
    from satplay.lab.bench.boards.boards_run import SECONDS, boards
    from satplay.lab.bench.boards.boards_score import kept
    from satplay.lab.bench.baseline_file import earlier

    places: dict[str, str] = {}
    for program in programs:
        name, equals, path = program.partition("=")
        if not name or not equals or not path:
            raise BadInput("program", found=repr(program), expected="NAME=PATH")
        places[name] = path
    then = None if baseline is None else earlier(baseline, subject)
    ran = boards(
        subject,
        files,
        engines=engines,
        encodings=encodings,
        sizes=sizes,
        families=families,
        samples=samples,
        seconds=SECONDS if time is None else time,
        seed=seed,
        quick=quick,
        programs=places,
        say=remark,
    )
    return _told(ran, lines, as_json, kept, then, json)
