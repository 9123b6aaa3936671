"""Judging subsets of clauses with an engine that had no part in finding them."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.engine import Limit, Sat, Stopped, Unknown, Unsat
from satplay.engines.catalogue import open_engine
from satplay.engines.verify import first_false_clause
from satplay.errors import EngineError
from satplay.reasoning.groups import Groups


@dataclass(frozen=True, slots=True)
class Judgement:
    """``holds``: the claim about the whole set was confirmed; ``members``: so was that about each of these.

    ``stopped`` says why not about all.  A claim that is wrong is no judgement but an ``EngineError``.
    """

    holds: bool
    members: tuple[int, ...] = ()
    stopped: Stopped | None = None


def judge_mus(groups: Groups[Any], found: Sequence[int], needed: Sequence[int], limit: Limit) -> Judgement:
    """These groups cannot hold together; without any one of those needed they can."""
    bench = _Bench(groups, found, limit)
    stopped = bench.expect(found, satisfiable=False, claim="an unsatisfiable subset")
    if stopped is not None:
        return Judgement(False, stopped=stopped)
    confirmed: list[int] = []
    for member in needed:
        others = [other for other in found if other != member]
        stopped = bench.expect(others, satisfiable=True, claim="a member that is needed")
        if stopped is not None:
            return Judgement(True, tuple(confirmed), stopped)
        confirmed.append(member)
    return Judgement(True, tuple(confirmed))


def judge_mcs(groups: Groups[Any], missing: Sequence[int], limit: Limit) -> Judgement:
    """Without these groups the others can hold together; with any one of these they cannot."""
    every = range(len(groups))
    bench = _Bench(groups, every, limit)
    gone = {*missing}
    others = [group for group in every if group not in gone]
    stopped = bench.expect(others, satisfiable=True, claim="a correction set")
    if stopped is not None:
        return Judgement(False, stopped=stopped)
    confirmed: list[int] = []
    for member in missing:
        stopped = bench.expect([*others, member], satisfiable=False, claim="a member of a correction set")
        if stopped is not None:
            return Judgement(True, tuple(confirmed), stopped)
        confirmed.append(member)
    return Judgement(True, tuple(confirmed))


class _Bench:
    """A new engine that knows the clauses of these groups, each behind a selector, and what is hard."""

    def __init__(self, groups: Groups[Any], numbers: Iterable[int], limit: Limit) -> None:
        self._limit = limit
        self._started = time.monotonic()
        formula = groups.formula
        chosen = np.zeros(len(groups) + 1, np.bool_)
        chosen[list(numbers)] = True
        chosen[-1] = True  # what is hard: group -1
        taken = chosen[groups.group_of]
        lengths = np.diff(formula.ends, prepend=-1)
        flat = formula.flat[np.repeat(taken, lengths)]
        owners = groups.group_of[taken]
        # Numbered without gaps, so that the selectors find room after the variables.
        variables, dense = np.unique(np.abs(flat), return_inverse=True)
        offset = 0 if variables.size and variables[0] == 0 else 1
        flat = np.sign(flat) * (dense.reshape(-1) + offset).astype(np.int32)
        self._first = int(variables.size) + 1
        ends = np.flatnonzero(flat == 0)
        soft = owners >= 0
        guards = -(owners[soft] + np.int32(self._first))
        self._flat: NDArray[np.int32] = np.insert(flat, ends[soft], guards).astype(np.int32)
        self._engine = open_engine()
        self._engine.add_flat(self._flat)

    def expect(self, chosen: Sequence[int], *, satisfiable: bool, claim: str) -> Stopped | None:
        """Decide, and complain if it is not as claimed; a reason where no decision was possible."""
        limit = self._limit
        if limit.seconds is not None:
            left = limit.seconds - (time.monotonic() - self._started)
            limit = replace(limit, seconds=max(0.0, left))
        assumed = [group + self._first for group in chosen]
        match self._engine.solve(assumed, limit):
            case Unknown(stopped=why):
                return why
            case Sat(model=model) if satisfiable:
                wrong = first_false_clause(self._flat, model)
                denied = [lit for lit in assumed if model.value(lit) is False]
                if wrong is None and not denied:
                    return None
            case Unsat() if not satisfiable:
                return None
        raise EngineError(f"{claim} turned out to be none when it was checked")
