"""``satplay convert``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.errors import SatplayError

if TYPE_CHECKING:
    from satplay.cli.printing import Texts
    from satplay.verbs.convert import Converted


@click.command(cls=arg.Reading)
@arg.words
@click.option(
    "--to", metavar="NAME", help="the format to write; without it all that can be written are listed"
)
@click.option("--solution", metavar="INPUT", help="write this solution of the instance instead")
@arg.input_format
@arg.output
@arg.json
def convert(
    words: tuple[str, ...],
    to: str | None,
    solution: str | None,
    format: str | None,
    output: Path | None,
    json: bool,
) -> int:
    """Write an instance in another format; without --to, say in which it can be written.

    What a format cannot say is refused, never left out: reading the text gives the same instance again.
    Several instances are written one after the other.

    Example: satplay convert board.txt --to NAME -o board.new
    """
    from satplay.cli.printing import output as opened
    from satplay.cli.printing import remark
    from satplay.cli.progress import through
    from satplay.verbs.convert import convert as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    if solution is not None:
        arg.one_input(instances, "--solution")
    status = 0
    with opened(output) as texts:
        for given in through(instances):
            try:
                converted = run(given, subject, to=to, solution=solution, format=format)
            except SatplayError as error:
                if len(instances) == 1:
                    raise
                remark(str(error))  # the others are still converted
                status = max(status, error.exit_status)
                continue
            _say(texts, converted, listing=to is None, json=json)
    return status


def _say(texts: Texts, converted: Converted, *, listing: bool, json: bool) -> None:
    from json import dumps

    if listing:
        formats = converted.formats()
        document = {"subject": converted.puzzle.name, "formats": formats}
        texts.add(dumps(document) if json else " ".join(formats))
    elif json:
        texts.add(dumps(converted.as_json(), ensure_ascii=False))
    else:
        texts.add(converted.text, converted.form)
