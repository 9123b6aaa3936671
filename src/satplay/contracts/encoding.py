"""Encoding: an instance as a CNF formula; Encoder: builds encodings; Question: a quantified formula."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
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


def no_lazy_clauses(solution: Any) -> Iterable[tuple[RuleInstance, Clause]]:
    """The ``lazy_clauses`` of an encoding whose formula already contains every rule."""
    return ()


@dataclass(frozen=True, slots=True, eq=False)
class Connectivity:
    """A connectivity constraint: the edges whose literal is true connect all nodes.

    An engine with a connectivity theory enforces it during the search instead of by lazy clauses.  A row of
    ``edges`` is two nodes, counted from 0, and a literal.  ``alone`` is true if this is the only lazy rule:
    with the theory attached, no lazy clause is ever needed.
    """

    nodes: int
    edges: NDArray[np.int32]
    alone: bool = True

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Connectivity):
            return NotImplemented
        same = (self.nodes, self.alone) == (other.nodes, other.alone)
        return same and self.edges.tolist() == other.edges.tolist()

    def __hash__(self) -> int:
        return hash((self.nodes, self.edges.tobytes(), self.alone))


@dataclass(frozen=True, slots=True)
class Encoding(Generic[S]):
    """One instance as a CNF formula.

    ``answer``        literals of the solution: counting and enumeration project onto their variables
    ``lazy_clauses``  (rule instance, clause) pairs that a candidate solution violates (lazy refinement)
    ``built_in``      rules that no assignment of these variables can violate
    ``connectivity``  one of the lazy rules as a graph, for engines with a connectivity theory
    ``warm_start``    literals of a candidate solution found without clauses; may be partial or empty

    Encodings are pickled: the functions are functions of a module, or ``partial`` of one, never local.
    Functions do not count in comparisons, because two of them that do the same are not equal.
    """

    formula: Formula
    decode: Callable[[Model], S] = field(compare=False)
    answer: Sequence[Lit]
    lazy_clauses: Callable[[S], Iterable[tuple[RuleInstance, Clause]]] = field(
        default=no_lazy_clauses, compare=False
    )
    built_in: frozenset[Enum] = field(default_factory=frozenset)
    connectivity: Connectivity | None = None
    warm_start: Callable[[], Sequence[Lit]] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Encoder(Generic[I, S]):
    """A way to encode a puzzle; ``source`` is its paper or page, ``gap`` its known error, or None.

    If several errors mask each other, ``parts`` maps each part to an encoder of the same puzzle that differs
    from a correct one in this part only; ``audit`` tests these encoders too.
    """

    encode: Callable[[I], Encoding[S]]
    source: str
    gap: str | None = None
    parts: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Question(Generic[L]):
    """A question about a game as a quantified Boolean formula.

    ``decode`` turns a set of true literals into a line of play: the winner's values of the outermost block,
    or the choices of one side with the replies of the other, up to any point of the game.
    """

    formula: Quantified
    decode: Callable[[Sequence[Lit]], L]
