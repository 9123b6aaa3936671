"""What is checked of every request before any route sees it, and the headers of every answer.

A page of another site can make a browser send requests to this server.  It can neither read the answers nor
send JSON without permission, unless its host name has been given the address of this server (DNS rebinding).
So ``Host`` and ``Origin`` must be this server's own names, and bodies must be JSON.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from satplay.errors import SatplayError, cut
from satplay.web.answers import Refused, describe_error
from satplay.web.request_bodies import BodyReader, Incoming
from satplay.web.request_rates import RequestRates
from satplay.web.responses import respond
from satplay.web.settings import WebSettings

POLICY = {
    "default-src": "'none'",
    "script-src": "'self'",  # this allows the service worker, too
    "style-src": "'self'",
    "img-src": "'self' data:",
    "connect-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
    "require-trusted-types-for": "'script'",
}
"""The content security policy: nothing from other hosts, no script or style in the text of a page."""

HEADERS = {
    "Content-Security-Policy": "; ".join(f"{name} {sources}" for name, sources in POLICY.items()),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
}
"""The headers of every answer that has content, except scripts and styles."""

PART_HEADERS = {name: value for name, value in HEADERS.items() if name != "Content-Security-Policy"}
"""Those of scripts and styles: browsers apply the policy of the page, and ignore one on these files."""

PARTS = ("/static/", "/subjects/", "/tokens.css")
"""The paths of scripts and styles that are parts of a page; a service worker has a policy of its own."""

SAFE_METHODS = {"GET", "HEAD", "OPTIONS"}
API = "/api/"

FILE_COST = 0.1
"""What a page or one of its files counts as, in requests: it is in memory, and a page has dozens of them."""

JSON = re.compile(r'application/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?', re.IGNORECASE)
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9_.-]+)(:(?P<port>[0-9]{1,5}))?", re.IGNORECASE)
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")

log = logging.getLogger("satplay.web")


class Security:
    """The middleware around all others; ``formula_paths`` are the routes with larger bodies."""

    def __init__(self, app: ASGIApp, settings: WebSettings, formula_paths: set[str]) -> None:
        self.app, self.settings = app, settings
        self._bodies = BodyReader(settings, formula_paths)
        self._rates = RequestRates(settings.requests_per_second)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, whatever happens."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        incoming, has_started = Incoming(scope, receive), False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_started
            if message["type"] == "http.response.start":
                has_started = True
                if message["status"] != 304:  # the browser keeps those of the file that it has
                    headers = MutableHeaders(scope=message)
                    headers.update(_headers_of(scope["path"], message["status"], headers))
            await send(message)

        try:
            self._check(scope)
            async with self._bodies.read(scope, incoming) as replay:
                await self.app(scope, replay, send_with_headers)
        except ClientDisconnect:
            return
        except SatplayError as error:
            await refuse(error, scope, incoming, send_with_headers)
        except Exception as error:
            log.error("%s %s", scope["method"], cut(scope["path"]), exc_info=error)
            if (
                not has_started
            ):  # otherwise the connection is closed, and the client sees that something is missing
                await respond(describe_error(error))(scope, receive, send_with_headers)

    def _check(self, scope: Scope) -> None:
        """Raise ``Refused`` if no route may see this request."""
        headers, is_api = Headers(scope=scope), scope["path"].startswith(API)
        if self.settings.public is not None:
            self._rates.count(scope["client"], 1.0 if is_api else FILE_COST)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or not self.is_own_host(hosts[0]):
            named = cut(repr(", ".join(hosts))) if hosts else "no host"
            raise Refused(
                421, "WrongHost", f"this server is not {named}: open it by the address that it printed"
            )
        if scope["method"] not in SAFE_METHODS or is_api:
            self._expect_own_page(headers)
        if scope["method"] in {"POST", "PUT", "PATCH"}:
            self._expect_json(headers)

    def is_own_host(self, host: str) -> bool:
        """Whether a ``Host`` header names this server: the public name at any port, because of proxies."""
        found = HOST.fullmatch(host)
        if found is None:
            return False
        name = found["name"].lower()
        return name == self.settings.public or (
            name in LOOPBACK_NAMES and int(found["port"] or 80) == self.settings.port
        )

    def _expect_own_page(self, headers: Headers) -> None:
        """``Refused`` if a page of another site sends the request; programs send neither header."""
        for origin in headers.getlist("origin"):
            scheme, _, host = origin.partition("://")
            if scheme not in {"http", "https"} or not self.is_own_host(host):
                raise Refused(403, "WrongOrigin", f"pages of {cut(repr(origin))} may not use this server")
        for site in headers.getlist("sec-fetch-site"):
            if site not in {"same-origin", "none"}:
                raise Refused(403, "WrongOrigin", "pages of other sites may not use this server")

    def _expect_json(self, headers: Headers) -> None:
        kinds = headers.getlist("content-type")
        if len(kinds) != 1 or not JSON.fullmatch(kinds[0].strip()):
            found = cut(repr(", ".join(kinds))) if kinds else "none"
            message = f"bad Content-Type: found {found}, expected application/json (UTF-8)"
            raise Refused(415, "WrongType", message)


async def refuse(error: SatplayError, scope: Scope, incoming: Incoming, send: Send) -> None:
    """Send an error, and let the client finish sending its body: it may not listen before."""
    response = respond(describe_error(error))
    response.headers["Connection"] = "close"

    async def send_before_rest(message: Message) -> None:
        if message["type"] != "http.response.body":
            await send(message)
            return
        await send({**message, "more_body": True})
        await incoming.discard()
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    await response(scope, incoming, send_before_rest)


def _headers_of(path: str, status: int, headers: Mapping[str, str]) -> dict[str, str]:
    kind = headers.get("Content-Type", "").partition(";")[0]
    is_part = status == 200 and path.startswith(PARTS) and kind in {"text/javascript", "text/css"}
    return PART_HEADERS if is_part else HEADERS
