"""``satplay audit``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput

ALL = "all"


@click.command()
@click.argument("subject")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@click.option(
    "--encoding", metavar="NAME", help=f"how the puzzle is said in clauses; '{ALL}' for one after the other"
)
@arg.input_format
@click.option("--size", type=arg.Number(1), metavar="N", help="look at all boards up to this size")
@click.option(
    "--random", type=arg.Number(0), default=200, metavar="N", help="and at so many random larger ones"
)
@arg.seed
@click.option("--time", type=arg.Seconds(), metavar="SECONDS", help="give up after so long")
@arg.json
@arg.pictures
def audit(
    subject: str,
    inputs: tuple[str, ...],
    encoding: str | None,
    format: str | None,
    size: int | None,
    random: int,
    seed: int,
    time: float | None,
    json: bool,
    svg: Path | None,
    png: Path | None,
) -> int:
    """Compare an encoding of a puzzle with its rules, and show where they differ.

    All boards up to a size are looked at, random larger ones, and those given.  The exit status is 1 where
    the encoding is wrong; a picture shows the smallest board on which it is.

    Example: satplay audit PUZZLE --encoding NAME

    Example: satplay audit PUZZLE --encoding all
    """
    from satplay.cli.printing import print_json, print_lines, remark, write_pictures
    from satplay.cli.progress import working
    from satplay.inputs.reading import instance_of
    from satplay.verbs.audit import audit as run
    from satplay.verbs.audit import audits, exit_status

    if encoding == ALL and (svg or png):
        raise BadInput("command", found="a picture of all encodings", expected="--svg or --png with one")
    given = [instance_of(one, subject, format)[1] for one in arg.instances(inputs, subject, format)]
    asked: dict[str, Any] = {"size": size, "random": random, "boards": given, "seed": seed, "seconds": time}
    with working(f"audit {subject}") as progress:
        asked["progress"] = progress
        several = encoding == ALL
        verdicts = [*audits(subject, **asked)] if several else [run(subject, encoding=encoding, **asked)]
    if svg or png:
        picture = verdicts[0].picture()
        if picture is not None:
            write_pictures(picture, svg, png)
        else:
            remark("no picture: nothing was found that the encoding gets wrong")
    for audited in verdicts:
        if json:
            print_json(audited.as_json())
        else:
            print_lines([*([f"-- {audited.encoding}"] if several else []), *audited.lines()])
    return exit_status(verdicts)
