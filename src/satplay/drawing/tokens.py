"""Design tokens: the one table of colours, for style sheets and pictures, light and dark.

Text has a contrast of at least 5.5:1 on its ground, lines of 3:1; a test computes them.
"""

from __future__ import annotations

from typing import NamedTuple


class Token(NamedTuple):
    """A colour of the light and of the dark theme."""

    light: str
    dark: str


TOKENS = {
    "page": Token("#f6f7f9", "#0f1216"),
    "surface": Token("#ffffff", "#181c22"),
    "ink": Token("#1b1f24", "#e8eaed"),
    "muted": Token("#57606a", "#a3adb8"),
    "line": Token("#8a94a0", "#7d8794"),
    "hair": Token("#dfe3e8", "#2c333c"),
    "accent": Token("#0b57d0", "#8ab4f8"),
    "on-accent": Token("#ffffff", "#0f1216"),
    "ok": Token("#0a6b3d", "#6fd19b"),
    "ok-ground": Token("#dff3e6", "#12301f"),
    "bad": Token("#b3261e", "#ff9a91"),
    "bad-ground": Token("#fde7e5", "#3b1715"),
    "hint": Token("#7a4a00", "#ffcf7a"),
    "hint-ground": Token("#fff1d0", "#362705"),
}
"""By name: the grounds of pages and panels, text, lines, and three kinds of messages with their grounds."""


PICTURE_FILTER = Token("none", "invert(0.9) hue-rotate(180deg)")
"""For pictures whose colours are not tokens: in the dark theme light and dark change places, hues stay."""


def tokens_css() -> str:
    """The tokens as custom properties: light, dark if the system is, or as ``data-theme`` of the root is.

    Paper is white: what is printed is always light.
    """
    light = _block(":root", 0)
    dark = _block(":root:not([data-theme='light'])", 1)
    chosen = _block(":root[data-theme='dark']", 1)
    return (
        f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}\n"
        f"@media screen {{\n{chosen}\n}}\n"
    )


def _block(selector: str, theme: int) -> str:
    properties = {**TOKENS, "picture-filter": PICTURE_FILTER}
    rows = "".join(f"  --{name}: {token[theme]};\n" for name, token in properties.items())
    scheme = ("light", "dark")[theme]
    return f"{selector} {{\n  color-scheme: {scheme};\n{rows}}}"
