"""EncodedInstance: one instance as clauses, with its projection variables."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from satplay.contracts.encoding import Encoder, Encoding
from satplay.contracts.puzzle import Puzzle
from satplay.errors import NoSuchName
from satplay.inputs.reading import InputInstance, read_instance
from satplay.logic.literal import Var


class EncodedInstance(NamedTuple):
    """An instance as clauses.

    ``encoder_name``  the encoder, by its name in ``Puzzle.encoders``
    ``projection``    literals of the projection variables; None stands for all declared variables
    ``seconds``       time spent on encoding
    """

    puzzle: Puzzle[Any, Any]
    board: Any
    encoder_name: str
    encoding: Encoding[Any]
    projection: Sequence[Var] | None
    seconds: float


def encode_instance(
    instance: Any,
    subject: str | None = None,
    *,
    project_onto: Sequence[Var] | None = None,
    encoding: str | None = None,
    format: str | None = None,
    needs_projection: bool = True,
) -> EncodedInstance:
    """The clauses of one instance: text, a path, or the instance itself.

    The projection variables of a puzzle are the variables of its encoding's answer.  A formula is projected
    onto the variables that comments in its file name, or onto all declared variables.  ``project_onto``
    replaces both.  ``needs_projection`` is false if the caller does not use them: then the comments are not
    read.
    """
    read = needs_projection and project_onto is None
    found = read_instance(instance, subject, format, projection=read)
    return encode_board(found, project_onto=project_onto, encoding=encoding)


def encode_board(
    instance: InputInstance, *, project_onto: Sequence[Var] | None = None, encoding: str | None = None
) -> EncodedInstance:
    """The clauses of an instance that has been read."""
    puzzle = instance.puzzle
    name, encoder = find_encoder(puzzle, encoding)
    started = time.perf_counter()
    encoded = encoder.encode(instance.board)
    seconds = time.perf_counter() - started
    if project_onto is None:
        project_onto = _default_projection(instance, encoded)
    return EncodedInstance(puzzle, instance.board, name, encoded, project_onto, seconds)


def find_encoder(puzzle: Puzzle[Any, Any], name: str | None) -> tuple[str, Encoder[Any, Any]]:
    """The encoder of that name, by default the puzzle's first; ``NoSuchName`` if it has none."""
    name = next(iter(puzzle.encoders)) if name is None else name
    if not isinstance(name, str) or name not in puzzle.encoders:
        raise NoSuchName(f"{puzzle.name} encoding", name, puzzle.encoders)
    return name, puzzle.encoders[name]


def _default_projection(instance: InputInstance, encoded: Encoding[Any]) -> Sequence[Var] | None:
    if instance.puzzle.plain_formula is not None:
        return instance.projection
    return encoded.answer
