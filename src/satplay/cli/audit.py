"""``satplay audit``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg
from satplay.cli.output_files import expect_inputs_kept
from satplay.cli.workers import Workers, campaign_options
from satplay.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from satplay.cli.pictures import Pictures
    from satplay.contracts.engine import Limit
    from satplay.verbs.audit import AuditResult

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
@campaign_options
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
    workers: Workers,
    json: bool,
    pictures: Pictures,
) -> int:
    """Compare an encoding of a puzzle with its rules and show the smallest difference.

    All boards up to a size, larger random ones and the given ones are tried. The exit status is 1 if the
    encoding is wrong; a picture shows the smallest board on which it is.

    --jobs tries the boards in several processes and stores what was found: the same command continues. The
    verdict is that of one process.

    Example: satplay audit PUZZLE --encoding ENCODING

    Example: satplay audit PUZZLE --encoding all
    """
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.inputs.reading import read_board

    if encoding == ALL and pictures:
        found, expected = "a picture of all encodings", "--svg or --png with one encoding"
        raise BadInput("command", found=found, expected=expected)
    expect_inputs_kept(inputs)
    sources = arg.instances(inputs, subject, format)
    boards = [read_board(one, subject, format)[1] for one in sources]
    request = {"size": size, "random": random, "seed": seed}
    missing = 0
    if workers:
        from satplay.cli.audit_campaign import AuditCampaign

        campaign = AuditCampaign(subject, sources, format, request, limit.seconds, workers)
        verdicts = campaign.all_verdicts() if encoding == ALL else [campaign.verdict(encoding)]
        missing = max(campaign.statuses)
    else:
        verdicts = _verdicts(subject, encoding, boards, request, limit)
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
            print_lines([*([f"-- {audited.encoding}"] if encoding == ALL else []), *audited.lines()])
    return combined_status(verdicts, missing)


def _verdicts(
    subject: str, encoding: str | None, boards: Sequence[Any], request: Mapping[str, Any], limit: Limit
) -> list[AuditResult]:
    """The verdicts of this process."""
    from satplay.cli.progress import working
    from satplay.verbs.audit import audit as run
    from satplay.verbs.audit import audits

    with working(f"audit {subject}") as progress:
        how = {**request, "boards": boards, "seconds": limit.seconds, "progress": progress}
        return [*audits(subject, **how)] if encoding == ALL else [run(subject, encoding=encoding, **how)]


def combined_status(verdicts: Sequence[AuditResult], missing: int) -> int:
    """1 if a property fails, otherwise the status of jobs without a result, or of the verdicts."""
    from satplay.verbs.audit import exit_status

    status = exit_status(verdicts)
    return status if status == 1 else max(status, missing)
