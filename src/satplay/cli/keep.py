"""``satplay keep``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg
from satplay.cli.board_exports import BoardRequest
from satplay.cli.booklet import BookletRequest, booklet_options
from satplay.cli.help_page import PageCommand
from satplay.cli.output_files import OutputFile, expect_inputs_kept
from satplay.cli.store_option import store_option
from satplay.errors import BadInput
from satplay.inputs.examples import is_example


@click.command(cls=PageCommand)
@click.argument("words", nargs=-1, metavar="[@NAME] [SUBJECT] [INPUT]...")
@arg.input_format
@click.option(
    "--where",
    multiple=True,
    metavar="CONDITIONS",
    help="only boards that meet all conditions, such as 'level=hard size=9x9 solved=no cost>=4'",
)
@click.option("--sort", metavar="KEYS", help="order of the boards, such as level,-cost; by number if omitted")
@click.option("--to", metavar="NAME", help="print the boards in this format, to be read again")
@click.option("--links", is_flag=True, help="print the boards as puzz.link addresses")
@click.option(
    "--csv",
    type=OutputFile(may_be_dash=True),
    metavar="FILE",
    help="write a table of the boards; - prints it",
)
@booklet_options
@click.option(
    "--forget",
    is_flag=True,
    help="delete what is stored under this name, the one board @NAME/3, or the boards of --where",
)
@arg.enforced_limits
@store_option
@arg.output
@click.option("--json", is_flag=True, help="print one JSON document")
def keep(
    words: tuple[str, ...],
    format: str | None,
    where: tuple[str, ...],
    sort: str | None,
    to: str | None,
    links: bool,
    csv: Path | None,
    booklet: BookletRequest,
    forget: bool,
    output: Path | None,
    json: bool,
) -> int:
    """Store boards in collections, and list, select and export them; list collections and saved games.

    Inputs are boards or files of boards, as for 'solve'; they are added to the collection @NAME, each once: a
    board that is rotated, reflected or has other colours is not new. With a name alone, list the boards of a
    collection, or print the text of a game or board. Without a name, list everything, also the games saved by
    'save @NAME' while playing or by 'satplay play --record @NAME'.

    --where and --sort select and order boards by number, level, size, solved, and by the numbers of 'satplay
    rate': cost (of the dearest step), sum (of all costs), steps and narrowest. Conditions compare by = != <
    <= > >=; a key of --sort with a minus begins with the largest. Boards whose rating is needed are rated
    first, once.

    A name can be used wherever an input is read: 'satplay solve @NAME', 'satplay play @NAME/3'.

    Example: satplay keep @mine BOARD

    Example: satplay keep @mine --where 'level>=hard solved=no' --sort size,level

    Example: satplay keep @mine --sort level --pdf booklet.pdf

    Example: satplay play @mine
    """
    request = BoardRequest(where, sort, to, links, csv, booklet, json, output)
    request.expect_one_output()
    if not words:
        if forget:
            raise BadInput("command", found="--forget alone", expected="the name of what to forget")
        request.expect_nothing(
            "without a name", "the name of a collection, as satplay keep @mine --sort level"
        )
        return _list_everything(json)
    name, *inputs = words
    if not name.startswith("@"):
        raise BadInput("command", found=repr(name), expected="@NAME first, as in satplay keep @mine FILE")
    if not is_example(name) or inputs:
        from satplay.verbs.keep import parse_name

        parse_name(name)
    if forget:
        return _forget(name, inputs, request)
    if inputs:
        expect_inputs_kept(inputs)
        request.expect_nothing("with inputs", "one of them: add boards first, then select")
        return _add(name, inputs, format, json)
    return _show(name, request)


def _list_everything(json: bool) -> int:
    from satplay.cli.printing import print_json, print_lines
    from satplay.verbs.keep import list_kept

    everything = list_kept()
    if json:
        print_json(everything.as_json())
    else:
        print_lines(everything.lines())
    return 0


def _add(name: str, inputs: list[str], format: str | None, json: bool) -> int:
    from satplay.cli.printing import print_json, print_lines
    from satplay.verbs.keep import keep

    subject, boards = arg.subject_and_inputs(inputs)
    added = keep(name, boards, subject, format=format)
    if json:
        print_json(added.as_json())
    else:
        print_lines(added.lines())
    return 0


def _forget(name: str, inputs: list[str], request: BoardRequest) -> int:
    from satplay.cli.printing import print_lines
    from satplay.contracts.texts import pluralize
    from satplay.verbs.keep import forget

    if inputs or request.json:
        found = "--forget with inputs or --json"
        raise BadInput("command", found=found, expected="--forget with a name alone")
    request._replace(where=()).expect_nothing("with --forget", "--forget with a name and --where alone")
    if not request.where:
        forget(name)
        print_lines([f"{name} is forgotten."])
        return 0
    count = request.forget(name)
    print_lines([f"{pluralize(count, 'board')} of {name} {'is' if count == 1 else 'are'} forgotten."])
    return 0


def _show(name: str, request: BoardRequest) -> int:
    """Print or export the boards of a collection, or print the text of a game or board."""
    from satplay.cli.printing import open_output
    from satplay.inputs.reading import find_source
    from satplay.verbs.keep import is_collection

    if request.selects or (not is_example(name) and is_collection(name)):
        return request.export(name)
    text = find_source(name).text()
    with open_output(request.output) as texts:
        if request.json:
            from json import dumps

            texts.add(dumps({"name": name, "text": text}, ensure_ascii=False))
        else:
            texts.add(text.rstrip("\n"))
    return 0
