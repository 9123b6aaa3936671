"""Whether this terminal can show cursor mode, and in which characters."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping


def why_impossible() -> str | None:
    """The reason why cursor mode cannot be used here; None if it can."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "standard input or output that is not a terminal"
    if os.environ.get("TERM", "dumb") in ("dumb", ""):
        return f"a terminal with TERM={os.environ.get('TERM', '')}"
    return None


def is_ascii_locale(environment: Mapping[str, str]) -> bool:
    """Whether the locale is set to one without UTF-8; an unset locale tells nothing about the terminal.

    >>> is_ascii_locale({"LC_ALL": "C"}), is_ascii_locale({"LANG": "de_DE.ISO-8859-1"})
    (True, True)
    >>> is_ascii_locale({"LC_ALL": "", "LANG": "en_GB.UTF-8"}), is_ascii_locale({"LANG": "de"})
    (False, False)
    >>> is_ascii_locale({})
    False
    """
    names = (environment.get(name, "") for name in ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, names), "")
    language, _, codeset = locale.partition("@")[0].partition(".")
    if not codeset:
        return language in ("C", "POSIX")
    return codeset.lower().replace("-", "") != "utf8"
