"""Phrases: how a person words the steps of one puzzle, and what a picture of a step marks.

Both are optional parts of a puzzle.  Without them explanations use the sentences of rule instances and facts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.rule import RuleInstance

I = TypeVar("I")  # noqa: E741 - an instance of a puzzle, as in contracts/puzzle.py


class Statement(NamedTuple):
    """A fact: the atom of the puzzle's formula for explanations, affirmed or denied."""

    atom: Any
    is_true: bool


@dataclass(frozen=True, slots=True)
class Phrases(Generic[I]):
    """The words of one puzzle.  Every function gets the board first; "" means: no better words.

    ``facts``   statements as sentences without a full stop; several about one place may become one
    ``place``   where a rule instance is, after "Look at": ``the island B2``
    ``label``   the same in short, after the name of the rule: ``B2``
    ``reason``  after "because": why this rule instance alone and the given facts imply the new facts
    ``broken``  after "But then": what would be wrong where the rule instance does not hold
    """

    facts: Callable[[I, Sequence[Statement]], Sequence[str]]
    place: Callable[[I, RuleInstance], str]
    label: Callable[[I, RuleInstance], str]
    reason: Callable[[I, RuleInstance, Sequence[Statement], Sequence[Statement]], str]
    broken: Callable[[I, RuleInstance], str]


@dataclass(frozen=True, slots=True)
class StepMarks:
    """What a picture of a step marks, in two ways that differ without colour, too.

    ``new``      the new facts
    ``given``    the known facts that the step uses
    ``because``  the rule instances that the step uses
    """

    new: Sequence[Statement] = ()
    given: Sequence[Statement] = ()
    because: Sequence[RuleInstance] = ()
