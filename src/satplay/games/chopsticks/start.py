"""The start of a game: the variant, the position and the player to move, from options or at random."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import quote
from satplay.errors import BadInput
from satplay.games.chopsticks.formats import read_position
from satplay.games.chopsticks.state import SEATS, Position, State, start_position
from satplay.games.chopsticks.variant import OPTIONS, Variant, read_variant

RANDOM = "random"

START_OPTIONS: Mapping[str, Option] = {
    "position": Option(
        f"initial position, hands of the player to move first: 1,1|1,1; or '{RANDOM}'", "POSITION"
    ),
    "turn": Option("player to move", "|".join(SEATS)),
    **OPTIONS,
}


def start(options: Mapping[str, str]) -> State:
    """The start with the options ``position``, ``turn`` and the options of the variant.

    By default every hand has one finger and the first seat is to move.

    >>> start({"fingers": "4", "position": "1,2|3,0"}).position.text
    '1,2|3,0'
    """
    variant = _variant(options)
    turn = options.get("turn", SEATS[0])
    if turn not in SEATS:
        raise BadInput("turn", found=quote(turn), expected=" or ".join(SEATS))
    text = options.get("position")
    return State(start_position(variant) if text is None else read_position(text, variant), variant, turn)


def deal(options: Mapping[str, str], rng: Random, oracle: Oracle) -> Mapping[str, str]:
    """``position=random`` draws a position in which both players have a finger, all equally likely."""
    if options.get("position") != RANDOM:
        return options
    variant = _variant(options)
    while True:
        mine, theirs = (tuple(rng.randrange(variant.fingers) for _ in range(variant.hands)) for _ in SEATS)
        if any(mine) and any(theirs):
            return {**options, "position": Position(mine, theirs).text}


def _variant(options: Mapping[str, str]) -> Variant:
    for name in options:
        if name not in START_OPTIONS:
            raise BadInput("option", found=quote(name), expected=", ".join(START_OPTIONS))
    return read_variant({name: value for name, value in options.items() if name in OPTIONS})
