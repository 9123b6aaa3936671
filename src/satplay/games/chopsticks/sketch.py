"""Chopsticks for terminals: hands with the fingers that are up, the second player above the first."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.game import Seat
from satplay.drawing.terminal import Canvas, Line, Look
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.play import to_move
from satplay.games.chopsticks.state import SEATS, State, sides

COLOURS = {SEATS[0]: "#4ea1e0", SEATS[1]: "#e5892c"}
OUT = Look(colour="#7d8590")


@dataclass(frozen=True, slots=True)
class Pen:
    """The characters of a hand."""

    finger: str
    root: str
    flat: str
    side: str
    top: tuple[str, str]
    bottom: tuple[str, str]
    turn: str


UNICODE = Pen(finger="┃", root="┸", flat="─", side="│", top=("╭", "╮"), bottom=("╰", "╯"), turn="▸")
ASCII = Pen(finger="|", root="|", flat="-", side="|", top=(".", "."), bottom=("'", "'"), turn=">")


def sketch(state: State, ascii: bool) -> Sequence[Line]:
    """Four lines for each player; an arrow marks the player to move.

    >>> from satplay.drawing.terminal import to_text
    >>> from satplay.games.chopsticks.state import Position
    >>> print(*to_text(sketch(State(Position((3, 0), (1, 1))), True)), sep="\\n")
               |           |
             .-|-------. .-|-------.
      second |  L   1  | |  R   1  |
             '---------' '---------'
               | | |
             .-|-|-|---. .---------.
    > first  |  L   3  | |  R  out |
             '---------' '---------'
    """
    pen = ASCII if ascii else UNICODE
    canvas = Canvas()
    for row, seat in enumerate(reversed(SEATS)):
        _player(canvas, 4 * row, state, seat, pen)
    return canvas.lines()


def _player(canvas: Canvas, line: int, state: State, seat: Seat, pen: Pen) -> None:
    colour = COLOURS[seat]
    mark = pen.turn if to_move(state) == seat else " "
    canvas.put(line + 2, 0, f"{mark} {seat}", Look(colour, bold=True))
    inside = max(9, 2 * state.variant.fingers - 1)
    for at, (side, fingers) in enumerate(zip(sides(state.variant), state.hands(seat), strict=True)):
        look = Look(colour, bold=True) if fingers else OUT
        left = 9 + at * (inside + 3)
        knuckles = [pen.flat] * inside
        for finger in range(fingers):
            canvas.put(line, left + 2 + 2 * finger, pen.finger, look)
            knuckles[1 + 2 * finger] = pen.root
        label = f"{side.value}  {fingers or 'out':>2}".center(inside)
        canvas.put(line + 1, left, "".join(knuckles).join(pen.top), look)
        canvas.put(line + 2, left, f"{pen.side}{label}{pen.side}", look)
        canvas.put(line + 3, left, (pen.flat * inside).join(pen.bottom), look)
