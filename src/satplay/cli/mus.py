"""``satplay mus``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command()
@arg.words
@click.option("--all", "every", is_flag=True, help="all minimal sets, one after the other")
@click.option("--smallest", is_flag=True, help="a set with as few members as possible")
@click.option("--corrections", is_flag=True, help="with --all: also what must go so that the rest can hold")
@click.option("--limit", "most", type=arg.Number(1), metavar="N", help="with --all: no more than N sets")
@arg.encoding
@arg.input_format
@arg.limits
@arg.json
def mus(
    words: tuple[str, ...],
    every: bool,
    smallest: bool,
    corrections: bool,
    most: int | None,
    encoding: str | None,
    format: str | None,
    limit: Limit,
    json: bool,
) -> int:
    """Say which clauses are already unsatisfiable, none of them without need.

    What is printed has been checked: the clauses are unsatisfiable, and without any one of them they are not.
    Where a limit was reached, some may be of no use, and that is said.  The exit status is 1 where the
    formula is satisfiable and 3 where a limit was reached.

    Example: satplay mus cnf formula.cnf --smallest --time 10
    """
    from satplay.cli.printing import print_json, print_lines
    from satplay.cli.progress import through, working
    from satplay.errors import BadInput
    from satplay.verbs.mus import mus as run
    from satplay.verbs.muses import muses

    if every and smallest:
        raise BadInput("command", found="--all and --smallest", expected="one of them")
    if (corrections or most is not None) and not every:
        raise BadInput("command", found="--corrections or --limit alone", expected="them with --all")
    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    statuses: list[int] = []
    asked: dict[str, Any] = {"encoding": encoding, "limit": limit, "format": format}
    for given in through(instances):
        if every and not json:  # the sets themselves show how far it is
            sets = muses(given, subject, corrections=corrections, most=most, **asked)
            for subset in sets:
                print_lines([*subset.lines(), ""])
            print_lines([sets.summary()])
            statuses.append(sets.exit_status)
            continue
        with working(given.name[:40]) as progress:
            if every:
                sets = muses(given, subject, corrections=corrections, most=most, progress=progress, **asked)
                document, exit_status = sets.whole_json(), sets.exit_status
            else:
                shrunk = run(given, subject, smallest=smallest, progress=progress, **asked)
                document, exit_status = shrunk.as_json(), shrunk.exit_status
        if json:
            print_json(document)
        else:
            print_lines(shrunk.lines())
        statuses.append(exit_status)
    return max(statuses)
