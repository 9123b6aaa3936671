"""The messages of the SAT game: help, rules, and the effect of a move."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.game import CHANCE, Seat
from satplay.contracts.texts import join_words, pluralize
from satplay.games.sat_game.role_odds import negative_odds
from satplay.games.sat_game.rules import outcome, to_move
from satplay.games.sat_game.state import Clause, Phase, State


def help_lines(state: State) -> Sequence[str]:
    """How moves are typed, with a variable and a clause of this position."""
    variable = next(iter(state.variables()), 1)
    name = next((clause.name for clause in state.clauses), "c1")
    true, false = f"set {variable} true", f"set {variable} false"
    return [
        f"{true:<17} Affirmative: variable {variable} is true; {variable} t is enough",
        f"{false:<17} Affirmative: variable {variable} is false; -{variable} is enough",
        f"{f'remove {name}':<17} Negative: remove the clause {name}; {name} is enough",
        f"{'pass':<17} Negative: remove nothing, but offer to switch roles",
        f"{'accept, decline':<17} Affirmative: answer the offer; yes or no is enough",
    ]


def short_rules(state: State) -> Sequence[str]:
    """The rules in short."""
    return (
        "Affirmative sets a variable true or false; a clause with a true part vanishes.",
        "Negative removes a clause, or passes: that offers to switch the roles.",
        "Affirmative wins if no clause is left, Negative if a clause has no part left.",
    )


def prompt(state: State, seat: Seat) -> str:
    """What to do, with an example."""
    clause = min(state.clauses, key=lambda one: len(one.lits))
    match state.phase:
        case Phase.AFFIRMATIVE:
            lit = clause.lits[0]
            return f"as Affirmative, set a variable, such as {abs(lit)} {'true' if lit > 0 else 'false'}."
        case Phase.ANSWER:
            return "switch roles? accept or decline."
        case Phase.REMOVAL:
            return f"as Negative, remove a clause, such as {state.clauses[-1].name}."
        case _:
            return f"as Negative, remove a clause, such as {state.clauses[-1].name}, or pass."


TURN = {
    Phase.AFFIRMATIVE: "{} (Affirmative) sets a variable",
    Phase.NEGATIVE: "{} (Negative) removes a clause or passes",
    Phase.ANSWER: "{} (Affirmative) answers the offer to switch",
    Phase.REMOVAL: "{} (Negative) must remove a clause",
}


def describe_state(state: State) -> str:
    """Whose turn it is, or how the game ended, in one line.

    >>> describe_state(State((Clause(1, (1,)),)))
    'SAT game: P (Affirmative) sets a variable'
    """
    ended = outcome(state)
    if ended is not None:
        return f"SAT game: {ended.because}"
    seat = to_move(state)
    return "SAT game: " + ("the next turn is drawn" if seat == CHANCE else TURN[state.phase].format(seat))


def tell(before: State, after: State) -> Sequence[str]:
    """The effect of a move on the formula, and the duty that follows from an offer.

    >>> P_to_set = State((Clause(1, (1, 2)), Clause(2, (-1, 3)), Clause(3, (-1,))))
    >>> from satplay.games.sat_game.rules import apply
    >>> from satplay.games.sat_game.state import SetVariable
    >>> tell(P_to_set, apply(P_to_set, SetVariable(1, True)))
    ['c1 is true and vanishes; c2 and c3 get shorter.', 'c3 is empty.']
    """
    match before.phase, after.phase:
        case Phase.DRAW, phase:
            negative = negative_odds(before)
            role, odds = ("Negative", negative) if phase is Phase.NEGATIVE else ("Affirmative", 1 - negative)
            return [f"The turn is {role}'s: {to_move(after)}. (Its odds were {odds:.0%}.)"]
        case _, Phase.ANSWER:
            return [f"{before.negative} offers to switch roles; {before.affirmative} accepts or declines."]
        case Phase.ANSWER, Phase.REMOVAL:
            return [f"{after.negative} is Negative now and must remove a clause at once."]
        case Phase.ANSWER, _:
            return [f"The roles stay: {after.affirmative} is Affirmative."]
        case Phase.AFFIRMATIVE, _:
            return _describe_assignment(before, after)
        case _:
            left = {clause.number for clause in after.clauses}
            gone = [clause for clause in before.clauses if clause.number not in left]
            return [f"{list_names(gone)} is gone; {pluralize(len(after.clauses), 'clause')} left."]


def _describe_assignment(before: State, after: State) -> list[str]:
    left = {clause.number: clause for clause in after.clauses}
    gone = [clause for clause in before.clauses if clause.number not in left]
    shorter = [clause for clause in before.clauses if left.get(clause.number, clause) != clause]
    empty = [clause for clause in after.clauses if not clause.lits]
    parts = []
    if gone:
        parts.append(
            f"{list_names(gone)} {'is true and vanishes' if len(gone) == 1 else 'are true and vanish'}"
        )
    if shorter:
        parts.append(f"{list_names(shorter)} {'gets' if len(shorter) == 1 else 'get'} shorter")
    words = ["; ".join(parts) + "."]
    if empty:
        words.append(f"{list_names(empty)} {'is' if len(empty) == 1 else 'are'} empty.")
    return words


def list_names(clauses: Sequence[Clause]) -> str:
    """``c1, c2 and c5``."""
    return join_words([clause.name for clause in clauses])
