"""Families of formulas or boards: rows of a table, each with seeds that always give the same ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Generic, Literal, TypeVar

from satplay.errors import NoSuchName
from satplay.fast_dataclass import dataclass

F = TypeVar("F")
Status = Literal["sat", "unsat"]


@dataclass(frozen=True, slots=True)
class Family(Generic[F]):
    """A row of the table.

    ``build``   from a seed to a formula or a board
    ``quick``   builds small ones of the same kind, for ``quick_seeds``
    ``status``  of all formulas, by construction or, for random ones, of the listed seeds; None if unknown
    """

    name: str
    title: str
    build: Callable[[int], F]
    quick: Callable[[int], F]
    seeds: tuple[int, ...] = (1, 2, 3)
    quick_seeds: tuple[int, ...] = (1,)
    status: Status | None = None

    def formulas(self, *, quick: bool, shift: int = 0) -> Iterator[tuple[int, Callable[[], F]]]:
        """The seeds, plus ``shift``, and for each a function that builds its formula."""
        build, seeds = (self.quick, self.quick_seeds) if quick else (self.build, self.seeds)
        for seed in seeds:
            yield seed + shift, partial(build, seed + shift)


def find_family(families: Iterable[Family[F]], name: str, kind: str = "family of formulas") -> Family[F]:
    """The family of that name."""
    known = {family.name: family for family in families}
    if name not in known:
        raise NoSuchName(kind, name, known)
    return known[name]


def choose_families(
    families: Sequence[Family[F]], names: Iterable[str], kind: str = "family of formulas"
) -> Sequence[Family[F]]:
    """The families of these names, or all of them without names."""
    return [find_family(families, name, kind) for name in dict.fromkeys(names)] or families
