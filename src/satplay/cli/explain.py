"""``satplay explain``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit


@click.command(cls=arg.Reading)
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
    svg: Path | None,
    png: Path | None,
) -> int:
    """Explain the whole solve, step by step, each with its reason.

    Every reason is minimal: without any one of its rules and facts the new facts no longer follow.  Pictures
    are drawn of every step: --svg path.svg writes path-1.svg, path-2.svg and so on.

    The exit status is 1 where the puzzle has no solution or more than one, 3 where a limit was reached.

    Example: satplay explain puzzle.txt
    """
    from satplay.cli.printing import print_json, print_lines, write_pictures
    from satplay.cli.progress import working
    from satplay.cli.terminal import screen
    from satplay.verbs.explain import explain as run

    subject, inputs = arg.subject_and_inputs(words)
    given = arg.one_input(arg.instances(inputs, subject, format), "explain")
    with working(given.name[:40]) as progress:
        explained = run(given, subject, limit=limit, format=format, progress=progress)
    if svg or png:
        for number, step in enumerate(explained.steps, 1):
            write_pictures(step.picture(), _numbered(svg, number), _numbered(png, number))
    if json:
        print_json(explained.as_json())
    else:
        look = screen(ascii=ascii)
        print_lines(look.words(explained.lines(shown=look.solution)))
    return explained.exit_status


def _numbered(path: Path | None, number: int) -> Path | None:
    return None if path is None else path.with_name(f"{path.stem}-{number}{path.suffix}")
