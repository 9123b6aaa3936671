"""Pictures for terminals: lines of spans, as plain text or with colours.

A puzzle or game draws on a ``Canvas``; the printer decides about colours.  A picture must
be complete without colour, for files, dumb terminals and colour-blind readers.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple, TypeAlias

from satplay.errors import one_line

RESET = "\x1b[0m"


class Look(NamedTuple):
    """Text and background colours, ``#rrggbb``, or None for the terminal's default."""

    colour: str | None = None
    ground: str | None = None
    bold: bool = False


PLAIN = Look()


class Span(NamedTuple):
    """Consecutive characters with the same look."""

    text: str
    look: Look = PLAIN


Line: TypeAlias = Sequence[Span]


class Depth(Enum):
    """Colour depth of a terminal."""

    NONE = "none"
    INDEXED = "256 colours"
    FULL = "24 bits"


class Canvas:
    """A grid of characters, written in any order; later characters overwrite earlier ones.

    >>> canvas = Canvas()
    >>> canvas.put(1, 2, "ab", Look(bold=True))
    >>> to_text(canvas.lines())
    ['', '  ab']
    """

    def __init__(self) -> None:
        self._characters: list[list[str]] = []
        self._looks: list[list[Look]] = []

    def put(self, line: int, column: int, text: str, look: Look = PLAIN) -> None:
        """Write a text starting at this line and column, both from 0."""
        while len(self._characters) <= line:
            self._characters.append([])
            self._looks.append([])
        characters, looks = self._characters[line], self._looks[line]
        end = column + len(text)
        if (missing := end - len(characters)) > 0:
            characters += " " * missing
            looks += [PLAIN] * missing
        if len(text) == 1:
            characters[column], looks[column] = text, look
        else:
            characters[column:end] = text
            looks[column:end] = [look] * len(text)

    def lines(self) -> tuple[Line, ...]:
        """The picture; consecutive characters with the same look form one span."""
        return tuple(map(_spans, self._characters, self._looks))


def _spans(characters: Sequence[str], looks: Sequence[Look]) -> Line:
    """One line: consecutive characters with the same look form one span."""
    spans: list[Span] = []
    start = 0
    for look, alike in groupby(looks):
        end = start + sum(1 for _ in alike)
        spans.append(Span("".join(characters[start:end]), look))
        start = end
    return tuple(spans)


def to_text(lines: Iterable[Line]) -> list[str]:
    """Render without colours and without trailing blanks."""
    return [one_line("".join(span.text for span in line)).rstrip() for line in lines]


def to_ansi(lines: Iterable[Line], depth: Depth) -> list[str]:
    r"""Render with ECMA-48 colour sequences (SGR); every line resets the colours at its end.

    >>> sketch = [[Span("A", Look("#ffffff", "#dd3322")), Span(".")]]
    >>> to_ansi(sketch, Depth.FULL), to_ansi(sketch, Depth.INDEXED), to_ansi(sketch, Depth.NONE)
    (['\x1b[38;2;255;255;255;48;2;221;51;34mA\x1b[0m.'], ['\x1b[38;5;231;48;5;166mA\x1b[0m.'], ['A.'])
    """
    if depth is Depth.NONE:
        return to_text(lines)
    return ["".join(_colour_span(span, depth) for span in line).rstrip() for line in lines]


def _colour_span(span: Span, depth: Depth) -> str:
    look = span.look
    codes = ["1"] if look.bold else []
    codes += [_code(38, look.colour, depth)] if look.colour is not None else []
    codes += [_code(48, look.ground, depth)] if look.ground is not None else []
    text = one_line(span.text)  # a label must not move the cursor
    return f"\x1b[{';'.join(codes)}m{text}{RESET}" if codes else text


def _code(part: int, colour: str, depth: Depth) -> str:
    if depth is Depth.INDEXED:
        return f"{part};5;{palette_index(colour)}"
    return ";".join(map(str, (part, 2, *channels(colour))))


def channels(colour: str) -> tuple[int, int, int]:
    """Red, green and blue, each from 0 to 255.

    >>> channels("#dd3322")
    (221, 51, 34)
    """
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


_STEPS = (0, 95, 135, 175, 215, 255)
_Shades: TypeAlias = dict[tuple[int, int, int], int]
_CUBE: _Shades = {
    (red, green, blue): 16 + 36 * r + 6 * g + b
    for r, red in enumerate(_STEPS)
    for g, green in enumerate(_STEPS)
    for b, blue in enumerate(_STEPS)
}
_GREYS: _Shades = {(8 + 10 * step, 8 + 10 * step, 8 + 10 * step): 232 + step for step in range(24)}
_INDEXED = {**_GREYS, **_CUBE}
"""The colours 16 to 255 of xterm; users may redefine the first sixteen."""


@lru_cache(maxsize=256)
def palette_index(colour: str) -> int:
    """Index of the nearest of the 256 colours.

    >>> palette_index("#000000"), palette_index("#ffffff"), palette_index("#0000ff"), palette_index("#808080")
    (16, 231, 21, 244)
    """
    wanted = channels(colour)
    nearest = min(_INDEXED, key=lambda shade: sum((a - b) ** 2 for a, b in zip(shade, wanted, strict=True)))
    return _INDEXED[nearest]
