"""``satplay generate``."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path

import click

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import Wishing
from satplay.errors import BadInput


@click.command(cls=Wishing)
@click.argument("subject", metavar="PUZZLE")
@arg.generator_options
@click.option("--count", type=arg.Number(1), default=1, metavar="N", help="how many")
@arg.new_seed
@click.option("--to", metavar="NAME", help="the format; otherwise the first that can say it")
@arg.engine
@click.option("--time", "seconds", type=arg.Seconds(), metavar="SECONDS", help="give up on one after so long")
@click.option("--keep", metavar="@NAME", help="into this collection instead of standard output")
@arg.output
@arg.json
@arg.pictures
def generate(
    subject: str,
    size: str | None,
    difficulty: str | None,
    options: Mapping[str, str],
    count: int,
    seed: int | None,
    to: str | None,
    engine: str | None,
    seconds: float | None,
    keep: str | None,
    output: Path | None,
    json: bool,
    svg: Path | None,
    png: Path | None,
) -> int:
    """Make new instances of a puzzle.

    Each has been checked before it is printed: where the puzzle promises one solution, there is exactly one.
    With --count the seeds are --seed and those that follow it, so that each can be made again alone.  The
    exit status is 3 where one takes longer than --time.

    What else a puzzle can be asked for, 'satplay generate PUZZLE --help' tells.

    Example: satplay generate cnf --vars 50 --k 3 --seed 7

    Example: satplay generate PUZZLE --count 20 --keep @mine; satplay play @mine
    """
    from dataclasses import replace
    from json import dumps

    from satplay.cli.printing import output as opened
    from satplay.cli.printing import print_lines, remark, write_pictures
    from satplay.cli.progress import working
    from satplay.verbs.generate import generate as run
    from satplay.verbs.generate import new_seed

    if (svg or png) and count > 1:
        raise BadInput("command", found=f"--count {count}", expected="one instance with --svg or --png")
    if keep is not None:
        if output is not None or json or to is not None:
            raise BadInput("command", found="--keep with --output, --json or --to", expected="it alone")
        from satplay.verbs.keep import expect_collection, keep_boards

        expect_collection(keep, subject)  # before the work
    first = new_seed() if seed is None else seed
    new = 0
    since = time.monotonic()
    with opened(output) as texts:
        for number in range(count):
            with working(f"{subject}, {number + 1} of {count}", since) as progress:
                if progress is not None:
                    progress({})
                made = run(
                    subject,
                    size=size,
                    difficulty=difficulty,
                    options=options,
                    seed=first + number,
                    to=to,
                    several=count > 1,
                    engine=engine,
                    seconds=seconds,
                    progress=progress,
                )
            to = made.format  # one file, one format
            if seed is None and number == 0:
                remark(f"seed {first}: --seed {first} makes the same again")
            if keep is not None:
                added = keep_boards(keep, made.puzzle.name, [made.instance])
                new += added.new
            elif json:
                texts.add(dumps(made.as_json(), ensure_ascii=False))
            else:
                texts.add(made.text, made.form)
    if keep is not None:
        print_lines(replace(added, given=count, new=new).lines())
    if svg or png:
        write_pictures(made.puzzle.draw(made.instance, None), svg, png)
    return 0
