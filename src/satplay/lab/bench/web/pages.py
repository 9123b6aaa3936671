"""What a page weighs, and how long it takes from the navigation to a board that can be played."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from satplay.lab.bench.web.browser import fresh_profile, open_page, running_browser
from satplay.lab.bench.web.client import Client
from satplay.lab.bench.web.figures import done
from satplay.lab.bench.web.server import rest, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Page

FIRST = "/"

LOOK, QUIET, MOST_LOOKS = 50, 500, 400
"""Milliseconds between two looks at what is loaded, and without a request; the looks at a page."""

LINK = re.compile(r'<(?:link|script)[^>]* (?:href|src)="([^"]+)"')
IMPORT = re.compile(r"""^(?:import|export)\b[^;"']*?\bfrom\s*"([^"]+)"|\bimport\(?\s*"([^"]+)\"""", re.M)

Weight = dict[str, int]


def sample(path: str, visits: int, program: str | None) -> dict[str, Any]:
    """The weight of a page in a new profile, and in one that has seen the first page; seconds of some visits.

    Without a browser the files are loaded one after the other, as the page and its scripts name them.
    """
    with running_server() as server:
        rest(server)
        with closing(server.client()) as client:
            client.get(path)  # pages are made when they are first asked for
            if program is None:
                return _by_http(client, path)
        with running_browser(program) as browser:
            first, after = None, None
            with fresh_profile(browser, server.address, service_workers="block") as page:
                first = _weigh(page, path)
            if path != FIRST:
                with fresh_profile(browser, server.address, service_workers="block") as page:
                    _weigh(page, FIRST)
                    after = _weigh(page, path)
            times = []
            for _ in range(visits):
                with fresh_profile(browser, server.address) as page:
                    times.append({"total": open_page(page, path)})
            return done(times, first_visit=first, after_first_page=after, by="Chromium " + browser.version)


def _weigh(page: Page, path: str) -> Weight:
    """What the browser receives until the network is quiet, headers included.

    The browser's own "network idle" may come before scripts ask for other scripts.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    received: list[int] = []
    pending: set[str] = set()
    session.on("Network.requestWillBeSent", lambda event: pending.add(event["requestId"]))
    session.on("Network.loadingFailed", lambda event: pending.discard(event["requestId"]))

    def finish(event: Mapping[str, Any]) -> None:
        pending.discard(event["requestId"])
        received.append(int(event["encodedDataLength"]))

    session.on("Network.loadingFinished", finish)
    open_page(page, path)
    quiet = 0
    for _ in range(MOST_LOOKS):
        page.wait_for_timeout(LOOK)
        quiet = 0 if pending else quiet + LOOK
        if quiet >= QUIET:
            break
    session.detach()
    return {"bytes": sum(received), "files": len(received)}


# -- without a browser -------------------------------------------------------------------------------


def _by_http(client: Client, path: str) -> dict[str, Any]:
    """The bodies of the page, of the files that it links to, and of the modules that these import."""
    loaded = _load(client, [path])
    weight = {"bytes": sum(loaded.values()), "files": len(loaded)}
    more = None
    if path != FIRST:
        known = _load(client, [FIRST])
        new = {name: size for name, size in loaded.items() if name not in known}
        more = {"bytes": sum(new.values()), "files": len(new)}
    return done([], first_visit=weight, after_first_page=more, by="HTTP, without what scripts load later")


def _load(client: Client, paths: Iterable[str]) -> dict[str, int]:
    """The bytes of each file by its path."""
    loaded: dict[str, int] = {}
    waiting = deque(paths)
    while waiting:
        path = waiting.popleft()
        if path in loaded or not path.startswith("/"):
            continue
        reply = client.get(path)
        loaded[path] = reply.transferred
        text = reply.content.decode("utf-8", "replace")
        pattern = IMPORT if path.endswith(".js") else LINK
        if path.endswith(".js") or len(loaded) == 1:
            waiting += [urljoin(path, "".join(found)) for found in pattern.findall(text)]
    return loaded
