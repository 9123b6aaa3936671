"""``satplay convert``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.booklet import BookletRequest, booklet_options
from satplay.cli.output_files import expect_inputs_kept
from satplay.errors import BadInput, SatplayError

if TYPE_CHECKING:
    from satplay.cli.printing import TextWriter
    from satplay.verbs.convert import ConvertResult


@click.command(cls=arg.InstanceCommand)
@arg.words
@click.option("--to", metavar="NAME", help="output format; if omitted, the possible formats are listed")
@click.option("--solution", metavar="INPUT", help="convert this solution of the instance instead")
@arg.input_format
@arg.enforced_limits
@arg.output
@arg.json
@booklet_options
def convert(
    words: tuple[str, ...],
    to: str | None,
    solution: str | None,
    format: str | None,
    output: Path | None,
    json: bool,
    booklet: BookletRequest,
) -> int:
    """Convert an instance to another format; without --to, list the possible formats.

    A format that cannot represent the whole instance is rejected: the text always reads back as the same
    instance. Several instances are written one after the other.

    --pdf writes all instances, for example those of a collection @NAME, as a booklet for printing instead,
    with their solutions at the end.

    Example: satplay convert BOARD

    Example: satplay convert BOARD --pdf booklet.pdf
    """
    from satplay.cli.printing import open_output, print_lines, remark
    from satplay.cli.progress import through
    from satplay.verbs.convert import convert as run

    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    if booklet:
        if output is not None or json or to is not None or solution is not None:
            found = "--pdf with --output, --json, --to or --solution"
            raise BadInput("command", found=found, expected="it alone")
        print_lines([booklet.write(through(instances), subject, format=format)])
        return 0
    if solution is not None:
        arg.expect_one_input(instances, "--solution")
        expect_inputs_kept([solution])
    status = 0
    with open_output(output) as texts:
        for given in through(instances):
            try:
                converted = run(given, subject, to=to, solution=solution, format=format)
            except SatplayError as error:
                if len(instances) == 1:
                    raise
                remark(str(error))  # the others are still converted
                status = max(status, error.exit_status)
                continue
            _write(texts, converted, listing=to is None, json=json)
    return status


def _write(texts: TextWriter, converted: ConvertResult, *, listing: bool, json: bool) -> None:
    from json import dumps

    if listing:
        formats = converted.formats()
        document = {"subject": converted.puzzle.name, "formats": formats}
        texts.add(dumps(document) if json else " ".join(formats))
    elif json:
        texts.add(dumps(converted.as_json(), ensure_ascii=False))
    else:
        texts.add(converted.text, converted.form)
