"""The messages of Nim: help, rules, and the effect of a move."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.game import Seat
from satplay.contracts.texts import pluralize
from satplay.games.nim.formats import write_move
from satplay.games.nim.state import State, Take

RULES: Sequence[str] = (
    "There are several heaps of things. You and your opponent take turns.",
    "A turn takes one or more things, all from one heap.",
    "The player who takes the last thing wins.",
)


def help_lines(state: State) -> Sequence[str]:
    """How moves are typed, with a heap of this position."""
    take = example(state)
    heap, many = chr(ord("A") + take.heap), take.count
    things = pluralize(many, "thing")
    return [
        f"{write_move(take):<17} take {things} from heap {heap}",
        f"{f'{many} from {heap}':<17} the same; so are {heap} {many} and take {many} from {heap}",
    ]


def short_rules(state: State) -> Sequence[str]:
    """The rules in short."""
    return RULES


def example(state: State) -> Take:
    """A legal move: two things, or one, from the first heap that has as many."""
    heap = max(range(len(state.heaps)), key=lambda at: (min(state.heaps[at], 2), -at))
    return Take(heap, max(1, min(state.heaps[heap], 2)))


def prompt(state: State, seat: Seat) -> str:
    """What to do, with an example."""
    return f"take things from one heap, such as {write_move(example(state))}."


def tell(before: State, after: State) -> Sequence[str]:
    """The heap and the number of things taken.

    >>> tell(State((3, 4)), State((3, 2), "second"))
    ['first takes 2 from B and leaves 2.']
    """
    return [
        f"{before.turn} takes {had - has} from {chr(ord('A') + heap)} and leaves {has}."
        for heap, (had, has) in enumerate(zip(before.heaps, after.heaps, strict=True))
        if has != had
    ]
