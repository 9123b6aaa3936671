"""Facts about the code that the answers force, each with the guesses it follows from, the vaguest first.

A hint names one of them at a time, so that it does not reveal the code: which symbols do not occur, which
occur, which of two occurs, where a symbol is not, and only then what a position holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TypeAlias

from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import join_words
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import Board, Row
from satplay.puzzles.mastermind.encodings.counting import encode

Clauses: TypeAlias = Sequence[Sequence[int]]

MAX_PAIRED = 12
"""The largest number of symbols for which pairs of symbols are compared."""


@dataclass(frozen=True, slots=True)
class ForcedFact:
    """A sentence that holds for every code left; ``guesses`` is a minimal set of guesses that forces it."""

    sentence: str
    guesses: tuple[int, ...]

    def lines(self, board: Board) -> list[str]:
        """The sentence, and the guesses with their answers."""
        if not self.guesses:
            return [self.sentence]
        return [self.sentence, f"  because of {join_words([_describe(board, at) for at in self.guesses])}"]


def _describe(board: Board, number: int) -> str:
    guess = board.guesses[number]
    white = "" if guess.white is None else f", {guess.white} white"
    return f"guess {number + 1} ({board.text(guess.row)}: {guess.black} black{white})"


@dataclass(frozen=True, slots=True)
class _Statement:
    """A possible fact: it holds for a code if ``holds``; ``counterexamples`` are clauses of codes without it.

    It is forced if none of the counterexamples is satisfiable together with the answers.
    """

    sentence: str
    holds: Callable[[Row], bool]
    counterexamples: Sequence[Clauses]


def forced_facts(board: Board, oracle: Oracle) -> Iterator[ForcedFact]:
    """Every forced fact that no earlier one implies; none if the answers contradict each other."""
    return _Search(board, oracle).facts()


class _Search:
    """Statements are first tried on the codes found so far: most are refuted without a query."""

    def __init__(self, board: Board, oracle: Oracle) -> None:
        self._board, self._oracle = board, oracle
        self._width = len(board.symbols)
        self._codes: list[Row] = []
        self._absent: set[int] = set()
        self._excluded: set[tuple[int, int]] = set()

    def facts(self) -> Iterator[ForcedFact]:
        first = self._find(self._board, ())
        if first is None:
            return
        self._codes.append(first)
        for symbol in range(self._width):
            if (fact := self._forced(self._no(symbol))) is not None:
                self._absent.add(symbol)
                yield fact
        yield from self._about_symbols()
        yield from self._about_positions()

    def _about_symbols(self) -> Iterator[ForcedFact]:
        left = [symbol for symbol in range(self._width) if symbol not in self._absent]
        unsure = []
        for symbol in left:
            if (fact := self._forced(self._some(symbol))) is not None:
                yield fact
            else:
                unsure.append(symbol)
        if len(unsure) <= MAX_PAIRED:
            for first, second in combinations(unsure, 2):
                if (fact := self._forced(self._one_of(first, second))) is not None:
                    yield fact

    def _about_positions(self) -> Iterator[ForcedFact]:
        places = [(i, s) for i in range(self._board.length) for s in range(self._width)]
        for i, s in places:
            if s not in self._absent and (fact := self._forced(self._not_at(i, s))) is not None:
                self._excluded.add((i, s))
                yield fact
        for i, s in places:
            others = [o for o in range(self._width) if o != s]
            known = all(o in self._absent or (i, o) in self._excluded for o in others)
            if not known and (fact := self._forced(self._at(i, s))) is not None:
                yield fact

    # -- statements ----------------------------------------------------------------------------------

    def _lit(self, position: int, symbol: int) -> int:
        return position * self._width + symbol + 1

    def _anywhere(self, symbol: int) -> list[int]:
        return [self._lit(i, symbol) for i in range(self._board.length)]

    def _no(self, symbol: int) -> _Statement:
        sentence = f"The code has no {self._board.symbols[symbol]}."
        return _Statement(sentence, lambda row: symbol not in row, [[self._anywhere(symbol)]])

    def _some(self, symbol: int) -> _Statement:
        sentence = f"The symbol {self._board.symbols[symbol]} occurs in the code."
        return _Statement(sentence, lambda row: symbol in row, [[[-lit] for lit in self._anywhere(symbol)]])

    def _one_of(self, first: int, second: int) -> _Statement:
        one, other = self._board.symbols[first], self._board.symbols[second]
        both = [self._anywhere(first), self._anywhere(second)]
        neither = [[-lit] for lits in both for lit in lits]
        sentence = f"Exactly one of {one} and {other} occurs in the code."
        return _Statement(sentence, lambda row: (first in row) != (second in row), [both, neither])

    def _not_at(self, position: int, symbol: int) -> _Statement:
        sentence = f"Position {position + 1} is not {self._board.symbols[symbol]}."
        return _Statement(sentence, lambda row: row[position] != symbol, [[[self._lit(position, symbol)]]])

    def _at(self, position: int, symbol: int) -> _Statement:
        sentence = f"Position {position + 1} is {self._board.symbols[symbol]}."
        return _Statement(sentence, lambda row: row[position] == symbol, [[[-self._lit(position, symbol)]]])

    # -- queries -------------------------------------------------------------------------------------

    def _find(self, board: Board, clauses: Clauses) -> Row | None:
        encoding = encode(board)
        encoding.formula.add_all(clauses)
        found = self._oracle.solution(encoding)
        return None if found is None else found.row

    def _forced(self, statement: _Statement) -> ForcedFact | None:
        if not all(map(statement.holds, self._codes)):
            return None
        for clauses in statement.counterexamples:
            code = self._find(self._board, clauses)
            if code is not None:
                self._codes.append(code)
                return None
        return ForcedFact(statement.sentence, self._reason(statement))

    def _reason(self, statement: _Statement) -> tuple[int, ...]:
        """A minimal set of guesses that forces a statement: each is left out in turn, the last first."""
        needed = list(range(len(self._board.guesses)))
        for number in reversed(range(len(self._board.guesses))):
            fewer = [other for other in needed if other != number]
            board = replace(self._board, guesses=tuple([self._board.guesses[at] for at in fewer]))
            if all(self._find(board, clauses) is None for clauses in statement.counterexamples):
                needed = fewer
        return tuple(needed)
