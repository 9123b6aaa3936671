"""Examples in help texts, filled with names that exist here."""

from __future__ import annotations

LANGUAGE = "cnf"
"""The puzzle that is also an input language; examples show another puzzle if there is one."""


def fill_example(command: str, subject: str | None = None) -> str:
    """A command with names that exist here in place of words in capitals.

    The words are ``PUZZLE`` (``subject`` if it is one), ``BOARD`` (an example of that puzzle that comes with
    satplay), ``FORMULA`` (an example of a formula), ``ENCODING``, ``GAME`` (``subject`` if it is
    one), ``POSITION`` (an example of that game) and ``QUESTION``.

    >>> fill_example("satplay encode PUZZLE --encoding ENCODING", "cnf")
    'satplay encode cnf --encoding clauses'
    """
    from satplay.inputs.examples import default_example
    from satplay.inputs.summaries import subject_summaries  # imports little: the first page must be fast

    puzzles, games = map(list, subject_summaries())
    others = [name for name in puzzles if name != LANGUAGE] or puzzles
    puzzle = subject if subject in puzzles else others[0]
    game = subject if subject in games else (games or puzzles)[0]
    words = {
        "PUZZLE": lambda: puzzle,
        "BOARD": lambda: default_example(puzzle),
        "FORMULA": lambda: default_example(LANGUAGE),
        "ENCODING": lambda: _encodings(puzzle)[-1],
        "GAME": lambda: game,
        "POSITION": lambda: default_example(game),
        "QUESTION": lambda: _questions(game)[0],
    }
    return " ".join(words[word]() if word in words else word for word in command.split())


def _encodings(puzzle: str) -> list[str]:
    from satplay.inputs.catalogue import encoding_names

    return encoding_names(puzzle)[puzzle]


def _questions(game: str) -> list[str]:
    from satplay.playing.subjects import game_called

    return list(game_called(game).questions)
