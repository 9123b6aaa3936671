"""Hints: what can be reached and with which kind of move; then the move, its reason and all other moves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random

from satplay.contracts.game import GameHint, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words, pluralize
from satplay.contracts.verdict import VERBS, GameValue, Verdict
from satplay.games.chopsticks.analysis.move_values import MoveValue
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.judge import VALUES, decided_values, judge, winner_moves
from satplay.games.chopsticks.play import to_move
from satplay.games.chopsticks.players import best_moves
from satplay.games.chopsticks.state import Move, State, Tap, other


def hint(state: State, seat: Seat, asked: int, rng: Random, oracle: Oracle) -> GameHint:
    """The value of the position and the kind of move; asked again, the move and the values of all others.

    >>> from satplay.games.chopsticks.formats import read_state
    >>> hint(read_state("0,4|0,2"), "first", 0, Random(1), None).lines
    ['You can win at once. Look at a tap with your right hand.']
    >>> hint(read_state("0,4|0,2"), "first", 1, Random(1), None).lines
    ['Other moves: transfer R 2 wins in 13 moves; transfer R 1 and transfer R 3 lose in 9 moves.']
    """
    if to_move(state) != seat:
        return GameHint([])
    found = decided_values(state)
    wins = {move: worth.rank for move, worth in found.items() if worth and worth.value is PositionValue.WIN}
    best = max(wins, key=lambda move: wins[move]) if wins else best_moves(state)[0]
    verdict = judge(state, best, rng, oracle)
    if not asked:
        return GameHint([f"{_describe_position(verdict, seat)} {_describe_kind(best)}"], best, more=True)
    return GameHint(_describe_others(found, best, counted=state.variant.cycles), best, verdict=verdict)


def _describe_position(verdict: Verdict, seat: Seat) -> str:
    in_moves = "" if verdict.moves is None else f" in {pluralize(verdict.moves, 'move')}"
    match verdict.value:
        case GameValue.WIN:
            return f"You can win{' at once' if len(verdict.line) == 1 else in_moves}."
        case GameValue.LOSS:
            return f"Every move loses: {other(seat)} can win{in_moves}."
        case GameValue.DRAW:
            return "Neither player can force a win here."
        case GameValue.UNKNOWN:
            return "Who wins here depends on the rule against cycles, which is not analysed."


def _describe_kind(move: Move) -> str:
    if isinstance(move, Tap):
        return f"Look at a tap with your {move.own.word} hand."
    return f"Look at a transfer from your {move.source.word} hand."


def _describe_others(found: dict[Move, MoveValue | None], best: Move, *, counted: bool) -> Sequence[str]:
    """The values of the other moves in one line, the best first."""
    known = [(move, worth) for move, worth in found.items() if move != best and worth is not None]
    ranked = sorted(known, key=lambda one: one[1].rank, reverse=True)

    def value(one: tuple[Move, MoveValue]) -> tuple[str, int | None]:
        return VERBS[VALUES[one[1].value]], winner_moves(one[1]) if counted else None

    parts = []
    for (verb, moves), group in groupby(ranked, key=value):
        names = [move.text for move, _ in group]
        count = "" if moves is None else f" in {pluralize(moves, 'move')}"
        parts.append(f"{join_words(names)} {verb if len(names) == 1 else verb[:-1]}{count}")
    return [f"Other moves: {'; '.join(parts)}."] if parts else []
