"""A hint, or a step of an explanation, as the page shows it: sentences, and what to mark on the board."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from satplay.contracts.browser import BrowserView
from satplay.contracts.phrases import StepMarks
from satplay.drawing.shape_elements import scene_as_json
from satplay.playing.puzzle_hints import move_to
from satplay.playing.puzzle_state import PuzzleState
from satplay.rule import RuleInstance
from satplay.verbs.hint import Hint


class HintView:
    """Hints about the board of one match as JSON.

    ``state_at`` returns the state of the match in which a position is shown.
    """

    def __init__(self, puzzle: Any, browser: BrowserView[Any] | None, state_at: Callable[[Any], Any]) -> None:
        self._puzzle, self._browser, self._state = puzzle, browser, state_at

    def position(self, position: Any) -> Any:
        """A position as the folder's script takes it; None without a script."""
        return None if self._browser is None else self._browser.position(self._state(position))

    def marks(self, position: Any, marks: StepMarks) -> dict[str, Any] | None:
        """What to mark in a position; None without a script."""
        return None if self._browser is None else dict(self._browser.marks(self._state(position), marks))

    def instance(self, position: Any, instance: RuleInstance) -> dict[str, Any]:
        """A rule instance with its elements."""
        marks = self.marks(position, StepMarks(because=(instance,))) or {}
        elements = list(marks.get("because", ()))
        return {"rule": instance.rule.name, "sentence": instance.sentence, "elements": elements}

    def step(self, hint: Hint, lines: Sequence[str] | None = None) -> dict[str, Any]:
        """A hint with everything that it says; ``lines`` is the whole as text."""
        before = hint.position
        found: dict[str, Any] = {
            "kind": hint.kind,
            "where": hint.where,
            "where_marks": self.marks(before, StepMarks(because=hint.marks.because)),
            "facts": list(hint.facts),
            "reason": hint.reason,
            "chain": self._chain(hint),
            "because": [self.instance(before, one) for one in hint.because],
            "given": list(hint.other_given),
            "notes": [self._note(note) for note in hint.notes],
            "marks": self.marks(hint.next_position, hint.marks),
            "position": self.position(hint.next_position),
            "move": self._move(hint),
            "cost": hint.cost,
            "lines": list(hint.lines()) if lines is None else list(lines),
        }
        if self._browser is None:
            found["where_picture"] = scene_as_json(hint.picture(where=True))
            found["picture"] = scene_as_json(hint.picture())
        return found

    def _chain(self, hint: Hint) -> list[dict[str, Any]]:
        pictures = hint.link_pictures or [None] * len(hint.chain)
        return [
            {
                "text": link.sentence,
                "depth": link.depth,
                "position": None if picture is None else self.position(picture[0]),
                "marks": None if picture is None else self.marks(*picture),
            }
            for link, picture in zip(hint.chain, pictures, strict=True)
        ]

    def _note(self, note: Hint) -> dict[str, Any]:
        return {
            "facts": list(note.facts),
            "reason": note.reason,
            "chain": [{"text": link.sentence, "depth": link.depth} for link in note.chain],
            "because": [self.instance(note.position, one) for one in note.because],
            "given": list(note.other_given),
            "marks": self.marks(note.position, note.marks),
            "lines": list(note.lines()),
        }

    def _move(self, hint: Hint) -> str | None:
        """The typed move that makes the step; None if there is none."""
        if hint.kind != "step" or self._puzzle.move_entry is None:
            return None
        state = PuzzleState(hint.instance, hint.position, False)
        return move_to(self._puzzle.move_entry, state, hint.next_position)
