"""``satplay count``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.Reading)
@arg.words
@arg.over("count over these variables only")
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
    """Count the solutions, exactly, without looking at each if that can be helped.

    A formula is counted over the variables that its comments 'c p show ... 0' name, or over all.  Encodings
    that state some rules only when a solution breaks them are counted one by one.  The exit status is 1
    where there is no solution and 3 where a limit was reached: then a lower bound is printed.

    Example: satplay count cnf formula.cnf --over '1 2 3'
    """
    from satplay.cli.printing import print_lines
    from satplay.cli.progress import through, working
    from satplay.verbs.count import count as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    statuses: list[int] = []
    for given in through(instances):
        with working(given.name[:40]) as progress:
            counted = run(
                given,
                subject,
                over=over,
                encoding=encoding,
                limit=limit,
                format=format,
                progress=progress,
            )
        print_lines([counted.json_line()] if json else counted.lines())
        statuses.append(counted.exit_status)
    return max(statuses)
