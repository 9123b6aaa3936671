"""The thinking time of the person: from one line to the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager


class ThinkingTime:
    """Seconds of a clock, counted from the last line; time in which the program is stopped does not count."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock, self._since = clock, clock()

    @property
    def seconds(self) -> float:
        """The seconds since the last line."""
        return self._clock() - self._since

    def take(self) -> float:
        """The seconds since the last line; they are counted from now on."""
        seconds = self.seconds
        self._since = self._clock()
        return seconds

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Leave out the time of the block."""
        began = self._clock()
        yield
        self._since += self._clock() - began
