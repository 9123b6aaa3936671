"""play: begin to fill in a puzzle, move by move, or to play a game; go on with one that was kept."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from satplay import puzzles
from satplay.contracts.game import Seat
from satplay.contracts.puzzle import Pencil, Puzzle
from satplay.contracts.question import Option
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.reading import Source, instance_of, naming, source
from satplay.solving.progress import Progress
from satplay.verbs.explain import hint as hints
from satplay.verbs.generate import generate
from satplay.verbs.match import Match
from satplay.verbs.opening import begin
from satplay.verbs.playing import Hinter, Playing
from satplay.verbs.record import is_record
from satplay.verbs.seating import game_names, game_to_play

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
    players: Mapping[Seat, str] | None = None,
    progress: Progress | None = None,
) -> Playing | Match:
    """Begin to play.

    A puzzle: a given board, a saved game, or without either a new board as ``generate`` makes it.  A game: a
    position, a record, or without either a new game as ``options`` say; ``players`` says who sits where, and
    at the first seat that it does not name sits a person.

    >>> play("mosaic", ".2.\\n#.1").position
    frozenset({(1, 0)})
    >>> play("nim", players={"first": "random"}).players
    {'first': 'random', 'second': 'person'}
    """
    if subject is None and isinstance(instance, (str, Path)):
        instance = source(instance)  # looked at here and read later: standard input is there only once
    if played_as_game(subject, instance):
        if (size, difficulty, format) != (None, None, None):
            raise BadInput("command", found="a size, difficulty or format", expected="options of the game")
        return begin(subject, instance, options=options, players=players, seed=seed)
    if players is not None:
        raise BadInput("command", found="players for a puzzle", expected="a game")
    return fill_in(
        subject,
        instance,
        size=size,
        difficulty=difficulty,
        options=options,
        seed=seed,
        format=format,
        hint=hint,
        progress=progress,
    )


def fill_in(
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
    """Begin to fill in a puzzle."""
    if instance is not None:
        return _opened(instance, subject, format, hint)
    if subject is None:
        raise BadInput("command", found="nothing to play", expected="a puzzle, a board or a game")
    _pencil(puzzles.find(subject))  # before the work
    made = generate(subject, size=size, difficulty=difficulty, options=options, seed=seed, progress=progress)
    return Playing(made.puzzle, made.instance, _pencil(made.puzzle).blank(made.instance), hint=hint)


def wishes_to_play(subject: str) -> Mapping[str, Option]:
    """The ``options`` that a new game, or a new board to fill in, understands.

    >>> list(wishes_to_play("nim"))
    ['heaps']
    """
    game = game_to_play(subject)
    return puzzles.find(subject).generator_options if game is None else game.start_options


def played_as_game(subject: str | None, instance: Any = None) -> bool:
    """Whether a game is meant: by its name, by that of a puzzle without a pencil, or by its record alone."""
    if subject is not None:
        return game_to_play(subject) is not None
    with suppress(BadInput):  # whoever reads it complains
        return isinstance(instance, (str, Path, Source)) and is_record(source(instance).head())
    return False


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
        filled_in = (name for name in puzzles.names() if puzzles.find(name).pencil is not None)
        playable = sorted({*filled_in, *game_names()})
        if puzzle.name in playable:
            found = f"a board of {puzzle.name}, which is played as a game"
            expected = f"satplay play {puzzle.name}, or a record of such a game"
            raise BadInput("command", found=found, expected=expected)
        raise BadInput("command", found=f"play {puzzle.name}", expected=f"play {' or '.join(playable)}")
    return puzzle.pencil
