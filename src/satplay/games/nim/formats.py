"""Positions and moves of Nim as text.

``heaps``  ``first: 3 4 5``: the seat to move, then the heaps from left to right
moves      ``B2``: two things from the second heap
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from satplay.contracts.format import Format
from satplay.errors import BadInput
from satplay.games.nim.state import SEATS, State, Take

MAX_HEAPS = 26  # one letter each
MAX_THINGS = 99


def write_state(state: State) -> str:
    """The position on one line.

    >>> write_state(State((3, 4, 5)))
    'first: 3 4 5'
    """
    return f"{state.turn}: {' '.join(map(str, state.heaps))}"


def read_state(text: str) -> State:
    """The position that ``write_state`` wrote."""
    seat, colon, _ = text.partition(":")
    if seat.strip() not in SEATS or not colon:
        expected = f"{' or '.join(SEATS)}, then a colon"
        raise BadInput("position", line=1, column=1, found=repr(seat.strip()[:20]), expected=expected)
    return State(read_heaps(text, after=len(seat) + 1), seat.strip())


def read_heaps(text: str, *, after: int = 0) -> tuple[int, ...]:
    """Numbers separated by blanks or commas, from character number ``after`` on."""
    heaps: list[int] = []
    for word in re.compile(r"[^\s,]+").finditer(text, after):
        if not re.fullmatch(r"[0-9]{1,2}", word[0]) or len(heaps) == MAX_HEAPS:
            line = text.count("\n", 0, word.start()) + 1
            column = word.start() - text.rfind("\n", 0, word.start())
            expected = f"at most {MAX_HEAPS} numbers from 0 to {MAX_THINGS}"
            raise BadInput("heap", line=line, column=column, found=repr(word[0][:20]), expected=expected)
        heaps.append(int(word[0]))
    if not heaps:
        raise BadInput("position", line=1, column=after + 1, found="no heap", expected="at least one")
    return tuple(heaps)


def write_move(move: Take) -> str:
    """The letter of the heap and the number of things.

    >>> write_move(Take(heap=1, count=2))
    'B2'
    """
    return f"{chr(ord('A') + move.heap)}{move.count}"


def read_move(text: str) -> Take:
    """The move that ``write_move`` wrote; lower case is accepted."""
    found = re.fullmatch(r"\s*([A-Za-z])([0-9]{1,2})\s*", text)
    if found is None:
        expected = "a heap's letter and a number, as B2"
        raise BadInput("move", line=1, column=1, found=repr(text[:20]), expected=expected)
    return Take(heap=ord(found[1].upper()) - ord("A"), count=int(found[2]))


STATES: Sequence[Format[State]] = (
    Format(
        name="heaps",
        read=read_state,
        write=write_state,
        recognises=lambda text: text.lstrip().startswith(tuple(f"{seat}:" for seat in SEATS)),
    ),
)

MOVES: Format[Take] = Format(
    name="letter and number",
    read=read_move,
    write=write_move,
    recognises=lambda text: re.fullmatch(r"\s*[A-Za-z][0-9]{1,2}\s*", text) is not None,
)
