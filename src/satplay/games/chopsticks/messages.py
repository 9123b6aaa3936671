"""The messages of Chopsticks: help, rules, the effect of a move, and hints."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from random import Random

from satplay.contracts.game import GameHint, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words, pluralize
from satplay.games.chopsticks.analysis.move_values import MoveValue, values_of_moves
from satplay.games.chopsticks.analysis.retrograde import PositionValue
from satplay.games.chopsticks.play import legal, outcome, to_move
from satplay.games.chopsticks.state import Move, State, Tap, Transfer, sides
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


def hint(state: State, seat: Seat, asked: int, rng: Random, oracle: Oracle) -> GameHint:
    """The value of the position; asked again, the value of every move, best first.

    >>> from satplay.games.chopsticks.formats import read_state
    >>> hint(read_state("0,4|0,2"), "first", 0, Random(1), None).lines
    ['You can win in 1 move.']
    >>> for line in hint(read_state("0,4|0,2"), "first", 1, Random(1), None).lines:
    ...     print(line)
    tap R R wins in 1.
    transfer R 2 wins in 25.
    transfer R 1 and transfer R 3 lose in 18.
    """
    if to_move(state) != seat:
        return GameHint([])
    found = values_of_moves(state)
    ranked = sorted(found, key=lambda move: found[move].rank, reverse=True)
    now = found[ranked[0]]
    if not asked:
        return GameHint([_describe_value(now)], ranked[0], more=True)
    groups = groupby(ranked, key=lambda move: found[move])
    return GameHint([f"{_sentence(list(moves), worth)}." for worth, moves in groups], ranked[0])


def _describe_value(now: MoveValue) -> str:
    if now.value is PositionValue.DRAW:
        return "Neither player can force a win here."
    if now.value is PositionValue.WIN:
        # plies include the moves of the opponent
        return f"You can win in {pluralize(((now.plies or 0) + 1) // 2, 'move')}."
    return f"Against perfect play this is lost in {pluralize(now.plies or 0, 'turn')}."


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
