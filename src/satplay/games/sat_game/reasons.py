"""Why a move wins or loses: values that make every clause true, or clauses that cannot all be true."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.game import Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words
from satplay.games.sat_game.rules import apply, outcome
from satplay.games.sat_game.state import Clause, Move, Say, State
from satplay.games.sat_game.winning_moves import encoding, some_winning_moves

MAX_NAMED = 5
"""Values and clauses that a sentence names."""


def reason(state: State, move: Move, winner: Seat, oracle: Oracle) -> str:
    """The reason why ``winner`` wins after the move, as the rest of a sentence."""
    after = apply(state, move)
    ended = outcome(after)
    if ended is not None:
        return ended.because.partition(":")[0]
    reasons = {
        Say.PASS: _reason_for_pass,
        Say.ACCEPT: _reason_for_accept,
    }
    if isinstance(move, Say) and move in reasons:
        text = reasons[move](after, winner, oracle)
    elif winner == after.affirmative:
        text = f"{describe_model(after.clauses, oracle)}, and {after.negative} can only remove clauses"
    else:
        text = f"{describe_core(after.clauses, oracle)}, whatever {after.affirmative} sets"
    return f"{text} (with probability 1)" if state.drawn_after_decline else text


def _reason_for_pass(after: State, winner: Seat, oracle: Oracle) -> str:
    """After a pass of Negative: both answers lose, or one wins."""
    answers = some_winning_moves(after, oracle)
    person = after.affirmative
    if winner != person:
        return (
            f"{describe_minimal(after)}; {person} either accepts and has to remove one, "
            "or declines and cannot make them all true"
        )
    if answers == [Say.DECLINE]:
        return f"{person} declines, since {describe_model(after.clauses, oracle)}"
    return f"{person} accepts and removes {describe_spare(after, oracle)}"


def _reason_for_accept(after: State, winner: Seat, oracle: Oracle) -> str:
    """After an accepted switch: the new Negative has to remove a clause."""
    person = after.negative
    if winner == person:
        return f"{person} removes {describe_spare(after, oracle)}"
    if len(after.clauses) == 1:
        return f"{person} has to remove the last clause"
    if oracle.solution(encoding(after.clauses)) is None:
        return f"{person} has to remove a clause, and without any one of them the others can all be true"
    return f"{person} has to remove a clause, and {describe_model(after.clauses, oracle)}"


# -- what is known about the clauses -----------------------------------------------------------------


def describe_model(clauses: Sequence[Clause], oracle: Oracle) -> str:
    """``with 1 true and 3 false every clause is true``, with no more values than needed."""
    values = true_literals(clauses, oracle)
    if len(values) > MAX_NAMED:
        return f"{len(values)} values can make every clause true"
    words = [f"{abs(lit)} {'true' if lit > 0 else 'false'}" for lit in values]
    return f"with {join_words(words)} every clause is true"


def true_literals(clauses: Sequence[Clause], oracle: Oracle) -> list[int]:
    """Literals that make every clause true; none can be left out.  The clauses have a model."""
    model = oracle.solution(encoding(clauses))
    assert model is not None
    lits = [lit for var in sorted({abs(lit) for one in clauses for lit in one.lits}) for lit in (var, -var)]
    kept = {lit for lit in lits if model[lit]}
    for lit in lits:
        less = kept - {lit}
        if lit in kept and all(less.intersection(clause.lits) for clause in clauses):
            kept = less
    return [lit for lit in lits if lit in kept]


def describe_core(clauses: Sequence[Clause], oracle: Oracle) -> str:
    """``c1, c2 and c4 cannot all be true``, with clauses that are all needed for that."""
    core = oracle.core(encoding(clauses))
    assert core is not None
    return _conflict([clauses[at] for at in core])


def _conflict(clauses: Sequence[Clause], cannot: str = "cannot") -> str:
    return f"{name_clauses(clauses)} {cannot} {'both' if len(clauses) == 2 else 'all'} be true"


def describe_spare(state: State, oracle: Oracle) -> str:
    """A clause that is not needed, and those that are: ``c4, since c1 and c2 still cannot both be true``."""
    core = set(oracle.core(encoding(state.clauses)) or ())
    spare = next(clause for at, clause in enumerate(state.clauses) if at not in core)
    needed = [clause for at, clause in enumerate(state.clauses) if at in core]
    return f"{spare.name}, since {_conflict(needed, 'still cannot')}"


def describe_minimal(state: State) -> str:
    """The sentence about a minimal unsatisfiable set of clauses."""
    return f"the {len(state.clauses)} clauses cannot all be true, but without any one of them the others can"


def name_clauses(clauses: Sequence[Clause]) -> str:
    """``c1, c2 and c5``; many clauses are only counted."""
    if len(clauses) > MAX_NAMED:
        return f"{len(clauses)} of the clauses"
    return join_words([clause.name for clause in clauses])
