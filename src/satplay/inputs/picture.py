"""Pictures of boards with the places of rule instances highlighted: violated rules, or a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from satplay.contracts.puzzle import Puzzle
from satplay.rule import RuleInstance

if TYPE_CHECKING:
    from satplay.drawing.scene import Scene


def draw_marked(
    puzzle: Puzzle[Any, Any], board: Any, solution: Any, instances: Sequence[RuleInstance]
) -> Scene:
    """The board with a solution or a part of one; the places are highlighted if the puzzle supports it."""
    if puzzle.mark is None:
        return puzzle.draw(board, solution)
    return puzzle.mark(board, solution, instances)
