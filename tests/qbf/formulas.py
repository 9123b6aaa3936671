"""Quantified formulas for engine tests, and a strategy checker that plays every game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import TypeAlias

from satplay.contracts.qbf_engine import Fails, Holds
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Block, Quantified, Quantifier
from satplay.logic.strategy import Strategy
from satplay.qbf.naive import quantifiers

Blocks: TypeAlias = Sequence[tuple[str, Sequence[Var]]]


def quantified(blocks: Blocks, clauses: Sequence[Sequence[Lit]]) -> Quantified:
    """Build a formula from clauses and a prefix such as ``[("a", [1]), ("e", [2])]``."""
    prefix = tuple(Block(Quantifier(letter), tuple(variables)) for letter, variables in blocks)
    return Quantified(prefix, Formula(clauses))


def random_formula(rng: Random) -> Quantified:
    """One to five blocks, starting with either quantifier, with every unusual but legal feature.

    Empty blocks, adjacent blocks of one quantifier, variables that are free, unused or sparse, clauses
    that are empty or tautological, repeated literals.
    """
    names = rng.sample(range(1, 20), 9) if rng.random() < 0.3 else list(range(1, 10))
    names = names[: rng.randint(1, 9)]
    blocks: list[tuple[str, list[Var]]] = []
    free = rng.random() < 0.2
    count = rng.randint(1, 5)
    letter = rng.choice("ea")
    for _ in range(count):
        blocks.append((letter, []))
        if rng.random() > 0.1:
            letter = "a" if letter == "e" else "e"
    for name in names:
        at = rng.randint(-1 if free else 0, count - 1)
        if at >= 0:
            blocks[at][1].append(name)
    matrix_variables = names if rng.random() < 0.8 else names[: max(1, len(names) // 2)]
    density = rng.choice([0.5, 1, 2, 3])
    clauses = [_clause(rng, matrix_variables) for _ in range(rng.randint(0, round(density * len(names))))]
    return quantified(blocks, clauses)


def hard_formula(rng: Random) -> Quantified:
    """Two to five blocks, and clauses with at least two existential literals: most require search.

    After Chen & Interian, "A model for generating random quantified boolean formulas", 2005.
    """
    count = rng.randint(2, 5)
    letters = ("ea" if rng.random() < 0.5 else "ae") * 3
    sizes = {"e": rng.randint(2, 4), "a": rng.randint(1, 3)}
    fresh = iter(range(1, 100))
    blocks = [(kind, [next(fresh) for _ in range(min(sizes[kind], 12 // count))]) for kind in letters[:count]]
    of_kind = {kind: [var for letter, names in blocks if letter == kind for var in names] for kind in "ea"}
    ratio = rng.choice([1.5, 2, 2.5, 3])
    clauses = []
    for _ in range(round(ratio * (len(of_kind["e"]) + len(of_kind["a"])))):
        chosen = rng.sample(of_kind["e"], min(rng.choice([2, 2, 3]), len(of_kind["e"])))
        chosen += rng.sample(of_kind["a"], min(rng.choice([0, 1, 1, 2]), len(of_kind["a"])))
        rng.shuffle(chosen)
        clauses.append([rng.choice((1, -1)) * var for var in chosen])
    return quantified(blocks, clauses)


def _clause(rng: Random, names: Sequence[Var]) -> list[Lit]:
    if rng.random() < 0.005:
        return []
    width = rng.choice([1, 2, 2, 3, 3, 3, 4, 5])
    if rng.random() < 0.1:  # may repeat a literal, or contradict one
        return [rng.choice((1, -1)) * rng.choice(names) for _ in range(width)]
    return [rng.choice((1, -1)) * name for name in rng.sample(names, min(width, len(names)))]


# -- checking --------------------------------------------------------------------------------------


def check(question: Quantified, answer: Holds | Fails) -> None:
    """Check that the winner's values and strategy win every game and depend only on outer variables."""
    order = quantifiers(question)
    winner = Quantifier.EXISTS if isinstance(answer, Holds) else Quantifier.FORALL
    leading = list(_leading(order, winner))
    assert [abs(lit) for lit in answer.outermost] == leading
    strategy = answer.strategy
    if strategy is None:
        return
    assert strategy.winner is winner
    depends_only_on_outer_variables(order, strategy)
    losers = [var for var, quantifier in order.items() if quantifier is not winner]
    matrix = [list(clause) for clause in question.matrix]
    for values in product((False, True), repeat=len(losers)):
        play = dict(zip(losers, values, strict=True))
        answers = winner_values(strategy, play)
        whole = {var: answers.get(var, play.get(var, False)) for var in order}
        satisfied = all(any(whole[abs(lit)] is (lit > 0) for lit in clause) for clause in matrix)
        assert satisfied is isinstance(answer, Holds), (question, play, answers)


def _leading(order: dict[Var, Quantifier], winner: Quantifier) -> Iterator[Var]:
    for var, quantifier in order.items():
        if quantifier is not winner:
            return
        yield var


def rows(strategy: Strategy) -> Iterator[tuple[int, list[Lit]]]:
    """Return each gate with its literals."""
    row: list[int] = []
    for number in strategy.gates.tolist():
        if number:
            row.append(number)
        else:
            yield row[0], row[1:]
            row = []
    assert not row


def winner_values(strategy: Strategy, play: dict[Var, bool]) -> dict[Var, bool]:
    """Return the winner's values for these values of the loser."""
    known = dict(play)
    for gate, lits in rows(strategy):
        assert gate not in known
        known[gate] = all(known[abs(lit)] is (lit > 0) for lit in lits)
    return {var: known[abs(lit)] is (lit > 0) for var, lit in strategy.functions.items()}


def depends_only_on_outer_variables(order: dict[Var, Quantifier], strategy: Strategy) -> None:
    """Return whether no function uses an inner variable of the loser or a variable of the winner."""
    depth = {var: at for at, var in enumerate(order)}
    deepest: dict[int, int] = {var: depth[var] for var in order if order[var] is not strategy.winner}
    for gate, lits in rows(strategy):
        assert gate > max(order, default=0)
        deepest[gate] = max((deepest[abs(lit)] for lit in lits), default=-1)
    for var, lit in strategy.functions.items():
        assert order[var] is strategy.winner
        assert deepest[abs(lit)] < depth[var]
