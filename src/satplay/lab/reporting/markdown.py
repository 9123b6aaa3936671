"""The text of a report, with links to its figures: for whoever keeps it among documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from satplay.lab.experiment import Picture, Section, Table, Words
from satplay.lab.reporting.experiment_run import MANY, Ran, shown


def chapter(ran: Ran, sections: Sequence[Section]) -> str:
    """One experiment: what was asked, what was found, and how to find it again."""
    parts = [
        f"## {ran.experiment.title}",
        f"**{ran.question}**",
        f"Source: {ran.experiment.source}",
    ]
    parts += [part for section in sections for part in _section(ran.name, section)]
    parts.append(f"`{ran.run.command}` {ran.circumstances}")
    return "\n\n".join(parts)


def page(ran: Sequence[Ran], chapters: Sequence[str]) -> str:
    """All of them, after a list."""
    contents = "\n".join(
        f"- [{one.experiment.title}](#{_anchor(one.experiment.title)}): {one.question}" for one in ran
    )
    return "\n\n".join(["# satplay: experiments", contents, *chapters]) + "\n"


def _section(folder: str, section: Section) -> Iterator[str]:
    if isinstance(section, Words):
        yield section.text
    elif isinstance(section, Table):
        if len(section.rows) > MANY:
            yield f"<details><summary>{escape(section.title)}: {len(section.rows)} rows</summary>"
            yield "\n".join(_table(section))
            yield "</details>"
        else:
            yield f"### {section.title}"
            yield "\n".join(_table(section))
    else:
        if isinstance(section, Picture):  # the others have their title in them
            yield f"### {section.title}"
        yield f"![{section.title}]({folder}/{section.name}.svg)"
        if isinstance(section, Picture) and section.lines:
            yield "\n".join(["```", *section.lines, "```"])


def _table(table: Table) -> Iterator[str]:
    """Words stand at the left, numbers at the right."""
    numbers = [all(not isinstance(row[at], str) for row in table.rows) for at in range(len(table.columns))]
    yield _row(table.columns)
    yield _row(["---:" if number else "---" for number in numbers])
    yield from map(_row, table.rows)


def _row(values: Sequence[Any]) -> str:
    return f"| {' | '.join(shown(value).replace('|', chr(92) + '|') for value in values)} |"


def _anchor(title: str) -> str:
    """As a heading is linked to.

    >>> _anchor("Audit: encodings and rules")
    'audit-encodings-and-rules'
    """
    return "".join(c if c.isalnum() or c in "-_" else "-" if c == " " else "" for c in title.lower())
