"""Meanings of variables, named one by one or in blocks whose atoms are created only on demand."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Iterator
from heapq import merge
from itertools import chain, count, product, starmap
from operator import itemgetter
from typing import NamedTuple

import numpy as np

from satplay.errors import BadInput
from satplay.logic.listed import ListedAtoms, is_found_by_name
from satplay.logic.literal import MAX_VAR, Atom, Lit, Var


class _Block(NamedTuple):
    """Variables ``first`` .. ``last``, whose atoms are created on demand."""

    first: Var
    last: Var
    shape: tuple[int, ...]
    meaning: Callable[..., Atom]

    def of(self, var: Var) -> Atom:
        return self.meaning(*(int(i) for i in np.unravel_index(var - self.first, self.shape)))

    def items(self) -> Iterator[tuple[Var, Atom]]:
        """Every variable with its atom, in order."""
        return zip(count(self.first), starmap(self.meaning, product(*map(range, self.shape))), strict=False)


class Meanings:
    """Maps variables to atoms, and atoms of individually named variables back."""

    def __init__(self) -> None:
        self._atoms: dict[Var, Atom] = {}
        self._variables: dict[Atom, Var] = {}
        self._blocks: list[_Block] = []  # ordered by first variable: new blocks come last

    def variable(self, atom: Atom) -> Var | None:
        """The variable that was named ``atom``."""
        return self._variables.get(atom)

    def name(self, var: Var, atom: Atom) -> None:
        """Give a meaning to a variable that has none yet."""
        if not 1 <= var <= MAX_VAR:
            raise BadInput("variable to name", found=str(var), expected=f"1 to {MAX_VAR}")
        if atom in self._variables or self.of(var) is not None:
            raise BadInput("name", found=f"{atom} for variable {var}", expected="each name and variable once")
        self._atoms[var] = atom
        self._variables[atom] = var

    def add_block(self, first: Var, last: Var, shape: tuple[int, ...], meaning: Callable[..., Atom]) -> None:
        """Let variables ``first`` .. ``last`` mean ``meaning(i, j, ...)``."""
        self._blocks.append(_Block(first, last, shape, meaning))

    def of(self, lit: Lit) -> Atom | None:
        """The meaning of the variable of ``lit``; None if it has none."""
        var = abs(lit)
        found = self._atoms.get(var)
        if found is None and self._blocks:
            at = bisect.bisect_right(self._blocks, var, key=lambda block: block.first) - 1
            if at >= 0 and var <= self._blocks[at].last:
                found = self._blocks[at].of(var)
        return found

    def __iter__(self) -> Iterator[tuple[Var, Atom]]:
        """Every variable that has a meaning, in order, with its atom."""
        blocks = chain.from_iterable(map(_Block.items, self._blocks))
        return merge(sorted(self._atoms.items(), key=itemgetter(0)), blocks, key=itemgetter(0))

    def listed(self) -> Meanings:
        """A copy that can be pickled: blocks whose function pickling cannot find list their atoms."""
        copy = self.copy()
        copy._blocks = [
            block
            if is_found_by_name(block.meaning)
            else block._replace(meaning=ListedAtoms(block.shape, tuple(atom for _, atom in block.items())))
            for block in self._blocks
        ]
        return copy

    def copy(self) -> Meanings:
        """An independent copy."""
        copy = Meanings()
        copy._atoms = dict(self._atoms)
        copy._variables = dict(self._variables)
        copy._blocks = list(self._blocks)
        return copy
