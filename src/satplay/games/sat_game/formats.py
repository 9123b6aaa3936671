"""Positions and moves of the SAT game as text.

A position: the mode, the person who is Affirmative, the next phase, and the clauses with their names::

    sat-game random length-weighted
    Q is affirmative
    next: negative
    c1: 1 -2
    c4: 2

``after-decline affirmative`` may follow the bias.  A formula alone, DIMACS or ``{1,-2}{2}``, is a new game in
strict mode.  Moves: ``set 3 true``, ``remove c4``, ``pass``, ``accept``, ``decline``; of chance
``affirmative`` and ``negative``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from satplay.contracts.format import Format, readable
from satplay.contracts.texts import Line, lines, quote
from satplay.errors import BadInput
from satplay.games.sat_game import formula_text
from satplay.games.sat_game.state import (
    SEATS,
    Bias,
    Clause,
    Move,
    Phase,
    Remove,
    Role,
    Say,
    SetVariable,
    State,
    clause,
)

HEADER = "sat-game"
AFFIRMATIVE_AFTER_DECLINE = "after-decline affirmative"
CLAUSE = re.compile(r"c([1-9][0-9]{0,5}):")
WORDS: dict[str, Move] = {word.value: word for kind in (Say, Role) for word in kind}
MODES: dict[str, tuple[Bias | None, bool]] = {
    "strict": (None, False),
    **{f"random {bias.value}": (bias, True) for bias in Bias},
    **{f"random {bias.value} {AFFIRMATIVE_AFTER_DECLINE}": (bias, False) for bias in Bias},
}
"""The texts after the header: the bias, and whether the role after a declined pass is drawn."""


def write_state(state: State) -> str:
    """Three lines and one for each clause.

    >>> print(write_state(State((clause(1, [1, -2]), clause(2, [2])))))
    sat-game strict
    P is affirmative
    next: affirmative
    c1: 1 -2
    c2: 2
    <BLANKLINE>
    """
    mode = next(text for text, mode in MODES.items() if mode == (state.bias, state.drawn_after_decline))
    head = [f"{HEADER} {mode}", f"{state.affirmative} is affirmative", f"next: {state.phase.value}"]
    body = [" ".join([f"{clause.name}:", *map(str, clause.lits)]) for clause in state.clauses]
    return "\n".join([*head, *body]) + "\n"


def read_state(text: str) -> State:
    """The position that ``write_state`` wrote, or a new game of a formula."""
    if formula_text.recognises(text):
        return State(formula_text.read_formula(text))
    filled = [line for line in lines(text) if line.text.strip()]
    heads = [
        [f"{HEADER} {mode}" for mode in MODES],
        [f"{seat} is affirmative" for seat in SEATS],
        [f"next: {phase.value}" for phase in Phase],
    ]
    found: list[int] = []
    for at, choices in enumerate(heads):
        line = filled[at] if at < len(filled) else Line(len(lines(text)), "")
        words = " ".join(line.text.split())
        if words not in choices:
            raise _bad(line, 0, quote(line.text), " or ".join(map(repr, choices)))
        found.append(choices.index(words))
    bias, drawn = list(MODES.values())[found[0]]
    phase = list(Phase)[found[2]]
    if bias is None and phase is Phase.DRAW:
        raise _bad(filled[2], 0, "a draw in strict mode", "one of the other phases")
    return State(_read_clauses(filled[3:]), SEATS[found[1]], phase, bias, drawn)


def _read_clauses(filled: Sequence[Line]) -> tuple[Clause, ...]:
    clauses: list[Clause] = []
    for line in filled:
        words = list(re.finditer(r"\S+", line.text))
        name = CLAUSE.fullmatch(words[0][0])
        if name is None or (clauses and int(name[1]) <= clauses[-1].number):
            expected = "a clause's name and a colon, as c4:, and the names ascending"
            raise _bad(line, words[0].start(), quote(words[0][0]), expected)
        for word in words[1:]:
            if not formula_text.LITERAL.fullmatch(word[0]):
                raise _bad(line, word.start(), quote(word[0]), formula_text.EXPECTED)
        clauses.append(clause(int(name[1]), (int(word[0]) for word in words[1:])))
    return tuple(clauses)


def _bad(line: Line, at: int, found: str, expected: str) -> BadInput:
    return BadInput("position", line=line.number, column=at + 1, found=found, expected=expected)


def write_move(move: Move) -> str:
    """A short text.

    >>> write_move(SetVariable(3, True)), write_move(Remove(4)), write_move(Say.PASS)
    ('set 3 true', 'remove c4', 'pass')
    """
    match move:
        case SetVariable(variable=variable, value=value):
            return f"set {variable} {'true' if value else 'false'}"
        case Remove(clause=number):
            return f"remove c{number}"
        case Say() | Role():
            return str(move.value)


def read_move(text: str) -> Move:
    """The move that ``write_move`` wrote; upper case and ``remove 4`` are accepted.

    >>> read_move("SET 3 false"), read_move("remove 4")
    (SetVariable(variable=3, value=False), Remove(clause=4))
    """
    words = " ".join(text.lower().split())
    if words in WORDS:
        return WORDS[words]
    if found := re.fullmatch(r"set ([1-9][0-9]{0,5}) (true|false)", words):
        return SetVariable(int(found[1]), found[2] == "true")
    if found := re.fullmatch(r"remove c?([1-9][0-9]{0,5})", words):
        return Remove(int(found[1]))
    expected = "'set 3 true', 'set 3 false', 'remove c4', 'pass', 'accept' or 'decline'"
    raise BadInput("move", line=1, column=1, found=quote(text), expected=expected)


STATES: Sequence[Format[State]] = (
    Format(
        name="game",
        read=read_state,
        write=write_state,
        recognises=lambda text: text.lstrip().startswith(f"{HEADER} ") or formula_text.recognises(text),
    ),
)
MOVES: Format[Move] = Format(name="words", read=read_move, write=write_move, recognises=readable(read_move))
