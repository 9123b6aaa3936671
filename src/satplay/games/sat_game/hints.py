"""Hints: who can win and where to look; then the move, why it wins, and the line that shows it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from satplay.contracts.game import GameHint, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words, pluralize
from satplay.games.sat_game.formats import write_move
from satplay.games.sat_game.judge import judge
from satplay.games.sat_game.move_counts import count_moves, move_counts
from satplay.games.sat_game.reasons import describe_core, describe_minimal
from satplay.games.sat_game.rules import apply, to_move
from satplay.games.sat_game.state import Move, Phase, Say, SetVariable, State, other
from satplay.games.sat_game.traps import ENDS, count_winning_replies, find_traps
from satplay.games.sat_game.truth_table import TruthTable
from satplay.games.sat_game.winning_moves import (
    encoding,
    is_small,
    removable_clauses,
    some_winning_moves,
    winning_moves,
)


def hint(state: State, seat: Seat, asked: int, rng: Random, oracle: Oracle) -> GameHint:
    """Who can win, and where to look; asked again, the best move, its reason and what it leaves."""
    if to_move(state) != seat:
        return GameHint([])
    wins = bool(some_winning_moves(state, oracle))
    move = _quickest_move(state, seat, oracle) if wins else find_traps(state, seat, rng, oracle)[0]
    if not asked:
        place = _place(state, move) if wins else "Look for a move that is hard to answer."
        who = "You" if wins else other(seat)
        return GameHint([f"{who} can win: {_describe_formula(state, oracle)}. {place}"], move, more=True)
    verdict = judge(state, move, rng, oracle)
    more = _kept_models(state, move) if wins else _describe_trap(state, move, seat, oracle)
    return GameHint(list(more), move, verdict=verdict)


def _quickest_move(state: State, seat: Seat, oracle: Oracle) -> Move:
    """The winning move with the quickest win, if moves can be counted, and then the most models left."""
    if not is_small(state.clauses):
        return some_winning_moves(state, oracle)[0]
    counts, table = move_counts(state), TruthTable(state.clauses)
    good = winning_moves(state, oracle)
    found = [count_moves(counts, apply(state, move), seat) for move in good]
    # Several counts are compared only if all are known.
    moves = [0 if None in found else count or 0 for count in found]
    models = [table.count_models(move.lit) if isinstance(move, SetVariable) else 0 for move in good]
    return good[min(range(len(good)), key=lambda at: (moves[at], -models[at]))]


# -- the first hint ------------------------------------------------------------------------------------


def _describe_formula(state: State, oracle: Oracle) -> str:
    """Whether all clauses can be true together, without the move that follows from it."""
    if oracle.solution(encoding(state.clauses)) is not None:
        ways = pluralize(TruthTable(state.clauses).models, "way") if is_small(state.clauses) else ""
        return f"all clauses can be true together{f', in {ways}' if ways else ''}"
    if state.phase is Phase.ANSWER and not removable_clauses(state.clauses, oracle):
        return describe_minimal(state)
    return describe_core(state.clauses, oracle)


def _place(state: State, move: Move) -> str:
    match move:
        case SetVariable(variable=variable):
            return f"Look at variable {variable}."
        case Say.PASS:
            return "Look at what each removal would change."
        case Say():
            return "Think about which role you want."
        case _:
            return "Look for a clause that is not needed for that."


# -- the second hint -----------------------------------------------------------------------------------


def _kept_models(state: State, move: Move) -> Iterator[str]:
    """How many of the models a value keeps, and the values that keep none."""
    if not isinstance(move, SetVariable) or not is_small(state.clauses):
        return
    table = TruthTable(state.clauses)
    if table.models > 1:
        yield f"It keeps {table.count_models(move.lit)} of the {table.models} ways to make all clauses true."
    both = [SetVariable(variable, value) for variable in table.variables for value in (True, False)]
    fatal = [write_move(one) for one in both if not table.count_models(one.lit)]
    if fatal:
        yield f"{join_words(fatal, 'or')} gives the win away."


def _describe_trap(state: State, move: Move, seat: Seat, oracle: Oracle) -> Iterator[str]:
    """How many answers win after a move of a lost position."""
    yield "Every move loses against perfect play."
    if is_small(state.clauses):
        left = count_winning_replies(apply(state, move), seat, oracle)
        if left < ENDS:
            answers = pluralize(left, "winning answer")
            yield f"{write_move(move)} is the hardest to answer: it leaves {other(seat)} {answers}."
