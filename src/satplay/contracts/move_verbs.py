"""The verbs of typed moves that puzzles share: erase, and no for a mark."""

from __future__ import annotations

from collections.abc import Sequence

ERASE = frozenset({"erase", "rub"})
"""The first word of a move that removes something."""

ERASE_SYNONYMS = frozenset({"remove", "delete", "del", "clear", "unlink", "unshade"})
"""Words that a person may type instead of ``erase``."""

MARK = frozenset({"no", "not", "x"})
"""The first word of a move that marks what is absent."""


def starts_with(words: Sequence[str], verbs: frozenset[str]) -> bool:
    """Whether the first word is one of the verbs, in upper or lower case.

    >>> starts_with(["Erase", "A1"], ERASE), starts_with([], ERASE)
    (True, False)
    """
    return bool(words) and words[0].lower() in verbs
