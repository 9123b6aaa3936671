"""The least total number of guesses over all secrets: the oracle for ``kernel/optimal.hpp``.

Of the kernel's symmetries it uses only those of unused symbols and of symbols in no candidate.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from satplay.puzzles.mastermind.codebreaking.tournament import MAX_SECRETS_OPTIMAL
from tests.puzzles.mastermind.oracles.partition import Partition, guesses

UNLIMITED = 1 << 30

Set = tuple[int, ...]
"""Candidates, by their places in the list of all codes."""


def optimal(  # noqa: C901 - its inner functions share the tables of all codes
    length: int,
    symbols: int,
    repeats: bool,
    whites: bool,
    progress: Callable[[int, int], object] | None = None,
) -> list[int]:
    """Return the numbers of secrets that a strategy of minimal total finds with 0, 1, 2 ... guesses.

    One long function: its inner functions share the tables of all codes.
    """
    everything = (1 << symbols) - 1
    codes = guesses(length, symbols, repeats, everything, 0, MAX_SECRETS_OPTIMAL)
    if codes is None:
        raise ValueError(f"{MAX_SECRETS_OPTIMAL} secrets at most are expected")
    place = {code.tobytes(): at for at, code in enumerate(codes)}
    held = [sum(1 << int(symbol) for symbol in np.unique(code)) for code in codes]
    partition = Partition(codes, symbols, whites)
    answers, numbered = np.unique([partition.answers(code) for code in codes], return_inverse=True)
    table = numbered.reshape(len(codes), len(codes))  # by guess, then secret
    right = len(answers) - 1
    bound = _bounds(len(codes), right)
    solved: dict[Set, tuple[int, int]] = {}  # cost and guess
    at_least: dict[Set, int] = {}

    def solve(candidates: Set, used: int, limit: int, depth: int) -> int:
        """Return the cost of the candidates; a lower bound if it is not below the limit."""
        if candidates in solved:
            return solved[candidates][0]
        known = at_least.get(candidates, int(bound[len(candidates)]))
        if known >= limit:
            return known
        best = None
        order, bounds = choices(candidates, used)
        for at, guess in enumerate(order):
            if bounds[at] >= limit:
                break
            if depth == 0 and progress is not None:
                progress(at * len(codes), len(order) * len(codes))
            cost = follow(candidates, guess, used | held[guess], int(bounds[at]), limit, depth)
            if cost < limit:
                limit, best = cost, guess
        if best is None:
            at_least[candidates] = limit
        else:
            solved[candidates] = limit, best
        return limit

    def choices(candidates: Set, used: int) -> tuple[list[int], NDArray[np.int64]]:
        """Return the guesses that split the candidates, with lower bounds, lowest first."""
        present = 0
        for code in candidates:
            present |= held[code]
        rows = guesses(length, symbols, repeats, used, everything & ~present, MAX_SECRETS_OPTIMAL)
        assert rows is not None
        tried = np.array([place[row.tobytes()] for row in rows])
        given = table[np.ix_(tried, np.array(candidates))]
        sizes = np.stack([(given == answer).sum(axis=1) for answer in range(right + 1)], axis=1)
        cost = len(candidates) + bound[sizes].sum(axis=1) - sizes[:, right]
        cost[sizes.max(axis=1) == len(candidates)] += UNLIMITED * (len(candidates) > 1)
        order = np.argsort(cost, kind="stable")
        return tried[order].tolist(), cost[order]

    def follow(candidates: Set, guess: int, used: int, cost: int, limit: int, depth: int) -> int:
        """Return the cost of a guess; a lower bound if it is not below the limit."""
        for part in sorted(split(candidates, guess).values(), key=len):
            if part != (guess,):
                others = cost - int(bound[len(part)])
                cost = others + solve(part, used, limit - others, depth + 1)
            if cost >= limit:
                break
        return cost

    def split(candidates: Set, guess: int) -> dict[int, Set]:
        parts: dict[int, Set] = {}
        for code in candidates:
            answer = int(table[guess, code])
            parts[answer] = (*parts.get(answer, ()), code)
        return parts

    found: Counter[int] = Counter()

    def play(candidates: Set, used: int, number: int) -> None:
        solve(candidates, used, UNLIMITED, number - 1)
        guess = solved[candidates][1]
        for part in split(candidates, guess).values():
            if part == (guess,):
                found[number] += 1
            else:
                play(part, used | held[guess], number + 1)

    play(tuple(range(len(codes))), 0, 1)
    return [found[number] for number in range(max(found) + 1)]


def _bounds(most: int, others: int) -> NDArray[np.int64]:
    """Return lower bounds for the cost of 0, 1, 2 ... candidates; a wrong guess has ``others`` answers.

    One is found with the first guess, ``others`` with the second, their square with the third ...

    >>> _bounds(7, 3).tolist()
    [0, 1, 3, 5, 7, 10, 13, 16]
    """
    levels = np.ones(most, np.int64)
    room, width = 1, others
    while room < most:
        levels[room:] += 1
        room, width = room + width, width * others
    return np.concatenate([[0], levels.cumsum()])
