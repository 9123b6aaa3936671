"""Facts: a puzzle instance encoded in facts that a person can draw on the board, for explanations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Generic, TypeVar

from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.contracts.encoding import Encoding
    from satplay.logic.literal import Lit


S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Facts(Generic[S]):
    """An encoding of one instance for explanations.

    ``encoding``         states each rule instance separately, over atoms that have a sentence
    ``target_literals``  literals that are progress for a person once they are known, the preferred ones first
    ``known_literals``   the literals that a (partial, possibly wrong) solution asserts
    ``nothing``          the empty partial solution
    ``apply_facts``      a partial solution with further literals entered, if its type can represent them
    ``gradual``          whether a hint states one fact at a time and denials first, because all at once would
                         give the solution away
    """

    encoding: Encoding[S]
    target_literals: Sequence[Lit]
    known_literals: Callable[[S], Iterable[Lit]]
    nothing: S
    apply_facts: Callable[[S, Sequence[Lit]], S]
    gradual: bool = False
