"""Bodies of requests: read within limits, and unpacked, before any route sees them."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope

from satplay.errors import BadInput, cut
from satplay.web.answers import RETRY_SECONDS, Refused
from satplay.web.limits import TooLarge
from satplay.web.settings import MIB, WebSettings

LONGEST_PAUSE = 20.0
"""Seconds that a client may stop sending in the middle of a body."""

MOST_HELD = 256 * MIB
"""Bytes of the bodies of all requests under way."""

MOST_QUOTES = 10_000
"""Quotes in a large body: it has few texts, and a formula has none in it."""

DISCARD_SECONDS = 20.0
"""How long the rest of a refused body is read."""

GZIP = 16 + zlib.MAX_WBITS


class BodyReader:
    """Reads the bodies of all requests; ``formula_paths`` are the routes where they may be larger."""

    def __init__(self, settings: WebSettings, formula_paths: set[str]) -> None:
        self.settings, self.formula_paths = settings, formula_paths
        self.held = 0

    @asynccontextmanager
    async def read(self, scope: Scope, receive: Receive) -> AsyncIterator[Receive]:
        """Read the body of a request; inside, the yielded function returns it as one message."""
        if not has_body(scope):
            yield receive
            return
        body = OneBody(self, scope)
        try:
            message: Message | None = {"type": "http.request", "body": await body.read(receive)}

            async def replay() -> Message:
                nonlocal message
                given, message = message, None
                return await receive() if given is None else given

            yield replay
        finally:
            self.held -= body.held

    def hold(self, size: int) -> None:
        """Count bytes that are kept in memory; ``Refused`` if all requests together have too many."""
        self.held += size
        if self.held > MOST_HELD:
            message = "the requests under way are too large: try again later"
            raise Refused(503, "QueueFull", message, retry=RETRY_SECONDS)


class OneBody:
    """The body of one request; ``held`` counts the bytes that are in memory because of it."""

    def __init__(self, reader: BodyReader, scope: Scope) -> None:
        self._reader, self._headers = reader, Headers(scope=scope)
        settings, is_formula = reader.settings, scope["path"] in reader.formula_paths
        self._most = settings.formula_body if is_formula else settings.body
        # Only formulas are worth packing.  A packed board could not be larger than a plain one.
        self._most_unpacked = settings.unpacked_body if is_formula else settings.body
        self.held = 0

    async def read(self, receive: Receive) -> bytes:
        """The body, unpacked."""
        unpacker = self._unpacker()
        length = self._headers.get("content-length", "0")
        if int(length) > self._most:  # the parser of HTTP accepts digits only
            raise self._too_large(f"{cut(length)} bytes", self._most)
        received, parts = 0, []
        more = True
        while more:
            message = await self._next(receive)
            more = message.get("more_body", False)
            chunk = message.get("body", b"")
            received += len(chunk)
            if received > self._most:
                raise self._too_large(f"more than {self._most} bytes", self._most)
            for part in (chunk,) if unpacker is None else self._unpack(unpacker, chunk):
                self._hold(len(part))
                parts.append(part)
        if unpacker is not None and not unpacker.eof:
            raise BadInput("request", found="an incomplete body", expected="gzip")
        body = b"".join(parts)
        if b"\0" in body:  # JSON has none; Python would read UTF-16 and UTF-32, too
            raise BadInput("request", found="a zero byte", expected="JSON in UTF-8")
        self._expect_texts(body)
        return body

    def _unpacker(self) -> zlib._Decompress | None:
        encoding = self._headers.get("content-encoding", "identity").strip().lower()
        if encoding == "identity":
            return None
        if encoding != "gzip":
            message = f"bad Content-Encoding: found {cut(repr(encoding))}, expected gzip, or none"
            raise Refused(415, "WrongType", message)
        return zlib.decompressobj(GZIP)

    def _unpack(self, unpacker: zlib._Decompress, chunk: bytes) -> list[bytes]:
        parts: list[bytes] = []
        while chunk:
            room = self._most_unpacked - self.held - sum(map(len, parts))
            try:
                parts.append(unpacker.decompress(chunk, max(1, min(room + 1, MIB))))
            except zlib.error:
                raise BadInput("request", found="another body", expected="gzip") from None
            if len(parts[-1]) > room:
                found = f"more than {self._most_unpacked} bytes unpacked"
                raise self._too_large(found, self._most_unpacked)
            if unpacker.unused_data:
                raise BadInput("request", found="data after the end of the body", expected="gzip")
            chunk = unpacker.unconsumed_tail
        return parts

    def _hold(self, size: int) -> None:
        self.held += size
        self._reader.hold(size)

    async def _next(self, receive: Receive) -> Message:
        try:
            message = await asyncio.wait_for(receive(), LONGEST_PAUSE)
        except TimeoutError:
            raise Refused(408, "Timeout", "the rest of the request did not arrive") from None
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        return message

    def _expect_texts(self, body: bytes) -> None:
        """``TooLarge`` if a large body is more than long texts: lists need many times their size."""
        if len(body) <= MIB:
            return
        plain = body.replace(rb"\\", b"").replace(rb"\"", b"")
        if plain.count(b'"') > MOST_QUOTES or sum(map(len, plain.split(b'"')[::2])) > MIB:
            raise self._too_large("a large body besides its texts", MIB)

    def _too_large(self, found: str, most: int) -> TooLarge:
        return TooLarge("request", found, f"{most >> 20} MiB")


def has_body(scope: Scope) -> bool:
    """Whether a request has a body."""
    headers = Headers(scope=scope)
    return "transfer-encoding" in headers or headers.get("content-length", "0").strip("0") != ""


class Incoming:
    """The messages of a request; ``is_complete`` when all of its body was received."""

    def __init__(self, scope: Scope, receive: Receive) -> None:
        self._scope, self._receive = scope, receive
        self.is_complete = not has_body(scope)

    async def __call__(self) -> Message:
        """The next message."""
        message = await self._receive()
        if not message.get("more_body", False):
            self.is_complete = True
        return message

    async def discard(self) -> None:
        """Read the rest of the body of a refused request, for some time."""
        if "expect" in Headers(scope=self._scope):  # the client waits for a permission that it does not get
            return
        try:
            async with asyncio.timeout(DISCARD_SECONDS):
                while not self.is_complete:
                    await self()
        except TimeoutError:
            pass
