"""Typed lines that are taken in a thread, so that the screen goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from satplay.playing.match import Match
    from satplay.playing.turn import Turn


class Job:
    """Some lines, one after the other.

    ``turns``    each line and its result
    ``failure``  the exception that ended the job
    """

    def __init__(
        self,
        respond: Callable[[Match, str, float], Turn],
        match: Match,
        lines: Sequence[str],
        seconds: float,
    ) -> None:
        self._respond, self._match, self._lines, self._seconds = respond, match, lines, seconds
        self.turns: list[tuple[str, Turn]] = []
        self.failure: Exception | None = None
        self.thread = threading.Thread(target=self._run, daemon=True)
        self._done: Callable[[], object] = lambda: None

    def start(self, done: Callable[[], object]) -> None:
        """Start the thread; it calls ``done`` at its end."""
        self._done = done
        self.thread.start()

    def _run(self) -> None:
        match, seconds = self._match, self._seconds
        try:
            for line in self._lines:
                turn = self._respond(match, line, seconds)
                self.turns.append((line, turn))
                match, seconds = turn.match, 0.0
                if turn.over:
                    break
        except Exception as error:  # raised again in the main thread
            self.failure = error
        with suppress(RuntimeError):  # the screen was left in the meantime
            self._done()
