"""Pictures of boards with places marked: violated rules, a reason, the new facts of a step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from satplay.contracts.phrases import StepMarks
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


def draw_step(puzzle: Puzzle[Any, Any], board: Any, before: Any, after: Any, marks: StepMarks) -> Scene:
    """The position after a step, with its new facts and what they follow from marked in two ways.

    If the puzzle does not mark new facts, everything that was not in the picture before is framed.
    """
    if puzzle.mark_step is not None:
        return puzzle.mark_step(board, after, marks)
    from satplay.drawing.frames import frame_new_shapes

    scene = draw_marked(puzzle, board, after, marks.because)
    if before == after:
        return scene
    earlier = draw_marked(puzzle, board, before, marks.because)
    return replace(scene, shapes=(*scene.shapes, *frame_new_shapes(earlier, scene)))
