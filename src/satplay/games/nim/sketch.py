"""Nim for terminals: a line for each heap, with its letter and its number of things."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.drawing.terminal import PLAIN, Line, Look, Span
from satplay.games.nim.state import State

COUNTERS = Look(colour="#e09f3e", bold=True)


def sketch(state: State, ascii: bool) -> Sequence[Line]:
    """The heaps from top to bottom.

    >>> from satplay.drawing.terminal import to_text
    >>> to_text(sketch(State((2, 0)), True))
    ['A  oo 2', 'B  0']
    """
    counter = "o" if ascii else "●"
    return [
        (
            Span(f"{chr(ord('A') + heap)}  "),
            Span(counter * held, COUNTERS if held else PLAIN),
            Span(f" {held}" if held else "0"),
        )
        for heap, held in enumerate(state.heaps)
    ]
