"""The rules of the SAT game (ESRogs, "SAT Game Rules"), as README.md makes them exact.

Affirmative sets variables, Negative removes clauses, until no clause is left or one is empty.  All functions
are pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satplay.contracts.game import CHANCE, Outcome, Seat
from satplay.errors import IllegalMove
from satplay.games.sat_game.formats import write_move, write_state
from satplay.games.sat_game.role_odds import negative_odds
from satplay.games.sat_game.state import Clause, Move, Phase, Remove, Role, Say, SetVariable, State


def outcome(state: State) -> Outcome | None:
    """No clause left: Affirmative has won.  An empty clause: Negative.  The role held now is what counts."""
    if not state.clauses:
        return Outcome(state.affirmative, f"no clause is left: {state.affirmative}, who is Affirmative, wins")
    empty = next((clause for clause in state.clauses if not clause.lits), None)
    if empty is not None:
        return Outcome(state.negative, f"{empty.name} is empty: {state.negative}, who is Negative, wins")
    return None


def to_move(state: State) -> Seat | None:
    """The person whose role has the turn; Affirmative answers an offer, the new Negative removes at once."""
    if outcome(state) is not None:
        return None
    match state.phase:
        case Phase.DRAW:
            return CHANCE
        case Phase.AFFIRMATIVE | Phase.ANSWER:
            return state.affirmative
        case Phase.NEGATIVE | Phase.REMOVAL:
            return state.negative


def legal(state: State) -> list[Move]:
    """Every move of the person to move.

    Affirmative sets a variable that occurs: setting another would be a pass, and play might never end.
    """
    if outcome(state) is not None:
        return []
    removals: list[Move] = [Remove(clause.number) for clause in state.clauses]
    match state.phase:
        case Phase.DRAW:
            return list(Role)
        case Phase.AFFIRMATIVE:
            return [SetVariable(variable, value) for variable in state.variables() for value in (True, False)]
        case Phase.NEGATIVE:
            return [*removals, Say.PASS]
        case Phase.ANSWER:
            return [Say.ACCEPT, Say.DECLINE]
        case Phase.REMOVAL:
            return removals


def apply(state: State, move: Move) -> State:
    """The position after the move, or ``IllegalMove`` with the reason."""
    reason = explain_illegal(state, move)
    if reason is not None:
        raise IllegalMove(write_move(move), reason, state=write_state(state))
    match move:
        case Role():
            return replace(state, phase=Phase(move.value))
        case SetVariable():
            left = assign_literal(state.clauses, move.lit)
            return replace(state, clauses=left, phase=_next(state, Phase.NEGATIVE))
        case Remove(clause=number):
            left = tuple(clause for clause in state.clauses if clause.number != number)
            return replace(state, clauses=left, phase=_next(state, Phase.AFFIRMATIVE))
        case Say.PASS:
            return replace(state, phase=Phase.ANSWER)
        case Say.ACCEPT:
            return replace(state, affirmative=state.negative, phase=Phase.REMOVAL)
        case Say.DECLINE:
            return replace(state, phase=Phase.DRAW if state.drawn_after_decline else Phase.AFFIRMATIVE)


def assign_literal(clauses: tuple[Clause, ...], lit: int) -> tuple[Clause, ...]:
    """The clauses after a literal is set to true: satisfied clauses and false literals are removed.

    >>> [c.lits for c in assign_literal((Clause(1, (1, -1)), Clause(2, (-1, 2)), Clause(3, (-1,))), 1)]
    [(2,), ()]
    """
    return tuple(
        Clause(clause.number, tuple(one for one in clause.lits if one != -lit))
        for clause in clauses
        if lit not in clause.lits
    )


def _next(state: State, strictly: Phase) -> Phase:
    """Strict mode alternates; random mode draws."""
    return strictly if state.bias is None else Phase.DRAW


def explain_illegal(state: State, move: Move) -> str | None:
    """The reason why a move is illegal; None if it is legal."""
    if outcome(state) is not None:
        return "the game is over"
    match state.phase, move:
        case (Phase.DRAW, Role()) | (Phase.NEGATIVE, Say.PASS):
            return None
        case Phase.DRAW, _:
            return "chance says first whose turn it is"
        case _, Role():
            return "the turn has been drawn already" if state.bias else "in strict mode nothing is drawn"
        case Phase.ANSWER, Say.ACCEPT | Say.DECLINE:
            return None
        case Phase.ANSWER, _:
            return f"{state.affirmative} must answer the offer first: accept or decline"
        case _, Say.ACCEPT | Say.DECLINE:
            return "no switch was offered"
        case Phase.AFFIRMATIVE, SetVariable(variable=variable):
            occurs = any(abs(lit) == variable for clause in state.clauses for lit in clause.lits)
            return None if occurs else f"variable {variable} does not occur in the formula"
        case Phase.AFFIRMATIVE, _:
            return f"{state.affirmative} is Affirmative, has the turn, and must set a variable"
        case Phase.REMOVAL, Say.PASS:
            return "who has accepted the switch must remove a clause at once"
        case ((Phase.NEGATIVE | Phase.REMOVAL), Remove(clause=number)):
            there = any(clause.number == number for clause in state.clauses)
            return None if there else f"there is no clause c{number}"
        case _:
            return f"{state.negative} is Negative, has the turn, and must remove a clause" + (
                " or pass" if state.phase is Phase.NEGATIVE else ""
            )


def visible(state: State, seat: Seat) -> State:
    """Nothing is hidden."""
    return state


def odds(state: State) -> Mapping[Move, float]:
    """In random mode, the probability of each role to have the turn."""
    if outcome(state) is not None or state.phase is not Phase.DRAW:
        return {}
    negative = negative_odds(state)
    return {Role.AFFIRMATIVE: 1 - negative, Role.NEGATIVE: negative}
