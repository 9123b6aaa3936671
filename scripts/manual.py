"""Writes the manual page docs/satplay.1 from the help pages of all commands.

python scripts/manual.py
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from inspect import cleandoc
from pathlib import Path

import click

from satplay.cli.app import EXAMPLES, GROUPS, app
from satplay.cli.examples import fill_example
from satplay.cli.help_page import EXAMPLE, PageCommand, PageContext
from satplay.inputs.summaries import subject_summaries

PAGE = Path(__file__).parents[1] / "docs" / "satplay.1"

ENVIRONMENT = {
    "SATPLAY_DATA": "folder of the store: saved games and collections",
    "SATPLAY_STORE": "database of the store instead of a file there: postgresql://USER@HOST/DATABASE",
    "NO_COLOR": "no colours, also on a terminal",
    "FORCE_COLOR": "colours and drawings also without a terminal",
    "COLUMNS": "width of help pages and lists",
}


def manual() -> str:
    """The text of the page."""
    return "\n".join([*_lines(), ""])


def _lines() -> Iterator[str]:
    context = PageContext(app, info_name="satplay")
    yield '.\\" Written by scripts/manual.py from the help pages of the commands: edit those, not this file.'
    yield '.TH SATPLAY 1 "" "satplay" "User Commands"'
    yield ".SH NAME"
    yield "satplay \\- solve, explain, generate, check and play logic puzzles and games"
    yield ".SH SYNOPSIS"
    yield ".B satplay"
    yield ".I COMMAND"
    yield "[SUBJECT] [INPUT]... [OPTIONS]"
    yield ".SH DESCRIPTION"
    yield from _paragraphs(cleandoc(app.help or ""))
    for title, rows in zip(("PUZZLES", "GAMES"), subject_summaries(), strict=True):
        yield f".SH {title}"
        yield from _list(rows.items())
    yield ".SH COMMANDS"
    for title, commands in GROUPS.items():
        yield f".SS {title}"
        for name in commands:
            yield from _command(context, name)
    yield ".SH EXIT STATUS"
    yield from _paragraphs((app.epilog or "").removeprefix("Exit status: "))
    yield ".SH ENVIRONMENT"
    yield from _list(ENVIRONMENT.items())
    yield ".SH EXAMPLES"
    yield from _example_lines([fill_example(example) for example in EXAMPLES])


def _command(context: click.Context, name: str) -> Iterator[str]:
    command = app.get_command(context, name)
    assert isinstance(command, PageCommand), name
    own = PageContext(command, info_name=name, parent=context)
    yield ".TP"
    yield f".B {_escape(' '.join((f'satplay {name}', *command.collect_usage_pieces(own))))}"
    first, *others = cleandoc(EXAMPLE.sub("", cleandoc(command.help or ""))).split("\n\n")
    yield from _paragraphs(first)
    yield ".RS"
    for paragraph in others:
        yield ".PP"
        yield from _paragraphs(paragraph)
    options = (
        one for one in command.get_params(own) if isinstance(one, click.Option) and "--help" not in one.opts
    )
    yield from _list(record for option in options if (record := option.get_help_record(own)) is not None)
    yield from _example_lines(command.examples(own))
    yield ".RE"


def _list(rows: Iterable[tuple[str, str]]) -> Iterator[str]:
    for term, text in rows:
        yield ".TP"
        yield f".B {_escape(term)}"
        yield _escape(text) or "\\&"


def _example_lines(examples: list[str]) -> Iterator[str]:
    if examples:
        yield from (".PP", ".nf", *map(_escape, examples), ".fi")


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ".PP"
        yield _escape(" ".join(paragraph.split()))


def _escape(text: str) -> str:
    """The text without signs that roff would interpret."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq").replace("`", "\\(ga")
    return re.sub(r"^\.", r"\\&.", escaped)


if __name__ == "__main__":
    PAGE.write_text(manual(), encoding="utf-8")
