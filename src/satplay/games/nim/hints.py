"""Hints: the heap to look at; then the move, its reason by the nim-sum, and the line that shows it."""

from __future__ import annotations

from random import Random

from satplay.contracts.game import GameHint, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words
from satplay.games.nim.formats import write_move
from satplay.games.nim.judge import best_move, judge
from satplay.games.nim.players import winning_moves
from satplay.games.nim.state import State, other

NIM_SUM = "(The nim-sum is the sum of the heaps in binary, without carrying: 1 and 5 make 4.)"


def hint(state: State, seat: Seat, asked: int, rng: Random, oracle: Oracle) -> GameHint:
    """Whether the position is won, and where to look; asked again, the best move and why it is the best."""
    good = winning_moves(state)
    best = best_move(state)
    if asked:
        verdict = judge(state, best, rng, oracle)
        lines = [NIM_SUM] if "nim-sum" in verdict.because else []
        others = [write_move(move) for move in good if move != best]
        if others:
            lines.append(f"{join_words(others)} also {'wins' if len(others) == 1 else 'win'}.")
        return GameHint(lines, best, verdict=verdict)
    if not good:
        about = f"Every move loses if {other(seat)} plays well."
        return GameHint([f"{about} Look at heap {_heap(best.heap)}."], best, more=True)
    heaps = join_words([_heap(move.heap) for move in good], "or")
    return GameHint([f"You can win. Look at heap {heaps}."], best, more=True)


def _heap(number: int) -> str:
    return chr(ord("A") + number)
