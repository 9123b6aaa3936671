"""Miters: two circuits that compute the same function, and the claim that some output differs.

Equivalence checking by SAT (Brand, "Verification of Large Synthesized Designs", 1993).  Multipliers are the
notorious case: few bits are already hard, because the two share nothing but the products of single bits.
"""

from __future__ import annotations

from random import Random

from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Named
from satplay.logic.tseitin import And, Expression, Or, Xor, clauses

Word = list[Expression]
"""A number in binary, the lowest bit first."""


def miter(seed: int, bits: int) -> Formula:
    """An array multiplier against one that adds the columns in an order drawn by the seed; unsatisfiable."""
    formula = Formula()
    left = formula.block((bits,), lambda bit: Named(f"a{bit}")).tolist()
    right = formula.block((bits,), lambda bit: Named(f"b{bit}")).tolist()
    one = array_multiplier(left, right)
    other = column_multiplier(right, left, Random(seed))
    differs = Or(*(Xor(x, y) for x, y in zip(one, other, strict=True)))
    output, written = clauses(differs, formula.fresh)
    formula.add_all(written)
    formula.add(output)
    return formula


def array_multiplier(left: list[Lit], right: list[Lit]) -> Word:
    """By rows, as on paper: each row of products is added to the sum so far by a ripple of full adders."""
    total: Word = [False] * (len(left) + len(right))
    for shift, b in enumerate(right):
        carry: Expression = False
        for i, a in enumerate(left):
            total[shift + i], carry = full_adder(total[shift + i], And(a, b), carry)
        total[shift + len(left)] = carry
    return total


def column_multiplier(left: list[Lit], right: list[Lit], rng: Random) -> Word:
    """By columns: any three bits of a column become one there and a carry to the next, in random order.

    So do Wallace's trees (Wallace, "A Suggestion for a Fast Multiplier", 1964), in an order of their own.
    """
    width = len(left) + len(right)
    columns: list[Word] = [[] for _ in range(width + 1)]
    for i, a in enumerate(left):
        for j, b in enumerate(right):
            columns[i + j].append(And(a, b))
    for place in range(width):
        column = columns[place]
        while len(column) > 1:
            rng.shuffle(column)
            third = column.pop() if len(column) > 2 else False
            total, carry = full_adder(column.pop(), column.pop(), third)
            column.append(total)
            columns[place + 1].append(carry)
    # What is carried out of the last column is always 0: the product has no more bits.
    return [column[0] if column else False for column in columns[:width]]


def full_adder(a: Expression, b: Expression, c: Expression) -> tuple[Expression, Expression]:
    """The sum of three bits and the carry."""
    half = Xor(a, b)
    return Xor(half, c), Or(And(a, b), And(half, c))
