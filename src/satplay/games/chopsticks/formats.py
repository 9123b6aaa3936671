"""Positions, states and moves of Chopsticks as text.

A position is the hands of the player to move, a bar, and the hands of the opponent, each from left to right:
``1,1|1,1``.  ``1,1/1,1`` and extra blanks are accepted.  The other parts of a state follow unless they have
their default values: ``turn=second``, the options of the variant and, if cycles are forbidden, the earlier
positions, the oldest first::

    1,2|1,1 turn=second fingers=4 cycles=no after=1,1|1,1

Moves: ``tap L R``, own hand first; ``transfer L 2`` from left to right.  With three hands the middle one is
M, and ``transfer L 2 M`` names the target.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from satplay.contracts.format import Format, readable
from satplay.contracts.texts import bad_text, place_in, quote, read_natural
from satplay.errors import BadInput
from satplay.games.chopsticks.rules import options, repeats, require_valid
from satplay.games.chopsticks.state import SEATS, Move, Position, Side, State, Tap, Transfer
from satplay.games.chopsticks.variant import OPTIONS, SOURCE, Variant, read_variant

MOST = 2000
"""The largest number of earlier positions in a text; the search for cycles is quadratic."""
HANDS = re.compile(r"\s*[0-9]+(?:\s*,\s*[0-9]+)*\s*[|/]\s*[0-9]+(?:\s*,\s*[0-9]+)*")
EXPECTED = "the hands of the player to move and of the other, as 1,1|1,1"


def write_position(position: Position) -> str:
    """``1,1|1,1``."""
    return position.text


def read_position(
    text: str, variant: Variant = SOURCE, *, start: int = 0, end: int | None = None
) -> Position:
    """The position in the characters of a text from ``start`` to ``end``.

    >>> read_position(" 1, 2 / 0,4 ").text
    '1,2|0,4'
    """
    end = len(text) if end is None else end
    found = HANDS.match(text, start, end)
    if found is None or text[found.end() : end].strip():
        column = start if found is None else found.end()
        raise _bad(text, column, quote(text[column:end].strip()), EXPECTED)
    parts: list[list[int]] = [[]]
    for word in re.compile(r"[0-9]+|[|/]").finditer(text, start, found.end()):
        if word[0] in "|/":
            parts.append([])
            continue
        fingers = read_natural(word[0], variant.fingers - 1)
        if fingers is None:
            expected = f"0 to {variant.fingers - 1} fingers on a hand"
            raise _bad(text, word.start(), quote(word[0]), expected)
        parts[-1].append(fingers)
    position = Position(*map(tuple, parts))
    try:
        require_valid(position, variant)
    except BadInput as error:
        raise _bad(text, start, error.found, error.expected) from None
    return position


def write_state(state: State) -> str:
    """The state on one line, without the parts that have their default values.

    >>> write_state(State()), write_state(State(variant=Variant(fingers=4), turn="second"))
    ('1,1|1,1', '1,1|1,1 turn=second fingers=4')
    """
    words = [state.position.text]
    if state.turn != SEATS[0]:
        words.append(f"turn={state.turn}")
    words += [f"{name}={value}" for name, value in state.variant.options.items()]
    if state.history:
        words.append("after=" + ";".join(position.text for position in state.history))
    return " ".join(words)


def read_state(text: str) -> State:
    """The state that ``write_state`` wrote, or a position in any accepted form."""
    words = list(re.finditer(r"(?<!\S)([a-z]+)=(\S*)", text))
    end = words[0].start() if words else len(text)
    words_by_name: dict[str, re.Match[str]] = {}
    at = end
    for word in words:
        if text[at : word.start()].strip():
            raise _bad(text, at, quote(text[at : word.start()].strip()), "NAME=VALUE")
        at = word.end()
        if word[1] not in (*OPTIONS, "turn", "after") or word[1] in words_by_name:
            expected = f"each of {', '.join(('turn', *OPTIONS, 'after'))} at most once"
            raise _bad(text, word.start(), quote(word[1]), expected)
        words_by_name[word[1]] = word
    if text[at:].strip():
        raise _bad(text, at, quote(text[at:].strip()), "NAME=VALUE")
    turn = words_by_name["turn"][2] if "turn" in words_by_name else SEATS[0]
    if turn not in SEATS:
        raise _bad(text, words_by_name["turn"].start(2), quote(turn), " or ".join(SEATS))
    variant = SOURCE
    for name in OPTIONS:
        if name in words_by_name:
            variant = _with(variant, words_by_name[name], text)
    position = read_position(text, variant, end=end)
    return State(position, variant, turn, _read_history(text, position, variant, words_by_name.get("after")))


def _with(variant: Variant, word: re.Match[str], text: str) -> Variant:
    try:
        return read_variant({**variant.options, word[1]: word[2]})
    except BadInput as error:
        raise _bad(text, word.start(2), error.found, error.expected) from None


def _read_history(
    text: str, position: Position, variant: Variant, word: re.Match[str] | None
) -> tuple[Position, ...]:
    """The earlier positions: each leads to the next by a legal move, and none of them closes a cycle."""
    if word is None:
        return ()
    if variant.cycles:
        raise _bad(text, word.start(), "a past", "none: it matters only with cycles=no")
    past: list[tuple[int, Position]] = []
    at = word.start(2)
    for part in word[2].split(";", MOST):
        if len(past) == MOST:
            raise _bad(text, at, "more positions", f"{MOST} at most")
        past.append((at, read_position(text, variant, start=at, end=at + len(part))))
        at += len(part) + 1
    sequence = [*(before for _, before in past), position]
    for number, ((at, before), after) in enumerate(zip(past, sequence[1:], strict=True), 2):
        if all(after != reached for _, reached in options(before, variant)):
            raise _bad(text, at, before.text, f"a position from which a move leads to {after.text}")
        if repeats(sequence[:number]):
            raise _bad(text, at, "two equal adjacent blocks", "no cycle, as the rules have it")
    return tuple(sequence[:-1])


def _bad(text: str, at: int, found: str, expected: str, what: str = "position") -> BadInput:
    return bad_text(what, *place_in(text, at), found, expected)


def write_move(move: Move) -> str:
    """``tap L R``, ``transfer L 2``."""
    return move.text


MOVE = re.compile(r"\s*(?:(tap)\s+(\S+)\s+(\S+)|(?:transfer)\s+(\S+)\s+(\S+)(?:\s+(\S+))?)\s*", re.IGNORECASE)


def read_move(text: str) -> Move:
    """The move that ``write_move`` wrote; lower case and whole words are accepted.

    >>> read_move("tap l right"), read_move("transfer R 1").text
    (Tap(own=<Side.LEFT: 'L'>, their=<Side.RIGHT: 'R'>), 'transfer R 1')
    """
    found = MOVE.fullmatch(text)
    if found is None:
        raise _bad(
            text, 0, quote(text), "'tap L R', 'transfer L 2' or, with three hands, 'transfer L 2 M'", "move"
        )
    if found[1] is not None:
        return Tap(_side(text, found, 2), _side(text, found, 3))
    source = _side(text, found, 4)
    count = read_natural(found[5], 99)
    if count is None:
        raise _bad(text, found.start(5), quote(found[5]), "how many fingers", "move")
    target = source.across if found[6] is None else _side(text, found, 6)
    if target is None:
        raise _bad(text, found.end(5), "nothing more", "where the fingers go, L or R", "move")
    return Transfer(source, count, target)


def _side(text: str, found: re.Match[str], group: int) -> Side:
    for side in Side:
        if found[group].lower() in (side.value.lower(), side.word):
            return side
    raise _bad(text, found.start(group), quote(found[group]), "L or R, or with three hands M", "move")


STATES: Sequence[Format[State]] = (
    Format(
        name="hands",
        read=read_state,
        write=write_state,
        recognises=lambda text: HANDS.match(text) is not None,
    ),
)
MOVES: Format[Move] = Format(name="words", read=read_move, write=write_move, recognises=readable(read_move))
