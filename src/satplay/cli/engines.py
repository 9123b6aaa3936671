"""``satplay engines``."""

from __future__ import annotations

from dataclasses import asdict

import click

from satplay.cli import arguments as arg


@click.command()
@click.argument("name", required=False)
@arg.json
def engines(name: str | None, json: bool) -> int:
    """List the engines found on this machine; NAME shows one in full."""
    from satplay.cli.printing import print_json, print_lines
    from satplay.verbs.engines import engines as listing

    found = listing()
    if name is not None:
        row = asdict(found.named(name))
        if json:
            print_json(row)
        else:
            width = max(map(len, row))
            print_lines(f"{field.ljust(width)}  {_word(value)}" for field, value in row.items())
    elif json:
        print_json(found.as_json())
    else:
        print_lines([str(found)])
    return 0


def _word(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)
