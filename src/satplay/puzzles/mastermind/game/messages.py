"""The messages and pictures of a game of Mastermind: what a move told, and what is visible."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from satplay.contracts.game import Seat
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import Line
from satplay.puzzles.mastermind import drawing, sketch
from satplay.puzzles.mastermind.board import Board, Code, Row
from satplay.puzzles.mastermind.codebreaking.partition import Partition
from satplay.puzzles.mastermind.enumeration.code_search import count_codes, list_codes
from satplay.puzzles.mastermind.game.formats import write_move
from satplay.puzzles.mastermind.game.rules import outcome
from satplay.puzzles.mastermind.game.state import BREAKER, Move, Secret, State
from satplay.puzzles.mastermind.rules import answer

STEPS = 1 << 16
"""Step limit for counting and listing the remaining codes after a guess."""

MANY = 1 << 14
"""The largest number of codes that are listed to evaluate a guess."""


def tell(before: State, after: State) -> Sequence[str]:
    """Sentences about a move: the answer to a guess, and the number of codes left."""
    if after.open_guess is not None:
        return describe_guess(after, after.open_guess)
    if len(after.board.guesses) == len(before.board.guesses):
        in_mind = after.secret is Secret.IN_MIND
        sentence = "The setter keeps a code in mind." if in_mind else "The code is set."
        return [sentence, *describe_remaining(after.board)]
    sentence = answer(after.board, len(after.board.guesses) - 1).sentence
    remaining = describe_remaining(after.board) if outcome(after) is None else []
    return [f"{sentence[0].upper()}{sentence[1:]}.", *remaining]


def describe_guess(state: State, guess: Row) -> list[str]:
    """The expected effect of the answer to a guess; empty if the codes left are too many to list."""
    candidates = list_codes(state.board, MANY, STEPS)
    if candidates is None or len(candidates) < 2:
        return []
    partition = Partition(candidates, len(state.board.symbols), whites=state.whites)
    measures = partition.measure(np.array([guess], np.uint8))
    bits, worst = measures.bits(0, len(candidates)), int(measures.largest[0])
    many = f"{len(candidates):,}".replace(",", " ")
    effect = f"leaves {worst} of them at worst, and gives {bits:.2f} bits on average"
    return [f"{many} codes fit; the answer {effect}."]


def describe_remaining(board: Board) -> list[str]:
    """The number of codes left; empty if counting takes too long."""
    left = count_codes(board, STEPS)
    if left is None:
        return []
    return ["1 code is left."] if left == 1 else [f"{left:,} codes are left.".replace(",", " ")]


def glimpse(state: State, move: Move, seat: Seat) -> str:
    """The text of a move; the breaker does not see which code is set, so that there is none."""
    is_set = state.secret is Secret.OPEN and move.verb != "keep"
    return "" if seat == BREAKER and is_set else write_move(move)


def _code(state: State) -> Code | None:
    """The code to draw; None if it is not visible."""
    return None if isinstance(state.secret, Secret) else Code.of(state.secret)


def draw(state: State) -> Scene:
    """The board, with the code if it is visible."""
    return drawing.draw(state.board, _code(state))


def sketch_state(state: State, ascii: bool) -> Sequence[Line]:
    """The board for terminals, with the code if it is visible."""
    return sketch.sketch(state.board, _code(state), ascii)


def statistics(states: Sequence[State]) -> dict[str, float]:
    """The number of guesses of a game."""
    return {"guesses": len(states[-1].board.guesses)}
