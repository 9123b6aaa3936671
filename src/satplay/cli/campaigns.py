"""``satplay campaigns``."""

from __future__ import annotations

import click

from satplay.cli import arguments as arg
from satplay.cli.help_page import PageCommand
from satplay.errors import BadInput


@click.command(cls=PageCommand)
@click.argument("numbers", nargs=-1, type=arg.Number(1), metavar="[NUMBER]...")
@click.option("--forget", is_flag=True, help="delete these campaigns with their results; all that have ended")
@arg.enforced_limits
@click.option("--json", is_flag=True, help="print one JSON document")
def campaigns(numbers: tuple[int, ...], forget: bool, json: bool) -> int:
    """List the campaigns: commands with --jobs or --cluster, whose results are stored.

    A campaign that was interrupted is shown with the command that continues it. The results of one that has
    ended are kept, so that the same command prints them again; --forget deletes them. Boards in collections
    stay.

    Example: satplay campaigns

    Example: satplay campaigns --forget
    """
    from satplay.cli.printing import print_answer, print_lines
    from satplay.verbs import campaigns as verb

    if forget:
        if json:
            raise BadInput("command", found="--forget with --json", expected="one of them")
        print_lines([verb.forget_campaigns(numbers)])
        return 0
    if numbers:
        raise BadInput("command", found="a number alone", expected="--forget with it")
    return print_answer(verb.list_campaigns(), json)
