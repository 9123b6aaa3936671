"""What to play when the game is lost: the move that leaves the other person the fewest winning replies."""

from __future__ import annotations

from random import Random

from satplay.contracts.game import CHANCE, Seat
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game.rules import apply, legal, outcome, to_move
from satplay.games.sat_game.state import Move, Phase, Say, State, other
from satplay.games.sat_game.worth import encoding, keeping, small

ENDS = 1 << 30
"""Of a move that ends the game at once, which is no trap."""

FEW = 3
"""Moves that are looked at where a truth table is too large, and every reply costs a question."""


def traps(state: State, seat: Seat, rng: Random, oracle: Oracle) -> list[Move]:
    """The moves of a lost position that are hardest to answer.

    Where the role after a declined pass is drawn, chance leaves out every other pass: the same offer once
    more would only make the game long.  In a formula too large for a truth table a few moves that chance
    chooses are looked at, and by a rougher measure.
    """
    moves = legal(state)
    if state.drawn_after_decline and Say.PASS in moves and rng.random() < 0.5:
        moves.remove(Say.PASS)
    if not small(state.clauses):
        if Say.PASS in moves:  # to which only one of two answers is right
            return [Say.PASS]
        if state.phase is Phase.ANSWER:  # both leave a long game
            return moves
        moves = rng.sample(moves, min(FEW, len(moves)))
    scores = [replies(apply(state, move), seat, oracle) for move in moves]
    return [move for move, score in zip(moves, scores, strict=True) if score == min(scores)]


def replies(state: State, seat: Seat, oracle: Oracle) -> int:
    """How many winning moves the other person has next, where ``seat`` does its best in between.

    Where the turn is drawn, it is the other person's that is looked at.
    """
    if outcome(state) is not None:
        return ENDS
    turn = to_move(state)
    if turn == seat:
        return min(replies(apply(state, move), seat, oracle) for move in legal(state))
    if turn == CHANCE:
        state = state.at(Phase(state.role(other(seat)).value))
    if not small(state.clauses) and state.phase is Phase.NEGATIVE:
        core = oracle.core(encoding(state.clauses))
        return max(1, len(state.clauses) - len(core or ()))  # at least: another core may need less
    return len(keeping(state, oracle))
