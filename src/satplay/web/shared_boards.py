"""SharedBoards: the boards behind ``/s/SLUG``, in the store of the server."""

from __future__ import annotations

import logging
import re
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock

from sqlalchemy import Engine

from satplay.errors import BadInput, NoSuchName, cut
from satplay.store import shares
from satplay.store.opening import open_store
from satplay.store.shares import SLUG_LENGTH, Share, slug_of
from satplay.web.answers import Refused

SLUG = re.compile(rf"[a-z2-7]{{{SLUG_LENGTH}}}")

HOUR = 3600.0
PER_HOUR = 60
"""New shares of one address in an hour, if the server is public."""

MOST_CLIENTS = 10_000
"""Addresses whose shares are counted; those that shared last."""

log = logging.getLogger("satplay.web")


class NoSuchShare(NoSuchName):
    """An unknown slug; the others are not listed, because they belong to other people.

    >>> print(NoSuchShare("x"))
    no shared board is called 'x': the link is incomplete, or nobody has opened it for a long time
    """

    def __init__(self, slug: str) -> None:
        super().__init__("shared board", slug, ())

    def __str__(self) -> str:
        why = "the link is incomplete, or nobody has opened it for a long time"
        return f"no shared board is called {cut(repr(self.name))}: {why}"


class SharedBoards:
    """The shared boards; the store is opened when it is first needed.  Several threads may use it."""

    def __init__(self, *, is_public: bool, clock: Callable[[], float] = time.monotonic) -> None:
        self._quota = Quota(PER_HOUR, clock) if is_public else None
        self._store: Engine | None = None

    def keep(self, subject: str, text: str, client: str) -> str:
        """Store a text and return its slug; ``Refused`` if the client has shared too many."""
        with self._opened() as store:
            if self._quota is not None and not shares.is_known(store, slug_of(subject, text)):
                self._quota.take(client)
            return shares.keep(store, subject, text)

    def find(self, slug: str) -> Share:
        """The board with this slug; raises ``NoSuchShare``."""
        found = None
        if SLUG.fullmatch(slug):
            with self._opened() as store:
                found = shares.find(store, slug)
        if found is None:
            raise NoSuchShare(slug)
        return found

    @contextmanager
    def _opened(self) -> Iterator[Engine]:
        """The store; its failures are no fault of the client, who gets no path of a file."""
        try:
            if self._store is None:
                self._store = open_store()
            yield self._store
        except BadInput as error:
            self._store = None  # opened again the next time
            log.error("%s", error)
            message = "the store of shared boards cannot be used now: try again later"
            raise Refused(503, "NoStore", message, retry=10) from None


class Quota:
    """How many times each client may do something in an hour."""

    def __init__(self, most: int, clock: Callable[[], float]) -> None:
        self._most, self._clock = most, clock
        self._times: OrderedDict[str, deque[float]] = OrderedDict()
        self._lock = Lock()

    def take(self, client: str) -> None:
        """Count one more; ``Refused`` if that is too many."""
        with self._lock:
            now = self._clock()
            times = self._times.setdefault(client, deque())
            self._times.move_to_end(client)
            while times and times[0] <= now - HOUR:
                times.popleft()
            if len(times) >= self._most:
                retry = int(times[0] + HOUR - now) + 1
                message = f"this address has shared {self._most} boards within an hour: try again later"
                raise Refused(429, "TooMany", message, retry=retry)
            times.append(now)
            while len(self._times) > MOST_CLIENTS:
                self._times.popitem(last=False)
