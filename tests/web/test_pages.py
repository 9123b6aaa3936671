"""The pages and their files: every path that a page names exists, and nothing else is answered."""

from __future__ import annotations

import gzip
import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from satplay.playing.subjects import playable_names
from satplay.web.page_files import imports, modules_of
from satplay.web.pages import the_site
from tests.web.servers import RunningServer

PAGES = ["/", "/help", "/api", *(f"/{name}" for name in playable_names())]


class Reader(HTMLParser):
    """The elements of a page, and its data."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.titles = self.data = ""
        self._inside: tuple[str, str | None] = "", None
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.elements.append((tag, dict(attrs)))
        self._inside = tag, dict(attrs).get("id")

    def handle_data(self, data: str) -> None:
        if self._inside == ("script", "data"):
            self.data += data
        elif self._inside[0] == "title":
            self.titles += data

    def handle_endtag(self, tag: str) -> None:
        self._inside = "", None

    def of(self, tag: str, **attributes: str) -> list[dict[str, str | None]]:
        """The attributes of all elements of a kind."""
        return [found for name, found in self.elements if name == tag and attributes.items() <= found.items()]


@pytest.mark.parametrize("path", PAGES)
def test_a_page(running: RunningServer, path: str) -> None:
    response = running.get(path)
    assert response.status == 200 and response.headers["Content-Type"] == "text/html; charset=utf-8"
    page = Reader(response.content.decode())
    json.loads(page.data)
    assert page.titles.endswith("· satplay")
    assert page.of("html")[0]["lang"] == "en" and page.of("main")[0]["id"] == "main"
    assert page.of("meta", name="viewport") and page.of("meta", name="description")
    ids = [found["id"] for _, found in page.elements if "id" in found]
    assert len(ids) == len(set(ids))
    for tag, attributes in page.elements:
        assert "style" not in attributes and not any(name.startswith("on") for name in attributes), tag
    for script in page.of("script"):
        assert "src" in script or script.get("type") == "application/json", "a script inside the page"


@pytest.mark.parametrize("path", PAGES)
def test_everything_that_a_page_names_exists(running: RunningServer, path: str) -> None:
    page = Reader(running.get(path).content.decode())
    named = [found.get("href") for tag, found in page.elements if tag in ("link", "a")]
    named += [found.get("src") for tag, found in page.elements if tag in ("script", "img")]
    for address in {name.partition("#")[0] for name in named if name} - {""}:
        assert address.startswith("/"), f"{address} is on another host"
        assert running.get(address).status == 200, address


@pytest.mark.parametrize("path", PAGES)
def test_modules_are_loaded_early(path: str) -> None:
    """All that is imported at once, of the folder of a subject too, is named by the page."""
    site = the_site()
    page = Reader(site.page(path).content.decode())
    early = {found["href"] for found in page.of("link", rel="modulepreload")}
    started = [str(found["src"]) for found in page.of("script", type="module")]
    board = f"/subjects{path}/board.js"
    for script in [*started, *([board] if board in site.files else [])]:
        assert early >= {*modules_of(script, site.files)}
    for module in early:
        for imported in imports(str(module), site.files[str(module)].content.decode()):
            assert imported in early, f"{module} imports {imported}, which does not exist"


def test_all_scripts_of_a_folder_are_served(running: RunningServer) -> None:
    paths = [path for path in the_site().files if path.startswith("/subjects/")]
    assert paths
    for path in paths:
        response = running.get(path)
        kind = "text/javascript" if path.endswith(".js") else "text/css"
        assert response.headers["Content-Type"] == f"{kind}; charset=utf-8"
        imported = imports(path, response.content.decode()) if path.endswith(".js") else []
        assert all(one in the_site().files for one in imported), path


# -- caching -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/static/dom.js", "/tokens.css", "/service-worker.js", "/icon.svg"])
def test_a_file_that_the_browser_has_is_not_sent_again(running: RunningServer, path: str) -> None:
    first = running.get(path)
    assert first.headers["Cache-Control"] == "no-cache"
    again = running.get(path, if_none_match=first.headers["ETag"])
    assert (again.status, again.content) == (304, b"")
    assert running.get(path, if_none_match='W/"other"').status == 200


def test_files_are_compressed(running: RunningServer) -> None:
    plain, packed = running.get("/static/style.css"), running.get("/static/style.css", accept_encoding="gzip")
    assert packed.headers["Content-Encoding"] == "gzip" and len(packed.content) < len(plain.content) / 2
    assert gzip.decompress(packed.content) == plain.content
    assert "Content-Encoding" not in plain.headers


def test_pages_state_the_version_of_their_files(running: RunningServer) -> None:
    worker = running.get("/service-worker.js").content.decode()
    version = re.search(r'^const FILES_VERSION = "(\w+)";$', worker, re.MULTILINE)
    assert version is not None
    for path in PAGES:
        page = running.get(path)
        assert page.headers["satplay-version"] == version[1]
        assert running.get(path, if_none_match=page.headers["ETag"]).headers["satplay-version"] == version[1]
    assert "satplay-version" not in running.get("/static/dom.js").headers


# -- an application that can be installed --------------------------------------------------------------


def test_the_service_worker_keeps_what_exists(running: RunningServer) -> None:
    response = running.get("/service-worker.js")
    assert response.headers["Content-Type"].startswith("text/javascript")
    paths = re.search(r"^const PATHS = (.*);$", response.content.decode(), re.MULTILINE)
    assert paths is not None
    kept = json.loads(paths[1])
    assert {*PAGES} <= {*kept} and {*the_site().files} <= {*kept}
    assert all(running.get(path).status == 200 for path in kept)


def test_the_manifest(running: RunningServer) -> None:
    response = running.get("/manifest.webmanifest")
    assert response.headers["Content-Type"] == "application/manifest+json"
    manifest = response.value
    assert manifest["display"] == "standalone" and manifest["start_url"] == "/" and manifest["name"]
    sizes = set()
    for icon in manifest["icons"]:
        found = running.get(icon["src"])
        assert (found.status, found.headers["Content-Type"]) == (200, icon["type"])
        if icon["type"] == "image/png":
            sizes.add(icon["sizes"])
            width, height = (int.from_bytes(found.content[at : at + 4]) for at in (16, 20))
            assert f"{width}x{height}" == icon["sizes"]
    assert {"192x192", "512x512"} <= sizes
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])


# -- other addresses -----------------------------------------------------------------------------------


def test_an_address_that_does_not_exist(running: RunningServer) -> None:
    """People get a page, programs an error."""
    page = running.get("/hashii", accept="text/html,*/*")
    assert page.status == 404 and "There is no page at this address" in page.content.decode()
    Reader(page.content.decode())
    error = running.get("/hashii")
    assert error.status == 404 and error.value["error"]["kind"] == "NoSuchName"
    api = running.get("/api/hashii", accept="text/html")
    assert api.status == 404 and "error" in api.value


@pytest.mark.parametrize(
    "path",
    [
        "/static/../pages.py",
        "/static/%2e%2e/pages.py",
        "/static/..%2fpages.py",
        "/static//etc/passwd",
        "/static/",
        "/subjects/mosaic/board.py",
        "/subjects/mosaic/__init__.py",
        "/subjects/mosaic/../flow/board.py",
        "/subjects/nothing/board.js",
        "/templates/frame.html",
        "/static/service-worker.js",
        "/%00",
        "/static/%00.js",
        "/static/dom.js%00",
    ],
)
def test_no_other_file_is_served(running: RunningServer, path: str) -> None:
    response = running.get(path)
    assert response.status in (400, 404), response.content[:200]


def test_only_reading(running: RunningServer) -> None:
    for path in ("/", "/static/dom.js", "/service-worker.js"):
        assert running.post(path, {}).status == 405
        head = running.request("HEAD", path, {})
        assert head.status == 200 and head.content == b""
