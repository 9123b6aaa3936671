"""The messages of Chopsticks: help, rules, and the effect of a move."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.game import Seat
from satplay.contracts.texts import pluralize
from satplay.games.chopsticks.play import legal, outcome
from satplay.games.chopsticks.state import State, Tap, Transfer, sides
from satplay.games.chopsticks.variant import Transfers


def help_lines(state: State) -> Sequence[str]:
    """How moves are typed, with hands of this position."""
    lines = []
    moves = legal(state)
    taps = [move for move in moves if isinstance(move, Tap)]
    transfers = [move for move in moves if isinstance(move, Transfer)]
    if taps:
        tap = taps[0]
        short = tap.own.value + tap.their.value
        what = f"your {tap.own.word} hand taps their {tap.their.word} hand; {short} is enough"
        lines.append(f"{tap.text:<17} {what}")
    if transfers:
        transfer = transfers[0]
        fingers = pluralize(transfer.count, "finger")
        what = f"{fingers} from your {transfer.source.word} to your {transfer.target.word} hand"
        short = transfer.text.removeprefix("transfer ").replace(" ", "")
        lines.append(f"{transfer.text:<17} {what}; {short} is enough")
    return lines


def short_rules(state: State) -> Sequence[str]:
    """The rules of this variant in short."""
    out = state.variant.fingers
    full = f"exactly {out}" if state.variant.rollover else f"{out} or more"
    transfers = {
        Transfers.ANY: "Transfer: move fingers between your own hands, but not only swap the numbers.",
        Transfers.HALVING: "Transfer: move half of a hand to your hand that is out.",
        Transfers.NONE: "There is no other move.",
    }[state.variant.transfers]
    return (
        f"Tap: a hand of the opponent gains the fingers of yours; at {full} it is out.",
        transfers,
        "A player whose hands are all out has lost.",
    )


def prompt(state: State, seat: Seat) -> str:
    """What to do, with an example."""
    return f"tap or transfer, such as {legal(state)[0].text}."


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


def title(state: State) -> str:
    """The player to move or the result, and the rules."""
    ended = outcome(state)
    rules = f" ({state.variant.text})" if state.variant.text else ""
    return f"Chopsticks{rules}: " + (
        ended.because if ended else f"{state.turn} to move, {state.position.text}"
    )
