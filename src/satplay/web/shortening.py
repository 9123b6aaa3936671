"""Scripts and styles without what only their readers need: comments and indentation.

This is no build step: names and lines of code are sent as they are written, so that what a browser shows of
them can be read.  It saves a quarter of what a page loads.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

SHORTENED = (".css", ".js")
"""The suffixes of the files that are shortened."""

_COMMENT_AFTER_CODE = re.compile(r"""([^"'`/]+?)\s+//\s.*""")
"""Where the code has no quote and no slash: in a text or a pattern, ``//`` is no comment."""


def shorten(text: str) -> str:
    """The text without comments, empty lines and indentation.

    A comment after code with a quote or a slash stays.  A text that may hold a template literal of several
    lines stays as it is, because there blanks count.

    >>> shorten("/* A\\n * comment. */\\n\\n// Another one.\\nif (a) {\\n  b(); // why\\n}\\n")
    'if (a) {\\nb();\\n}\\n'
    >>> shorten("a(`\\n  b`);")
    'a(`\\n  b`);'
    """
    if any(line.count("`") % 2 for line in text.splitlines()):
        return text
    return "".join(f"{line}\n" for line in _code(text))


def _code(text: str) -> Iterator[str]:
    is_comment = False
    for line in map(str.strip, text.splitlines()):
        if not is_comment and line.startswith("/*"):
            is_comment = True
        elif not is_comment:
            if line and not line.startswith("//"):
                found = _COMMENT_AFTER_CODE.fullmatch(line)
                yield line if found is None else found[1]
            continue
        _, ends, code = line.partition("*/")
        if ends:
            is_comment = False
            if code.strip():
                yield code.strip()
