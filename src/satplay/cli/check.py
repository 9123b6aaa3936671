"""``satplay check``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput


@click.command()
@arg.words
@arg.input_format
@arg.json
@arg.pictures
def check(words: tuple[str, ...], format: str | None, json: bool, svg: Path | None, png: Path | None) -> int:
    """Judge a solution by the rules alone.

    The inputs are an instance and a solution of it: files, '-', or the texts themselves.

    Example: satplay check cnf formula.cnf model.txt
    """
    from satplay.cli.printing import print_json, print_lines, write_pictures
    from satplay.verbs.check import check as judge

    subject, inputs = arg.subject_and_inputs(words)
    if len(inputs) != 2:
        raise BadInput("command", found=f"{len(inputs)} inputs", expected="an instance and a solution")
    if inputs == ["-", "-"]:
        raise BadInput("command", found="'-' twice", expected="standard input once")
    checked = judge(inputs[0], inputs[1], subject, format=format)
    if svg or png:
        write_pictures(checked.puzzle.draw(checked.instance, checked.solution), svg, png)
    if json:
        print_json(checked.as_json())
    else:
        print_lines(checked.lines())
    return checked.exit_status
