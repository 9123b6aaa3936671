"""Hints: the winner under perfect play, the moves that keep the win, and why."""

from __future__ import annotations

from random import Random

from satplay.contracts.game import GameHint, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words, pluralize
from satplay.games.sat_game.formats import write_move
from satplay.games.sat_game.rules import apply, to_move
from satplay.games.sat_game.state import Move, Phase, SetVariable, State, other
from satplay.games.sat_game.traps import ENDS, count_winning_replies, find_traps
from satplay.games.sat_game.truth_table import TruthTable
from satplay.games.sat_game.winning_moves import encoding, is_small, some_winning_moves


def hint(state: State, seat: Seat, asked: int, rng: Random, oracle: Oracle) -> GameHint:
    """A sentence about the formula; asked again, the best move, too."""
    if to_move(state) != seat:
        return GameHint([])
    lines, move = _advise(state, seat, rng, oracle)
    if asked or len(lines) == 1:
        return GameHint(lines, move)
    return GameHint(lines[:1], move, more=True)


def _advise(state: State, seat: Seat, rng: Random, oracle: Oracle) -> tuple[list[str], Move]:
    """What is known about the formula, what to do, and the move."""
    good = some_winning_moves(state, oracle)
    move = good[0] if good else find_traps(state, seat, rng, oracle)[0]
    if state.phase is Phase.AFFIRMATIVE:
        lines, best = _hint_for_affirmative(state, seat, rng, oracle)
        return lines, best or move
    return _hint_about_clauses(state, seat, rng, oracle), move


def _hint_about_clauses(state: State, seat: Seat, rng: Random, oracle: Oracle) -> list[str]:
    core = oracle.core(encoding(state.clauses))
    if core is None:
        about = f"The formula is satisfiable{_models(state)}."
        if state.phase is Phase.ANSWER:
            return [about, "Decline: you can win as Affirmative."]
        return [about, _hint_for_lost(state, seat, rng, oracle)]
    names = [state.clauses[at].name for at in core]
    if len(core) == len(state.clauses):
        about = "The formula is unsatisfiable, and every clause is needed for that."
        if state.phase is Phase.NEGATIVE:
            return [about, "Pass: whatever you remove makes it satisfiable."]
        return [about, _hint_for_lost(state, seat, rng, oracle)]
    about = f"The formula is unsatisfiable because of {join_words(names)} alone."
    if state.phase is Phase.ANSWER:
        return [about, "Accept: you can remove another clause and win as Negative."]
    spare = [clause.name for at, clause in enumerate(state.clauses) if at not in set(core)]
    return [about, f"Remove any other: {join_words(spare, 'or')}."]


def _models(state: State) -> str:
    return (
        f": it has {pluralize(TruthTable(state.clauses).models, 'model')}" if is_small(state.clauses) else ""
    )


def _hint_for_affirmative(
    state: State, seat: Seat, rng: Random, oracle: Oracle
) -> tuple[list[str], SetVariable | None]:
    """The sentences, and the move if one is named."""
    good = some_winning_moves(state, oracle)
    if not good:
        return ["The formula is unsatisfiable.", _hint_for_lost(state, seat, rng, oracle)], None
    if not is_small(state.clauses):
        values = [write_move(move).removeprefix("set ") for move in good]
        return ["The formula is satisfiable; a model sets " + join_words(values[:6], "and") + "."], None
    table = TruthTable(state.clauses)
    both = [SetVariable(variable, value) for variable in table.variables for value in (True, False)]
    most = max(table.count_models(move.lit) for move in both)
    best = next(move for move in both if table.count_models(move.lit) == most)
    about = f"The formula is satisfiable: it has {pluralize(table.models, 'model')}."
    words = [about, f"{write_move(best)}: this keeps {most} of {table.models}."]
    fatal = [write_move(move) for move in both if not table.count_models(move.lit)]
    if fatal:
        words.append(f"Not {join_words(fatal, 'or')}: that keeps none.")
    return words, best


def _hint_for_lost(state: State, seat: Seat, rng: Random, oracle: Oracle) -> str:
    """The best trap of a lost position."""
    best = find_traps(state, seat, rng, oracle)
    text = f"Against perfect play this is lost. The best trap is {write_move(best[0])}"
    if not is_small(state.clauses):
        return f"{text}."
    left = count_winning_replies(apply(state, best[0]), seat, oracle)
    if left >= ENDS:
        return "Against perfect play this is lost: every move ends the game."
    return f"{text}: it leaves {other(seat)} {pluralize(left, 'winning reply', 'winning replies')}."
