"""play: begin to fill in a puzzle, move by move: a board, a saved game, or a new board."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from satplay import puzzles
from satplay.contracts.puzzle import Pencil, Puzzle
from satplay.errors import BadInput, NoSuchName
from satplay.verbs.explain import hint as hints
from satplay.verbs.generate import generate
from satplay.verbs.playing import Hinter, Playing
from satplay.verbs.reading import Source, instance_of, naming, source
from satplay.verbs.reporting import Progress

SO_FAR = re.compile(r"\r?\n=== so far, ([\w-]+) ===\r?\n")
"""Parts the board from what was drawn on it in a saved game, and tells how that is written."""


def play(
    subject: str | None = None,
    instance: Any = None,
    *,
    size: str | None = None,
    difficulty: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    format: str | None = None,
    hint: Hinter | None = hints,
    progress: Progress | None = None,
) -> Playing:
    """Begin to play: a given board, a saved game, or without either a new board as ``generate`` makes it.

    >>> play("_blank", ".2.\\n#.1").position
    frozenset({(1, 0)})
    """
    if instance is not None:
        return _opened(instance, subject, format, hint)
    if subject is None:
        raise BadInput("command", found="nothing to play", expected="a puzzle or a board")
    _pencil(puzzles.find(subject))  # before the work
    made = generate(subject, size=size, difficulty=difficulty, options=options, seed=seed, progress=progress)
    return Playing(made.puzzle, made.instance, _pencil(made.puzzle).blank(made.instance), hint=hint)


def _opened(instance: Any, subject: str | None, format: str | None, hint: Hinter | None) -> Playing:
    saved: re.Match[str] | None = None
    if isinstance(instance, (str, Path, Source)):
        where = source(instance)
        with naming(where):
            text = where.text()
        saved = SO_FAR.search(text)
        if saved is None:
            instance = where
        else:
            board_text = f"{text[: saved.start()]}\n".encode()
            instance = replace(where, open=partial(io.BytesIO, board_text))
    puzzle, board = instance_of(instance, subject, format)
    position = _pencil(puzzle).blank(board)
    if saved is not None:
        line = where.line + text.count("\n", 0, saved.end())
        with naming(replace(where, line=line)):
            position = _read_so_far(puzzle, board, saved[1], text[saved.end() :])
    return Playing(puzzle, board, position, hint=hint)


def _read_so_far(puzzle: Puzzle[Any, Any], board: Any, name: str, text: str) -> Any:
    for form in puzzle.solutions:
        if form.name == name:
            return form.read(board, text)
    raise NoSuchName(f"{puzzle.name} solution format", name, [form.name for form in puzzle.solutions])


def _pencil(puzzle: Puzzle[Any, Any]) -> Pencil[Any, Any]:
    if puzzle.pencil is None:
        playable = [name for name in puzzles.names() if puzzles.find(name).pencil is not None]
        raise BadInput("command", found=f"play {puzzle.name}", expected=f"play {' or '.join(playable)}")
    return puzzle.pencil
