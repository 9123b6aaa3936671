"""The value of a move, and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from satplay.contracts.game import Verdict
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words
from satplay.games.sat_game.formats import write_move
from satplay.games.sat_game.state import Move, Phase, State
from satplay.games.sat_game.winning_moves import winning_moves

MAX_LISTED = 4


def judge(state: State, move: Move, rng: Random, oracle: Oracle) -> Verdict:
    """A mistake is a move that gives away what perfect play would have won."""
    good = winning_moves(state, oracle)
    if not good:
        return Verdict(False, "the game was lost anyway")
    if move in good:
        return Verdict(False, "keeps the win" if len(good) > 1 else "the only move that keeps the win")
    texts = [write_move(one) for one in good]
    some = (
        join_words(texts[:MAX_LISTED], "or")
        if len(texts) <= MAX_LISTED
        else f"{', '.join(texts[:MAX_LISTED])} or others"
    )
    return Verdict(True, f"gives the win away; {some} would have kept it")


def statistics(states: Sequence[State]) -> Mapping[str, float]:
    """The number of passes and of role switches."""
    passes = sum(after.phase is Phase.ANSWER for _, after in pairwise(states))
    switches = sum(before.affirmative != after.affirmative for before, after in pairwise(states))
    return {"passes": passes, "switches": switches}
