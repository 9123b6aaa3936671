"""The palette of Flow, for pictures and terminals; a letter on every dot says the same without colour.

Chosen by search: the colours are far from each other, from white and from black in CIELAB, for the usual eye
and for those without red, green or blue cones (simulated after Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", 2009).  They are in such an order that
the first few are farthest apart: six differ by 33 at least, twelve by 22, all by 17, where 2 can just be seen
side by side.
"""

from __future__ import annotations

PALETTE = (
    "#9955cc", "#dd3322", "#bbff00", "#0000ff", "#44ffaa", "#ffaaee", "#440055", "#cccc55", "#220088",
    "#552200", "#668866", "#cc3399", "#99bbaa", "#cc11ff", "#bb99ff", "#44aa55", "#ff7700", "#664466",
    "#445533", "#880088",
)  # fmt: skip
"""After the last the first comes again."""

SIXTEEN = (95, 31, 92, 34, 96, 91, 35, 93, 94, 33, 32, 36)
"""The codes that set the colour of letters on a terminal of sixteen colours, in the order of the palette."""

RESET = "\x1b[0m"


def colour(number: int) -> str:
    """The colour of a number as ``#rrggbb``.

    >>> colour(1), colour(21)
    ('#dd3322', '#dd3322')
    """
    return PALETTE[number % len(PALETTE)]


def channels(shown: str) -> tuple[int, int, int]:
    """Red, green and blue, each from 0 to 255.

    >>> channels("#dd3322")
    (221, 51, 34)
    """
    return int(shown[1:3], 16), int(shown[3:5], 16), int(shown[5:7], 16)


def ink(ground: str) -> str:
    """Black or white, whichever is easier to read on this ground: the higher contrast by WCAG 2.

    >>> ink("#bbff00"), ink("#220088")
    ('#000000', '#ffffff')
    """
    light = luminance(ground)
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#ffffff"


def luminance(shown: str) -> float:
    """Relative luminance as WCAG 2 has it, 0 black to 1 white."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in channels(shown))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def letters_in(number: int, *, sixteen: bool = False) -> str:
    r"""The escape sequence for letters in the colour of a number, on terminals of 24 bits or 16 colours.

    >>> letters_in(1), letters_in(1, sixteen=True)
    ('\x1b[38;2;221;51;34m', '\x1b[31m')
    """
    if sixteen:
        return f"\x1b[{SIXTEEN[number % len(SIXTEEN)]}m"
    red, green, blue = channels(colour(number))
    return f"\x1b[38;2;{red};{green};{blue}m"


def ground_of(number: int, *, sixteen: bool = False) -> str:
    r"""The escape sequence for a ground of the colour of a number, and letters that can be read on it.

    >>> ground_of(1), ground_of(1, sixteen=True)
    ('\x1b[48;2;221;51;34;38;2;255;255;255m', '\x1b[41;97m')
    """
    if sixteen:
        code = SIXTEEN[number % len(SIXTEEN)]
        return f"\x1b[{code + 10};{30 if code > 90 else 97}m"
    red, green, blue = channels(colour(number))
    on = ";".join(map(str, channels(ink(colour(number)))))
    return f"\x1b[48;2;{red};{green};{blue};38;2;{on}m"
