"""Random k-SAT: clauses of k different variables, signs by coin.

With ``ratio`` clauses per variable near the threshold about half of the formulas are satisfiable and
those are the hardest (Mitchell, Selman & Levesque 1992; for k = 3 at 4.267: Mertens, Mézard & Zecchina
2006; for 2 at 1: Goerdt 1996, Chvátal & Reed 1992).
"""

from __future__ import annotations

from random import Random

import numpy as np

from satplay.contracts.oracle import Oracle
from satplay.contracts.puzzle import Wish
from satplay.errors import BadInput
from satplay.logic.formula import Formula

THRESHOLD = {1: 1.0, 2: 1.0, 3: 4.267, 4: 9.931, 5: 21.117, 6: 43.37, 7: 87.79}
DEFAULT_VARS = 20


def generate(wish: Wish, rng: Random, oracle: Oracle) -> Formula:
    """A uniform random formula: ``size`` variables, options ``k`` (default 3) and ``ratio``."""
    unknown = sorted({*wish.options} - {"k", "ratio"})
    if wish.difficulty is not None or unknown:
        found = f"difficulty {wish.difficulty}" if wish.difficulty is not None else ", ".join(unknown)
        raise BadInput("wish", found=found, expected="size, k and ratio alone")
    variables = _number(wish.size or str(DEFAULT_VARS), "size", 1, 10_000_000)
    width = _number(wish.options.get("k", str(min(3, variables))), "k", 1, 7)
    if width > variables:
        raise BadInput("wish", found=f"k = {width}", expected=f"at most the {variables} variables")
    ratio = _ratio(wish.options.get("ratio", str(THRESHOLD[width])))
    count = round(ratio * variables)
    numbers = np.random.default_rng(rng.getrandbits(64))
    chosen = numbers.integers(1, variables + 1, (count, width), dtype=np.int32)
    while (repeating := _repeating(chosen)).size:  # draw those rows again: every choice stays equally likely
        chosen[repeating] = numbers.integers(1, variables + 1, (repeating.size, width), dtype=np.int32)
    signs = numbers.integers(0, 2, (count, width), dtype=np.int32) * np.int32(2) - np.int32(1)
    formula = Formula(var_count=variables)
    formula.add_rows(chosen * signs)
    return formula


def _repeating(
    rows: np.ndarray[tuple[int, int], np.dtype[np.int32]],
) -> np.ndarray[tuple[int], np.dtype[np.intp]]:
    """The rows in which a variable stands twice."""
    return np.flatnonzero((np.diff(np.sort(rows, axis=1), axis=1) == 0).any(axis=1))


def _number(text: str, what: str, low: int, high: int) -> int:
    if not (text.isascii() and text.isdigit() and low <= int(text) <= high):
        raise BadInput("wish", found=f"{what} = {text!r}", expected=f"a number from {low} to {high}")
    return int(text)


def _ratio(text: str) -> float:
    try:
        ratio = float(text)
    except ValueError:
        ratio = -1.0
    if not 0 <= ratio <= 1000:
        raise BadInput("wish", found=f"ratio = {text!r}", expected="a number from 0 to 1000")
    return ratio
