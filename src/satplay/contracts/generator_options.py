"""GeneratorOptions: what a caller asks of a generator."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import field

from satplay.arguments import expect_text, show
from satplay.contracts.levels import FORMER_NAMES
from satplay.contracts.texts import read_natural
from satplay.errors import BadInput, nearest_name
from satplay.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class GeneratorOptions:
    """Options of a generator: size, difficulty, and ``extra`` options by name (``Puzzle.generator_options``).

    Its methods parse the options that most puzzles share; they raise ``BadInput`` for anything else.
    """

    size: str | None = None
    difficulty: str | None = None
    extra: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        expect_text("size", self.size, "a text such as '6x5'")
        if not isinstance(self.extra, Mapping):
            raise BadInput("generator options", found=show(self.extra), expected="values by name")

    def sides(self, longest: int, shortest: int = 1) -> tuple[int, int] | None:
        """Width and height, at most ``longest`` and not both below ``shortest``; None if no size is given.

        One number is the side of a square.

        >>> GeneratorOptions("12x8").sides(100), GeneratorOptions("5").sides(9), GeneratorOptions().sides(9)
        ((12, 8), (5, 5), None)
        """
        if self.size is None:
            return None
        square = re.fullmatch(r"[0-9]{1,4}", self.size) is not None
        text = f"{self.size}x{self.size}" if square else self.size
        sides = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text)
        if sides is None or not all(1 <= int(side) <= longest for side in sides.groups()):
            expected = f"WIDTHxHEIGHT, each from 1 to {longest}"
            raise BadInput("size", found=repr(self.size), expected=expected)
        width, height = map(int, sides.groups())
        if max(width, height) < shortest:
            raise BadInput("size", found=repr(self.size), expected=f"a side of {shortest} cells or more")
        return width, height

    def level(self, levels: Sequence[str]) -> str | None:
        """The difficulty, one of ``levels``; None if none is given."""
        if self.difficulty is not None and not (
            isinstance(self.difficulty, str) and self.difficulty in levels
        ):
            expected = ", ".join(levels) or "none: there are no levels"
            raise BadInput(
                "difficulty", found=f"{show(self.difficulty)}{self._remark(levels)}", expected=expected
            )
        return self.difficulty

    def _remark(self, levels: Sequence[str]) -> str:
        """The level that was probably meant, for a message."""
        if not isinstance(self.difficulty, str):
            return ""
        present = FORMER_NAMES.get(self.difficulty)
        near = present if present in levels else nearest_name(self.difficulty, levels)
        return "" if near is None else f" (did you mean {near!r}?)"

    def expect_options(self, *names: str) -> None:
        """Raise ``BadInput`` for an extra option that is not among ``names`` (two or more)."""
        for option in self.extra:
            if option not in names:
                expected = f"{', '.join(names[:-1])} or {names[-1]}"
                raise BadInput("generator option", found=repr(option), expected=expected)

    def number(
        self, name: str, least: int, most: int, *, what: str | None = None, why: str = ""
    ) -> int | None:
        """The value of an option as an integer from ``least`` to ``most``; None if it is absent.

        The error message calls it ``what`` (by default its name) and appends ``why``.
        """
        if name not in self.extra:
            return None
        number = read_natural(self.extra[name], most)
        if number is None or number < least:
            raise BadInput(what or name, found=repr(self.extra[name]), expected=f"{least} to {most}{why}")
        return number

    def either(self, name: str, usual: str, other: str) -> str:
        """The value of an option that takes one of two words; ``usual`` if it is absent."""
        found = self.extra.get(name, usual)
        if found not in (usual, other):
            raise BadInput(name, found=repr(found), expected=f"{usual} or {other}")
        return found
