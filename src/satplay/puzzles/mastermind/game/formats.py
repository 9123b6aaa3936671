"""How games and moves are written.  A game is a board, as in ``lines``, with what else there is before it."""

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

SAID = re.compile(r"\s*#\s*(tries|code|asks|pegs)[ \t]+(.*?)\s*")
MANY = 1_000_000


def write_state(state: State) -> str:
    """The directives first.

    >>> print(write_state(State(Board(4, "012345"), (0, 1, 2, 3))))
    # tries 10
    # code 0123
    # symbols 6
    # length 4
    <BLANKLINE>
    """
    secret = state.secret.value if isinstance(state.secret, Secret) else state.board.text(state.secret)
    said = [f"# tries {state.tries}", f"# code {secret}"]
    if state.asks is not None:
        said.append(f"# asks {state.board.text(state.asks)}")
    if not state.whites:
        said.append("# pegs black")
    return "\n".join([*said, board_lines.write(state.board)])


def read_state(text: str) -> State:
    """The same back."""
    said: dict[str, tuple[int, str]] = {}
    for line in lines(text):
        found = SAID.fullmatch(line.text)
        if found is not None:
            if found[1] in said:
                raise _bad(line.number, f"# {found[1]} twice", "each once")
            said[found[1]] = line.number, found[2]
    for name in ("tries", "code"):
        if name not in said:
            raise _bad(1, f"no line '# {name}'", "a game of Mastermind")
    state = State(board_lines.read(text))
    number, tries = said["tries"]
    if not read_natural(tries, MANY):
        raise _bad(number, quote(tries), "a number of guesses")
    state = replace(state, tries=int(tries), secret=_secret(state.board, *said["code"]))
    if "asks" in said:
        if state.secret is not Secret.KEPT:
            raise _bad(said["asks"][0], "a guess without an answer", "one only where the code is kept")
        state = replace(state, asks=_row(state.board, *said["asks"]))
    if "pegs" in said:
        if said["pegs"][1] != "black":
            raise _bad(said["pegs"][0], quote(said["pegs"][1]), "black")
        state = replace(state, whites=False)
    if any((guess.white is not None) != state.whites for guess in state.board.guesses):
        raise _bad(1, "answers with and without white pegs", "all with, or '# pegs black' and all without")
    if state.secret is Secret.OPEN and state.board.guesses:
        raise _bad(said["code"][0], "guesses at a code that is open", "a code, 'hidden' or 'kept'")
    return state


def _secret(board: Board, line: int, said: str) -> Row | Secret:
    kinds = {kind.value: kind for kind in Secret}
    return kinds[said] if said in kinds else _row(board, line, said)


def _row(board: Board, line: int, said: str) -> Row:
    try:
        row = read_code(board, said).row
    except BadInput as error:
        raise _bad(line, error.found, error.expected) from None
    if row is None:
        raise _bad(line, quote(said), f"a code of {board.length} symbols")
    return row


def _recognises(text: str) -> bool:
    return any(SAID.fullmatch(line.text) for line in lines(text[:4096]))


def write_move(move: Move) -> str:
    """The verb, if any, and what is said with it."""
    return f"{move.verb} {move.text}".strip()


def read_move(text: str) -> Move:
    """``set 0123``, ``keep``, ``guess 0123``, ``answer 2 1``; without a verb what the turn asks for.

    >>> read_move(" answer 2  1"), read_move("0123"), read_move("keep")
    (Move(verb='answer', text='2 1'), Move(verb='', text='0123'), Move(verb='keep', text=''))
    """
    words = text.split()
    if not words or "\n" in text.strip():
        raise _no_move(text, "a code, or an answer such as 2 1")
    verb = words[0].lower() if words[0].lower() in VERBS else ""
    said = " ".join(words[1:] if verb else words)
    if (verb == "keep") == bool(said):
        raise _no_move(text, "keep alone, or a verb and what is meant")
    return Move(verb, said)


def _no_move(text: str, expected: str) -> BadInput:
    return BadInput("move", line=1, column=1, found=quote(text), expected=expected)


def _bad(line: int, found: str, expected: str) -> BadInput:
    return BadInput("mastermind game", line=line, column=1, found=found, expected=expected)


STATES: Sequence[Format[State]] = (Format("game", read_state, write_state, _recognises),)
MOVES: Format[Move] = Format("moves", read_move, write_move, lambda text: True)
