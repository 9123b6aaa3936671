"""The palette of Flow, for pictures and terminals; every dot also shows its letter.

Chosen by search: the colours are far from each other, from white and from black in CIELAB, for normal and for
colour-deficient vision (simulated after Machado, Oliveira and Fernandes, "A Physiologically-based Model for
Simulation of Color Vision Deficiency", 2009).  They are ordered so that the first few are farthest apart: six
differ by at least 33, twelve by 22, all by 17; a difference of 2 is just noticeable.
"""

from __future__ import annotations

from satplay.drawing.terminal import channels

PALETTE = (
    "#9955cc", "#dd3322", "#bbff00", "#0000ff", "#44ffaa", "#ffaaee", "#440055", "#cccc55", "#220088",
    "#552200", "#668866", "#cc3399", "#99bbaa", "#cc11ff", "#bb99ff", "#44aa55", "#ff7700", "#664466",
    "#445533", "#880088",
)  # fmt: skip
"""The colours, used cyclically."""

ON_DARK = (
    "#ed4276", "#0053ff", "#fff83d", "#22e5ff", "#8b5b08", "#ff8d5b", "#a76ec3", "#ffffff", "#e663ff",
    "#9dffb9", "#748c0a", "#ffb6ce", "#6258b2", "#9fe114", "#b7a2d9", "#a4435f", "#4d908a", "#8daf9e",
    "#d6c98b", "#1ebd03",
)  # fmt: skip
"""The colours on the dark board of the browser, #14171c, chosen in the same way; striped from the 21st."""


def colour(number: int) -> str:
    """The colour with this number as ``#rrggbb``.

    >>> colour(1), colour(21)
    ('#dd3322', '#dd3322')
    """
    return PALETTE[number % len(PALETTE)]


def ink(ground: str) -> str:
    """Black or white, whichever has the higher contrast on this ground by WCAG 2.

    >>> ink("#bbff00"), ink("#220088")
    ('#000000', '#ffffff')
    """
    light = luminance(ground)
    return "#000000" if (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) else "#ffffff"


def luminance(colour: str) -> float:
    """The relative luminance by WCAG 2, from 0 for black to 1 for white."""
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (value / 255 for value in channels(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
