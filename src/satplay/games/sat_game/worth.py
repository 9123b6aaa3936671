"""What positions and moves are worth, by the theorem of the game.

Affirmative wins a satisfiable formula by keeping it so.  Negative wins an unsatisfiable one by removing
what is needless and, when everything is needed (a minimal unsatisfiable core), by passing.  An offer is
declined where the formula is satisfiable and accepted where it is unsatisfiable and not minimal; otherwise
the game is lost.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.encoding import Encoding
from satplay.contracts.game import Seat
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game.rules import legal, outcome, to_move
from satplay.games.sat_game.state import Clause, Move, Phase, Remove, Say, SetVariable, State, other
from satplay.games.sat_game.table import SMALL, Table
from satplay.logic.formula import Formula
from satplay.logic.model import Model


def encoding(clauses: Sequence[Clause], *also: int) -> Encoding[Model]:
    """The clauses, and literals that are true as well; a solution is a model."""
    formula = Formula([clause.lits for clause in clauses])
    formula.add_all([[lit] for lit in also])
    occurring = sorted({abs(lit) for clause in clauses for lit in clause.lits})
    return Encoding(formula, decode=lambda model: model, answer=occurring)


def small(clauses: Sequence[Clause]) -> bool:
    """Whether a truth table will do."""
    return len({abs(lit) for clause in clauses for lit in clause.lits}) <= SMALL


# -- all there is to know ----------------------------------------------------------------------------


def possible(clauses: Sequence[Clause], oracle: Oracle) -> set[int]:
    """The literals that some model makes true; nothing where the formula is unsatisfiable."""
    variables = sorted({abs(lit) for clause in clauses for lit in clause.lits})
    both = [sign * variable for variable in variables for sign in (1, -1)]
    if small(clauses):
        table = Table(clauses)
        return {lit for lit in both if table.kept(lit)}
    found: set[int] = set()
    for lit in both:
        if lit not in found:
            model = oracle.solution(encoding(clauses, lit))
            found |= set() if model is None else {one for one in both if model[one]}
    return found


def spare(clauses: Sequence[Clause], oracle: Oracle) -> list[int] | None:
    """The clauses without each of which the formula stays unsatisfiable; None where it is satisfiable."""
    if small(clauses):
        table = Table(clauses)
        return None if table.models else table.spare()
    core = oracle.core(encoding(clauses))
    if core is None:
        return None
    needed = [at for at in core if oracle.solution(encoding([*clauses[:at], *clauses[at + 1 :]])) is not None]
    return [clause.number for at, clause in enumerate(clauses) if at not in set(needed)]


def keeping(state: State, oracle: Oracle) -> list[Move]:
    """Every move that keeps the win of the person who has the turn; none where the game is lost.

    Chance keeps nothing: its moves change nothing about who wins.
    """
    if outcome(state) is not None or state.phase is Phase.DRAW:
        return []
    if state.phase is Phase.AFFIRMATIVE:
        true = possible(state.clauses, oracle)
        return [move for move in legal(state) if isinstance(move, SetVariable) and move.lit in true]
    return among_clauses(state.phase, spare(state.clauses, oracle))


def among_clauses(phase: Phase, removable: list[int] | None) -> list[Move]:
    """What keeps the win where it is about clauses: ``removable`` ones, or None if it is satisfiable."""
    match phase:
        case Phase.ANSWER:
            return [Say.DECLINE] if removable is None else [Say.ACCEPT] if removable else []
        case Phase.NEGATIVE if removable == []:
            return [Say.PASS]
        case _:
            return [Remove(number) for number in removable or []]


def favourite(state: State, oracle: Oracle) -> Seat:
    """Who wins under perfect play (in random mode: with probability 1)."""
    ended = outcome(state)
    if ended is not None and ended.winner is not None:
        return ended.winner
    if state.phase in (Phase.DRAW, Phase.AFFIRMATIVE, Phase.NEGATIVE):
        return state.negative if oracle.solution(encoding(state.clauses)) is None else state.affirmative
    seat = to_move(state)
    assert seat is not None
    return seat if known(state, oracle) else other(seat)


# -- enough for a move -------------------------------------------------------------------------------


def known(state: State, oracle: Oracle) -> list[Move]:
    """Some moves that keep the win, by one model or one core; none only where the game is lost."""
    if state.phase is Phase.AFFIRMATIVE:
        model = oracle.solution(encoding(state.clauses))
        return [] if model is None else [SetVariable(var, bool(model[var])) for var in state.variables()]
    core = oracle.core(encoding(state.clauses))
    if core is None:
        return among_clauses(state.phase, None)
    members = set(core)
    return among_clauses(
        state.phase, [one.number for at, one in enumerate(state.clauses) if at not in members]
    )
