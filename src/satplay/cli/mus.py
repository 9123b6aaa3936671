"""``satplay mus``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.verbs.muses import Muses

KINDS = {"mus": "muses", "mcs": "mcses"}


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
    time: float | None,
    memory: int | None,
    conflicts: int | None,
    json: bool,
) -> int:
    """Say which clauses are already unsatisfiable, none of them without need.

    What is printed has been checked: the clauses are unsatisfiable, and without any one of them they are not.
    The exit status is 1 where the formula is satisfiable and 3 where a limit was reached.

    Example: satplay mus cnf formula.cnf --smallest --time 10
    """
    from satplay.cli.printing import print_json, print_lines
    from satplay.cli.progress import through
    from satplay.contracts.engine import Limit
    from satplay.errors import BadInput
    from satplay.verbs.mus import mus as run
    from satplay.verbs.muses import muses

    if every and smallest:
        raise BadInput("command", found="--all and --smallest", expected="one of them")
    if (corrections or most is not None) and not every:
        raise BadInput("command", found="--corrections or --limit alone", expected="them with --all")
    subject, inputs = arg.subject_and_inputs(words)
    limit = Limit(seconds=time, conflicts=conflicts, memory_mib=memory)
    statuses: list[int] = []
    for given in through(inputs):
        if every:
            sets = muses(
                given,
                subject,
                corrections=corrections,
                most=most,
                encoding=encoding,
                limit=limit,
                format=format,
            )
            _print_all(sets, json)
            statuses.append(sets.exit_status)
            continue
        shrunk = run(given, subject, smallest=smallest, encoding=encoding, limit=limit, format=format)
        if json:
            print_json(shrunk.as_json())
        else:
            print_lines(shrunk.lines())
        statuses.append(shrunk.exit_status)
    return max(statuses)


def _print_all(sets: Muses, json: bool) -> None:
    """As text each set when it is found; as JSON all of them in one document."""
    from satplay.cli.printing import print_json, print_lines

    if json:
        found = list(sets)
        kinds = {name: [s.as_json() for s in found if s.kind == kind] for kind, name in KINDS.items()}
        print_json(sets.as_json() | kinds)
        return
    for subset in sets:
        print_lines([*subset.lines(), ""])
    print_lines([sets.summary()])
