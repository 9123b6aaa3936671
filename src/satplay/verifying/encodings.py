"""Comparing an encoding with the rules, board by board.

The rules are the puzzle's own checker; neither it nor the search for solutions uses clauses.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from typing import Any

from satplay.contracts.encoding import Encoding
from satplay.contracts.puzzle import Audit, Puzzle
from satplay.errors import BadInput, EncodingError
from satplay.fast_dataclass import dataclass
from satplay.reasoning.oracle import EngineOracle
from satplay.rule import RuleInstance

ENOUGH = 200
"""A board is abandoned after this many models plus twice its solutions: the encoding is wrong then."""


class Property(Enum):
    """A property that an encoding should have."""

    SOUND = "every model is a solution"
    COMPLETE = "every solution has a model"
    EXACT = "every solution has one model"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A board on which a property fails.

    ``solution``    the decoding of a model that is not a solution, a solution that no model decodes to, or
                    one that several models decode to
    ``violations``  the rule instances that it violates
    """

    board: Any
    solution: Any
    violations: tuple[RuleInstance, ...]


class Comparison:
    """One encoding and the boards that it was compared on.

    ``held``     the number of boards on which each property held, until one on which it failed
    ``failed``   the first counterexample to each property that failed
    ``refused``  the number of boards that the encoding does not support
    """

    def __init__(self, puzzle: Puzzle[Any, Any], known: Audit[Any, Any], encoding: str) -> None:
        self._puzzle, self._known = puzzle, known
        self._encode = puzzle.encoders[encoding].encode
        self.held = dict.fromkeys(Property, 0)
        self.failed: dict[Property, Counterexample] = {}
        self.refused = 0

    @property
    def is_decided(self) -> bool:
        """Whether every property has failed."""
        return len(self.failed) == len(Property)

    def add(self, board: Any) -> None:
        """Compare the encoding with the rules on a board, in the properties that have not failed."""
        try:
            encoded = self._encode(board)
        except BadInput:
            self.refused += 1
            return
        open_ = set(Property).difference(self.failed)
        for kind, wrong in _judge_board(self._puzzle, self._known, board, encoded, open_):
            if kind in self.failed:
                continue
            if wrong is None:
                self.held[kind] += 1
            else:
                self.failed[kind] = wrong


def _judge_board(
    puzzle: Puzzle[Any, Any], known: Audit[Any, Any], board: Any, encoded: Encoding[Any], open_: set[Property]
) -> Iterator[tuple[Property, Counterexample | None]]:
    """Each property in ``open_`` with a counterexample on one board, or None if it holds.

    Open properties stay undecided once a wrong encoding has far more models than there are solutions:
    enumerating all of them could take too long.  The verdict on a property does not depend on which others
    are open.
    """
    right = dict.fromkeys(known.solutions(board))
    missing = set(right)
    seen: set[Any] = set()
    wrong: Any = None
    twice: Any = None
    undecided, ended = set(open_), True
    if not right:
        undecided.discard(Property.COMPLETE)
    for model_number, solution in enumerate(EngineOracle().solutions(encoded)):
        if solution in seen:
            twice = solution if twice is None else twice
            undecided.discard(Property.EXACT)
        seen.add(solution)
        if solution not in right:
            wrong = solution if wrong is None else wrong
            undecided.discard(Property.SOUND)
        missing.discard(solution)
        if not missing:
            undecided.discard(Property.COMPLETE)
        if not undecided or model_number > ENOUGH + 2 * len(right):
            ended = False
            break
    broken = () if wrong is None else tuple(puzzle.check(board, wrong))
    if wrong is not None and not broken:
        raise EncodingError(
            f"the judge of {puzzle.title} accepts a solution that exhaustive search does not find"
        )
    # The first in the order of the search: the order of a set differs between processes.
    missed = next((one for one in right if one in missing), None)
    if wrong is not None or ended:
        yield Property.SOUND, None if wrong is None else Counterexample(board, wrong, broken)
    if missed is None or ended:
        yield Property.COMPLETE, None if missed is None else Counterexample(board, missed, ())
    if twice is not None or ended:
        several = () if twice is None else tuple(puzzle.check(board, twice))
        yield Property.EXACT, None if twice is None else Counterexample(board, twice, several)
