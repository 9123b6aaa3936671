"""The palette of Flow, for pictures and terminals; a letter on every dot says the same without colour.

Chosen by search: the colours are far from each other, from white and from black in CIELAB, for the usual eye
and for those without red, green or blue cones (simulated after Machado, Oliveira and Fernandes, "A
Physiologically-based Model for Simulation of Color Vision Deficiency", 2009).  They are in such an order that
the first few are farthest apart: six differ by 33 at least, twelve by 22, all by 17, where 2 can just be seen
side by side.
"""

from __future__ import annotations

from satplay.drawing.terminal import channels

PALETTE = (
    "#9955cc", "#dd3322", "#bbff00", "#0000ff", "#44ffaa", "#ffaaee", "#440055", "#cccc55", "#220088",
    "#552200", "#668866", "#cc3399", "#99bbaa", "#cc11ff", "#bb99ff", "#44aa55", "#ff7700", "#664466",
    "#445533", "#880088",
)  # fmt: skip
"""After the last the first comes again."""


def colour(number: int) -> str:
    """The colour of a number as ``#rrggbb``.

    >>> colour(1), colour(21)
    ('#dd3322', '#dd3322')
    """
    return PALETTE[number % len(PALETTE)]


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
