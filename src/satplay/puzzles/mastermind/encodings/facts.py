"""Facts of explanations: a position is or is not a symbol, a symbol occurs at least or at most k times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.contracts.facts import Facts, costs_by_rule
from satplay.logic.literal import Lit
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.costs import COSTS
from satplay.puzzles.mastermind.encodings.counting import encode_with_occurrences
from satplay.puzzles.mastermind.rules import Rule


def facts(board: Board) -> Facts[Code]:
    """The encoding ``counting``, where one guess is one rule instance, searched completely.

    That a symbol is absent is the negation of "it occurs at least once".
    """
    encoding, occurs = encode_with_occurrences(board, one_by_definition=True)
    width = len(board.symbols)
    held = list(encoding.answer)
    # With one position, "occurs" and "is held" are the same literal.
    numbers = [lit for lits in occurs.values() for lit in lits.tolist() if lit > len(held)]
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
    return Facts(
        encoding,
        wanted,
        known_literals,
        Code.unknown(board),
        apply_facts,
        cost_of=costs_by_rule(COSTS),
        fact_variables=[*held, *numbers],
        searched=frozenset({Rule.ANSWER}),
        gradual=True,
    )
