"""The messages of Chopsticks: help, rules, the effect of a move, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random

from satplay.contracts.game import Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words, pluralize
from satplay.games.chopsticks.analysis.move_values import MoveValue, values_of_moves
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.play import outcome, to_move
from satplay.games.chopsticks.state import Move, State, sides

HELP: Sequence[str] = (
    "tap L R           your left hand taps their right one, which gains as many fingers; full hands are out",
    "transfer L 2      two fingers from your left hand to the right one; not if that only mirrors the hands",
    "transfer L 2 M    with three hands: to the middle one",
)

RULES: Sequence[str] = (
    "A tap adds the fingers of your hand to a hand of the opponent; by default a hand is out at 5 or more.",
    "A transfer moves fingers between your own hands and may not only swap their numbers.",
    "A player whose hands are all out has lost.",
)

VERBS = {PositionValue.WIN: "wins", PositionValue.DRAW: "draws", PositionValue.LOSS: "loses"}


def tell(before: State, after: State) -> Sequence[str]:
    """Sentences about a move: the change of the hands.

    >>> from satplay.games.chopsticks.formats import read_move, read_state
    >>> from satplay.games.chopsticks.play import apply
    >>> states = [read_state(text) for text in ("4,1|1,2", "4,1|1,2", "2,2|1,1")]
    >>> for state, move in zip(states, ("tap L R", "tap R R", "transfer L 2")):
    ...     print(*tell(state, apply(state, read_move(move))))
    first taps second's right hand: it is out.
    first taps second's right hand: it goes from 2 to 3 fingers.
    first transfers 2 fingers from left to right: 2,2 becomes 0,4.
    """
    mover, known = before.turn, sides(before.variant)
    held, holds = before.position.mine, after.hands(mover)
    if held != holds:
        source = next(side for side, had, has in zip(known, held, holds, strict=True) if has < had)
        target = next(side for side, had, has in zip(known, held, holds, strict=True) if has > had)
        count = pluralize(holds[known.index(target)] - held[known.index(target)], "finger")
        hands = f"{','.join(map(str, held))} becomes {','.join(map(str, holds))}"
        return [f"{mover} transfers {count} from {source.word} to {target.word}: {hands}."]
    opponent = after.turn
    words = []
    for side, had, has in zip(known, before.position.theirs, after.hands(opponent), strict=True):
        if had != has:
            now = f"goes from {had} to {pluralize(has, 'finger')}" if has else "is out"
            words.append(f"{mover} taps {opponent}'s {side.word} hand: it {now}.")
    return words


def hint(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Sequence[str]:
    """The value of the position and of every move, best first.

    >>> from satplay.games.chopsticks.formats import read_state
    >>> for line in hint(read_state("0,4|0,2"), "first", Random(1), None):
    ...     print(line)
    You can win in 1 ply.
    tap R R wins in 1.
    transfer R 2 wins in 25.
    transfer R 1 and transfer R 3 lose in 18.
    """
    if to_move(state) != seat:
        return []
    found = values_of_moves(state)
    ranked = sorted(found, key=lambda move: found[move].rank, reverse=True)
    now = found[ranked[0]]
    if now.value is PositionValue.WIN:
        about = f"You can win in {pluralize(now.plies or 0, 'ply', 'plies')}."
    elif now.value is PositionValue.DRAW:
        about = "Neither player can force a win here."
    else:
        about = f"Against perfect play this is lost in {pluralize(now.plies or 0, 'ply', 'plies')}."
    groups = groupby(ranked, key=lambda move: found[move])
    return [about, *(f"{_sentence(list(moves), worth)}." for worth, moves in groups)]


def _sentence(moves: Sequence[Move], worth: MoveValue) -> str:
    names = [move.text for move in moves]
    verb = VERBS[worth.value] if len(moves) == 1 else VERBS[worth.value][:-1]
    return f"{join_words(names)} {verb}{within(worth)}"


def within(worth: MoveValue) -> str:
    """`` in 8``, or the empty text if the game never ends."""
    return "" if worth.plies is None else f" in {worth.plies}"


def title(state: State) -> str:
    """The player to move or the result, and the rules."""
    ended = outcome(state)
    rules = f" ({state.variant.text})" if state.variant.text else ""
    return f"Chopsticks{rules}: " + (
        ended.because if ended else f"{state.turn} to move, {state.position.text}"
    )
