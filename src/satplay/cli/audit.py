"""``satplay audit``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg
from satplay.cli.output_files import expect_inputs_kept
from satplay.cli.store_option import store_option
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit

ALL = "all"


@click.command(cls=arg.InstanceCommand)
@click.argument("subject", metavar="PUZZLE")
@click.argument("inputs", nargs=-1, metavar="[INPUT]...")
@click.option("--encoding", cls=arg.EncodingOption, metavar="NAME", help=f"CNF encoding to audit, or '{ALL}'")
@arg.input_format
@click.option("--size", type=arg.Number(1), metavar="N", help="try all boards up to this size")
@click.option(
    "--random", type=arg.Number(0), default=200, metavar="N", help="number of larger random boards to try"
)
@arg.seed
@arg.resource_limits
@store_option
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
    limit: Limit,
    json: bool,
    pictures: Pictures,
) -> int:
    """Compare an encoding of a puzzle with its rules and show the smallest difference.

    All boards up to a size, larger random ones and the given ones are tried. The exit status is 1 if the
    encoding is wrong; a picture shows the smallest board on which it is.

    Example: satplay audit PUZZLE --encoding ENCODING

    Example: satplay audit PUZZLE --encoding all
    """
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.cli.progress import working
    from satplay.inputs.reading import read_board
    from satplay.verbs.audit import audit as run
    from satplay.verbs.audit import audits, exit_status

    if encoding == ALL and pictures:
        raise BadInput(
            "command", found="a picture of all encodings", expected="--svg or --png with one encoding"
        )
    expect_inputs_kept(inputs)
    given = [read_board(one, subject, format)[1] for one in arg.instances(inputs, subject, format)]
    request: dict[str, Any] = {"size": size, "random": random, "boards": given, "seed": seed}
    request["seconds"] = limit.seconds
    with working(f"audit {subject}") as progress:
        request["progress"] = progress
        several = encoding == ALL
        verdicts = [*audits(subject, **request)] if several else [run(subject, encoding=encoding, **request)]
    if pictures:
        picture = verdicts[0].picture()
        if picture is not None:
            pictures.write(picture)
        else:
            remark("no picture: no board was found on which the encoding is wrong")
    for audited in verdicts:
        if json:
            print_json(audited.as_json())
        else:
            print_lines([*([f"-- {audited.encoding}"] if several else []), *audited.lines()])
    return exit_status(verdicts)
