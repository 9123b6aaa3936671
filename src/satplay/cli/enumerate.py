"""``satplay enumerate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.Reading)
@arg.words
@arg.over("tell models apart by these variables")
@click.option("--limit", "most", type=arg.Number(0), metavar="N", help="end after so many solutions")
@click.option("--order", is_flag=True, help="as binary numbers: first variable first, false before true")
@arg.assume
@arg.engine
@arg.encoding
@arg.input_format
@arg.limits
@arg.seed
@arg.json
@arg.ascii
def enumerate(
    words: tuple[str, ...],
    over: tuple[int, ...] | None,
    most: int | None,
    order: bool,
    assume: tuple[int, ...],
    engine: str | None,
    encoding: str | None,
    format: str | None,
    limit: Limit,
    seed: int,
    json: bool,
    ascii: bool,
) -> int:
    """List every solution once, each on a line as soon as it is found.

    Models differ in the variables of --over, else in those that comments 'c p show ... 0' name, else in any.
    The exit status is 1 where there is no solution and 3 where a limit other than --limit was reached.

    Example: satplay enumerate cnf formula.cnf --over '1 2 3' --limit 10
    """
    from satplay.cli.printing import print_lines, remark
    from satplay.cli.progress import through
    from satplay.cli.terminal import screen
    from satplay.verbs.enumerate import enumerate as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    look = screen(ascii=ascii)
    statuses: list[int] = []
    for given in through(instances):
        found = run(
            given,
            subject,
            over=over,
            assuming=assume,
            in_order=order,
            most=most,
            encoding=encoding,
            engine=engine,
            limit=limit,
            seed=seed,
            format=format,
        )
        try:
            for one in found:
                print_lines([one.json_line()] if json else one.lines(shown=look.solution))
        finally:
            found.close()
        if found.stopped is not None:
            remark(f"stopped: {found.stopped.value}; {found.found} found so far")
        elif not found.found and most != 0:
            remark("no solution")
        statuses.append(0 if most == 0 and found.stopped is None else found.exit_status)
    return max(statuses)
