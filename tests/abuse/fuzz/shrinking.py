"""Delta debugging: a smaller input that is still the same finding.

Chunks are removed while the finding persists: whole parts, then lines, tokens and bytes, from large chunks to
single items (Zeller & Hildebrandt, "Simplifying and isolating failure-inducing input", 2002).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from time import monotonic
from typing import TypeVar

from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.mutations import NUMBER, TOKEN

Item = TypeVar("Item")
Persists = Callable[[Parts], bool]


class _OutOfTime(Exception):
    pass


def shrink(parts: Parts, persists: Persists, *, seconds: float, fixed: int | None = None) -> Parts:
    """The smallest parts found within ``seconds`` for which ``persists`` holds.

    ``fixed``  the number of leading parts that stay, though they may become empty; None for all
    """
    deadline = monotonic() + seconds
    best = parts

    def keeps(candidate: Parts) -> bool:
        nonlocal best
        if monotonic() > deadline:
            raise _OutOfTime
        if candidate == best or not persists(candidate):
            return False
        best = candidate
        return True

    try:
        size = -1
        while size != (size := _size(best)):
            if fixed is not None:
                head = best[:fixed]
                _remove_chunks(list(best[fixed:]), lambda rest, head=head: keeps((*head, *rest)))
            for at in range(len(best)):
                _shrink_part(best, at, keeps)
    except _OutOfTime:
        pass
    return best


def _size(parts: Parts) -> int:
    return sum(map(len, parts)) + len(parts)


def _shrink_part(parts: Parts, at: int, keeps: Persists) -> None:
    data = parts[at]

    def replaced(pieces: Sequence[bytes]) -> bool:
        return keeps((*parts[:at], b"".join(pieces), *parts[at + 1 :]))

    for split in (_lines, TOKEN.findall, _bytes):
        data = b"".join(_remove_chunks(split(data), replaced))
    for simpler in (b"0", b"1", b"2"):
        for number in reversed(list(NUMBER.finditer(data))):
            if len(number[0]) > 1 and replaced([data[: number.start()], simpler, data[number.end() :]]):
                data = data[: number.start()] + simpler + data[number.end() :]


def _lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def _bytes(data: bytes) -> list[bytes]:
    return [data[at : at + 1] for at in range(len(data))]


def _remove_chunks(items: list[Item], keeps: Callable[[list[Item]], bool]) -> list[Item]:
    """The items without the chunks that are not needed; ``keeps`` says whether a shorter list will do."""
    length = len(items)
    while length:
        start = 0
        while start < len(items):
            shorter = items[:start] + items[start + length :]
            if keeps(shorter):
                items = shorter
            else:
                start += length
        length //= 2
    return items
