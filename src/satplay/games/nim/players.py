"""The players of Nim."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from satplay.contracts.game import Player, Seat
from satplay.contracts.oracle import Oracle
from satplay.games.nim.questions.winner import nim_sum
from satplay.games.nim.rules import legal
from satplay.games.nim.state import State, Take, other


def at_random(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Take:
    """Any legal move, all equally likely."""
    return rng.choice(legal(state))


def winning_moves(state: State) -> list[Take]:
    """The moves that leave nim-sum 0 (Bouton 1901)."""
    total = nim_sum(state.heaps)
    return [Take(heap, held - (held ^ total)) for heap, held in enumerate(state.heaps) if held ^ total < held]


def winning_seat(state: State, oracle: Oracle) -> Seat:
    """The seat to move if it can leave nim-sum 0, else the other one (Bouton 1901)."""
    return state.turn if winning_moves(state) else other(state.turn)


def perfect(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Take:
    """A winning move; in a lost position one thing, to make the game last."""
    return rng.choice(winning_moves(state) or [move for move in legal(state) if move.count == 1])


PLAYERS: Mapping[str, Player] = {"random": at_random, "perfect": perfect}
