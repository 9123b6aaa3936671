"""The rules of the game: the setter sets a code or keeps it in mind, the breaker guesses until it is found.

A setter who keeps the code in mind answers every guess; an answer that contradicts the earlier ones is
illegal, and the error names the contradictory guesses.  The answer may include another guess, which then
replaces the breaker's, so that a game played elsewhere can be followed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from satplay.contracts.game import Outcome, Seat
from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.option import Option
from satplay.errors import BadInput, IllegalMove
from satplay.puzzles.mastermind.board import Board, Guess, Row, explain_impossible
from satplay.puzzles.mastermind.code_size import LENGTH, SYMBOL_COUNT, code_size
from satplay.puzzles.mastermind.codebreaking.suggestion import contradictory_guesses, describe_contradiction
from satplay.puzzles.mastermind.enumeration.code_search import new_search
from satplay.puzzles.mastermind.formats.code import read as read_code
from satplay.puzzles.mastermind.formats.lines import read_answer
from satplay.puzzles.mastermind.game.formats import write_move, write_state
from satplay.puzzles.mastermind.game.moves import AllCodes
from satplay.puzzles.mastermind.game.state import BREAKER, SETTER, Move, Secret, State
from satplay.puzzles.mastermind.rules import feedback
from satplay.puzzles.mastermind.variant_options import alphabet

STEPS = 1 << 18
"""Step limit of the search for a consistent code; if it is reached, the answers count as consistent."""

TRIES = 1000


START_OPTIONS: Mapping[str, Option] = {
    "size": Option("positions and symbols, as 4x6 (the default); one number for positions", "PxS"),
    "length": Option(f"positions of the code, default {LENGTH}", "N"),
    "symbols": Option(f"symbols of the code, or their number, default {SYMBOL_COUNT}", "SYMBOLS"),
    "repeats": Option("no: no symbol occurs twice in the code", "yes|no"),
    "white": Option("no: answers have black pegs only", "yes|no"),
    "tries": Option("number of guesses after which the setter wins", "N"),
}


def start(options: Mapping[str, str]) -> State:
    """The start with the options ``size`` or ``length``, ``symbols``, ``repeats``, ``white`` and ``tries``.

    >>> start({}).board, start({"size": "8"}).tries
    (Board(length=4, symbols='012345', guesses=(), repeats=True), 24)
    """
    reader = GeneratorOptions(extra=options)
    reader.expect_options(*START_OPTIONS)
    size = code_size(options)
    length, symbols = size.length or LENGTH, alphabet(size.symbols or SYMBOL_COUNT)
    board = Board(length, symbols, (), reader.either("repeats", "yes", "no") == "yes")
    tries = reader.number("tries", 1, TRIES) or max(10, 3 * length)
    return State(board, tries=tries, whites=reader.either("white", "yes", "no") == "yes")


def from_board(board: Board) -> State:
    """The game of which a board shows the answered guesses: the code is in the mind of a person.

    ``BadInput`` if no code fits, or only some of the answers have white pegs.
    """
    whites = {guess.white is not None for guess in board.guesses}
    if len(whites) > 1:
        found = "answers with and without white pegs"
        raise BadInput("mastermind board", found=found, expected="all with, or all without")
    if not has_code(board):
        why = describe_contradiction(contradictory_guesses(board, has_code))
        found = f"no code that fits: {why}"
        raise BadInput("mastermind board", found=found, expected="answers of one code")
    tries = len(board.guesses) + max(10, 3 * board.length)
    return State(board, Secret.IN_MIND, tries=tries, whites=False not in whites)


def person_seat(state: State) -> Seat | None:
    """The setter who keeps the code in mind."""
    return SETTER if state.secret is Secret.IN_MIND else None


def board_size(state: State) -> str:
    """The positions and symbols, as the option ``size`` takes them.

    >>> board_size(start({}))
    '4x6'
    """
    return f"{state.board.length}x{len(state.board.symbols)}"


def to_move(state: State) -> Seat | None:
    """The setter at the start and for every answer to give; otherwise the breaker, until the end."""
    if outcome(state) is not None:
        return None
    return SETTER if state.secret is Secret.OPEN or state.open_guess is not None else BREAKER


def outcome(state: State) -> Outcome | None:
    """The breaker wins with the code; the setter wins if no try is left."""
    guesses = state.board.guesses
    if guesses and guesses[-1].black == state.board.length:
        count = f"{len(guesses)} guess{'es' if len(guesses) > 1 else ''}"
        return Outcome(BREAKER, f"{state.board.text(guesses[-1].row)} is the code, found with {count}.")
    if len(guesses) >= state.tries:
        return Outcome(SETTER, f"{len(guesses)} guesses did not find the code.")
    return None


def visible(state: State, seat: Seat) -> State:
    """The state without the code, for the breaker before the end."""
    if seat == BREAKER and not isinstance(state.secret, Secret) and outcome(state) is None:
        return replace(state, secret=Secret.HIDDEN)
    return state


def odds(state: State) -> Mapping[Move, float]:
    """There is no chance."""
    return {}


def legal(state: State) -> Sequence[Move]:
    """All codes to set or to guess, as a lazy sequence; or all consistent answers."""
    if outcome(state) is not None:
        return ()
    if state.secret is Secret.OPEN:
        return AllCodes(state.board, "set", extra=(Move("keep"),))
    if state.open_guess is None:
        return AllCodes(replace(state.board, repeats=True), "guess")
    return [
        Move("answer", _write_answer(guess)) for guess in _answers(state) if has_code(_after(state, guess))
    ]


def _answers(state: State) -> list[Guess]:
    """Every possible answer to the open guess, consistent or not."""
    assert state.open_guess is not None
    length = state.board.length
    pairs = [
        (black, white)
        for black in range(length + 1)
        for white in (range(length - black + 1) if state.whites else (None,))
    ]
    return [Guess(state.open_guess, *pegs) for pegs in pairs if explain_impossible(length, *pegs) is None]


def _write_answer(guess: Guess) -> str:
    return str(guess.black) if guess.white is None else f"{guess.black} {guess.white}"


def _after(state: State, guess: Guess) -> Board:
    return replace(state.board, guesses=(*state.board.guesses, guess))


def has_code(board: Board) -> bool:
    """Whether some code is consistent with the board; True also if the search reaches its limit."""
    search = new_search(board)
    return len(search.take(1, STEPS)) > 0 or not search.done


def apply(state: State, move: Move) -> State:
    """The state after a move; ``IllegalMove`` if it is another turn, or no such code or answer."""
    seat = to_move(state)
    if seat is None:
        raise _illegal(state, move, "the game is over")
    expected = "guess" if seat == BREAKER else "answer" if state.open_guess is not None else "set"
    verb = move.verb or expected
    if verb == "keep" and expected == "set" and not move.text:
        return replace(state, secret=Secret.IN_MIND)
    if verb != expected:
        raise _illegal(state, move, f"it is the {seat}'s turn to {expected}")
    if verb == "set":
        return replace(state, secret=_row(state, move))
    if verb == "answer":
        return _apply_answer(state, move)
    row = _row(state, move)
    if state.secret is Secret.IN_MIND:
        return replace(state, open_guess=row)
    if isinstance(state.secret, Secret):
        raise _illegal(state, move, "only a seat that sees the code can answer")
    pegs = feedback(row, state.secret)
    guess = Guess(row, pegs.black, pegs.white if state.whites else None)
    return replace(state, board=_after(state, guess))


def _row(state: State, move: Move) -> Row:
    """The code that a move names; a guess may repeat symbols even if the code may not."""
    try:
        row = read_code(state.board, re.sub(r"[\s,;./-]+", " ", move.text)).row
    except BadInput:
        row = None
    if row is None:
        raise _illegal(state, move, f"a code has {state.board.length} of the symbols {state.board.symbols}")
    if to_move(state) == SETTER and not state.board.repeats and len(set(row)) < len(row):
        raise _illegal(state, move, "no symbol occurs twice in the code")
    return row


def _apply_answer(state: State, move: Move) -> State:
    assert state.open_guess is not None
    try:
        guess = read_answer(state.board, move.text, state.open_guess)
        guess = guess if state.whites else Guess(guess.row, guess.black)
        board = _after(state, guess)
    except BadInput as error:
        reason = f"found {error.found}, expected {error.expected}"
        raise _illegal(state, move, reason) from None
    if state.whites and guess.white is None:
        if guess.black:
            raise _illegal(state, move, "an answer has black and white pegs, such as 2 1 or bbw")
        board = _after(state, replace(guess, white=0))  # no pegs at all, as people say it
    if not has_code(board):
        reason = describe_contradiction(contradictory_guesses(board, has_code))
        raise _illegal(state, move, f"no code fits: {reason}; undo takes an answer back")
    return replace(state, board=board, open_guess=None)


def _illegal(state: State, move: Move, reason: str) -> IllegalMove:
    return IllegalMove(write_move(move), reason, state=write_state(state))
