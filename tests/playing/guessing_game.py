"""A game for tests with features that Nim lacks: chance, a secret, two kinds of turns, thousands of moves.

Chance decides whether numbers go to 9 or to 9999 (the latter once in four games); the setter chooses one; the
guesser has three guesses.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from satplay.contracts.format import Format
from satplay.contracts.game import CHANCE, Game, Outcome, Seat
from satplay.drawing.scene import Scene
from satplay.errors import BadInput, IllegalMove

HIDDEN = -1
written: list[int] = []
"""Every move that was written as text."""


@dataclass(frozen=True)
class State:
    most: int = 0
    secret: int | None = None
    guesses: tuple[int, ...] = ()


def to_move(state: State) -> Seat | None:
    if outcome(state) is not None:
        return None
    if not state.most:
        return CHANCE
    return "setter" if state.secret is None else "guesser"


def outcome(state: State) -> Outcome | None:
    if state.secret is not None and state.secret in state.guesses:
        return Outcome("guesser", "the number was guessed")
    return Outcome("setter", "three guesses were wrong") if len(state.guesses) == 3 else None


def legal(state: State) -> list[int] | range:
    match to_move(state):
        case None:
            return []
        case "chance":
            return [9, 9999]
        case _:
            return range(state.most + 1)


def apply(state: State, move: int) -> State:
    if move not in legal(state):
        raise IllegalMove(str(move), f"numbers go to {state.most}", state=write_state(state))
    match to_move(state):
        case "chance":
            return replace(state, most=move)
        case "setter":
            return replace(state, secret=move)
        case _:
            return replace(state, guesses=(*state.guesses, move))


def visible(state: State, seat: Seat) -> State:
    hides = seat == "guesser" and state.secret is not None and outcome(state) is None
    return replace(state, secret=HIDDEN) if hides else state


def write_state(state: State) -> str:
    return f"{state.most} {state.secret} {','.join(map(str, state.guesses))}"


def read_state(text: str) -> State:
    found = re.fullmatch(r"([0-9]{1,4}) (None|-?[0-9]{1,4}) ([0-9,]*)\s*", text)
    if found is None:
        raise BadInput("state", line=1, column=1, found=repr(text[:9]), expected="MOST SECRET GUESSES")
    secret = None if found[2] == "None" else int(found[2])
    return State(int(found[1]), secret, tuple(int(word) for word in found[3].split(",") if word))


def write_move(move: int) -> str:
    written.append(move)
    return str(move)


def read_move(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text):
        raise BadInput("number", line=1, column=1, found=repr(text[:9]), expected="a number")
    return int(text)


def at_random(state: State, seat: Seat, rng: Random, oracle: Any) -> int:
    return rng.choice(legal(state))


def knowing(state: State, seat: Seat, rng: Random, oracle: Any) -> int:
    """Guesses the secret if it is visible."""
    return state.secret if state.secret not in (None, HIDDEN) else at_random(state, seat, rng, oracle)


def start(options: Mapping[str, str]) -> State:
    if options:
        raise BadInput("option", found=next(iter(options)), expected="none")
    return State()


GAME: Game[State, int] = Game(
    name="guessing",
    title="Guessing",
    seats=("setter", "guesser"),
    states=(Format("words", read=read_state, write=write_state, recognises=lambda text: "None" in text),),
    moves=Format("number", read=read_move, write=write_move, recognises=str.isdigit),
    start=start,
    to_move=to_move,
    legal=legal,
    apply=apply,
    outcome=outcome,
    draw=lambda state: Scene(1, 1, title="Guessing"),
    visible=visible,
    odds=lambda state: {9: 0.75, 9999: 0.25} if to_move(state) == CHANCE else {},
    players={"random": at_random, "knowing": knowing},
    glimpse=lambda state, move, seat: (
        "a number" if to_move(state) == "setter" and seat == "guesser" else write_move(move)
    ),
)
