"""The value of a move of the SAT game with its reason and its line, and statistics of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random

from satplay.contracts.oracle import Oracle
from satplay.contracts.verdict import GameValue, Verdict
from satplay.games.sat_game.move_counts import count_moves, move_counts
from satplay.games.sat_game.principal_line import best_play, example_of_play
from satplay.games.sat_game.reasons import reason
from satplay.games.sat_game.rules import apply, legal, to_move
from satplay.games.sat_game.state import Move, Phase, State
from satplay.games.sat_game.winning_moves import is_small, some_winning_moves, winner_of, winning_moves


def judge(state: State, move: Move, rng: Random, oracle: Oracle) -> Verdict:
    """A mistake is a move that gives away what perfect play would have won.

    The number of moves is that of the quickest win against the longest resistance; it is left out if the
    game is too large to search it, and in random mode, where it depends on chance.
    """
    seat = to_move(state)
    winner = winner_of(apply(state, move), oracle)
    wins = winner == seat
    could_win = wins or winner_of(state, oracle) == seat
    counts = move_counts(state)
    line = best_play(state, move, winner, counts, oracle)
    moves = None if line is None else count_moves(counts, apply(state, move), winner)
    good = _good_moves(state, oracle) if could_win else []
    better: Sequence[Move] = [] if wins else good
    return Verdict(
        value=GameValue.WIN if wins else GameValue.LOSS,
        because=reason(state, move, winner, oracle),
        line=example_of_play(state, move, rng, oracle) if line is None else line,
        moves=None if moves is None else moves + wins,
        position=GameValue.WIN if could_win else GameValue.LOSS,
        better=better,
        only=wins and is_small(state.clauses) and len(good) == 1 < len(legal(state)),
    )


def _good_moves(state: State, oracle: Oracle) -> list[Move]:
    """Every winning move of a small formula, some of a large one."""
    return winning_moves(state, oracle) if is_small(state.clauses) else some_winning_moves(state, oracle)


def statistics(states: Sequence[State]) -> Mapping[str, float]:
    """The number of passes and of role switches."""
    passes = sum(after.phase is Phase.ANSWER for _, after in pairwise(states))
    switches = sum(before.affirmative != after.affirmative for before, after in pairwise(states))
    return {"passes": passes, "switches": switches}
