"""Self-contained pages: one file that needs no network and no build, and runs no script but its own."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from html import escape
from typing import Any


def fill_page(template: str, *, style: str, script: str, parts: Mapping[str, str]) -> str:
    """The template with ``{{style}}``, ``{{script}}``, ``{{policy}}`` and other parts inserted.

    The content policy allows only this style and this script, by their hashes.  Other parts are inserted as
    they are: texts are escaped before.

    >>> fill_page("<title>{{title}}</title>", style="", script="", parts={"title": escape("1 < 2")})
    '<title>1 &lt; 2</title>'
    """
    policy = f"default-src 'none'; style-src {_hash(style)}; script-src {_hash(script)}"
    inserted = {**parts, "style": style, "script": script, "policy": policy}
    # One pass over the template, so that inserted text is not expanded again.
    return re.sub(r"\{\{(\w+)\}\}", lambda found: inserted[found[1]], template)


def in_script(document: Any) -> str:
    r"""JSON that cannot end its script element or start a comment.

    >>> in_script({"name": "</script>"})
    '{"name":"\\u003c/script\\u003e"}'
    """
    text = json.dumps(document, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def in_frame(page: str, title: str, *, height: int = 820) -> str:
    """The page inside a frame, for notebooks."""
    look = f'style="width:100%;height:{height}px;border:0" title="{escape(title, quote=True)}"'
    source = escape(page, quote=True)
    return f'<iframe sandbox="allow-scripts allow-downloads" {look} srcdoc="{source}"></iframe>'


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
