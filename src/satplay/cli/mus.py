"""``satplay mus``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.InstanceCommand)
@arg.words
@click.option("--all", "every", is_flag=True, help="list all minimal unsatisfiable subsets")
@click.option("--smallest", is_flag=True, help="find a smallest one")
@click.option("--corrections", is_flag=True, help="with --all: also list all minimal correction sets")
@arg.maximum("with --all: stop after N sets", low=1)
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
    """Find a minimal unsatisfiable subset of the clauses, or of the rules of a puzzle.

    The result has been verified: the subset is unsatisfiable, and satisfiable without any one member. If a
    limit was reached, it may not be minimal, which is reported. A correction set is a set of clauses without
    which the rest is satisfiable. The exit status is 1 if the formula is satisfiable and 3 if a limit was
    reached.

    Example: satplay mus FORMULA

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
        raise BadInput("command", found="--corrections or --max", expected="--all with it")
    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    statuses: list[int] = []
    request: dict[str, Any] = {"encoding": encoding, "limit": limit, "format": format}
    for given in through(instances):
        if every and not json:  # the printed sets show the progress
            sets = muses(given, subject, corrections=corrections, most=most, **request)
            for subset in sets:
                print_lines([*subset.lines(), ""])
            print_lines([sets.summary()])
            statuses.append(sets.exit_status)
            continue
        with working(given.name[:40]) as progress:
            if every:
                sets = muses(given, subject, corrections=corrections, most=most, progress=progress, **request)
                document, exit_status = sets.whole_json(), sets.exit_status
            else:
                shrunk = run(given, subject, smallest=smallest, progress=progress, **request)
                document, exit_status = shrunk.as_json(), shrunk.exit_status
        if json:
            print_json(document)
        else:
            print_lines(shrunk.lines())
        statuses.append(exit_status)
    return max(statuses)
