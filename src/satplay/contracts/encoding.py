"""Encoding: a puzzle said in clauses; Encoder: who says it; Question: the same with quantifiers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model
from satplay.logic.quantified import Quantified
from satplay.rule import RuleInstance

I = TypeVar("I")  # noqa: E741 - an instance of a puzzle, beside S for its solution
S = TypeVar("S")
L = TypeVar("L")


def nothing_missing(solution: Any) -> Iterable[tuple[RuleInstance, Clause]]:
    """The ``refine`` of an encoding that states all its rules at once."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Connected:
    """A rule that some engines decide themselves: the edges whose literal is true connect all nodes.

    A row of ``edges`` is two nodes, from 0, and a literal.  ``alone`` says that ``refine`` states nothing but
    this rule: where an engine decides it, nothing is missing.
    """

    nodes: int
    edges: NDArray[np.int32]
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Encoding(Generic[S]):
    """One instance in clauses.

    ``answer``   the literals that are the answer: counting and enumerating ignore all other variables
    ``refine``   (rule instance, clause) pairs that a found solution still breaks: rules stated lazily
    ``built_in`` rules that no assignment can break, because the variables cannot even say it
    ``connected`` one of the lazy rules once more, for an engine that can take part in it
    ``likely``   looks for a solution by another way, when asked; literals that are one, or nearly, or nothing
    """

    formula: Formula
    decode: Callable[[Model], S]
    answer: Sequence[Lit]
    refine: Callable[[S], Iterable[tuple[RuleInstance, Clause]]] = nothing_missing
    built_in: frozenset[Enum] = field(default_factory=frozenset)
    connected: Connected | None = None
    likely: Callable[[], Sequence[Lit]] | None = None


@dataclass(frozen=True, slots=True)
class Encoder(Generic[I, S]):
    """``source`` is the paper or page it comes from; ``gap`` what it is known to get wrong, or None.

    Where one fault hides another, ``parts`` names for each part of it the encoder of the same puzzle that has
    this part alone and is right in everything else; an audit looks at these too.
    """

    encode: Callable[[I], Encoding[S]]
    source: str
    gap: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question(Generic[L]):
    """A question about a game, with quantifiers.

    ``decode`` turns literals that are true together into a line of play: the winner's first values, or the
    choices of one side and the replies of the other as far as the game has come.
    """

    formula: Quantified
    decode: Callable[[Sequence[Lit]], L]
