"""Chopsticks as a picture: two players across a table, their hands between them."""

from __future__ import annotations

from collections.abc import Iterator

from satplay.contracts.game import Seat
from satplay.drawing.scene import Rect, Scene, Shape, Style, Text
from satplay.games.chopsticks.hand_drawing import OUT, REACH, SLEEVE, Frame, Paint, draw_hand
from satplay.games.chopsticks.messages import title
from satplay.games.chopsticks.play import outcome, to_move
from satplay.games.chopsticks.state import SEATS, Side, State, sides

PAINT = {
    SEATS[0]: Paint(skin="#f6d3b3", line="#5c3a21", nail="#fdeee2", sleeve="#0072b2"),
    SEATS[1]: Paint(skin="#c9946a", line="#3f2412", nail="#ecc9ad", sleeve="#e69f00"),
}
GROUND = {SEATS[0]: "#e3f0f8", SEATS[1]: "#fdf1d8"}
STEP = 136.0
MARGIN = 24.0
TITLE = 34.0
ROW = SLEEVE + REACH + 2 * MARGIN
NAMES = 84.0


def draw(state: State) -> Scene:
    """The second player sits opposite, so that left is at the right; the player to move is highlighted."""
    wide = max(2 * MARGIN + NAMES + state.variant.hands * STEP, 7.4 * len(title(state)) + 2 * MARGIN)
    shapes: list[Shape] = [Text((MARGIN, TITLE / 2 + 4), title(state), 14.0, anchor="start", bold=True)]
    for row, seat in enumerate(reversed(SEATS)):
        shapes += _player(state, seat, TITLE + row * ROW, wide)
    return Scene(wide, TITLE + 2 * ROW, tuple(shapes), title(state))


def _player(state: State, seat: Seat, top: float, wide: float) -> Iterator[Shape]:
    ended = outcome(state)
    if to_move(state) == seat or (ended is not None and ended.winner == seat):
        yield Rect((6, top + 3), wide - 12, ROW - 6, Style(None, GROUND[seat]), 10.0)
    middle = top + ROW / 2
    yield Text((MARGIN, middle - 9), seat, 18.0, PAINT[seat].sleeve, "start", bold=True)
    status = "to move" if ended is None else "wins" if ended.winner == seat else "loses"
    if ended is not None or to_move(state) == seat:
        yield Text((MARGIN, middle + 12), status, 13.0, "#444444", "start")
    across = seat == SEATS[1]
    known = sides(state.variant)
    for at, (side, fingers) in enumerate(zip(known, state.hands(seat), strict=True)):
        place = len(known) - 1 - at if across else at
        x = MARGIN + NAMES + (place + 0.5) * STEP
        wrist = top + MARGIN + SLEEVE if across else top + ROW - MARGIN - SLEEVE
        # The thumbs of two hands that lie side by side, seen from behind, are inside.
        thumb = -1 if side is Side.RIGHT else 1
        paint = PAINT[seat] if fingers else OUT
        yield from draw_hand(
            Frame((x, wrist), across), fingers, max(4, state.variant.fingers - 1), thumb, paint
        )
        name = (x, top + MARGIN - 12) if across else (x, top + ROW - MARGIN + 12)
        yield Text(name, side.word, 12.0, "#444444")
