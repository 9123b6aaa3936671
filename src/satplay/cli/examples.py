"""Examples in help texts, filled with names that exist here."""

from __future__ import annotations

from pathlib import Path

LANGUAGE = "cnf"
"""The puzzle that is also an input language; examples show another puzzle if there is one."""


def fill_example(command: str, subject: str | None = None) -> str:
    """A command with names that exist here in place of words in capitals.

    The words are ``PUZZLE`` (``subject`` if it is one), ``BOARD`` (an example file of that puzzle),
    ``ENCODING``, ``GAME`` and ``QUESTION``.

    >>> fill_example("satplay encode PUZZLE --encoding ENCODING", "cnf")
    'satplay encode cnf --encoding clauses'
    """
    from satplay.inputs.catalogue import encoding_names, example_file
    from satplay.inputs.reading import subjects
    from satplay.playing.subjects import game_called, game_names

    puzzles = subjects()
    others = [name for name in puzzles if name != LANGUAGE] or puzzles
    puzzle = subject if subject in puzzles else others[0]
    words = {
        "PUZZLE": lambda: puzzle,
        "BOARD": lambda: _shortest(example_file(puzzle)),
        "ENCODING": lambda: encoding_names(puzzle)[puzzle][-1],
        "GAME": lambda: game_names()[0],
        "QUESTION": lambda: next(iter(game_called(game_names()[0]).questions)),
    }
    return " ".join(words[word]() if word in words else word for word in command.split())


def _shortest(path: Path) -> str:
    """The path relative to the current folder if it is below it."""
    here = Path.cwd()
    return str(path.relative_to(here) if path.is_relative_to(here) else path)
