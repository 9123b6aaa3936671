"""``satplay engines``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.help_page import PageCommand

if TYPE_CHECKING:
    from satplay.verbs.engines import OptionRow, QbfAbility


@click.command(cls=PageCommand)
@click.argument("name", required=False)
@click.option("--options", is_flag=True, help="list the options of an engine: default, range and meaning")
@arg.json
def engines(name: str | None, options: bool, json: bool) -> int:
    """List the engines that are installed here, or show all about one of them.

    Example: satplay engines native --options
    """
    from satplay.cli.printing import print_json, print_lines
    from satplay.verbs.engines import engine_options, qbf_engines
    from satplay.verbs.engines import engines as listing

    found = listing()
    quantified = qbf_engines()
    if options:
        rows = engine_options(name)
        if json:
            print_json([option._asdict() for option in rows])
        else:
            print_lines(_table(rows))
    elif name is not None:
        engine = next((one for one in quantified if one.name == name), None) or found.find(name)
        row = engine._asdict()
        if json:
            print_json(row)
        else:
            width = max(map(len, row))
            print_lines(f"{field.ljust(width)}  {_word(value)}" for field, value in row.items())
    elif json:
        rows_of_both = [row | {"quantified": False} for row in found.as_json()]
        print_json([*rows_of_both, *(one._asdict() | {"quantified": True} for one in quantified)])
    else:
        print_lines([str(found), "", *_qbf_engine_lines(quantified)])
    return 0


def _qbf_engine_lines(engines: Sequence[QbfAbility]) -> list[str]:
    """The table of engines for quantified formulas."""
    cells: list[tuple[str, ...]] = [("QBF engine", "kind", "can", "version", "what it is")]
    cells += [
        (one.name, one.kind, "strategies" if one.strategies else "-", one.version, one.summary)
        for one in engines
        if one.installed
    ]
    return _align(cells) + [
        f"not installed: {one.name} ({one.remedy})" for one in engines if not one.installed
    ]


def _word(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _table(options: Sequence[OptionRow]) -> list[str]:
    cells: list[tuple[str, ...]] = [("option", "default", "range", "meaning")]
    cells += [(o.name, str(o.default), f"{o.least} to {o.greatest}", o.meaning) for o in options]
    return _align(cells)


def _align(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """The rows of a table as lines, with every column but the last padded to its width."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    return ["  ".join([*(c.ljust(w) for c, w in zip(row, widths, strict=False)), row[-1]]) for row in rows]
