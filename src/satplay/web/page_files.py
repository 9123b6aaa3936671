"""Files of the pages, read once and kept in memory: compressed, with a tag that changes with the content.

A browser asks again every time (``no-cache``) and is answered 304 as long as the tag is the same: module
specifiers carry no version, and still no page mixes old scripts with new ones.
"""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from posixpath import join, normpath
from typing import TYPE_CHECKING

from satplay.drawing.tokens import tokens_css
from satplay.fast_dataclass import dataclass
from satplay.web.shortening import SHORTENED, shorten

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}

BOARD_FILES = (".css", ".js")
"""The suffixes of the files that the folder of a puzzle or game may contain for its page."""

_IMPORT = re.compile(
    r"""^\s*(?:import|export)\b[^;"']*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']""", re.M
)


@dataclass(frozen=True)
class WebFile:
    """A file as it is sent; ``headers`` go with it."""

    content: bytes
    media_type: str
    headers: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def tag(self) -> str:
        """The entity tag.  It is weak, because the compressed file has the same one."""
        return f'W/"{hashlib.sha256(self.content).hexdigest()[:16]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        """The file in gzip; None if that is no smaller."""
        if self.media_type == MEDIA_TYPES[".png"]:
            return None
        packed = gzip.compress(self.content, 9, mtime=0)
        return packed if len(packed) < len(self.content) else None

    @property
    def transferred(self) -> int:
        """The bytes that a browser loads."""
        return len(self.compressed or self.content)

    def answer(self, request: Request, *, status: int = 200) -> Response:
        """The answer to a GET or HEAD request: the file, or 304 if the browser has it."""
        from starlette.responses import Response

        about = {"ETag": self.tag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding", **self.headers}
        if status == 200 and self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=about)
        content = self.content
        if self.compressed is not None and _takes_gzip(request.headers.get("accept-encoding", "")):
            content, about["Content-Encoding"] = self.compressed, "gzip"
        return Response(content, status, about, self.media_type)


def web_file(name: str, content: str | bytes, **headers: str) -> WebFile:
    """A file of that name, whose suffix gives the media type; in names of headers ``_`` stands for ``-``."""
    data = content.encode() if isinstance(content, str) else content
    named = {header.replace("_", "-"): text for header, text in headers.items()}
    return WebFile(data, MEDIA_TYPES[Path(name).suffix], named)


def version_of(files: Iterable[WebFile]) -> str:
    """A text that changes whenever some file changes."""
    return hashlib.sha256("".join(file.tag for file in files).encode()).hexdigest()[:12]


def static_files() -> dict[str, WebFile]:
    """Scripts, styles and pictures of the application, and the design tokens, by their path on the server."""
    found = {f"/static/{file.name}": _sent(file) for file in _static()}
    return {**found, "/tokens.css": web_file("tokens.css", tokens_css())}


def board_files(name: str, folder: Path) -> dict[str, WebFile]:
    """The scripts and styles of a subject's folder, by their path on the server; none if it has none."""
    found = (file for file in sorted(folder.iterdir()) if file.suffix in BOARD_FILES)
    return {f"/subjects/{name}/{file.name}": _sent(file) for file in found}


def template(name: str) -> str:
    """The text of a template."""
    return (files("satplay.web") / "templates" / f"{name}.html").read_text(encoding="utf-8")


def modules_of(path: str, known: Mapping[str, WebFile]) -> list[str]:
    """The module and all that it imports, the nearest first, without what it imports later by a call."""
    modules: list[str] = []
    waiting = [path]
    while waiting:
        module = waiting.pop(0)
        if module in known and module not in modules:
            modules.append(module)
            waiting += imports(module, known[module].content.decode())
    return modules


def imports(path: str, script: str) -> list[str]:
    """The paths of the modules that a script imports.

    >>> imports("/static/a.js", 'import { b } from "./b.js";\\nimport "/tokens.js";\\nimport("./c.js");')
    ['/static/b.js', '/tokens.js']
    """
    return [normpath(join(path, "..", one or other)) for one, other in _IMPORT.findall(script)]


def _sent(file: Traversable) -> WebFile:
    """A file of the package as it is sent."""
    data = file.read_bytes()
    return web_file(file.name, shorten(data.decode()) if file.name.endswith(SHORTENED) else data)


def _static() -> Iterator[Traversable]:
    listed = (files("satplay.web") / "static").iterdir()
    return (
        file for file in sorted(listed, key=lambda file: file.name) if Path(file.name).suffix in MEDIA_TYPES
    )


def _takes_gzip(accepted: str) -> bool:
    """Whether an ``Accept-Encoding`` allows gzip.

    >>> _takes_gzip("br, gzip"), _takes_gzip("gzip;q=0, identity"), _takes_gzip("")
    (True, False, False)
    """
    names = (one.strip().lower().replace(" ", "") for one in accepted.split(","))
    return any(name == "gzip" or re.fullmatch(r"gzip;q=(1|0?\.\d*[1-9]\d*)(\.0*)?", name) for name in names)
