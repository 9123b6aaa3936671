"""``satplay count``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.InstanceCommand)
@arg.words
@arg.over("projection variables, such as '1 2 3'")
@arg.encoding
@arg.input_format
@arg.limits
@arg.json
def count(
    words: tuple[str, ...],
    over: tuple[int, ...] | None,
    encoding: str | None,
    format: str | None,
    limit: Limit,
    json: bool,
) -> int:
    """Count the solutions exactly, if possible without listing them.

    The projection variables are those of --over, else those in comments 'c p show ... 0', else all.
    Solutions of an encoding with lazy clauses are counted one by one. The exit status is 1 if there is no
    solution and 3 if a limit was reached; then a lower bound is printed.

    Example: satplay count BOARD
    """
    from satplay.cli.printing import print_lines
    from satplay.cli.progress import through, working
    from satplay.contracts.budget import Budget
    from satplay.verbs.count import count as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    budget = Budget(limit)
    statuses: list[int] = []
    for given in through(instances):
        with working(given.name[:40]) as progress:
            counted = run(
                given,
                subject,
                over=over,
                encoding=encoding,
                limit=budget.remaining_time(),
                format=format,
                progress=progress,
            )
        print_lines([counted.json_line()] if json else counted.lines())
        statuses.append(counted.exit_status)
    return max(statuses)
