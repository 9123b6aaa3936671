"""Design tokens: what is read has a contrast of 5.5:1 to its ground, lines 3:1, in both themes."""

from __future__ import annotations

import re
from itertools import product

import pytest

from satplay.drawing.tokens import TOKENS, tokens_css

THEMES = ("light", "dark")
GROUNDS = ("page", "surface")
MESSAGES = ("ok", "bad", "hint")

TEXT_ON = [
    *product(("ink", "muted", "accent", *MESSAGES), GROUNDS),
    *((kind, f"{kind}-ground") for kind in MESSAGES),
    *(("ink", f"{kind}-ground") for kind in MESSAGES),
    ("on-accent", "accent"),
]
LINES_ON = [
    (
        "line",
        "surface",
    ),  # controls and boards have the ground of panels, also where they lie on the page itself
    *product(("accent", "bad"), GROUNDS),
    ("bad", "bad-ground"),
    ("accent", "hint-ground"),
]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), TEXT_ON)
def test_text_can_be_read(text: str, ground: str, theme: str) -> None:
    assert _contrast(text, ground, theme) >= 5.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("line", "ground"), LINES_ON)
def test_lines_can_be_seen(line: str, ground: str, theme: str) -> None:
    assert _contrast(line, ground, theme) >= 3.0


def test_black_on_white_has_the_largest_contrast() -> None:
    assert _ratio("#000000", "#ffffff") == pytest.approx(21)


def test_every_token_is_a_property_of_every_theme() -> None:
    blocks = re.findall(r":root[^{]*\{([^}]*)\}", tokens_css())
    assert len(blocks) == 3
    for block, theme in zip(blocks, ("light", "dark", "dark"), strict=True):
        properties = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))
        assert properties == {name: getattr(token, theme) for name, token in TOKENS.items()}
        assert f"color-scheme: {theme};" in block


def _contrast(one: str, other: str, theme: str) -> float:
    return _ratio(getattr(TOKENS[one], theme), getattr(TOKENS[other], theme))


def _ratio(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
