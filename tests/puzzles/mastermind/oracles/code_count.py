"""The number of consistent codes, in plain Python: the oracle for ``kernel/code_count.hpp``.

The possible rests of a code depend on the pegs that each guess still misses, and for each symbol on its
*need*: the number of further places where each guess would give a peg for it.  States with the same future
are counted together.  A symbol needed by a guess that misses no peg is dead, and so is a symbol that is
already used if symbols may not be repeated.  Symbols that occur at no later position of any guess and have
the same need are interchangeable.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain, groupby
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from satplay.puzzles.mastermind.enumeration.code_search import UNKNOWN_PEGS

Need: TypeAlias = tuple[int, ...]
"""The need of one symbol: a number for each guess with known pegs."""
State: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[Need | None, ...]]
"""Black pegs missing, pegs missing, needs of all symbols: first those to come in a guess; None if dead."""

BYTES = 200
"""Approximate memory per state."""


def count(
    length: int,
    symbols: int,
    repeats: bool,
    guesses: NDArray[np.uint8],
    black: NDArray[np.int32],
    pegs: NDArray[np.int32],
    memory: int,
    steps: int,
) -> bytes | None:
    """Return the number, little-endian; None if it takes more bytes or steps than given."""
    rows: list[list[int]] = guesses.tolist()
    informative = [j for j, total in enumerate(pegs) if total != UNKNOWN_PEGS]
    order = _positions(rows, length)
    until = {symbol: level for level, i in enumerate(order) for symbol in {row[i] for row in rows}}
    slots = sorted(range(symbols), key=lambda symbol: -until.get(symbol, -1))
    needs = [tuple([rows[j].count(symbol) for j in informative]) for symbol in slots]
    start = tuple([int(pegs[j]) for j in informative])
    active = sum(last >= 0 for last in until.values())
    states: dict[State, int] = {(tuple(map(int, black)), start, _settled(needs, start, active)): 1}
    for level, i in enumerate(order):
        active, later = (sum(last >= at for last in until.values()) for at in (level, level + 1))
        after: dict[State, int] = {}
        for state, number in states.items():
            for slot, weight in _choices(state[2], active):
                steps -= 1
                here = [row[i] == slots[slot] for row in rows] if slot < active else [False] * len(rows)
                placed = _placed(state, slot, here, length - level - 1, later, repeats)
                if placed is not None:
                    after[placed] = after.get(placed, 0) + number * weight
            if steps < 0 or (len(states) + len(after)) * BYTES > memory:
                return None
        states = after
    total = sum(states.values())
    return total.to_bytes(total.bit_length() // 8 + 1, "little")


def _positions(rows: list[list[int]], length: int) -> list[int]:
    """Order the positions: next is the one whose symbol occurs at the fewest remaining positions."""
    left, order = list(range(length)), []
    while left:
        found = Counter(chain.from_iterable({row[i] for row in rows} for i in left))
        order.append(min(left, key=lambda i: min((found[row[i]] for row in rows), default=0)))
        left.remove(order[-1])
    return order


def _choices(needs: tuple[Need | None, ...], active: int) -> Iterator[tuple[int, int]]:
    """Return the slots to try, each with the number of symbols it represents."""
    yield from ((slot, 1) for slot in range(active) if needs[slot] is not None)
    slot = active
    for need, equal in groupby(needs[active:]):
        weight = len(list(equal))
        if need is not None:
            yield slot, weight
        slot += weight


def _placed(state: State, slot: int, here: list[bool], left: int, active: int, repeats: bool) -> State | None:
    """Return the state after the symbol of this slot; None if the symbol is impossible here."""
    need = state[2][slot]
    assert need is not None
    black = tuple([missing - gives for missing, gives in zip(state[0], here, strict=True)])
    pegs = tuple([missing - (times > 0) for missing, times in zip(state[1], need, strict=True)])
    if not all(0 <= missing <= left for missing in chain(black, pegs)):
        return None
    needs = list(state[2])
    needs[slot] = tuple([max(times - 1, 0) for times in need]) if repeats else None
    return black, pegs, _settled(needs, pegs, active)


def _settled(
    needs: list[Need | None] | list[Need], pegs: tuple[int, ...], active: int
) -> tuple[Need | None, ...]:
    """The needs with dead symbols removed and interchangeable symbols sorted."""
    full = [t for t, missing in enumerate(pegs) if missing == 0]
    alive = [None if need is None or any(need[t] for t in full) else need for need in needs]
    return (*alive[:active], *sorted(alive[active:], key=lambda need: (need is not None, need or ())))
