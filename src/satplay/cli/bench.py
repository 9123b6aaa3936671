"""``satplay bench``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg


@click.command()
@click.argument("subject", metavar="engines")
@click.option("--engine", "engines", multiple=True, metavar="NAME", help="only this one; may be repeated")
@click.option(
    "--family", "families", multiple=True, metavar="NAME", help="only these formulas; may be repeated"
)
@click.option("--samples", type=arg.Number(1), metavar="N", help="how often each; otherwise 3 times")
@click.option("--time", type=arg.Seconds(), default=60.0, metavar="SECONDS", help="CPU time for one sample")
@click.option("--quick", is_flag=True, help="small formulas, once: a look whether all is well")
@click.option("--loads", is_flag=True, help="the other table: loading, reading, assuming, propagating")
@click.option("--baseline", type=arg.FILE, metavar="FILE", help="compare with an earlier run's --json")
@click.option("--list", "listing", is_flag=True, help="the families of formulas")
@click.option("--json", is_flag=True, help="raw samples and the machine, as one JSON document")
def bench(
    subject: str,
    engines: tuple[str, ...],
    families: tuple[str, ...],
    samples: int | None,
    time: float,
    quick: bool,
    loads: bool,
    baseline: Path | None,
    listing: bool,
    json: bool,
) -> int:
    """Our engines beside the others in one run: CPU seconds, medians, ratios to the best.

    Every sample is taken in a process of its own, one at a time.  Every model is evaluated and every
    status compared with what is known: an answer that is WRONG is said loudly, and the exit status is 1.

    Example: satplay bench engines --family pigeonhole --engine minisat22 --engine glucose4
    """
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.errors import BadInput
    from satplay.lab.bench import document, report, suite
    from satplay.lab.bench.loads_run import Loads
    from satplay.lab.bench.loads_run import lines as load_lines
    from satplay.lab.bench.loads_run import loads as run_loads
    from satplay.lab.bench.run import bench as run
    from satplay.lab.bench.run import known_subject

    known_subject(subject)
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
    ran = (
        run_loads(engines=engines, samples=samples, seconds=time, quick=quick, say=remark)
        if loads
        else run(
            subject,
            engines=engines,
            families=families,
            samples=samples,
            seconds=time,
            quick=quick,
            say=remark,
        )
    )
    if json:
        print_json(document.as_json(ran, then))
    else:
        print_lines(load_lines(ran) if isinstance(ran, Loads) else report.lines(ran, then))
    for complaint in (*ran.wrong, *ran.failed):
        remark(complaint)
    return ran.exit_status
