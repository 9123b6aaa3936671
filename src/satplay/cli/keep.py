"""``satplay keep``."""

from __future__ import annotations

import click

from satplay.cli import arguments as arg
from satplay.cli.help_page import PageCommand
from satplay.cli.store_option import store_option
from satplay.errors import BadInput
from satplay.inputs.examples import is_example


@click.command(cls=PageCommand)
@click.argument("words", nargs=-1, metavar="[@NAME] [SUBJECT] [INPUT]...")
@arg.input_format
@click.option(
    "--forget", is_flag=True, help="delete what is stored under this name, or the one board @NAME/3"
)
@arg.enforced_limits
@store_option
@click.option("--json", is_flag=True, help="print one JSON document")
def keep(words: tuple[str, ...], format: str | None, forget: bool, json: bool) -> int:
    """Store boards in collections, and list collections and saved games.

    Inputs are boards or files of boards, as for 'solve'; they are added to the collection @NAME, each once.
    With a name alone, list the boards of a collection, or print the text of a game or board.  Without a name,
    list everything, also the games saved by 'save @NAME' while playing or by 'satplay play --record @NAME'.

    A name can be used wherever an input is read: 'satplay solve @NAME', 'satplay play @NAME/3'.

    Example: satplay keep @mine BOARD

    Example: satplay play @mine
    """
    from satplay.cli.printing import print_json, print_lines
    from satplay.verbs import keep as verb

    if not words:
        if forget:
            raise BadInput("command", found="--forget alone", expected="the name of what to forget")
        everything = verb.list_kept()
        if json:
            print_json(everything.as_json())
        else:
            print_lines(everything.lines())
        return 0
    name, *inputs = words
    if not name.startswith("@"):
        raise BadInput("command", found=repr(name), expected="@NAME first, as in satplay keep @mine FILE")
    if not is_example(name) or inputs:
        verb.parse_name(name)
    if forget:
        if inputs or json:
            raise BadInput(
                "command", found="--forget with inputs or --json", expected="--forget with a name alone"
            )
        verb.forget(name)
        print_lines([f"{name} is forgotten."])
    elif inputs:
        subject, boards = arg.subject_and_inputs(inputs)
        added = verb.keep(name, boards, subject, format=format)
        if json:
            print_json(added.as_json())
        else:
            print_lines(added.lines())
    else:
        _show(name, json=json)
    return 0


def _show(name: str, *, json: bool) -> None:
    """Print the boards of a collection, or the text of a game or board."""
    from satplay.cli.printing import print_json, print_lines
    from satplay.inputs.reading import find_source
    from satplay.verbs.keep import collection, moment

    found = None if is_example(name) else collection(name)
    if found is None:
        text = find_source(name).text()
        if json:
            print_json({"name": name, "text": text})
        else:
            print_lines(text.rstrip("\n").split("\n"))
        return
    boards = [(f"{name}/{board.place}", board) for board in found.boards]
    if json:
        listed = [{"name": one, "text": board.text, "solved": board.solved} for one, board in boards]
        print_json({"name": name, "subject": found.subject, "boards": listed})
        return
    for one, board in boards:
        solved = f", solved {moment(board.solved)}" if board.solved else ""
        print_lines([f"{one}{solved}", *(f"  {line}" for line in board.text.splitlines())])
