"""Sentences, hints and pictures while Mastermind is played."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import numpy as np

from satplay.contracts.game import Seat
from satplay.contracts.oracle import Oracle
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import Line
from satplay.puzzles.mastermind import drawing, sketch
from satplay.puzzles.mastermind.board import Board, Code, Row
from satplay.puzzles.mastermind.codebreaking.partition import Partition
from satplay.puzzles.mastermind.codebreaking.suggestion import suggest
from satplay.puzzles.mastermind.enumeration.code_search import count_codes, list_codes
from satplay.puzzles.mastermind.game.formats import write_move
from satplay.puzzles.mastermind.game.rules import outcome
from satplay.puzzles.mastermind.game.state import BREAKER, SETTER, Move, Secret, State
from satplay.puzzles.mastermind.rules import answer

HELP: Sequence[str] = (
    "0123              guess a code, or set one: symbols without blanks, or names of colours",
    "keep              as the setter: keep the code in mind and answer every guess yourself",
    "2 1, bbw, 2A1B    then: two black pegs and a white one",
    "0123 2 1          the answer to another guess than mine, made elsewhere",
)

STEPS = 1 << 16
"""Steps of counting and listing the remaining codes after every guess."""

MANY = 1 << 14
"""Codes that are listed to say what a guess will tell."""


def tell(before: State, after: State) -> Sequence[str]:
    """Sentences about a move: the answer to a guess, and the number of codes left."""
    if after.asks is not None:
        return [*why(after, after.asks), f"The breaker asks {after.board.text(after.asks)}: how many pegs?"]
    if len(after.board.guesses) == len(before.board.guesses):
        kept = "The setter keeps a code in mind." if after.secret is Secret.KEPT else "The code is set."
        return [kept, *remaining(after.board)]
    said = answer(after.board, len(after.board.guesses) - 1).sentence
    return [f"{said[0].upper()}{said[1:]}.", *(remaining(after.board) if outcome(after) is None else ())]


def why(state: State, guess: Row) -> list[str]:
    """What the answer to a guess will tell, where the codes that are left are soon listed."""
    candidates = list_codes(state.board, MANY, STEPS)
    if candidates is None or len(candidates) < 2:
        return []
    partition = Partition(candidates, len(state.board.symbols), whites=state.whites)
    measures = partition.measure(np.array([guess], np.uint8))
    bits, worst = measures.bits(0, len(candidates)), int(measures.largest[0])
    return [f"The answer tells {bits:.2f} bits on average and leaves {worst} of the codes at worst."]


def remaining(board: Board) -> list[str]:
    """How many codes are left, where that is soon known."""
    left = count_codes(board, STEPS)
    if left is None:
        return []
    return ["1 code is left."] if left == 1 else [f"{left:,} codes are left.".replace(",", " ")]


def hint(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Sequence[str]:
    """For the breaker the next guess, and why; for the setter what there is to do."""
    if seat == SETTER and state.asks is None:
        return ["Type a code, or 'keep' and keep one in mind."]
    if seat == SETTER:
        return ["Say the black and white pegs of this guess, such as 2 1."]
    return list(suggest(state.board, rng, oracle).lines())


def glimpse(state: State, move: Move, seat: Seat) -> str:
    """The breaker does not see which code is set."""
    is_set = state.secret is Secret.OPEN and move.verb != "keep"
    return "a code" if seat == BREAKER and is_set else write_move(move)


def _code(state: State) -> Code | None:
    """What a picture shows of the code."""
    return None if isinstance(state.secret, Secret) else Code.of(state.secret)


def draw(state: State) -> Scene:
    """The board, with the code if it is to be seen."""
    return drawing.draw(state.board, _code(state))


def picture(state: State, ascii: bool) -> Sequence[Line]:
    """The same for terminals."""
    return sketch.sketch(state.board, _code(state), ascii)


def statistics(states: Sequence[State]) -> dict[str, float]:
    """How many guesses a game took."""
    return {"guesses": len(states[-1].board.guesses)}
