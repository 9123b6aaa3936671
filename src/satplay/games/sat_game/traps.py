"""Moves for a lost position: those that leave the opponent the fewest winning replies."""

from __future__ import annotations

from random import Random

from satplay.contracts.game import CHANCE, Seat
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game.rules import apply, legal, outcome, to_move
from satplay.games.sat_game.state import Move, Phase, Say, State, other
from satplay.games.sat_game.winning_moves import encoding, is_small, winning_moves

ENDS = 1 << 30
"""The number of replies to a move that ends the game at once, which is not a trap."""

MAX_TRIED = 3
"""Moves to try if the formula is too large for a truth table and every reply costs an engine call."""


def find_traps(state: State, seat: Seat, rng: Random, oracle: Oracle) -> list[Move]:
    """The moves of a lost position that are hardest to answer.

    If the role after a declined pass is drawn, every other pass is left out at random, because repeated
    offers only make the game longer.  In a formula too large for a truth table a few random moves are
    compared, by a rougher measure.
    """
    moves = legal(state)
    if state.drawn_after_decline and Say.PASS in moves and rng.random() < 0.5:
        moves.remove(Say.PASS)
    if not is_small(state.clauses):
        if Say.PASS in moves:  # only one of its two answers is right
            return [Say.PASS]
        if state.phase is Phase.ANSWER:  # both leave a long game
            return moves
        moves = rng.sample(moves, min(MAX_TRIED, len(moves)))
    scores = [count_winning_replies(apply(state, move), seat, oracle) for move in moves]
    return [move for move, score in zip(moves, scores, strict=True) if score == min(scores)]


def count_winning_replies(state: State, seat: Seat, oracle: Oracle) -> int:
    """The number of winning moves of the opponent at the next turn, after the best play of ``seat``.

    If the turn is drawn, the opponent is assumed to get it.
    """
    if outcome(state) is not None:
        return ENDS
    turn = to_move(state)
    if turn == seat:
        return min(count_winning_replies(apply(state, move), seat, oracle) for move in legal(state))
    if turn == CHANCE:
        state = state.at(Phase(state.role(other(seat)).value))
    if not is_small(state.clauses) and state.phase is Phase.NEGATIVE:
        core = oracle.core(encoding(state.clauses))
        return max(1, len(state.clauses) - len(core or ()))  # at least: another core may need less
    return len(winning_moves(state, oracle))
