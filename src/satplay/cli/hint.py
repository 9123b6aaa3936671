"""``satplay hint``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit


@click.command(cls=arg.InstanceCommand)
@arg.words
@arg.input_format
@click.option("--suggest", is_flag=True, help="suggest the next move, too, if the puzzle answers moves")
@arg.limits
@arg.json
@arg.ascii
@arg.pictures
def hint(
    words: tuple[str, ...],
    format: str | None,
    suggest: bool,
    limit: Limit,
    json: bool,
    ascii: bool,
    pictures: Pictures,
) -> int:
    """Show the next logical step and the rules it follows from.

    The inputs are a puzzle and optionally a partial solution: files, '-', or the texts themselves. A saved
    game has both: the hint continues what was drawn. Every
    part of the reason is needed: without it the step does not follow. If the partial solution has a mistake,
    the hint shows it.

    The exit status is 1 if the puzzle has no solution or nothing more is forced, and 3 if a limit was
    reached.

    Example: satplay hint BOARD
    """
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.cli.terminal import screen
    from satplay.verbs.explain import hint as run

    subject, inputs = arg.subject_and_inputs(words)
    if len(inputs) > 2:
        found = f"{len(inputs)} inputs"
        raise BadInput("command", found=found, expected="a puzzle and a partial solution")
    partial = inputs[1] if len(inputs) == 2 else None
    step = run(arg.with_variants(inputs[0]), partial, subject, limit=limit, format=format, suggest=suggest)
    if json:
        print_json(step.as_json())
    else:
        print_lines(screen(ascii=ascii).words(step.lines()))
        if step.kind == "open" and step.puzzle.suggest is not None and not suggest:
            remark("--suggest suggests the next move")
    if pictures:
        pictures.write(step.picture())
    return step.exit_status
