"""Counts the games of one session for ``satplay stats``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satplay.errors import SatplayError

if TYPE_CHECKING:
    from satplay.playing.match import Match


class Tally:
    """Stores the result of each game once: at its end, or when it is left without being saved.

    ``counts``  whether a person plays: a script of moves takes no time, so its games are not counted
    ``saves``   whether the game is saved after every move, so that leaving it does not end it
    """

    def __init__(self, *, counts: bool, saves: bool) -> None:
        self._counts, self._saves = counts, saves
        self._is_open = False
        self._has_failed = False

    def begin(self, match: Match) -> None:
        """A game begins; one that is over already is not counted."""
        self._is_open = self._counts and match.outcome is None

    def finish(self, match: Match) -> None:
        """Count the game if it is over."""
        if self._is_open and match.outcome is not None:
            self._store(match)

    def leave(self, match: Match) -> None:
        """Count a game that is left before its end, unless it can be resumed."""
        if self._is_open and not self._saves and match.unsaved:
            self._store(match)

    def _store(self, match: Match) -> None:
        """Store the result; if that fails, say so once: a store that does not work must not spoil a game."""
        from satplay.playing.result import result_of
        from satplay.verbs.stats import record_result

        self._is_open = False
        result = result_of(match)
        if result is None:
            return
        try:
            record_result(result)
        except SatplayError as error:
            if not self._has_failed:
                from satplay.cli.printing import remark

                remark(f"this game is not counted: {error}")
            self._has_failed = True
