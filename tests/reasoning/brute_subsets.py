"""Minimal unsatisfiable subsets and minimal correction sets by looking at every subset of groups."""

from __future__ import annotations

from itertools import product

import numpy as np

from satplay.reasoning.groups import Groups


def satisfiable_masks(groups: Groups[object]) -> list[bool]:
    """By subset, as the bits of a number: whether its groups and what is hard can hold together."""
    formula = groups.formula
    best = []  # by assignment that satisfies what is hard: the groups that hold
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
    """Unsatisfiable, and satisfiable without any one member."""
    sat = satisfiable_masks(groups)
    return {
        groups.named(_bits(mask))
        for mask, holds in enumerate(sat)
        if not holds and all(sat[mask & ~(1 << bit)] for bit in _bits(mask))
    }


def mcses(groups: Groups[object]) -> set[tuple[object, ...]]:
    """The others are satisfiable, and not with any one member."""
    sat = satisfiable_masks(groups)
    whole = len(sat) - 1
    return {
        groups.named(_bits(whole & ~mask))
        for mask, holds in enumerate(sat)
        if holds and not any(sat[mask | 1 << bit] for bit in _bits(whole & ~mask))
    }
