"""A list of steps as HTML, for notebooks: the sentences of each step and its picture."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape


def steps_html(steps: Iterable[tuple[Iterable[str], str | None]], end: Iterable[str] = ()) -> str:
    """A numbered list; each step is its lines, which are escaped, and its picture as SVG, if it has one.

    >>> steps_html([(["1 < 2", "  because"], None)], end=["solved"])
    '<ol><li><p>1 &lt; 2<br>because</p></li></ol><p>solved</p>'
    """
    items = "".join(f"<li>{_paragraph(lines)}{picture or ''}</li>" for lines, picture in steps)
    return f"<ol>{items}</ol>{_paragraph(end)}"


def _paragraph(lines: Iterable[str]) -> str:
    text = "<br>".join(escape(line.strip()) for line in lines)
    return f"<p>{text}</p>" if text else ""
