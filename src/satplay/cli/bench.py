"""``satplay bench``."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput


@click.command()
@click.argument("subject", metavar="engines|qbf|PUZZLE")
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
@click.option("--baseline", type=arg.FILE, metavar="FILE", help="engines: compare with an earlier --json")
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
    subject: str,
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
    """Us beside the others in one run: CPU time, medians, ratios.

    Engines are compared on families of formulas, those for quantified formulas (qbf) also on files, encodings
    and engines on boards of a puzzle: new ones, or those of the files given.  Every sample is taken in a
    process made for it, one at a time.  Every model is evaluated, every solution checked and every status
    compared with what is known: an answer that is WRONG is said loudly, and the exit status is 1.

    Example: satplay bench engines --family pigeonhole --engine minisat22 --engine glucose4
    """
    from satplay.lab.bench.run import known_subject

    known_subject(subject)
    of_engines = {"--loads": loads, "--baseline": baseline, "--list": listing}
    of_puzzles = {
        "a file": files,
        "--size": sizes,
        "--encoding": encodings,
        "--seed": seed is not None,
        "--program": programs,
    }
    if subject == "qbf":
        given = {"--loads": loads, "--baseline": baseline, "--size": sizes, "--encoding": encodings}
        _expect_none({**given, "--program": programs, "--family with a file": files and families}, subject)
        return _quantified(files, engines, families, samples, time, seed or 0, quick, listing, json)
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
            json,
            programs,
        )
    return _engines(engines, families, samples, time, quick, loads, baseline, listing, json)


def _expect_none(options: Mapping[str, object], subject: str) -> None:
    """Refuse options that are not for this subject."""
    for option, value in options.items():
        if value:
            raise BadInput("command", found=f"{option} with {subject!r}", expected="see satplay bench --help")


def _quantified(
    files: tuple[str, ...],
    engines: tuple[str, ...],
    families: tuple[str, ...],
    samples: int | None,
    time: float | None,
    seed: int,
    quick: bool,
    listing: bool,
    json: bool,
) -> int:
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.lab.bench.quantified import report, suite
    from satplay.lab.bench.quantified.run import SECONDS, bench_qbf
    from satplay.lab.bench.report import aligned_left

    if listing:
        rows = [(family.name, family.title) for family in suite.families()]
        if json:
            print_json([{"family": name, "title": title} for name, title in rows])
        else:
            print_lines(aligned_left(rows))
        return 0
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
    if json:
        print_json(report.as_json(ran))
    else:
        print_lines(report.lines(ran))
    for complaint in (*ran.wrong, *ran.failed):
        remark(complaint)
    return ran.exit_status


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
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.lab.bench import document, report, suite
    from satplay.lab.bench.loads_run import Loads
    from satplay.lab.bench.loads_run import lines as load_lines
    from satplay.lab.bench.loads_run import loads as run_loads
    from satplay.lab.bench.run import SECONDS
    from satplay.lab.bench.run import bench as run

    if loads and (families or baseline):
        raise BadInput("command", found="--loads with --family or --baseline", expected="one or the other")
    if listing:
        rows = [(family.name, family.title) for family in suite.FAMILIES]
        if json:
            print_json([{"family": name, "title": title} for name, title in rows])
        else:
            print_lines(report.aligned_left(rows))
        return 0

    then = document.earlier(baseline) if baseline is not None else None
    seconds = SECONDS if time is None else time
    ran = (
        run_loads(engines=engines, samples=samples, seconds=seconds, quick=quick, say=remark)
        if loads
        else run(
            engines=engines, families=families, samples=samples, seconds=seconds, quick=quick, say=remark
        )
    )
    if json:
        print_json(document.as_json(ran, then))
    else:
        print_lines(load_lines(ran) if isinstance(ran, Loads) else report.lines(ran, then))
    for complaint in (*ran.wrong, *ran.failed):
        remark(complaint)
    return ran.exit_status


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
    json: bool,
    programs: tuple[str, ...],
) -> int:
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.lab.bench.boards_document import as_json
    from satplay.lab.bench.boards_report import lines
    from satplay.lab.bench.boards_run import SECONDS, boards

    places: dict[str, str] = {}
    for program in programs:
        name, equals, path = program.partition("=")
        if not name or not equals or not path:
            raise BadInput("program", found=repr(program), expected="NAME=PATH")
        places[name] = path
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
    if json:
        print_json(as_json(ran))
    else:
        print_lines(lines(ran))
    for complaint in (*ran.wrong, *ran.failed):
        remark(complaint)
    return ran.exit_status
