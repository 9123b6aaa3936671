"""The text of a report in Markdown, with links to its figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Any

from satplay.lab.experiment import Paragraph, ReportPicture, ReportTable, Section
from satplay.lab.reporting.experiment_run import MANY, ExperimentRun, format_value


def chapter(run: ExperimentRun, sections: Sequence[Section]) -> str:
    """The section of one experiment: question, results, and the command that repeats it."""
    parts = [
        f"## {run.experiment.title}",
        f"**{run.question}**",
        f"Source: {run.experiment.source}",
    ]
    parts += [part for section in sections for part in _section(run.name, section)]
    parts.append(f"`{run.run.command}` {run.circumstances}")
    return "\n\n".join(parts)


def page(runs: Sequence[ExperimentRun], chapters: Sequence[str]) -> str:
    """The whole page, with a table of contents."""
    contents = "\n".join(
        f"- [{one.experiment.title}](#{_anchor(one.experiment.title)}): {one.question}" for one in runs
    )
    return "\n\n".join(["# satplay: experiments", contents, *chapters]) + "\n"


def _section(folder: str, section: Section) -> Iterator[str]:
    if isinstance(section, Paragraph):
        yield section.text
    elif isinstance(section, ReportTable):
        if len(section.rows) > MANY:
            yield f"<details><summary>{escape(section.title)}: {len(section.rows)} rows</summary>"
            yield "\n".join(_table(section))
            yield "</details>"
        else:
            yield f"### {section.title}"
            yield "\n".join(_table(section))
    else:
        if isinstance(section, ReportPicture):  # figures contain their title
            yield f"### {section.title}"
        yield f"![{section.title}]({folder}/{section.name}.svg)"
        if isinstance(section, ReportPicture) and section.lines:
            yield "\n".join(["```", *section.lines, "```"])


def _table(table: ReportTable) -> Iterator[str]:
    """Texts are aligned to the left, numbers to the right."""
    numbers = [all(not isinstance(row[at], str) for row in table.rows) for at in range(len(table.columns))]
    yield _row(table.columns)
    yield _row(["---:" if number else "---" for number in numbers])
    yield from map(_row, table.rows)


def _row(values: Sequence[Any]) -> str:
    return f"| {' | '.join(format_value(value).replace('|', chr(92) + '|') for value in values)} |"


def _anchor(title: str) -> str:
    """The anchor of a heading.

    >>> _anchor("Audit: encodings and rules")
    'audit-encodings-and-rules'
    """
    return "".join(c if c.isalnum() or c in "-_" else "-" if c == " " else "" for c in title.lower())
