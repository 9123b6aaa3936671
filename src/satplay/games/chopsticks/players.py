"""The players of Chopsticks."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from satplay.contracts.game import Player, Seat
from satplay.contracts.oracle import Oracle
from satplay.games.chopsticks.analysis.move_values import count_good_replies, values_of_moves
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.play import apply, legal, outcome
from satplay.games.chopsticks.state import Move, State, other


def at_random(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Any legal move, all equally likely."""
    return rng.choice(legal(state))


def greedy(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """The best move by a search two plies deep.

    In this order: wins, avoids moves after which the opponent can win, puts hands out, keeps its own hands,
    and gives the opponent as many fingers as possible, because full hands go out soon.
    """
    scored = [(_appeal(state, move), move) for move in legal(state)]
    best = max(score for score, _ in scored)
    return rng.choice([move for score, move in scored if score == best])


def _appeal(state: State, move: Move) -> tuple[int, ...]:
    after = apply(state, move)
    ended = outcome(after)
    if ended is not None:
        return (1 if ended.winner == state.turn else -2,)
    replies = (outcome(apply(after, reply)) for reply in legal(after))
    loses = any(ended is not None and ended.winner == after.turn for ended in replies)
    theirs, ours = after.position.mine, after.position.theirs
    return (-1 if loses else 0, theirs.count(0), -ours.count(0), sum(theirs))


def perfect(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """The shortest win or the longest loss; in draws and losses a move with the fewest good replies."""
    return rng.choice(best_moves(state))


def best_moves(state: State) -> list[Move]:
    """The moves that ``perfect`` chooses from."""
    found = values_of_moves(state)
    most = max(worth.rank for worth in found.values())
    equal = [move for move, worth in found.items() if worth.rank == most]
    if found[equal[0]].value is PositionValue.WIN:
        return equal
    left = {move: count_good_replies(apply(state, move)) for move in equal}
    return [move for move in equal if left[move] == min(left.values())]


def winning_seat(state: State, oracle: Oracle) -> Seat | None:
    """The seat that wins under perfect play, second from the start; None in a draw."""
    if outcome(state) is not None:
        return None
    found = values_of_moves(state)
    value = max(found.values(), key=lambda worth: worth.rank).value
    return {PositionValue.WIN: state.turn, PositionValue.LOSS: other(state.turn)}.get(value)


PLAYERS: Mapping[str, Player] = {"random": at_random, "greedy": greedy, "perfect": perfect}
