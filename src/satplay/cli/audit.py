"""``satplay audit``."""

from __future__ import annotations

from pathlib import Path

import click

from satplay.cli import arguments as arg


@click.command()
@click.argument("subject")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@arg.encoding
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
    """
    from satplay.cli.printing import print_json, print_lines, remark, write_pictures
    from satplay.cli.progress import working
    from satplay.verbs.audit import audit as run
    from satplay.verbs.reading import instance_of

    given = [instance_of(one, subject, format)[1] for one in arg.instances(inputs, subject, format)]
    with working(f"audit {subject}") as progress:
        audited = run(
            subject,
            encoding=encoding,
            size=size,
            random=random,
            boards=given,
            seed=seed,
            seconds=time,
            progress=progress,
        )
    if svg or png:
        if audited.failed:
            wrong = next(iter(audited.failed.values()))
            write_pictures(audited.puzzle.draw(wrong.board, wrong.solution), svg, png)
        else:
            remark("no picture: nothing was found that the encoding gets wrong")
    if json:
        print_json(audited.as_json())
    else:
        print_lines(audited.lines())
    return audited.exit_status
