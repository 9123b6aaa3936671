"""``satplay stats``."""

from __future__ import annotations

import sys

import click

from satplay.cli import arguments as arg
from satplay.cli.help_page import PageCommand
from satplay.cli.store_option import store_option
from satplay.errors import BadInput


@click.command(cls=PageCommand)
@click.argument("subject", required=False, metavar="[SUBJECT]")
@click.option("--forget", is_flag=True, help="delete these results, after a question")
@click.option("--yes", is_flag=True, help="with --forget: do not ask")
@arg.enforced_limits
@store_option
@click.option("--json", is_flag=True, help="print one JSON document")
def stats(subject: str | None, forget: bool, yes: bool, json: bool) -> int:
    """Show the results of your games: puzzles by level, games by opponent.

    A game counts if it was played at a terminal and a move was made: when it is solved or over, or when it is
    left without being saved.  A game whose moves are piped in is not counted.

    Example: satplay stats

    Example: satplay stats --json
    """
    from satplay.cli.printing import print_answer, print_lines
    from satplay.verbs import stats as verb

    if not forget:
        if yes:
            raise BadInput("command", found="--yes", expected="--forget with it")
        return print_answer(verb.stats(subject), json)
    if json:
        raise BadInput("command", found="--forget with --json", expected="one of them")
    number = verb.count_results(subject)
    if number and not yes and not _confirm(f"Delete {number} results"):
        print_lines(["Nothing is deleted."])
        return 1
    print_lines([verb.forget_results(subject) if number else "There is nothing to delete."])
    return 0


def _confirm(question: str) -> bool:
    if sys.stdin is None or not sys.stdin.isatty():
        raise BadInput("command", found="--forget without a terminal", expected="--yes with it")
    try:
        return input(f"{question}? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        return False
