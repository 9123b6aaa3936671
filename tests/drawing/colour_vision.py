"""Colours as seen with and without colour vision deficiency, for tests of pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from satplay.drawing.terminal import channels

# Linear RGB as seen by an eye with all cones and without red, green or blue cones (Machado and others, 2009).
EYES = {
    "usual": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "no red": [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    "no green": [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
    "no blue": [
        [1.255528, -0.076749, -0.178779],
        [-0.078411, 0.930809, 0.147602],
        [0.004733, 0.691367, 0.303900],
    ],
}
XYZ = [
    [0.4124564, 0.3575761, 0.1804375],
    [0.2126729, 0.7151522, 0.0721750],
    [0.0193339, 0.1191920, 0.9503041],
]


def lab(colour: str, eye: list[list[float]]) -> NDArray[np.float64]:
    """Return the CIELAB coordinates of a colour as an eye sees it."""
    value = np.array(channels(colour)) / 255
    linear = np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)
    seen = np.clip(np.array(eye) @ linear, 0, 1)
    x, y, z = np.array(XYZ) @ seen / np.array([0.95047, 1, 1.08883])
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return np.array([116 * b - 16, 500 * (a - b), 200 * (b - c)])
