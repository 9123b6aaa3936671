"""Moves as people type them: ``2 true``, ``x2=0``, ``-2``, ``c4``, ``yes``; the phase decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from satplay.games.sat_game.formats import write_move
from satplay.games.sat_game.state import Move, Phase, Remove, Say, SetVariable, State

VALUES = {
    **dict.fromkeys(("true", "t", "1", "yes", "on", "+"), True),
    **dict.fromkeys(("false", "f", "0", "no", "off", "-"), False),
}
ASSIGNMENT = re.compile(r"(?:set )?(?:variable )?[xv]?([1-9][0-9]{0,5}) ?(?:=|:|,|to|is)? ?([a-z]+|[01+-])")
VALUE_FIRST = re.compile(r"(?:set )?(true|false|not|t|f|-|¬|~|!|\+) ?[xv]?([1-9][0-9]{0,5})")
VARIABLE = re.compile(r"(?:set )?(?:variable )?[xv]?([1-9][0-9]{0,5})")
CLAUSE = re.compile(r"(?:remove|delete|del|rm|drop|take|r)? ?(?:the )?(?:clause )?c? ?([1-9][0-9]{0,5})")
WORDS: dict[str, Say] = {
    **dict.fromkeys(("p", "skip", "offer", "switch"), Say.PASS),
    **dict.fromkeys(("y", "yes", "ok", "a"), Say.ACCEPT),
    **dict.fromkeys(("n", "no", "refuse", "d"), Say.DECLINE),
}


def readings(state: State, text: str) -> Sequence[str]:
    """The moves that a text can mean in this phase.

    >>> from satplay.games.sat_game.state import clause
    >>> state = State((clause(1, [1, -2]), clause(2, [2])))
    >>> readings(state, "2 t"), readings(state, "-2"), readings(state, "2")
    (['set 2 true'], ['set 2 false'], ['set 2 true', 'set 2 false'])
    """
    words = " ".join(text.lower().split())
    return [write_move(move) for move in _moves(state.phase, words)]


def _moves(phase: Phase, words: str) -> Iterator[Move]:
    if phase is Phase.AFFIRMATIVE:
        yield from _assignments(words)
    elif phase is Phase.ANSWER:
        yield from (WORDS[word] for word in [words] if WORDS.get(word) in (Say.ACCEPT, Say.DECLINE))
    elif (found := CLAUSE.fullmatch(words)) is not None:
        yield Remove(int(found[1]))
    elif phase is Phase.NEGATIVE and WORDS.get(words) is Say.PASS:
        yield Say.PASS


def _assignments(words: str) -> Iterator[Move]:
    found = ASSIGNMENT.fullmatch(words)
    if found is not None and found[2] in VALUES:
        yield SetVariable(int(found[1]), VALUES[found[2]])
    elif found := VALUE_FIRST.fullmatch(words):
        yield SetVariable(int(found[2]), found[1] in ("true", "t", "+"))
    elif found := VARIABLE.fullmatch(words):
        yield from (SetVariable(int(found[1]), value) for value in (True, False))
