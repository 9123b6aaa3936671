"""A run as one self-contained interactive page: trail, clauses, implication graph, cut, resolution.

The page is assembled from the files ``page*`` and needs no network and no build.  Its content policy allows
only its own script and style, by their hashes.
"""

from __future__ import annotations

from dataclasses import replace
from html import escape
from importlib.resources import files

from satplay.contracts.events import Watch
from satplay.drawing.html_page import fill_page, in_frame, in_script
from satplay.tracing.document import to_json
from satplay.tracing.replay import Trace
from satplay.tracing.text import to_text

SCRIPTS = ("page-run.js", "page-graph.js", "page-panels.js", "page.js")
PLAIN_TEXT_UP_TO = 2_000
"""Runs of at most this many steps are included as plain text, for readers without JavaScript."""


def to_html(trace: Trace) -> str:
    """The page as text.  Names and sentences of the run are data in it, never markup."""
    script = "\n" + "\n".join(_file(name) for name in SCRIPTS)
    style = "\n" + _file("page.css")
    answer = {"sat": "satisfiable", "unsat": "unsatisfiable", "unknown": "no answer"}[trace.answer]
    parts = {
        "title": escape(f"CDCL run: {trace.formula.clause_count} clauses, {answer}"),
        "plain": escape(_plain(trace)),
        "data": in_script(to_json(trace, detailed=False)),
    }
    return fill_page(_file("page.html"), style=style, script=script, parts=parts)


def _plain(trace: Trace) -> str:
    """The run as text, without the watched literals, which would fill the screen."""
    steps = tuple(event for event in trace.events if not isinstance(event, Watch))
    return (
        to_text(replace(trace, events=steps))
        if len(steps) <= PLAIN_TEXT_UP_TO
        else "This page needs JavaScript."
    )


def to_frame(trace: Trace, *, height: int = 820) -> str:
    """The page inside a frame, for notebooks."""
    return in_frame(to_html(trace), "CDCL run", height=height)


def _file(name: str) -> str:
    return (files("satplay.tracing") / name).read_text(encoding="utf-8")
