"""The value of a move of Nim, and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from satplay.contracts.game import Verdict
from satplay.contracts.oracle import Oracle
from satplay.games.nim.formats import write_move
from satplay.games.nim.players import winning_moves
from satplay.games.nim.state import State, Take


def judge(state: State, move: Take, rng: Random, oracle: Oracle) -> Verdict:
    """A mistake is a move that does not leave nim-sum 0 although one can (Bouton 1901)."""
    good = winning_moves(state)
    if not good:
        return Verdict(False, "the position was lost anyway")
    if move in good:
        return Verdict(False, "keeps the win")
    return Verdict(True, f"gives the win away; {' or '.join(map(write_move, good))} would have kept it")


def statistics(states: Sequence[State]) -> Mapping[str, float]:
    """The most things taken in one turn."""
    taken = [sum(before.heaps) - sum(after.heaps) for before, after in pairwise(states)]
    return {"largest turn": max(taken, default=0)}
