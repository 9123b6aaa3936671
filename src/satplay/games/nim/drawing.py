"""Nim as a picture: a column of counters for each heap, its letter below."""

from __future__ import annotations

from satplay.drawing.scene import Circle, Scene, Shape, Style, Text
from satplay.games.nim.rules import outcome
from satplay.games.nim.state import State

STEP = 28.0
MARGIN = 10.0
COUNTER = Style(stroke="#1b1b1b", fill="#e09f3e")


def draw(state: State) -> Scene:
    """The heaps, with a title that names the player to move or the winner."""
    ended = outcome(state)
    title = (
        f"Nim: {ended.because}"
        if ended
        else f"Nim: {state.turn} to move, heaps {', '.join(map(str, state.heaps))}"
    )
    floor = MARGIN + max(state.heaps) * STEP
    shapes: list[Shape] = []
    for heap, held in enumerate(state.heaps):
        x = MARGIN + (heap + 0.5) * STEP
        shapes += [Circle((x, floor - (at + 0.5) * STEP), STEP * 0.4, COUNTER) for at in range(held)]
        shapes.append(Text((x, floor + STEP / 2), chr(ord("A") + heap)))
    return Scene(2 * MARGIN + len(state.heaps) * STEP, floor + STEP + MARGIN, tuple(shapes), title)
