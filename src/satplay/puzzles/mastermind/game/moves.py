"""All codes as moves, as a lazy sequence."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import perm
from typing import overload

from satplay.puzzles.mastermind.board import Board
from satplay.puzzles.mastermind.formats.alphabet import index
from satplay.puzzles.mastermind.game.state import Move


class AllCodes(Sequence[Move]):
    """All codes of a board in the order of symbols, each as a move with this verb; then ``extra`` moves.

    >>> codes = AllCodes(Board(2, "01"), "guess")
    >>> len(codes), codes[1], Move("guess", "11") in codes, Move("guess", "12") in codes
    (4, Move(verb='guess', text='01'), True, False)
    """

    def __init__(self, board: Board, verb: str, extra: Sequence[Move] = ()) -> None:
        self._board = board
        self._verb = verb
        self._extra = extra
        symbols, length = len(board.symbols), board.length
        self._codes: int = symbols**length if board.repeats else perm(symbols, length)

    def __len__(self) -> int:
        """The number of moves, at most ``sys.maxsize``."""
        return min(self._codes + len(self._extra), sys.maxsize)

    @overload
    def __getitem__(self, at: int) -> Move: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[Move]: ...
    def __getitem__(self, at: int | slice) -> Move | Sequence[Move]:
        if isinstance(at, slice):
            return [self[i] for i in range(*at.indices(len(self)))]
        at = at + len(self) if at < 0 else at
        if not 0 <= at < len(self):
            raise IndexError(at)
        if at >= self._codes:
            return self._extra[at - self._codes]
        left = list(range(len(self._board.symbols)))
        row = []
        for i in range(self._board.length):
            after = self._board.length - i - 1
            each = len(left) ** after if self._board.repeats else perm(len(left) - 1, after)
            chosen, at = divmod(at, each)
            row.append(left[chosen])
            if not self._board.repeats:
                left.pop(chosen)
        return Move(self._verb, self._board.text(row))

    def __iter__(self) -> Iterator[Move]:
        symbols = range(len(self._board.symbols))
        rows = product(symbols, repeat=self._board.length) if self._board.repeats else None
        for row in rows if rows is not None else permutations(symbols, self._board.length):
            yield Move(self._verb, self._board.text(row))
        yield from self._extra

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, Move) or move in self._extra:
            return isinstance(move, Move)
        row = [index(self._board.symbols, sign) for sign in move.text]
        return (
            move.verb == self._verb
            and len(row) == self._board.length
            and None not in row
            and (self._board.repeats or len(set(row)) == len(row))
        )
