"""Interrupts and failures from another thread while a test computes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def repeated_interrupts(interrupt: Callable[[], object], pause: float = 0.1) -> Iterator[None]:
    """Call ``interrupt`` after every pause until the block ends.

    A single call is not enough: on a busy machine it may come before the computation has started, and an
    interrupt while nothing is running has no effect.
    """
    ended = threading.Event()

    def run() -> None:
        while not ended.wait(pause):
            interrupt()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
