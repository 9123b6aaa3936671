"""The matches that were asked for last, by their records: a typed line costs one move, not a replay."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import NamedTuple

from satplay.playing.match import Match

CELL_BYTES = 60
"""Memory of a position per cell, roughly: a set has an entry for each line or bridge."""

SMALLEST_STATE = 2_000
"""Memory of the smallest position, roughly."""


class _Entry(NamedTuple):
    match: Match
    weight: int


class MatchCache:
    """The matches used last, at most ``count`` of them and about ``size`` bytes.

    Positions that a match has in common with the match before its last move are counted once.  Several
    threads may use it.
    """

    def __init__(self, count: int = 512, size: int = 128 << 20) -> None:
        self._count, self._size = count, size
        self._entries: OrderedDict[tuple[str, str], _Entry] = OrderedDict()
        self._weight = 0
        self._lock = threading.Lock()

    def get(self, subject: str, record: str) -> Match | None:
        """The match of a record; None if it is not here."""
        with self._lock:
            entry = self._entries.get((subject, record))
            if entry is None:
                return None
            self._entries.move_to_end((subject, record))
            return entry.match

    def put(self, subject: str, record: str, match: Match, cells: int, before: str | None = None) -> None:
        """Keep the match of a record; ``before`` is the record that it continues."""
        state = max(SMALLEST_STATE, cells * CELL_BYTES)
        table = 16 * len(match.states) + len(record)
        weight = len(match.states) * state + table
        with self._lock:
            if before is not None and before != record and (older := self._remove(subject, before)):
                shared = min(len(older.match.states), len(match.states)) * state
                self._add(subject, before, older.match, max(table, older.weight - shared))
            self._remove(subject, record)
            self._add(subject, record, match, weight)
            while len(self._entries) > self._count or (self._weight > self._size and len(self._entries) > 1):
                _, entry = self._entries.popitem(last=False)
                self._weight -= entry.weight

    def _add(self, subject: str, record: str, match: Match, weight: int) -> None:
        self._entries[subject, record] = _Entry(match, weight)
        self._weight += weight

    def _remove(self, subject: str, record: str) -> _Entry | None:
        entry = self._entries.pop((subject, record), None)
        if entry is not None:
            self._weight -= entry.weight
        return entry

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def weight(self) -> int:
        """The estimated memory in bytes."""
        return self._weight
