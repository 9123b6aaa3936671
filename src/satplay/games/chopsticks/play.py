"""The rules of Chopsticks for a ``State``: turns, the rule against cycles, and the end of a game.

``rules.py`` has the rules for single positions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from satplay.contracts.game import Outcome, Seat
from satplay.errors import IllegalMove
from satplay.games.chopsticks import rules
from satplay.games.chopsticks.formats import write_state
from satplay.games.chopsticks.state import Move, Position, State, other

CYCLE = "the positions would end in two equal adjacent blocks, a cycle that this variant forbids"


def outcome(state: State) -> Outcome | None:
    """A player without fingers has lost; if cycles are forbidden, also a player without a move."""
    winner = other(state.turn)
    if rules.win(state.position):
        return Outcome(state.turn, f"{winner} has no finger left: {state.turn} wins")
    if rules.lose(state.position):
        return Outcome(winner, f"{state.turn} has no finger left: {winner} wins")
    if next(_options(state), None) is None:
        return Outcome(winner, f"every move of {state.turn} would close a cycle: {winner} wins")
    return None


def to_move(state: State) -> Seat | None:
    """The seats take turns until one has lost."""
    return state.turn if outcome(state) is None else None


def legal(state: State) -> list[Move]:
    """Every legal move: taps first, then transfers."""
    return [move for move, _ in _options(state)]


def _options(state: State) -> Iterator[tuple[Move, Position]]:
    for move, after in rules.options(state.position, state.variant):
        if state.variant.cycles or not rules.repeats((*state.history, state.position, after)):
            yield move, after


def apply(state: State, move: Move) -> State:
    """The state after the move, or ``IllegalMove`` with the reason."""
    reason = rules.explain_illegal(state.position, move, state.variant)
    if reason is not None:
        raise IllegalMove(move.text, reason, state=write_state(state))
    after = rules.step(state.position, move, state.variant)
    past = state.history if state.variant.cycles else (*state.history, state.position)
    if not state.variant.cycles and rules.repeats((*past, after)):
        raise IllegalMove(move.text, CYCLE, state=write_state(state))
    return replace(state, position=after, turn=other(state.turn), history=past)


def visible(state: State, seat: Seat) -> State:
    """Nothing is hidden."""
    return state


def odds(state: State) -> Mapping[Move, float]:
    """There is no chance."""
    return {}
