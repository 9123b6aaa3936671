"""Games and moves of Mastermind as text.  A game is a board in the format ``lines`` after some directives."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from satplay.contracts.format import Format
from satplay.contracts.texts import lines, quote, read_natural
from satplay.errors import BadInput
from satplay.puzzles.mastermind.board import Board, Row
from satplay.puzzles.mastermind.formats import lines as board_lines
from satplay.puzzles.mastermind.formats.code import read as read_code
from satplay.puzzles.mastermind.game.state import VERBS, Move, Secret, State

DIRECTIVE = re.compile(r"\s*#\s*(tries|code|asks|pegs)[ \t]+(.*?)\s*")
MANY = 1_000_000


def write_state(state: State) -> str:
    """The directives, then the board.

    >>> print(write_state(State(Board(4, "012345"), (0, 1, 2, 3))))
    # tries 10
    # code 0123
    # symbols 6
    # length 4
    <BLANKLINE>
    """
    secret = state.secret.value if isinstance(state.secret, Secret) else state.board.text(state.secret)
    directives = [f"# tries {state.tries}", f"# code {secret}"]
    if state.open_guess is not None:
        directives.append(f"# asks {state.board.text(state.open_guess)}")
    if not state.whites:
        directives.append("# pegs black")
    return "\n".join([*directives, board_lines.write(state.board)])


def read_state(text: str) -> State:
    """The state that ``write_state`` wrote."""
    directives: dict[str, tuple[int, str]] = {}
    for line in lines(text):
        found = DIRECTIVE.fullmatch(line.text)
        if found is not None:
            if found[1] in directives:
                raise _bad(line.number, f"# {found[1]} twice", "each once")
            directives[found[1]] = line.number, found[2]
    for name in ("tries", "code"):
        if name not in directives:
            raise _bad(1, f"no line '# {name}'", "a game of Mastermind")
    state = State(board_lines.read(text))
    number, tries = directives["tries"]
    if not read_natural(tries, MANY):
        raise _bad(number, quote(tries), "a number of guesses")
    state = replace(state, tries=int(tries), secret=_secret(state.board, *directives["code"]))
    if "asks" in directives:
        if state.secret is not Secret.IN_MIND:
            raise _bad(directives["asks"][0], "a guess without an answer", "one only where the code is kept")
        state = replace(state, open_guess=_row(state.board, *directives["asks"]))
    if "pegs" in directives:
        if directives["pegs"][1] != "black":
            raise _bad(directives["pegs"][0], quote(directives["pegs"][1]), "black")
        state = replace(state, whites=False)
    if any((guess.white is not None) != state.whites for guess in state.board.guesses):
        raise _bad(1, "answers with and without white pegs", "all with, or '# pegs black' and all without")
    if state.secret is Secret.OPEN and state.board.guesses:
        raise _bad(directives["code"][0], "guesses at a code that is open", "a code, 'hidden' or 'kept'")
    return state


def _secret(board: Board, line: int, text: str) -> Row | Secret:
    kinds = {kind.value: kind for kind in Secret}
    return kinds[text] if text in kinds else _row(board, line, text)


def _row(board: Board, line: int, text: str) -> Row:
    try:
        row = read_code(board, text).row
    except BadInput as error:
        raise _bad(line, error.found, error.expected) from None
    if row is None:
        raise _bad(line, quote(text), f"a code of {board.length} symbols")
    return row


def _recognises(text: str) -> bool:
    return any(DIRECTIVE.fullmatch(line.text) for line in lines(text[:4096]))


def write_move(move: Move) -> str:
    """The verb, if any, and the text after it."""
    return f"{move.verb} {move.text}".strip()


def read_move(text: str) -> Move:
    """``set 0123``, ``keep``, ``guess 0123`` or ``answer 2 1``; without a verb the turn determines it.

    >>> read_move(" answer 2  1"), read_move("0123"), read_move("keep")
    (Move(verb='answer', text='2 1'), Move(verb='', text='0123'), Move(verb='keep', text=''))
    """
    words = text.split()
    if not words or "\n" in text.strip():
        raise _no_move(text, "a code, or an answer such as 2 1")
    verb = words[0].lower() if words[0].lower() in VERBS else ""
    rest = " ".join(words[1:] if verb else words)
    if (verb == "keep") == bool(rest):
        raise _no_move(text, "'keep' alone, or 'guess', 'set' or 'answer' and a value")
    return Move(verb, rest)


def _no_move(text: str, expected: str) -> BadInput:
    return BadInput("move", line=1, column=1, found=quote(text), expected=expected)


def _bad(line: int, found: str, expected: str) -> BadInput:
    return BadInput("mastermind game", line=line, column=1, found=found, expected=expected)


STATES: Sequence[Format[State]] = (Format("game", read_state, write_state, _recognises),)
MOVES: Format[Move] = Format("moves", read_move, write_move, lambda text: True)
