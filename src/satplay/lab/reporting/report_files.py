"""The files of a report, made from the store alone: CSV, figures, a self-contained HTML page, Markdown."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from satplay.drawing.png import to_png
from satplay.drawing.svg import to_svg
from satplay.lab.experiment import Bars, Lines, Paragraph, ReportPicture, ReportTable
from satplay.lab.reporting import markdown
from satplay.lab.reporting.experiment_run import MANY, ExperimentRun, format_value
from satplay.store.runs import Job

STYLE = """
body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1f2328}
p,ul,figure{max-width:54rem}
table{border-collapse:collapse;margin:1rem 0;font-size:14px}
td,th{border:1px solid #d0d7de;padding:.2rem .6rem}
td{vertical-align:top}td:last-child{overflow-wrap:anywhere}td.number{text-align:right;font-variant-numeric:tabular-nums}
th{text-align:left;background:#f6f8fa}
img{max-width:100%}code{background:#f6f8fa;padding:.1rem .3rem}figure{margin:1.5rem 0}
.small{color:#57606a;font-size:14px}
"""


def files(runs: Sequence[ExperimentRun]) -> Mapping[str, bytes]:
    """Every file of the report by its path, ``index.html`` first."""
    made: dict[str, bytes] = {"index.html": b"", "index.md": b""}
    chapters: list[str] = []
    texts: list[str] = []
    for one in runs:
        body: list[str] = []
        sections = one.sections()
        for section in sections:
            if isinstance(section, Paragraph):
                body.append(f"<p>{escape(section.text)}</p>")
            elif isinstance(section, ReportTable):
                made[f"{one.name}/{section.name}.csv"] = to_csv(section).encode()
                body.append(_table(section))
            else:
                svg, png = _draw(section)
                made[f"{one.name}/{section.name}.svg"] = svg
                made[f"{one.name}/{section.name}.png"] = png
                body.append(_figure(section, svg))
        made[f"{one.name}/jobs.csv"] = to_csv(raw(one.jobs)).encode()
        chapters.append(_chapter(one, body))
        texts.append(markdown.chapter(one, sections))
    made["index.html"] = _page(runs, chapters).encode()
    made["index.md"] = markdown.page(runs, texts).encode()
    return made


def raw(jobs: Sequence[Job]) -> ReportTable:
    """All jobs with parameters, outcome and values."""
    parameters = list(dict.fromkeys(name for job in jobs for name in job.parameters))
    found = list(dict.fromkeys(name for job in jobs for name in job.values))
    rows = [
        [
            *(job.parameters.get(name, "") for name in parameters),
            job.outcome.value if job.outcome else "waiting",
            *(job.values.get(name, "") for name in found),
            job.why,
        ]
        for job in jobs
    ]
    return ReportTable("jobs", "All jobs", [*parameters, "outcome", *found, "why"], rows)


def to_csv(table: ReportTable) -> str:
    """A table as CSV (RFC 4180)."""
    file = io.StringIO(newline="")
    writer = csv.writer(file)
    writer.writerow(table.columns)
    writer.writerows(table.rows)
    return file.getvalue()


def _draw(section: Lines | Bars | ReportPicture) -> tuple[bytes, bytes]:
    """A figure or picture as SVG and as PNG."""
    if isinstance(section, ReportPicture):
        return to_svg(section.scene).encode(), to_png(section.scene)
    from satplay.lab.reporting.figures import draw, write_figure

    canvas = draw(section)
    return write_figure(canvas, "svg"), write_figure(canvas, "png")


def _table(table: ReportTable) -> str:
    head = "".join(f"<th>{escape(str(column))}</th>" for column in table.columns)
    body = "".join("<tr>" + "".join(map(_cell, row)) + "</tr>" for row in table.rows)
    grid = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    title = escape(table.title)
    if len(table.rows) > MANY:
        return f"<details><summary>{title}: {len(table.rows)} rows</summary>{grid}</details>"
    return f"<h3>{title}</h3>{grid}"


def _cell(value: Any) -> str:
    kind = "" if isinstance(value, str) else ' class="number"'
    return f"<td{kind}>{escape(format_value(value))}</td>"


def _figure(section: Lines | Bars | ReportPicture, svg: bytes) -> str:
    data = b64encode(svg).decode()
    text = escape(section.title)
    image = f'<img alt="{text}" src="data:image/svg+xml;base64,{data}">'
    if not isinstance(section, ReportPicture):  # figures contain their title
        return f"<figure>{image}</figure>"
    below = "<pre>" + escape("\n".join(section.lines)) + "</pre>" if section.lines else ""
    return f"<h3>{text}</h3><figure>{image}{below}</figure>"


def _chapter(run: ExperimentRun, body: Sequence[str]) -> str:
    return (
        f'<h2 id="{escape(run.name)}">{escape(run.experiment.title)}</h2>'
        f"<p><strong>{escape(run.question)}</strong></p>"
        f'<p class="small">Source: {escape(run.experiment.source)}</p>'
        + "".join(body)
        + f'<p class="small"><code>{escape(run.run.command)}</code> {escape(run.circumstances)}</p>'
    )


def _page(runs: Sequence[ExperimentRun], chapters: Sequence[str]) -> str:
    contents = "".join(
        f'<li><a href="#{escape(one.name)}">{escape(one.experiment.title)}</a>: {escape(one.question)}</li>'
        for one in runs
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>satplay: experiments</title>'
        f"<style>{STYLE}</style></head><body><h1>satplay: experiments</h1><ul>{contents}</ul>"
        + "".join(chapters)
        + "</body></html>\n"
    )
