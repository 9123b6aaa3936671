"""Naive strategies without optimisation: all guesses against all codes, by the rules of feedback."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import cache

from satplay.puzzles.mastermind.board import Row
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy
from satplay.puzzles.mastermind.rules import Pegs, feedback

ANSWERS: dict[tuple[Row, Row], Pegs] = {}


def answer(guess: Row, code: Row, whites: bool) -> Pegs | int:
    if (guess, code) not in ANSWERS:
        ANSWERS[guess, code] = feedback(guess, code)
    pegs = ANSWERS[guess, code]
    return pegs if whites else pegs.black


def badness(strategy: GuessStrategy, sizes: Sequence[int]) -> float:
    match strategy:
        case GuessStrategy.MINIMAX:
            return max(sizes)
        case GuessStrategy.PARTS:
            return -len(sizes)
        case _:
            # Rounded: equal entropies may differ in the last bits.
            return round(sum(size * math.log2(size) for size in sorted(sizes)), 9)


def best(strategy: GuessStrategy, every: list[Row], candidates: list[Row], whites: bool = True) -> Row:
    """Return the best guess; ties prefer candidates, then the smallest guess."""
    left = set(candidates)

    def order(guess: Row) -> tuple[float, bool, Row]:
        sizes = Counter(answer(guess, code, whites) for code in candidates).values()
        return badness(strategy, list(sizes)), guess not in left, guess

    return min(every, key=order)


def tournament(
    strategy: GuessStrategy, every: list[Row], over_all: bool, whites: bool = True
) -> Counter[int]:
    """Return the number of secrets found by number of guesses."""
    found: Counter[int] = Counter()

    def visit(candidates: list[Row], number: int) -> None:
        guess = best(strategy, every if over_all else candidates, candidates, whites)
        parts: dict[Pegs | int, list[Row]] = {}
        for code in candidates:
            parts.setdefault(answer(guess, code, whites), []).append(code)
        for part in parts.values():
            if part == [guess]:
                found[number] += 1
            else:
                visit(part, number + 1)

    visit(every, 1)
    return found


def least_total(every: list[Row], whites: bool = True) -> int:
    """Return the minimal total of guesses over all secrets, by searching every strategy without bounds."""

    @cache
    def least(candidates: frozenset[Row]) -> int:
        best = math.inf
        for guess in every:
            parts: dict[Pegs | int, set[Row]] = {}
            for code in candidates:
                parts.setdefault(answer(guess, code, whites), set()).add(code)
            if len(parts) > 1 or candidates == {guess}:
                rest = (least(frozenset(part)) for part in parts.values() if part != {guess})
                best = min(best, len(candidates) + sum(rest))
        return int(best)

    return least(frozenset(every))
