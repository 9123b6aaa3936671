"""A run as one self-contained interactive page: trail, clauses, implication graph, cut, resolution.

The page is assembled from the files ``page*`` and needs no network and no build.  Its content policy allows
only its own script and style, by their hashes.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from html import escape
from importlib.resources import files
from typing import Any

from satplay.contracts.events import Watch
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
        "policy": f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}",
        "title": escape(f"CDCL run: {trace.formula.clause_count} clauses, {answer}"),
        "style": style,
        "script": script,
        "plain": escape(_plain(trace)),
        "data": in_script(to_json(trace, detailed=False)),
    }
    # One pass over the template, so that inserted text is not expanded again.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], _file("page.html"))


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
    page = escape(to_html(trace), quote=True)
    look = f'style="width:100%;height:{height}px;border:0" title="CDCL run"'
    return f'<iframe sandbox="allow-scripts allow-downloads" {look} srcdoc="{page}"></iframe>'


def in_script(document: Any) -> str:
    r"""JSON that cannot end its script element or start a comment.

    >>> in_script({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(document, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _file(name: str) -> str:
    return (files("satplay.tracing") / name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
