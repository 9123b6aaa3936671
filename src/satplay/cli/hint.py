"""``satplay hint``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.Reading)
@arg.words
@arg.input_format
@arg.limits
@arg.json
@arg.ascii
@arg.pictures
def hint(
    words: tuple[str, ...],
    format: str | None,
    limit: Limit,
    json: bool,
    ascii: bool,
    svg: Path | None,
    png: Path | None,
) -> int:
    """Say what can be known next, and why.

    The inputs are a puzzle and, if something is drawn already, the solution as far as it got: files, '-', or
    the texts themselves.  The reason is minimal: without any one of its rules and facts the new fact no
    longer follows.  If there is a mistake, that is the hint.

    The exit status is 1 where the puzzle has no solution or nothing more is forced, 3 where a limit was
    reached.

    Example: satplay hint puzzle.txt so_far.txt
    """
    from satplay.cli.printing import print_json, print_lines, write_pictures
    from satplay.cli.terminal import screen
    from satplay.verbs.explain import hint as run

    subject, inputs = arg.subject_and_inputs(words)
    if len(inputs) > 2:
        found = f"{len(inputs)} inputs"
        raise BadInput("command", found=found, expected="a puzzle and the solution so far")
    so_far = inputs[1] if len(inputs) == 2 else None
    given = run(arg.as_set(inputs[0]), so_far, subject, limit=limit, format=format)
    write_pictures(given.picture(), svg, png)
    if json:
        print_json(given.as_json())
    else:
        print_lines(screen(ascii=ascii).words(given.lines()))
    return given.exit_status
