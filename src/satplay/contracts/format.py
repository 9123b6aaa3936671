"""Format: a reader and a writer that are inverse to each other, and a test that recognises its texts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, BinaryIO, Generic, TypeVar

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

T = TypeVar("T")

HEAD = 4096
"""Number of leading characters that a format is recognised by."""


@dataclass(frozen=True, slots=True)
class Format(Generic[T]):
    """``read(write(x)) == x``; ``recognises`` judges by the first ``HEAD`` characters.

    A format for large or compressed files also has ``stream``, which reads from an open binary file; for all
    others satplay decompresses and decodes.  A format whose files may hold several instances has ``split``,
    which returns their texts, each with its first line number, and never raises; ``read`` reads one of them.
    Readers raise only ``BadInput``, with line and column.
    """

    name: str
    read: Callable[[str], T]
    write: Callable[[T], str]
    recognises: Callable[[str], bool]
    stream: Callable[[BinaryIO], T] | None = None
    split: Callable[[str], Sequence[tuple[int, str]]] | None = None


def readable(read: Callable[[str], Any]) -> Callable[[str], bool]:
    """The ``recognises`` of a format with short texts: accepts every text that ``read`` accepts."""

    def recognises(text: str) -> bool:
        try:
            read(text)
        except BadInput:
            return False
        return True

    return recognises
