"""Quantified: a quantified Boolean formula in prenex conjunctive normal form."""

from __future__ import annotations

from enum import Enum

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.formula import Formula
from satplay.logic.literal import Var


class Quantifier(Enum):
    """Quantifiers, with their QDIMACS letters."""

    EXISTS = "e"
    FORALL = "a"


@dataclass(frozen=True, slots=True)
class Block:
    """Variables bound together by one quantifier."""

    quantifier: Quantifier
    variables: tuple[Var, ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """A ``prefix`` of blocks, outermost first, and a ``matrix`` of clauses.

    Variables of the matrix that no block binds are free: they count as bound by an outermost
    ``EXISTS``, as in QDIMACS.
    """

    prefix: tuple[Block, ...]
    matrix: Formula

    def __post_init__(self) -> None:
        seen: set[Var] = set()
        for block in self.prefix:
            for var in block.variables:
                if var < 1 or var in seen:
                    found = f"variable {var}" + (" twice" if var in seen else "")
                    raise BadInput("prefix", found=found, expected="each variable bound once, from 1")
                seen.add(var)
