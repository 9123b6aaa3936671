"""A puzzle that takes the exam: its record, its folder, its boards.

Besides its record, a puzzle folder must contain:

``wrong/RULE.txt``         for each rule: a puzzle, a line ``=== answer ===``, and an answer that violates
                           exactly this rule
``wrong/gap-ENCODER.txt``  for each encoder with a ``gap``: a puzzle to which it has a wrong solution; or a
                           puzzle, ``=== answer ===`` and a correct answer that it does not find
``examples/``              puzzles; ``SOURCE.md`` names the origin of each, and in the same paragraph says
                           ``no solution`` or ``unsatisfiable`` of each that has none
``README.md``              names each rule
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from satplay.contracts.encoding import Encoder, Encoding
from satplay.contracts.format import Format
from satplay.contracts.generator_options import GeneratorOptions
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput
from tests.exams.broken_texts import write_or_refuse
from tests.exams.oracle import ExamOracle

ANSWER = "=== answer ==="
SEEDS = range(5)

AUDIT_BOARDS, AUDIT_STEP, RANDOM_BOARDS = 4000, 97, 25
"""A sample of the audit boards: every 97th of the first 4000, and 25 random ones."""


@dataclass(frozen=True)
class Candidate:
    """A puzzle and its folder."""

    puzzle: Puzzle[Any, Any]
    folder: Path
    oracle: ExamOracle = field(default_factory=ExamOracle)

    # -- boards ----------------------------------------------------------------------------------------

    @cached_property
    def examples(self) -> dict[str, Any]:
        return {name: self.read(text) for name, text in self.puzzle.examples.items()}

    @cached_property
    def boards(self) -> list[Any]:
        """Generated boards."""
        return [self.generate(seed) for seed in SEEDS]

    @cached_property
    def audit_boards(self) -> list[Any]:
        """A sample of the puzzle's audit boards; none if it has no audit."""
        audit = self.puzzle.audit
        if audit is None:
            return []
        small = islice(audit.boards(audit.size), 0, AUDIT_BOARDS, AUDIT_STEP)
        return [*small, *(audit.random(audit.beyond, Random(seed)) for seed in range(RANDOM_BOARDS))]

    def generate(self, seed: int, **extra: str) -> Any:
        return self.puzzle.generate(GeneratorOptions(extra=extra), Random(seed), self.oracle)

    def all_boards(self) -> list[Any]:
        return [*self.examples.values(), *self.boards]

    def solved_boards(self) -> Iterator[tuple[Any, Any]]:
        """Examples and generated boards that have a solution, each with one."""
        encoder = next(iter(self.puzzle.encoders.values()))
        for board in self.all_boards():
            solution = self.oracle.solution(encoder.encode(board))
            if solution is not None:
                yield board, solution

    # -- files of the folder ---------------------------------------------------------------------------

    def wrong(self, rule: Enum) -> tuple[Any, Any]:
        """The board and the answer that violates this rule."""
        instance, answer = self.board_and_answer(self.folder / "wrong" / f"{rule.name}.txt")
        assert answer is not None, f"wrong/{rule.name}.txt has no line {ANSWER!r}"
        return instance, answer

    def board_and_answer(self, path: Path) -> tuple[Any, Any | None]:
        assert path.is_file(), f"{path.parent.name}/{path.name} is missing"
        board, found, answer = path.read_text(encoding="utf-8").partition(f"{ANSWER}\n")
        instance = self.read(board)
        return instance, self.puzzle.solutions[0].read(instance, answer) if found else None

    def source_of(self, example: str) -> str:
        """The paragraphs or list entries of ``examples/SOURCE.md`` that name an example."""
        source = self.folder / "examples" / "SOURCE.md"
        assert source.is_file(), "examples/SOURCE.md is missing"
        parts = re.split(r"\n\s*\n|\n(?=[-*] )", source.read_text(encoding="utf-8"))
        return "\n".join(
            part for part in parts if re.search(rf"(?<![\w-]){re.escape(example)}(?![\w-])", part)
        )

    # -- texts and encodings ---------------------------------------------------------------------------

    def read(self, text: str) -> Any:
        """The board in a text, read as the program does: in the first format that recognises it."""
        for form in self.puzzle.formats:
            if form.recognises(text):
                return form.read(text)
        raise AssertionError(f"no format recognises {text!r}")

    def write_in_all_formats(self, board: Any) -> list[tuple[Format[Any], str]]:
        """The board in every format that can express it."""
        texts = [(form, write_or_refuse(form.write, board)) for form in self.puzzle.formats]
        return [(form, text) for form, text in texts if text is not None]

    def sound_encoders(self) -> dict[str, Encoder[Any, Any]]:
        return {name: encoder for name, encoder in self.puzzle.encoders.items() if encoder.gap is None}

    def encodings(self, board: Any) -> Iterator[tuple[str, Encoding[Any]]]:
        """The board in every encoding; an encoder with a gap may refuse it."""
        for name, encoder in self.puzzle.encoders.items():
            try:
                encoding = encoder.encode(board)
            except BadInput as error:
                assert encoder.gap is not None, f"{name} refuses a board and has no gap: {error}"
            else:
                yield name, encoding


def candidate(package: str, puzzle: Puzzle[Any, Any]) -> Candidate:
    """The puzzle together with the folder of its package."""
    file = import_module(package).__file__
    assert file is not None
    return Candidate(puzzle, Path(file).parent)
