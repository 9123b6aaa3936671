"""``satplay enumerate``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.InstanceCommand)
@arg.words
@arg.over("projection variables, such as '1 2 3'")
@arg.maximum("stop after N solutions")
@click.option("--order", is_flag=True, help="in binary order: first variable first, false before true")
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
    """List all solutions, each once and as soon as it is found.

    The projection variables are those of --over, else those in comments 'c p show ... 0', else all. The exit
    status is 1 if there is no solution and 3 if a limit other than --max was reached.

    Example: satplay enumerate BOARD --max 10
    """
    from satplay.cli.printing import print_lines, remark
    from satplay.cli.progress import through
    from satplay.cli.terminal import screen
    from satplay.contracts.budget import Budget
    from satplay.verbs.enumerate import enumerate as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    look = screen(ascii=ascii)
    budget = Budget(limit)
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
            limit=budget.remaining_time(),
            seed=seed,
            format=format,
        )
        try:
            for one in found:
                print_lines([one.json_line()] if json else one.lines(write_solution=look.solution))
        finally:
            found.close()
        if found.stopped is not None:
            remark(f"stopped: {found.stopped.value}; {found.found_count} found so far")
        elif not found.found_count and most != 0:
            remark("no solution")
        statuses.append(0 if most == 0 and found.stopped is None else found.exit_status)
    return max(statuses)
