"""The pages and files of a server, by path.

A page is ``frame.html`` around the body of its own template.  What its script works on is JSON in the page.
Pages are made once, when they are first asked for; only those of shared boards are made each time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from html import escape
from typing import Any

from satplay import games, puzzles
from satplay.drawing.html_page import in_script
from satplay.fast_dataclass import dataclass
from satplay.web.page_data import api_data, help_data, home_data
from satplay.web.page_files import (
    WebFile,
    board_files,
    modules_of,
    static_files,
    template,
    version_of,
    web_file,
)
from satplay.web.subject_data import subject_data

STYLES = ("/tokens.css", "/static/style.css")
FRAME_SCRIPT = "/static/frame.js"

NAVIGATION = {"/": "Puzzles", "/help": "Help", "/api": "API"}
"""The pages that every page leads to."""


@dataclass(frozen=True, slots=True)
class Outline:
    """A page before it is put together.

    ``path``    its path on the server
    ``body``    the name of its template, and of its script and style, if ``script`` does not say otherwise
    ``data``    what its script works on
    ``more``    paths of further scripts, to be loaded early, and of further styles
    """

    path: str
    body: str
    title: str
    description: str
    data: Mapping[str, Any]
    script: str | None = None
    more: Sequence[str] = ()


class Site:
    """The files and pages of one server."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self._pages: dict[str, WebFile] = {}

    @cached_property
    def files(self) -> dict[str, WebFile]:
        """All files by path."""
        boards = [board_files(name, _folder(name)) for name in self.names]
        return {path: file for part in (static_files(), *boards) for path, file in part.items()}

    @cached_property
    def version(self) -> str:
        """The version of the files, which each page states: the service worker keeps files of one version."""
        return version_of(self.files.values())

    @cached_property
    def subjects(self) -> dict[str, dict[str, Any]]:
        """What the pages know of each subject."""
        scripts = {name: f"/subjects/{name}/board.js" in self.files for name in self.names}
        return {name: subject_data(name, has_board_script=scripts[name]) for name in self.names}

    @property
    def paths(self) -> list[str]:
        """The paths of the pages."""
        return ["/", "/help", "/api", *(f"/{name}" for name in self.names)]

    def page(self, path: str) -> WebFile:
        """The page at one of the paths."""
        if path not in self._pages:
            self._pages[path] = self._make(self._outline(path))
        return self._pages[path]

    def shared_page(self, name: str, slug: str) -> WebFile:
        """The page of a subject that opens the shared board with this slug."""
        return self._make(self._board(name, slug))

    @cached_property
    def not_found(self) -> WebFile:
        """The page for an address that does not exist."""
        return self._make(Outline("", "not-found", "No such page", "There is no page at this address.", {}))

    def _outline(self, path: str) -> Outline:
        match path:
            case "/":
                about = "Logic puzzles to play, with hints that state their reasons."
                return Outline(path, "home", "Puzzles", about, home_data(list(self.subjects.values())))
            case "/help":
                about = "Keys, formats, engines, and what the words of the pages mean."
                return Outline(path, "help", "Help", about, help_data(list(self.subjects.values())))
            case "/api":
                about = "The routes of this server, for programs."
                data = api_data([*self.subjects.values()])
                return Outline(path, "api", "API", about, data, "/static/api-page.js")
            case _:
                return self._board(path[1:], None)

    def _board(self, name: str, slug: str | None) -> Outline:
        subject = self.subjects[name]
        data = {"subject": subject, "shared": slug}
        folder = f"/subjects/{name}/"
        files = [path for path in self.files if path.startswith(folder) and path.endswith(".css")]
        files += [path for path in (f"{folder}board.js",) if path in self.files]
        about = f"{subject['title']}: play, check, explain and export boards."
        return Outline(f"/{name}", "board", subject["title"], about, data, "/static/board-page.js", files)

    def _make(self, outline: Outline) -> WebFile:
        main = outline.script or f"/static/{outline.body}.js"
        scripts = [path for path in (FRAME_SCRIPT, main) if path in self.files]
        started = [*scripts, *(path for path in outline.more if path.endswith(".js"))]
        modules = dict.fromkeys(path for script in started for path in modules_of(script, self.files))
        wanted = [*STYLES, f"/static/{outline.body}.css", *outline.more]
        styles = [path for path in wanted if path.endswith(".css") and path in self.files]
        links = [
            *(f'<link rel="stylesheet" href="{path}">' for path in styles),
            *(f'<link rel="modulepreload" href="{path}">' for path in modules),
            *(f'<script type="module" src="{path}"></script>' for path in scripts),
        ]
        parts = {
            "title": escape(outline.title),
            "description": escape(outline.description),
            "page": outline.body,
            "links": "\n".join(links),
            "navigation": _navigation(outline.path),
            "body": template(outline.body),
            "data": in_script(outline.data),
        }
        return web_file("page.html", _fill(template("frame"), parts), satplay_version=self.version)


def _folder(name: str) -> Any:
    return (puzzles if name in puzzles.names() else games).place(name)


def _navigation(here: str) -> str:
    current = {here: ' aria-current="page"'}
    return " ".join(
        f'<a href="{path}"{current.get(path, "")}>{title}</a>' for path, title in NAVIGATION.items()
    )


def _fill(text: str, parts: Mapping[str, str]) -> str:
    """The text with ``{{name}}`` replaced; inserted text is not expanded again."""
    return re.sub(r"\{\{(\w+)\}\}", lambda found: parts[found[1]], text)
