"""Quantified formulas decided by playing every game: slow and short, with a strategy for the winner."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random

import numpy as np
from hypothesis import strategies as st

from satplay.contracts.engine import UNLIMITED, Limit
from satplay.contracts.qbf_engine import Fails, Holds
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit, Var
from satplay.logic.quantified import Block, Quantified, Quantifier
from satplay.logic.replies import replies
from satplay.logic.strategy import Strategy

E, A = Quantifier.EXISTS, Quantifier.FORALL


def quantifier_order(question: Quantified) -> list[tuple[Quantifier, Var]]:
    """Each variable with its quantifier, outermost first; free variables are existential and outermost."""
    bound = [(block.quantifier, var) for block in question.prefix for var in block.variables]
    known = {var for _, var in bound}
    free = [(E, var) for var in range(1, question.matrix.var_count + 1) if var not in known]
    return free + bound


def satisfied(question: Quantified, lits: set[Lit]) -> bool:
    return all(not lits.isdisjoint(clause) for clause in question.matrix)


def truth(question: Quantified, chosen: tuple[Lit, ...] = ()) -> bool:
    """Return whether the question holds after these choices."""
    moves = quantifier_order(question)
    if len(chosen) == len(moves):
        return satisfied(question, set(chosen))
    who, var = moves[len(chosen)]
    values = (truth(question, (*chosen, lit)) for lit in (var, -var))
    return any(values) if who is E else all(values)


class BruteForceEngine:
    """An engine that obeys the contract: its strategy lists every game that the winner wins."""

    def __init__(self, *, strategy: bool = True) -> None:
        self._keeps = strategy

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails:
        holds = truth(question)
        strategy = winning_strategy(question, E if holds else A)
        first = outermost(question, strategy)
        optional_strategy = strategy if self._keeps else None
        return Holds(first, optional_strategy) if holds else Fails(first, optional_strategy)

    def interrupt(self) -> None:
        """Does nothing: every call is short."""


class WrongEngine(BruteForceEngine):
    """Returns the opposite answer, with a strategy that makes every variable true."""

    def decide(self, question: Quantified, limit: Limit = UNLIMITED) -> Holds | Fails:
        winner = A if truth(question) else E
        last = max([question.matrix.var_count, *(var for _, var in quantifier_order(question))]) + 1
        functions = {var: last for who, var in quantifier_order(question) if who is winner}
        strategy = Strategy(winner, np.array([last, 0], np.int32), functions)
        return Holds(strategy=strategy) if winner is E else Fails(strategy=strategy)


def outermost(question: Quantified, strategy: Strategy) -> tuple[Lit, ...]:
    before: list[Var] = []
    for who, var in quantifier_order(question):
        if who is not strategy.winner:
            break
        before.append(var)
    return tuple(lit for lit in replies(strategy, ()) if abs(lit) in before)


def winning_strategy(question: Quantified, winner: Quantifier) -> Strategy:
    """Return a strategy; each function is a disjunction of the choices after which its variable is true."""
    moves = quantifier_order(question)
    true_after: dict[Var, list[tuple[Lit, ...]]] = {var: [] for who, var in moves if who is winner}

    def play(chosen: tuple[Lit, ...]) -> None:
        if len(chosen) == len(moves):
            return
        who, var = moves[len(chosen)]
        if who is not winner:
            play((*chosen, var))
            play((*chosen, -var))
            return
        good = next(lit for lit in (var, -var) if truth(question, (*chosen, lit)) == (winner is E))
        if good > 0:
            loser = {one for kind, one in moves if kind is not winner}
            true_after[var].append(tuple(lit for lit in chosen if abs(lit) in loser))
        play((*chosen, good))

    play(())
    last = max([question.matrix.var_count, *(var for _, var in moves)], default=0)
    rows: list[int] = []
    functions: dict[Var, Lit] = {}
    for var, games in true_after.items():
        terms = list(range(last + 1, last + 1 + len(games)))
        for gate, game in zip(terms, games, strict=True):
            rows += [gate, *game, 0]
        last += len(games) + 1
        rows += [last, *(-term for term in terms), 0]
        functions[var] = -last
    return Strategy(winner, np.array(rows, np.int32), functions)


def wins(question: Quantified, strategy: Strategy) -> bool:
    """Return whether a well-formed strategy wins every game."""
    others = [var for _, var in quantifier_order(question) if var not in strategy.functions]
    for signs in product((1, -1), repeat=len(others)):
        chosen = [var * sign for var, sign in zip(others, signs, strict=True)]
        lits = {*chosen, *replies(strategy, chosen)}
        if satisfied(question, lits) != (strategy.winner is E):
            return False
    return True


def make_question(prefix: str, *clauses: list[Lit], var_count: int = 0) -> Quantified:
    """Build a question in one line: ``make_question("e1 a2,3", [1, 2])``."""
    blocks = tuple(
        Block(Quantifier(word[0]), tuple(map(int, filter(None, word[1:].split(",")))))
        for word in prefix.split()
    )
    return Quantified(blocks, Formula(clauses, var_count=var_count))


@st.composite
def questions(draw: st.DrawFn, max_var: int = 6, max_clauses: int = 10) -> Quantified:
    """Questions with any sequence of blocks, also empty ones, free and unused variables, empty clauses."""
    last = draw(st.integers(0, max_var))
    bound = draw(st.permutations(range(1, last + 1)))[: draw(st.integers(0, last))]
    cuts = sorted(draw(st.lists(st.integers(0, len(bound)), max_size=4)))
    parts = [bound[a:b] for a, b in zip([0, *cuts], [*cuts, len(bound)], strict=True)]
    prefix = tuple(Block(draw(st.sampled_from(Quantifier)), tuple(part)) for part in parts)
    literals = st.integers(1, max(last, 1)).flatmap(lambda var: st.sampled_from((var, -var)))
    clause = st.lists(literals, max_size=4) if last else st.just([])
    clauses = draw(st.lists(clause, max_size=max_clauses))
    return Quantified(prefix, Formula(clauses, var_count=last))


def random_questions(rng: Random, count: int, variables: int = 6) -> Iterator[Quantified]:
    """Formulas with two to four blocks, near the density at which both answers are common."""
    for _ in range(count):
        cuts = sorted(rng.sample(range(1, variables), rng.randint(1, 3)))
        blocks = [range(a + 1, b + 1) for a, b in zip([0, *cuts], [*cuts, variables], strict=True)]
        kinds = [E, A] if rng.random() < 0.5 else [A, E]
        prefix = tuple(Block(kinds[at % 2], tuple(block)) for at, block in enumerate(blocks))
        clauses = [
            [var * rng.choice((1, -1)) for var in rng.sample(range(1, variables + 1), 3)]
            for _ in range(rng.randint(4, 12))
        ]
        yield Quantified(prefix, Formula(clauses, var_count=variables))
