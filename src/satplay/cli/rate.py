"""``satplay rate``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from satplay.cli import arguments as arg
from satplay.cli.workers import Workers, campaign_options
from satplay.errors import SatplayError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from satplay.contracts.engine import Limit
    from satplay.inputs.source import Source

LONGEST_NAME = 40
"""Characters of the name of a board in the table, at most."""


@click.command(cls=arg.InstanceCommand)
@arg.words
@arg.input_format
@arg.limits
@campaign_options
@arg.json
def rate(
    words: tuple[str, ...],
    format: str | None,
    limit: Limit,
    workers: Workers,
    json: bool,
) -> int:
    """Rate the difficulty of boards, by the costs of the steps that solve them.

    The inputs are boards, files of boards, or collections. The columns: the level, the cost of the dearest
    step, the sum of the costs, the number of steps, and the narrowest point, which is the smallest number of
    different steps that are available at any moment. 'satplay explain' shows the steps.

    The exit status is 1 if a board has no solution or more than one, and 3 if a limit was reached.

    --jobs rates in several processes and stores each rating at once: the same command continues.

    Example: satplay rate BOARD

    Example: satplay rate BOARD --json
    """
    subject, inputs = arg.subject_and_inputs(words)
    instances = arg.instances(inputs, subject, format)
    printer = _Printer(instances, json)
    if workers:
        return _rate_by_workers(instances, subject, format, limit, workers, printer)
    return _rate_all(instances, subject, format, limit, printer)


def _rate_all(
    instances: Sequence[Source], subject: str | None, format: str | None, limit: Limit, printer: _Printer
) -> int:
    """Rate the boards one after the other in this process."""
    from satplay.cli.printing import remark
    from satplay.cli.progress import through
    from satplay.contracts.budget import Budget
    from satplay.verbs.rate import rate

    budget = Budget(limit)
    statuses: list[int] = []
    for number, given in enumerate(through(instances)):
        try:
            rated = rate(given, subject, limit=budget.remaining_time(), format=format)
        except SatplayError as error:  # an error in one board does not stop the others
            if len(instances) == 1:
                raise
            remark(str(error))
            statuses.append(error.exit_status)
            continue
        printer.show(number, rated.as_json(), rated.cells())
        statuses.append(rated.exit_status)
    return max(statuses)


def _rate_by_workers(
    instances: Sequence[Source],
    subject: str | None,
    format: str | None,
    limit: Limit,
    workers: Workers,
    printer: _Printer,
) -> int:
    """Rate the boards as a campaign."""
    from satplay.cli.bulk import BulkCampaign

    limits = {"conflicts": limit.conflicts, "seconds": workers.seconds}
    common = {"subject": subject, "format": format, **limits}
    campaign = BulkCampaign("rate", "satplay.campaign.tasks.rating:rate_board", common, instances, workers)
    statuses = campaign.statuses
    for number, values in campaign.results():
        printer.show(number, values["document"], tuple(values["cells"]))
        statuses.append(values["exit_status"])
    return max(statuses)


class _Printer:
    """Prints a document or a row of a table for each board."""

    def __init__(self, instances: Sequence[Source], json: bool) -> None:
        self._table = _Table(instances)
        self._json = json

    def show(self, number: int, document: Mapping[str, Any], cells: tuple[str, ...]) -> None:
        """Print the rating of a board."""
        from satplay.cli.printing import print_json, print_lines

        if self._json:
            print_json(document)
        else:
            print_lines(self._table.rows(number, cells))


class _Table:
    """The table of several boards; its first column is wide enough for all names."""

    def __init__(self, sources: Sequence[Source]) -> None:
        names = [source.name for source in sources]
        if len(set(names)) < len(names):
            names = [f"{number}. {name}" for number, name in enumerate(names, 1)]
        self._names = list(map(_shorten, names))
        self._width = max(len("board"), *map(len, self._names))
        self._has_headings = False

    def rows(self, number: int, cells: tuple[str, ...]) -> Iterator[str]:
        """The row of a board, after the headings if it is the first."""
        from satplay.verbs.rate import HEADINGS, write_row

        if not self._has_headings:
            yield f"{'board':{self._width}}  {write_row(HEADINGS)}"
            self._has_headings = True
        yield f"{self._names[number]:{self._width}}  {write_row(cells)}"


def _shorten(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"...{name[3 - LONGEST_NAME :]}"
