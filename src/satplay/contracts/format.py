"""Format: a pair of inverse functions between text and a value, recognised by itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO, Generic, TypeVar

from satplay.errors import BadInput

T = TypeVar("T")

HEAD = 4096
"""So many characters are enough to recognise a format; a text as long as that may go on unseen."""


@dataclass(frozen=True, slots=True)
class Format(Generic[T]):
    """``read(write(x)) == x``; ``recognises`` judges by the first ``HEAD`` characters.

    A format whose files are too large for one string, or that people keep compressed, also has
    ``stream``, which reads from an open binary file; otherwise satplay decompresses and decodes for it.
    One whose files may hold several instances has ``split``: their texts, each with the line it begins at;
    what it cannot take apart it leaves together, and complains about nothing.  ``read`` reads one of them.
    Readers raise ``BadInput`` with line and column, and nothing else.
    """

    name: str
    read: Callable[[str], T]
    write: Callable[[T], str]
    recognises: Callable[[str], bool]
    stream: Callable[[BinaryIO], T] | None = None
    split: Callable[[str], Sequence[tuple[int, str]]] | None = None


def readable(read: Callable[[str], Any]) -> Callable[[str], bool]:
    """Recognises by reading, for texts that are short: whatever can be read."""

    def recognises(text: str) -> bool:
        try:
            read(text)
        except BadInput:
            return False
        return True

    return recognises
