"""Marks in cursor mode: a key, and then an arrow to what is absent."""

from __future__ import annotations

from satplay.contracts.cursor import Pointer, Reaction

MARK_KEY = "x"
"""The key after which an arrow marks what is absent in its direction."""

MARKING = "marking"
"""Held by a pointer after the key for marks."""

CANCEL_KEYS = (MARK_KEY, "enter", "space", "escape", "backspace")


def press_mark_key(pointer: Pointer, key: str) -> Reaction | None:
    """The reaction to the key for marks, or to a key that cancels it; None for all other keys."""
    if pointer.held == MARKING and key in CANCEL_KEYS:
        return Reaction(Pointer(pointer.at))
    return Reaction(Pointer(pointer.at, MARKING)) if key == MARK_KEY else None
