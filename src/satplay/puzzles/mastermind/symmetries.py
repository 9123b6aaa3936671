"""Boards that are the same up to the order of positions and guesses and the names of symbols.

The answer to a guess does not change if guess and code exchange two positions, or two symbols everywhere.
The form of a board is found as graphs are compared (McKay, "Practical graph isomorphism", 1981): places are
distinguished by what is at them until nothing new is learned; then one of several equal places is chosen,
each in turn, and the smallest of the resulting forms counts.
"""

# g, p, s  guess, position, symbol, numbered from 0

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, TypeAlias

from satplay.puzzles.mastermind.board import Board

Ranks: TypeAlias = list[int]
"""For each guess, position or symbol its class; classes are numbered in an order that names do not affect."""

MOST_REFINEMENTS = 300
"""Attempts to tell places apart; with fewer than needed, boards that are the same may get different forms."""


def canonical(board: Board) -> bytes:
    """A form that boards share only if they are the same up to the order of positions and guesses and names.

    All such boards share it, unless a board has so many interchangeable places that the search for the
    smallest form is cut off.

    >>> from satplay.puzzles.mastermind.board import Guess
    >>> first = Board(3, "012", (Guess((0, 1, 1), 1, 0), Guess((0, 2, 2), 0, 1)))
    >>> other = Board(3, "abc", (Guess((0, 0, 2), 0, 1), Guess((1, 1, 2), 1, 0)))
    >>> canonical(first) == canonical(other)
    True
    """
    # Equal guesses and equal positions are counted, not compared.
    guesses = Counter(
        (guess.row, guess.black, -1 if guess.white is None else guess.white) for guess in board.guesses
    )
    columns = Counter(zip(*(row for row, _, _ in guesses), strict=True))
    given = [(times, black, white) for (_, black, white), times in guesses.items()]
    table = list(zip(*columns, strict=True))
    search = _Search(table, given, list(columns.values()))
    header = f"{board.length} {len(board.symbols)} {board.repeats:d} "
    return (header + repr(search.smallest())).encode()


class _Search:
    """The search for the smallest form of a table of guesses, each a row of symbols.

    ``given``  what is known of each guess beside its row; ``times`` how often each position occurs
    """

    def __init__(self, table: Sequence[Sequence[int]], given: Sequence[Any], times: Sequence[int]) -> None:
        self._table, self._given, self._times = table, given, times
        self._symbols = sorted({symbol for row in table for symbol in row})
        self._refinements_left = MOST_REFINEMENTS

    def smallest(self) -> Any:
        """The smallest form that was found."""
        number = {symbol: s for s, symbol in enumerate(self._symbols)}
        self._table = [[number[symbol] for symbol in row] for row in self._table]
        start = _ranks(self._given), _ranks(self._times), [0] * len(number)
        return min(self._forms(*start))

    def _forms(self, guesses: Ranks, positions: Ranks, symbols: Ranks) -> set[Any]:
        """The forms in which places of one class are in any order; at least one."""
        guesses, positions, symbols = self._refine(guesses, positions, symbols)
        chosen = _smallest_class(positions)
        if chosen:
            choices = [(guesses, _single_out(positions, p), symbols) for p in chosen]
        elif chosen := _smallest_class(symbols):
            choices = [(guesses, positions, _single_out(symbols, s)) for s in chosen]
        else:
            return {self._write(guesses, positions, symbols)}
        found = self._forms(*choices[0])
        for choice in choices[1:]:
            if self._refinements_left <= 0:
                break
            # A form that is known already shows that this place and an earlier one can be exchanged.
            if self._first_form(*choice) not in found:
                found |= self._forms(*choice)
        return found

    def _first_form(self, guesses: Ranks, positions: Ranks, symbols: Ranks) -> Any:
        """One of the forms, by taking the first of several equal places."""
        while True:
            guesses, positions, symbols = self._refine(guesses, positions, symbols)
            if chosen := _smallest_class(positions):
                positions = _single_out(positions, chosen[0])
            elif chosen := _smallest_class(symbols):
                symbols = _single_out(symbols, chosen[0])
            else:
                return self._write(guesses, positions, symbols)

    def _refine(self, guesses: Ranks, positions: Ranks, symbols: Ranks) -> tuple[Ranks, Ranks, Ranks]:
        """Split classes by what is at their places, until nothing changes."""
        self._refinements_left -= 1
        count = 0
        while (now := len({*guesses}) + len({*positions}) + len({*symbols})) > count:
            count = now
            around: list[list[Any]] = [[(rank,)] for rank in guesses]
            above: list[list[Any]] = [[(rank,)] for rank in positions]
            where: list[list[Any]] = [[(rank,)] for rank in symbols]
            for g, row in enumerate(self._table):
                for p, s in enumerate(row):
                    around[g].append((positions[p], symbols[s]))
                    above[p].append((guesses[g], symbols[s]))
                    where[s].append((guesses[g], positions[p]))
            guesses, positions, symbols = (
                _ranks([(own, *sorted(others)) for own, *others in seen]) for seen in (around, above, where)
            )
        return guesses, positions, symbols

    def _write(self, guesses: Ranks, positions: Ranks, symbols: Ranks) -> Any:
        """The table in the order of the classes, which have one member each."""
        order = sorted(range(len(positions)), key=positions.__getitem__)
        rows = [
            (self._given[g], tuple(symbols[self._table[g][p]] for p in order))
            for g in sorted(range(len(guesses)), key=guesses.__getitem__)
        ]
        return tuple(self._times[p] for p in order), tuple(rows)


def _ranks(values: Sequence[Any]) -> Ranks:
    """The place of each value among the different values in their order."""
    place = {value: rank for rank, value in enumerate(sorted(set(values)))}
    return [place[value] for value in values]


def _smallest_class(ranks: Ranks) -> list[int]:
    """The members of the first of the smallest classes with several members; none if there is none."""
    sizes = Counter(ranks)
    several = [(size, rank) for rank, size in sizes.items() if size > 1]
    if not several:
        return []
    chosen = min(several)[1]
    return [place for place, rank in enumerate(ranks) if rank == chosen]


def _single_out(ranks: Ranks, place: int) -> Ranks:
    """The same classes, but this place comes before the others of its class."""
    return [2 * rank + (rank == ranks[place] and other != place) for other, rank in enumerate(ranks)]
