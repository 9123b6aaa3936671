"""Moves as people type them: ``2 from B``, ``b 2``, ``take 2 from heap 1``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.games.nim.formats import write_move
from satplay.games.nim.state import State, Take

NOISE = re.compile(r"\b(?:i|take|remove|things?|counters?|the|heap|pile|row|of)\b")
FROM = re.compile(r"([0-9]{1,2}|all)\s*(?:from|off|out of|x)\s*([a-z]|[0-9]{1,2})")
LETTER_FIRST = re.compile(r"([a-z])[\s,:=-]*([0-9]{1,2}|all)")
NUMBER_FIRST = re.compile(r"([0-9]{1,2})[\s,:=-]*([a-z])")
TWO_NUMBERS = re.compile(r"([0-9]{1,2})[\s,:-]+([0-9]{1,2})")
ONE = re.compile(r"[a-z]|[0-9]{1,2}")


def readings(state: State, text: str) -> Sequence[str]:
    """The moves that a text can mean: two numbers are a heap and a number in either order.

    >>> readings(State((3, 4, 5)), "2 from b"), readings(State((3, 4, 5)), "1 2")
    (['B2'], ['A2', 'B1'])
    """
    return [write_move(move) for move in _moves(state, " ".join(NOISE.sub(" ", text.lower()).split()))]


def _moves(state: State, text: str) -> Iterator[Take]:
    if found := FROM.fullmatch(text):
        yield from _take(state, found[2], found[1])
    elif found := LETTER_FIRST.fullmatch(text):
        yield from _take(state, found[1], found[2])
    elif found := NUMBER_FIRST.fullmatch(text):
        yield from _take(state, found[2], found[1])
    elif found := TWO_NUMBERS.fullmatch(text):
        yield from _take(state, found[1], found[2])
        yield from _take(state, found[2], found[1])
    elif ONE.fullmatch(text):
        for heap, held in enumerate(state.heaps):
            if held and text in (_letter(heap), str(held)):
                yield from (Take(heap, 1), Take(heap, held))
            elif text.isdigit() and 1 <= int(text) <= held:
                yield Take(heap, int(text))


def _take(state: State, heap: str, count: str) -> Iterator[Take]:
    """The move with this heap, a letter or a number from 1, and this number of things."""
    for at, held in enumerate(state.heaps):
        if heap in (_letter(at), str(at + 1)):
            yield Take(at, held if count == "all" else int(count))


def _letter(heap: int) -> str:
    return chr(ord("a") + heap)
