"""The players of the SAT game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from satplay.contracts.game import Player, Seat
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game.role_odds import negative_odds
from satplay.games.sat_game.rules import assign_literal, legal
from satplay.games.sat_game.state import Bias, Move, Phase, Remove, Say, SetVariable, State
from satplay.games.sat_game.traps import find_traps
from satplay.games.sat_game.winning_moves import some_winning_moves


def at_random(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Any legal move, all equally likely."""
    return rng.choice(legal(state))


def greedy(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Looks one move ahead.

    Affirmative avoids empty clauses and makes as many clauses true as possible; Negative removes a longest
    clause, the weakest one, and passes if all are short and few; an offer is accepted if the formula looks
    unsatisfiable by the lengths of its clauses.
    """
    scored = [(_appeal(state, move), move) for move in legal(state)]
    best = max(score for score, _ in scored)
    return rng.choice([move for score, move in scored if score == best])


def _appeal(state: State, move: Move) -> tuple[float, ...]:
    match move:
        case SetVariable():
            left = assign_literal(state.clauses, move.lit)
            lengths = [len(clause.lits) for clause in left]
            return (-lengths.count(0), len(state.clauses) - len(left), -lengths.count(1))
        case Remove(clause=number):
            return (next(len(clause.lits) for clause in state.clauses if clause.number == number),)
        case Say.PASS:
            return (2.5 if len(state.clauses) > len(state.variables()) else 0.5,)
        case Say.ACCEPT:
            return (negative_odds(replace(state, bias=Bias.LENGTH_WEIGHTED)) - 0.5,)
        case _:
            return (0.0,)


def perfect(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Never gives a win away: one model or one minimal core is enough for that.

    In a lost position it sets traps.  Of the values in a model it sets the one that makes most clauses true.
    """
    good = some_winning_moves(state, oracle)
    if not good:
        return rng.choice(find_traps(state, seat, rng, oracle))
    best = max(_appeal(state, move) for move in good) if state.phase is Phase.AFFIRMATIVE else None
    return rng.choice([move for move in good if best is None or _appeal(state, move) == best])


PLAYERS: Mapping[str, Player] = {"random": at_random, "greedy": greedy, "perfect": perfect}
