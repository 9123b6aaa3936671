"""Minimal unsatisfiable subsets and minimal correction sets by testing every subset of the groups."""

from __future__ import annotations

from itertools import product

import numpy as np

from satplay.reasoning.groups import Groups


def satisfiable_masks(groups: Groups[object]) -> list[bool]:
    """For each subset (the bits of its index): whether its groups and the hard clauses are satisfiable."""
    formula = groups.formula
    best = []  # for each assignment that satisfies the hard clauses: the satisfied groups
    for values in product((False, True), repeat=formula.var_count):
        true = {var + 1 if value else -(var + 1) for var, value in enumerate(values)}
        holds = (1 << len(groups)) - 1
        for clause, group in zip(formula, groups.group_of.tolist(), strict=True):
            if not true & {*clause}:
                holds = holds & ~(1 << group) if group >= 0 else -1
            if holds < 0:
                break
        if holds >= 0:
            best.append(holds)
    distinct = np.unique(np.array(best, np.int64))
    masks = np.arange(1 << len(groups), dtype=np.int64)
    sat = np.zeros(masks.size, np.bool_)
    for holds in distinct.tolist():
        sat |= (masks & ~holds) == 0
    return sat.tolist()


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def muses(groups: Groups[object]) -> set[tuple[object, ...]]:
    """Subsets that are unsatisfiable, but satisfiable after removing any one member."""
    sat = satisfiable_masks(groups)
    return {
        groups.names_of(_bits(mask))
        for mask, holds in enumerate(sat)
        if not holds and all(sat[mask & ~(1 << bit)] for bit in _bits(mask))
    }


def mcses(groups: Groups[object]) -> set[tuple[object, ...]]:
    """Subsets whose complement is satisfiable, but not after adding any one member."""
    sat = satisfiable_masks(groups)
    whole = len(sat) - 1
    return {
        groups.names_of(_bits(whole & ~mask))
        for mask, holds in enumerate(sat)
        if holds and not any(sat[mask | 1 << bit] for bit in _bits(whole & ~mask))
    }
