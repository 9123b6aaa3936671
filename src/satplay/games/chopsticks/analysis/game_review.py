"""Verdicts on the moves of a game, and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from satplay.contracts.game import Verdict
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words
from satplay.games.chopsticks.analysis.move_values import values_of_moves
from satplay.games.chopsticks.messages import VERBS, within
from satplay.games.chopsticks.state import Move, State


def judge(state: State, move: Move, rng: Random, oracle: Oracle) -> Verdict:
    """The verdict on a move: a mistake gives a win or a draw away; slower wins are mentioned, too."""
    found = values_of_moves(state)
    worth = found[move]
    best = max(one.rank for one in found.values())
    about = VERBS[worth.value] + within(worth)
    if worth.rank == best:
        return Verdict(False, about if len(found) > 1 else f"{about}, the only move")
    better = [one for one in found if found[one].rank == best]
    would = VERBS[found[better[0]].value] + within(found[better[0]])
    instead = f"{join_words([one.text for one in better], 'or')} {would}"
    return Verdict(worth.rank[0] < best[0], f"{about}; {instead}")


def statistics(states: Sequence[State]) -> Mapping[str, float]:
    """The number of taps, of transfers, and of hands put out."""
    found = dict.fromkeys(("taps", "transfers", "hands put out"), 0.0)
    for before, after in pairwise(states):
        is_tap = before.position.mine == after.position.theirs
        found["taps" if is_tap else "transfers"] += 1
        if is_tap:
            found["hands put out"] += after.position.mine.count(0) - before.position.theirs.count(0)
    return found
