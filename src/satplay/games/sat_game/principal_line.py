"""The line of best play after a move; in large games and in random mode, one example of play."""

from __future__ import annotations

from random import Random

from satplay.contracts.game import CHANCE, Seat
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game.move_counts import MoveCounts, count_moves
from satplay.games.sat_game.players import perfect
from satplay.games.sat_game.rules import apply, legal, odds, outcome, to_move
from satplay.games.sat_game.state import Move, State
from satplay.games.sat_game.winning_moves import winning_moves

MAX_LINE = 6
"""Moves of an example: the reason of the verdict shows who wins, the example how it may begin."""


def best_play(
    state: State, move: Move, winner: Seat, counts: MoveCounts | None, oracle: Oracle
) -> tuple[Move, ...] | None:
    """The quickest win against the longest resistance, to the end; None if the moves cannot be counted."""
    line, here = [move], apply(state, move)
    while outcome(here) is None:
        wins = to_move(here) == winner
        after = {one: apply(here, one) for one in (winning_moves(here, oracle) if wins else legal(here))}
        found = {one: count_moves(counts, then, winner) for one, then in after.items()}
        known = {one: count for one, count in found.items() if count is not None}
        if len(known) < len(found):
            return None
        line.append((min if wins else max)(known, key=lambda one: known[one]))
        here = after[line[-1]]
    return tuple(line)


def example_of_play(state: State, move: Move, rng: Random, oracle: Oracle) -> tuple[Move, ...]:
    """Some moves by the player ``perfect`` on both sides; of a draw the likelier role."""
    line, here = [move], apply(state, move)
    while outcome(here) is None and len(line) < MAX_LINE:
        seat = to_move(here)
        assert seat is not None
        if seat == CHANCE:
            likely = odds(here)
            line.append(max(likely, key=lambda role: likely[role]))
        else:
            line.append(perfect(here, seat, rng, oracle))
        here = apply(here, line[-1])
    return tuple(line)
