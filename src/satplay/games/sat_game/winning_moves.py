"""Winning moves and the winner of a position, by the theorem of the game.

Affirmative wins a satisfiable formula by keeping it satisfiable.  Negative wins an unsatisfiable one by
removing clauses that are not needed and, if every clause is needed (a minimal unsatisfiable core), by
passing.  An offer is declined if the formula is satisfiable and accepted if it is unsatisfiable and not
minimal; otherwise the game is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.encoding import Encoding
from satplay.contracts.game import Seat
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game.rules import legal, outcome, to_move
from satplay.games.sat_game.state import Clause, Move, Phase, Remove, Say, SetVariable, State, other
from satplay.games.sat_game.truth_table import MAX_TABLE_VARIABLES, TruthTable
from satplay.logic.formula import Formula
from satplay.logic.model import Model


def encoding(clauses: Sequence[Clause], *also: int) -> Encoding[Model]:
    """The clauses, with some literals set to true; a solution is a model."""
    formula = Formula([clause.lits for clause in clauses])
    formula.add_all([[lit] for lit in also])
    occurring = sorted({abs(lit) for clause in clauses for lit in clause.lits})
    return Encoding(formula, decode=lambda model: model, answer=occurring)


def is_small(clauses: Sequence[Clause]) -> bool:
    """Whether the formula is small enough for a truth table."""
    return len({abs(lit) for clause in clauses for lit in clause.lits}) <= MAX_TABLE_VARIABLES


# -- all winning moves ------------------------------------------------------------------------------


def possible_literals(clauses: Sequence[Clause], oracle: Oracle) -> set[int]:
    """The literals that some model makes true; empty if the formula is unsatisfiable."""
    variables = sorted({abs(lit) for clause in clauses for lit in clause.lits})
    both = [sign * variable for variable in variables for sign in (1, -1)]
    if is_small(clauses):
        table = TruthTable(clauses)
        return {lit for lit in both if table.count_models(lit)}
    found: set[int] = set()
    for lit in both:
        if lit not in found:
            model = oracle.solution(encoding(clauses, lit))
            found |= set() if model is None else {one for one in both if model[one]}
    return found


def removable_clauses(clauses: Sequence[Clause], oracle: Oracle) -> list[int] | None:
    """The clauses without any one of which the formula stays unsatisfiable; None if it is satisfiable."""
    if is_small(clauses):
        table = TruthTable(clauses)
        return None if table.models else table.removable_clauses()
    core = oracle.core(encoding(clauses))
    if core is None:
        return None
    needed = [at for at in core if oracle.solution(encoding([*clauses[:at], *clauses[at + 1 :]])) is not None]
    return [clause.number for at, clause in enumerate(clauses) if at not in set(needed)]


def winning_moves(state: State, oracle: Oracle) -> list[Move]:
    """Every move that keeps the win of the person to move; none if the game is lost.

    A draw by chance does not change the winner, so it has none.
    """
    if outcome(state) is not None or state.phase is Phase.DRAW:
        return []
    if state.phase is Phase.AFFIRMATIVE:
        true = possible_literals(state.clauses, oracle)
        return [move for move in legal(state) if isinstance(move, SetVariable) and move.lit in true]
    return winning_clause_moves(state.phase, removable_clauses(state.clauses, oracle))


def winning_clause_moves(phase: Phase, removable: list[int] | None) -> list[Move]:
    """The winning moves of a phase about clauses: ``removable`` is None if the formula is satisfiable."""
    match phase:
        case Phase.ANSWER:
            return [Say.DECLINE] if removable is None else [Say.ACCEPT] if removable else []
        case Phase.NEGATIVE if removable == []:
            return [Say.PASS]
        case _:
            return [Remove(number) for number in removable or []]


def winner_of(state: State, oracle: Oracle) -> Seat:
    """The winner under perfect play (in random mode: with probability 1)."""
    ended = outcome(state)
    if ended is not None and ended.winner is not None:
        return ended.winner
    if state.phase in (Phase.DRAW, Phase.AFFIRMATIVE, Phase.NEGATIVE):
        return state.negative if oracle.solution(encoding(state.clauses)) is None else state.affirmative
    seat = to_move(state)
    assert seat is not None
    return seat if some_winning_moves(state, oracle) else other(seat)


# -- some winning moves ------------------------------------------------------------------------------


def some_winning_moves(state: State, oracle: Oracle) -> list[Move]:
    """Some winning moves, found by one model or one core; none only if the game is lost."""
    if state.phase is Phase.AFFIRMATIVE:
        model = oracle.solution(encoding(state.clauses))
        return [] if model is None else [SetVariable(var, bool(model[var])) for var in state.variables()]
    core = oracle.core(encoding(state.clauses))
    if core is None:
        return winning_clause_moves(state.phase, None)
    members = set(core)
    return winning_clause_moves(
        state.phase, [one.number for at, one in enumerate(state.clauses) if at not in members]
    )
