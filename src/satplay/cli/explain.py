"""``satplay explain``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.output_files import expect_inputs_kept

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit


@click.command(cls=arg.InstanceCommand)
@arg.words
@arg.input_format
@arg.limits
@arg.json
@arg.ascii
@arg.pictures
def explain(
    words: tuple[str, ...],
    format: str | None,
    limit: Limit,
    json: bool,
    ascii: bool,
    pictures: Pictures,
) -> int:
    """Explain the whole solution step by step, each step with the rules it follows from.

    Every part of a reason is needed: without it the step does not follow. --svg path.svg writes one picture
    per step: path-1.svg, path-2.svg and so on.

    The exit status is 1 if the puzzle has no solution or more than one, and 3 if a limit was reached.

    Example: satplay explain BOARD
    """
    from satplay.cli.printing import print_json, print_lines
    from satplay.cli.progress import working
    from satplay.cli.terminal import screen
    from satplay.verbs.explain import explain as run

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.expect_one_input(arg.instances(inputs, subject, format), "explain")
    with working(given.name[:40]) as progress:
        explained = run(given, subject, limit=limit, format=format, progress=progress)
    numbered = [(pictures.with_number(number), step) for number, step in enumerate(explained.steps, 1)]
    for files, _ in numbered if pictures else ():
        expect_inputs_kept(inputs, files.as_mapping())
    if json:
        print_json(explained.as_json())
    else:
        look = screen(ascii=ascii)
        print_lines(look.words(explained.lines(write_solution=look.solution)))
    for files, step in numbered if pictures else ():
        files.write(step.picture())
    return explained.exit_status
