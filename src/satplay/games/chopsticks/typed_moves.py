"""Moves as people type them: ``LR``, ``left right``, ``L2``, ``move 2 from left``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.games.chopsticks.play import legal
from satplay.games.chopsticks.state import Side, State, Tap, Transfer

SIDES = {name: side for side in Side for name in (side.value.lower(), side.word)}
WORD = re.compile(r"left|right|middle|[0-9]+|[a-z]+")
NOISE = {
    "my",
    "your",
    "their",
    "his",
    "her",
    "hand",
    "finger",
    "fingers",
    "with",
    "on",
    "from",
    "to",
    "the",
    "i",
}
TAPS = {"tap", "t", "hit", "attack", "add"}
TRANSFERS = {"transfer", "tr", "move", "split", "give", "swap", "pass", "shift"}
STUCK = re.compile(r"[lmr]{2,3}")
"""Letters of hands without blanks."""


def readings(state: State, text: str) -> Sequence[str]:
    """The legal moves that a text can mean.

    >>> readings(State(), "lr"), readings(State(), "L 1"), readings(State(), "tap l")
    (['tap L R'], ['transfer L 1'], ['tap L L', 'tap L R'])
    """
    words = list(_words(text.lower()))
    sides = [SIDES[word] for word in words if word in SIDES]
    numbers = [int(word) for word in words if word.isdigit() and len(word) < 3]
    kinds = [word for word in words if word in TAPS or word in TRANSFERS]
    unknown = [word for word in words if word not in SIDES and not word.isdigit() and word not in kinds]
    if unknown or len(kinds) > 1 or len(numbers) > 1 or not (sides or numbers or kinds):
        return []
    taps = not numbers and (not kinds or kinds[0] in TAPS)
    return [
        move.text
        for move in legal(state)
        if (_is_tap(move, sides) if taps else _is_transfer(move, sides, numbers))
    ]


def _words(text: str) -> Iterator[str]:
    """The words of a text that mean something; hands may be written without blanks."""
    for word in WORD.findall(text):
        if STUCK.fullmatch(word):
            yield from word
        elif word not in NOISE:
            yield word


def _is_tap(move: object, sides: Sequence[Side]) -> bool:
    return isinstance(move, Tap) and [move.own, move.their][: len(sides)] == list(sides)


def _is_transfer(move: object, sides: Sequence[Side], numbers: Sequence[int]) -> bool:
    return (
        isinstance(move, Transfer)
        and [move.source, move.target][: len(sides)] == list(sides)
        and numbers in ([], [move.count])
    )
