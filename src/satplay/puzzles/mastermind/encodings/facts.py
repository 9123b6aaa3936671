"""The facts of explanations: a position has a symbol or not, or a symbol does not occur in the code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.contracts.facts import Facts
from satplay.logic.literal import Lit
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.counting import encode_with_occurrences


def facts(board: Board) -> Facts[Code]:
    """The encoding ``counting``; that a symbol is absent is the negation of "it occurs at least once"."""
    encoding, occurs = encode_with_occurrences(board)
    width = len(board.symbols)
    held = list(encoding.answer)
    # With one position, "occurs" and "is held" are the same literal.
    absent = {-int(lits[0]): symbol for symbol, lits in occurs.items() if int(lits[0]) > len(held)}
    nowhere = {symbol: lit for lit, symbol in absent.items()}

    def known_literals(code: Code) -> Iterator[Lit]:
        for i, bits in enumerate(code.may):
            for symbol in range(width):
                if not bits >> symbol & 1:
                    yield -held[i * width + symbol]
                elif bits == 1 << symbol:
                    yield held[i * width + symbol]
        for symbol, lit in nowhere.items():
            if not any(bits >> symbol & 1 for bits in code.may):
                yield lit

    def apply_facts(code: Code, lits: Sequence[Lit]) -> Code:
        may = list(code.may)
        for lit in lits:
            if lit in absent:
                may = [bits & ~(1 << absent[lit]) for bits in may]
            elif abs(lit) <= len(held):
                i, symbol = divmod(abs(lit) - 1, width)
                may[i] &= 1 << symbol if lit > 0 else ~(1 << symbol)
        return Code(tuple(may))

    wanted = [*held, *absent, *(-lit for lit in held)]
    return Facts(encoding, wanted, known_literals, Code.unknown(board), apply_facts, gradual=True)
