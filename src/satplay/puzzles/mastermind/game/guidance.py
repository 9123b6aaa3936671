"""Guidance for the person at the keyboard: rules, help, prompts and hints, for the breaker and the setter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from satplay.contracts.game import GameHint, HintFunction, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import pluralize
from satplay.puzzles.mastermind.board import COLOURS
from satplay.puzzles.mastermind.codebreaking.forced_facts import forced_facts
from satplay.puzzles.mastermind.codebreaking.suggestion import Next, NoCode, suggest
from satplay.puzzles.mastermind.enumeration.code_search import count_codes
from satplay.puzzles.mastermind.game.rules import to_move
from satplay.puzzles.mastermind.game.state import BREAKER, SETTER, Move, State

STEPS = 1 << 16
"""Step limit for counting the codes left."""


def short_rules(state: State) -> Sequence[str]:
    """The rules of this game in short."""
    board = state.board
    symbols = [*board.symbols] if len(board.symbols) <= 10 else [*board.symbols[:9], "...", board.symbols[-1]]
    often = "which may repeat" if board.repeats else "none twice"
    length = pluralize(board.length, "symbol")
    white = "; white peg: right symbol, wrong position" if state.whites else ""
    return (
        f"The secret code has {length} from {' '.join(symbols)}, {often}.",
        f"Black peg: right symbol and position{white}.",
        f"The breaker wins by guessing the code, the setter after {state.tries} wrong guesses.",
    )


def example_code(state: State) -> str:
    """A code of this board."""
    symbols = range(state.board.length)
    return state.board.text([at % len(state.board.symbols) for at in symbols])


def help_lines(state: State) -> Sequence[str]:
    """How moves are typed in this turn, with symbols of this board."""
    code = example_code(state)
    if to_move(state) == SETTER and state.open_guess is not None:
        return _help_for_answers(state)
    lines = [f"{code:<17} guess this code; blanks and commas are allowed"]
    if to_move(state) == SETTER:
        lines = [
            f"{code:<17} set this code; guesses are then answered for you",
            f"{'keep':<17} keep the code in your head, and answer every guess yourself",
        ]
    if set(state.board.symbols) <= set(COLOURS):
        names = " ".join(COLOURS[symbol] for symbol in code)
        lines.append(f"{names}  the same by names")
    return lines


def _help_for_answers(state: State) -> list[str]:
    if not state.whites:
        return [f"{'2':<17} two black pegs; 0 for none"]
    return [
        f"{'2 1':<17} two black pegs and one white peg; or 2,1 or bbw or 2A1B",
        f"{'0 0':<17} no pegs; - and none mean the same",
        f"{example_code(state) + ' 2 1':<17} the answer to another guess than mine, made elsewhere",
    ]


def prompt(state: State, seat: Seat) -> str:
    """What to do, with an example."""
    if seat == BREAKER:
        left = state.tries - len(state.board.guesses)
        tries = "the last guess" if left == 1 else f"{left} guesses left"
        return f"guess the code, such as {example_code(state)} ({tries})."
    if state.open_guess is None:
        return f"type a code, such as {example_code(state)}, or 'keep' to keep it in your head."
    asked = state.board.text(state.open_guess)
    if not state.whites:
        return f"how many black pegs for {asked}? Type a number, such as 2."
    return f"how many black and white pegs for {asked}? 2 1 means 2 black, 1 white."


# -- hints -------------------------------------------------------------------------------------------


def hint_facts(state: State, seat: Seat, oracle: Oracle) -> Iterator[Sequence[str]]:
    """For the breaker the facts that are certain, with the guesses they follow from; never the code."""
    if seat == BREAKER:
        for fact in forced_facts(state.board, oracle):
            yield fact.lines(state.board)


def hint(state: State, seat: Seat, asked: int, rng: Random, oracle: Oracle) -> GameHint:
    """For the breaker, who has been told all facts, how many codes are left; for the setter, what to do."""
    if seat == SETTER:
        return GameHint(_hint_for_setter(state))
    told = next(forced_facts(state.board, oracle), None) is not None
    certain = "Nothing more is certain" if told else "Nothing is certain yet"
    left = count_codes(state.board, STEPS)
    fit = "" if left is None else f": {'1 code fits' if left == 1 else f'{left} codes fit'}"
    return GameHint([f"{certain}{fit}. The hint 'guess' suggests a guess."])


def _hint_for_setter(state: State) -> list[str]:
    if state.open_guess is None:
        return [
            "Set a code, which answers all guesses by itself, or keep one in mind and answer them yourself."
        ]
    asked = state.board.text(state.open_guess)
    lines = [f"One black peg for each symbol of {asked} that is in its position of your code."]
    if state.whites:
        lines.append("One white peg for each other symbol that your code has in another position.")
    return [*lines, "No symbol of the code counts twice."]


def hint_guess(state: State, seat: Seat, asked: int, rng: Random, oracle: Oracle) -> GameHint:
    """A suggested guess and its expected effect."""
    if seat == SETTER:
        return GameHint(["You set the code: there is nothing to guess."])
    found: Next | NoCode = suggest(state.board, rng, oracle)
    if isinstance(found, NoCode):
        return GameHint(list(found.lines()))
    return GameHint(list(found.lines()), Move("guess", state.board.text(found.suggestion.guess)))


HINT_TOPICS: dict[str, HintFunction] = {"guess": hint_guess}


def readings(state: State, text: str) -> Sequence[str]:
    """The moves that a text with other separators or words can mean."""
    words = text.lower().replace(",", " ").replace("-", " ").replace("/", " ").split()
    kept = [word for word in words if word not in ("i", "guess", "is", "it", "the", "code", "try", "set")]
    return [" ".join(kept)] if kept and kept != words else []
