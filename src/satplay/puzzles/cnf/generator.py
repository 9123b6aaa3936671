"""Random formulas: clauses of distinct variables with random signs, by default near the threshold.

With ``ratio`` clauses per variable near the threshold (``logic/threshold.py``) about half of the formulas are
satisfiable, and formulas are hardest (Mitchell, Selman & Levesque 1992).
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.option import Option
from satplay.contracts.oracle import Oracle
from satplay.contracts.texts import quote, read_natural
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.threshold import THRESHOLD
from satplay.puzzles.cnf.clause_lengths import mixture, open_ratio
from satplay.puzzles.cnf.unsatisfiable_core import find_core

DEFAULT_VARS = 20
MOST_VARS = 10_000_000

TRIES = 100
"""The number of formulas drawn for an unsatisfiable one before the generator gives up."""

MORE = 1.05
"""Without a ratio, the number of clauses grows by this factor after each satisfiable formula."""

CORES = 5
"""With mixed lengths the largest of this number of cores is taken: two unit clauses may be a core."""

GENERATOR_OPTIONS: Mapping[str, Option] = {
    "vars": Option("number of variables, like --size", "N"),
    "k": Option(f"literals per clause, 1 to {max(THRESHOLD)}", "N"),
    "ratio": Option("clauses per variable", "X"),
    "mixed": Option("clauses of lengths k-1, k and k+1, and a few unit clauses"),
    "planted": Option("satisfiable formula: a model is drawn first"),
    "core": Option("minimally unsatisfiable formula"),
}


@dataclass(frozen=True, slots=True)
class _Plan:
    """The parsed options: lengths with their shares; unless ``exact``, more clauses are allowed."""

    variables: int
    shares: Mapping[int, float]
    ratio: float
    exact: bool
    planted: bool
    core: bool


def generate(options: GeneratorOptions, rng: Random, oracle: Oracle) -> Formula:
    """A random formula: all clauses of one length are equally likely, independently of each other.

    ``vars``     the number of variables, also called ``size``; default 20
    ``k``        the number of literals per clause; default 3
    ``ratio``    clauses per variable; by default about half of the formulas are satisfiable
    ``mixed``    ``yes``: lengths around ``k``, and a few unit clauses
    ``planted``  ``yes``: an assignment is drawn first, then only clauses that it satisfies
    ``core``     ``yes``: a minimal unsatisfiable core of a random formula
    """
    plan = _plan(options)
    if plan.core:
        return _unsatisfiable_core(plan, rng, oracle)
    return _draw_formula(plan, round(plan.ratio * plan.variables), rng)


def _unsatisfiable_core(plan: _Plan, rng: Random, oracle: Oracle) -> Formula:
    """A minimal unsatisfiable core of the first unsatisfiable formula drawn."""
    ratio = plan.ratio
    cores: list[Formula] = []
    for _ in range(TRIES):
        found = find_core(_draw_formula(plan, round(ratio * plan.variables), rng), rng, oracle)
        if found is not None:
            cores.append(found)
            if len(plan.shares) == 1 or len(cores) == CORES:
                break
        elif not plan.exact:
            ratio *= MORE
    if not cores:
        expected = f"more clauses or another seed: {TRIES} formulas all had a model"
        raise BadInput("generator option", found=f"core with ratio = {ratio:g}", expected=expected)
    return max(cores, key=len)


# -- drawing -------------------------------------------------------------------------------------------


def _draw_formula(plan: _Plan, count: int, rng: Random) -> Formula:
    """A formula of ``count`` clauses, each of a length drawn by the shares."""
    numbers = np.random.default_rng(rng.getrandbits(64))
    formula = Formula(var_count=plan.variables)
    if len(plan.shares) == 1 and not plan.planted:
        (width,) = plan.shares
        formula.add_rows(_clauses(numbers, plan.variables, count, width))
        return formula
    hidden = None
    if plan.planted:
        hidden = np.append(0, numbers.integers(0, 2, plan.variables) * 2 - 1).astype(np.int32)
    lengths = numbers.choice(list(plan.shares), count, p=list(plan.shares.values()))
    starts = np.cumsum(lengths + 1) - (lengths + 1)
    flat = np.zeros(int((lengths + 1).sum()), np.int32)  # a 0 after every clause
    for width in sorted(plan.shares):
        places = starts[lengths == width]
        rows = _clauses(numbers, plan.variables, places.size, width, hidden)
        flat[places[:, np.newaxis] + np.arange(width)] = rows
    formula.add_flat(flat, adopt=True)
    return formula


def _clauses(
    numbers: np.random.Generator,
    variables: int,
    count: int,
    width: int,
    hidden: NDArray[np.int32] | None = None,
) -> NDArray[np.int32]:
    """Clauses of one length, one per row; ``hidden`` is an assignment that must satisfy all of them.

    Invalid clauses are drawn again (rejection sampling), so that all others stay equally likely.
    """
    chosen = numbers.integers(1, variables + 1, (count, width), dtype=np.int32)
    while (again := _find_repeats(chosen)).size:
        chosen[again] = numbers.integers(1, variables + 1, (again.size, width), dtype=np.int32)
    signs = _signs(numbers, count, width)
    if hidden is not None:
        while (again := np.flatnonzero((signs != hidden[chosen]).all(axis=1))).size:
            signs[again] = _signs(numbers, again.size, width)
    return chosen * signs


def _signs(numbers: np.random.Generator, count: int, width: int) -> NDArray[np.int32]:
    return numbers.integers(0, 2, (count, width), dtype=np.int32) * np.int32(2) - np.int32(1)


def _find_repeats(rows: NDArray[np.int32]) -> NDArray[np.intp]:
    """The indices of the rows in which a variable occurs twice."""
    return np.flatnonzero((np.diff(np.sort(rows, axis=1), axis=1) == 0).any(axis=1))


# -- options ------------------------------------------------------------------------------------------


def _plan(options: GeneratorOptions) -> _Plan:
    options.level(())
    options.expect_options(*GENERATOR_OPTIONS)
    if options.size is not None and "vars" in options.extra:
        raise BadInput(
            "generator option", found="size and vars", expected="one of them, for they are the same"
        )
    name = "size" if options.size is not None else "vars"
    text = options.extra.get("vars", options.size)
    variables = DEFAULT_VARS if text is None else _number(text, name, MOST_VARS)
    width = _number(options.extra.get("k", str(min(3, variables))), "k", max(THRESHOLD))
    if width > variables:
        raise BadInput(
            "generator option", found=f"k = {width}", expected=f"at most the {variables} variables"
        )
    mixed, planted, core = (
        options.either(name, "no", "yes") == "yes" for name in ("mixed", "planted", "core")
    )
    if planted and core:
        raise BadInput(
            "generator option", found="planted and core", expected="one of them: a core has no model"
        )
    shares = mixture(width, variables) if mixed else {width: 1.0}
    exact = "ratio" in options.extra
    ratio = _ratio(options.extra["ratio"]) if exact else open_ratio(shares, variables)
    return _Plan(variables, shares, ratio, exact, planted, core)


def _number(text: str, what: str, most: int) -> int:
    number = read_natural(text, most)
    if not number:
        raise BadInput(
            "generator option", found=f"{what} = {quote(text)}", expected=f"a number from 1 to {most}"
        )
    return number


def _ratio(text: str) -> float:
    try:
        ratio = float(text)
    except ValueError:
        ratio = -1.0
    if not 0 <= ratio <= 1000:
        raise BadInput("generator option", found=f"ratio = {quote(text)}", expected="a number from 0 to 1000")
    return ratio
