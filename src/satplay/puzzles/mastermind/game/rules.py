"""How the game is played: the setter sets a code or keeps it in mind, the breaker guesses until it is found.

A setter who keeps the code in mind answers every guess; an answer that no code gives together with the
earlier ones is illegal, and the error names the contradictory guesses.  The answer may be to another guess
than the one that was asked about: then that is the one that counts, so that a game played elsewhere can be
followed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from satplay.contracts.game import Outcome, Seat
from satplay.contracts.option import Option
from satplay.contracts.puzzle import GeneratorOptions
from satplay.errors import BadInput, IllegalMove
from satplay.puzzles.mastermind.board import LONGEST, Board, Guess, Row, impossible
from satplay.puzzles.mastermind.codebreaking.suggestion import cannot_be_right, contradictory_guesses
from satplay.puzzles.mastermind.enumeration.code_search import new_search
from satplay.puzzles.mastermind.formats.code import read as read_code
from satplay.puzzles.mastermind.formats.lines import read_answer
from satplay.puzzles.mastermind.game.formats import write_move, write_state
from satplay.puzzles.mastermind.game.moves import AllCodes
from satplay.puzzles.mastermind.game.state import BREAKER, SETTER, Move, Secret, State
from satplay.puzzles.mastermind.rules import feedback
from satplay.puzzles.mastermind.variant_options import alphabet

STEPS = 1 << 18
"""Of the search for a code that gives all answers; by then it is given the benefit of the doubt."""

TRIES = 1000


START_OPTIONS: Mapping[str, Option] = {
    "length": Option("positions of the code, default 4", "N"),
    "symbols": Option("symbols of the code, or their number, default 6", "SYMBOLS"),
    "repeats": Option("no: no symbol stands twice in the code", "yes|no"),
    "white": Option("no: answers tell black pegs only", "yes|no"),
    "tries": Option("number of guesses after which the setter wins", "N"),
}


def start(options: Mapping[str, str]) -> State:
    """Options: ``length``, ``symbols`` (which, or how many), ``repeats``, ``white`` (yes or no), ``tries``.

    >>> start({}).board, start({"length": "8"}).tries
    (Board(length=4, symbols='012345', guesses=(), repeats=True), 24)
    """
    reader = GeneratorOptions(extra=options)
    reader.expect_options(*START_OPTIONS)
    length = reader.number("length", 1, LONGEST) or 4
    board = Board(
        length, alphabet(options.get("symbols", "6")), (), reader.either("repeats", "yes", "no") == "yes"
    )
    tries = reader.number("tries", 1, TRIES) or max(10, 3 * length)
    return State(board, tries=tries, whites=reader.either("white", "yes", "no") == "yes")


def to_move(state: State) -> Seat | None:
    """The setter first, and for every answer of a code that is kept; else the breaker, until the end."""
    if outcome(state) is not None:
        return None
    return SETTER if state.secret is Secret.OPEN or state.asks is not None else BREAKER


def outcome(state: State) -> Outcome | None:
    """The breaker has found the code, or has no guess left."""
    guesses = state.board.guesses
    if guesses and guesses[-1].black == state.board.length:
        count = f"{len(guesses)} guess{'es' if len(guesses) > 1 else ''}"
        return Outcome(BREAKER, f"{state.board.text(guesses[-1].row)} is the code, found with {count}.")
    if len(guesses) >= state.tries:
        return Outcome(SETTER, f"{len(guesses)} guesses did not find the code.")
    return None


def visible(state: State, seat: Seat) -> State:
    """The breaker sees no code before the end."""
    if seat == BREAKER and not isinstance(state.secret, Secret) and outcome(state) is None:
        return replace(state, secret=Secret.HIDDEN)
    return state


def odds(state: State) -> Mapping[Move, float]:
    """Nothing is left to chance."""
    return {}


def legal(state: State) -> Sequence[Move]:
    """All codes to set or to guess, which may be very many; all answers that some code gives."""
    if outcome(state) is not None:
        return ()
    if state.secret is Secret.OPEN:
        return AllCodes(state.board, "set", extra=(Move("keep"),))
    if state.asks is None:
        return AllCodes(replace(state.board, repeats=True), "guess")
    return [Move("answer", _written(guess)) for guess in _answers(state) if has_code(_after(state, guess))]


def _answers(state: State) -> list[Guess]:
    """Every answer to the guess that was asked about that has no more pegs than positions."""
    assert state.asks is not None
    length = state.board.length
    pairs = [
        (black, white)
        for black in range(length + 1)
        for white in (range(length - black + 1) if state.whites else (None,))
    ]
    return [Guess(state.asks, *pegs) for pegs in pairs if impossible(length, *pegs) is None]


def _written(guess: Guess) -> str:
    return str(guess.black) if guess.white is None else f"{guess.black} {guess.white}"


def _after(state: State, guess: Guess) -> Board:
    return replace(state.board, guesses=(*state.board.guesses, guess))


def has_code(board: Board) -> bool:
    """Whether some code gives all answers; True also where that is not found out soon."""
    search = new_search(board)
    return len(search.take(1, STEPS)) > 0 or not search.done


def apply(state: State, move: Move) -> State:
    """The state after a move; ``IllegalMove`` where it is not the time for it, or no such code or answer."""
    seat = to_move(state)
    if seat is None:
        raise _illegal(state, move, "the game is over")
    expected = "guess" if seat == BREAKER else "answer" if state.asks is not None else "set"
    verb = move.verb or expected
    if verb == "keep" and expected == "set" and not move.text:
        return replace(state, secret=Secret.KEPT)
    if verb != expected:
        raise _illegal(state, move, f"it is the {seat}'s turn to {expected}")
    if verb == "set":
        return replace(state, secret=_row(state, move))
    if verb == "answer":
        return _answered(state, move)
    row = _row(state, move)
    if state.secret is Secret.KEPT:
        return replace(state, asks=row)
    if isinstance(state.secret, Secret):
        raise _illegal(state, move, "who cannot see the code cannot answer")
    pegs = feedback(row, state.secret)
    guess = Guess(row, pegs.black, pegs.white if state.whites else None)
    return replace(state, board=_after(state, guess))


def _row(state: State, move: Move) -> Row:
    """The code that a move names; a guess may repeat symbols where the code may not."""
    try:
        row = read_code(state.board, move.text).row
    except BadInput:
        row = None
    if row is None:
        raise _illegal(state, move, f"a code has {state.board.length} of the symbols {state.board.symbols}")
    if to_move(state) == SETTER and not state.board.repeats and len(set(row)) < len(row):
        raise _illegal(state, move, "no symbol stands twice in the code")
    return row


def _answered(state: State, move: Move) -> State:
    assert state.asks is not None
    try:
        guess = read_answer(state.board, move.text, state.asks)
        guess = guess if state.whites else Guess(guess.row, guess.black)
        board = _after(state, guess)
    except BadInput as error:
        raise _illegal(state, move, str(error)) from None
    if state.whites and guess.white is None:
        raise _illegal(state, move, "an answer has black and white pegs, such as 2 1 or bbw")
    if not has_code(board):
        why = cannot_be_right(contradictory_guesses(board, has_code))
        raise _illegal(state, move, f"no code gives these answers: {why}")
    return replace(state, board=board, asks=None)


def _illegal(state: State, move: Move, why: str) -> IllegalMove:
    return IllegalMove(write_move(move), why, state=write_state(state))
