"""The rules of Nim (Bouton, "Nim, a game with a complete mathematical theory", 1901), normal play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from satplay.contracts.game import Outcome, Seat
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput, IllegalMove
from satplay.games.nim.formats import read_heaps, write_move, write_state
from satplay.games.nim.state import State, Take, other

START_OPTIONS: Mapping[str, Option] = {
    "heaps": Option("number of things in each heap, or 'random'", "N,N,...")
}


def deal(options: Mapping[str, str], rng: Random, oracle: Oracle) -> Mapping[str, str]:
    """``heaps=random`` draws three to five heaps of up to nine things, none of them empty."""
    if options.get("heaps") != "random":
        return options
    heaps = [rng.randint(1, 9) for _ in range(rng.randint(3, 5))]
    return {**options, "heaps": ",".join(map(str, heaps))}


def start(options: Mapping[str, str]) -> State:
    """Heaps of 3, 4 and 5 things by default; ``heaps`` lists others, as ``1,2,3``."""
    unknown = sorted(set(options) - set(START_OPTIONS))
    if unknown:
        raise BadInput("option", found=unknown[0], expected=" or ".join(START_OPTIONS))
    return State(read_heaps(options.get("heaps", "3,4,5")))


def to_move(state: State) -> Seat | None:
    """The seats take turns until nothing is left."""
    return state.turn if any(state.heaps) else None


def legal(state: State) -> list[Take]:
    """One or more things from one heap."""
    return [Take(heap, count) for heap, held in enumerate(state.heaps) for count in range(1, held + 1)]


def apply(state: State, move: Take) -> State:
    """The position after the move."""
    held = state.heaps[move.heap] if 0 <= move.heap < len(state.heaps) else 0
    if not 1 <= move.count <= held:
        reason = f"that heap holds {held}; take at least 1 and no more than it holds"
        raise IllegalMove(write_move(move), reason, state=write_state(state))
    heaps = tuple(held - move.count if at == move.heap else held for at, held in enumerate(state.heaps))
    return replace(state, heaps=heaps, turn=other(state.turn))


def outcome(state: State) -> Outcome | None:
    """The player who took the last thing has won, so the seat to move has lost."""
    if any(state.heaps):
        return None
    winner = other(state.turn)
    return Outcome(winner, f"{state.turn} has nothing left to take: {winner} wins")


def visible(state: State, seat: Seat) -> State:
    """Nothing is hidden."""
    return state


def odds(state: State) -> Mapping[Take, float]:
    """There is no chance."""
    return {}
