"""Who can play the SAT game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from satplay.contracts.game import Player, Seat
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game.chance import negative_odds
from satplay.games.sat_game.rules import assigned, legal
from satplay.games.sat_game.state import Bias, Move, Phase, Remove, Say, SetVariable, State
from satplay.games.sat_game.trap import traps
from satplay.games.sat_game.worth import known


def at_random(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Any legal move, all alike."""
    return rng.choice(legal(state))


def greedy(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Looks one move ahead and thinks about nothing.

    Affirmative empties no clause if it can help it and makes as many true as possible; Negative removes the
    longest clause, which says least, and passes when all are short and few; an offer is accepted where the
    formula looks unsatisfiable by the lengths of its clauses.
    """
    scored = [(_appeal(state, move), move) for move in legal(state)]
    best = max(score for score, _ in scored)
    return rng.choice([move for score, move in scored if score == best])


def _appeal(state: State, move: Move) -> tuple[float, ...]:
    match move:
        case SetVariable():
            left = assigned(state.clauses, move.lit)
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
    """Never gives a win away: one model or one minimal core is enough for that.  When lost it sets traps.

    Of the values of a model it sets the one that makes most clauses true.
    """
    good = known(state, oracle)
    if not good:
        return rng.choice(traps(state, seat, rng, oracle))
    best = max(_appeal(state, move) for move in good) if state.phase is Phase.AFFIRMATIVE else None
    return rng.choice([move for move in good if best is None or _appeal(state, move) == best])


PLAYERS: Mapping[str, Player] = {"random": at_random, "greedy": greedy, "perfect": perfect}
