"""Names that exist here, found by discovery: encodings, formats, rule variants and examples."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from satplay import games, puzzles
from satplay.contracts.question import Option

LANGUAGE = "cnf"
"""The puzzle that is also an input language; an example in a help text shows another puzzle if it can."""


def encoding_names(subject: str | None = None) -> dict[str, list[str]]:
    """The encodings of a puzzle, or of every puzzle that has more than one; the first is the default.

    >>> encoding_names("cnf")
    {'cnf': ['clauses']}
    """
    names = puzzles.names() if subject is None else [subject]
    encodings = {name: list(puzzles.find(name).encoders) for name in names}
    return {name: listed for name, listed in encodings.items() if subject is not None or len(listed) > 1}


def format_names(subject: str) -> list[str]:
    """The formats in which instances of a puzzle can be read.

    >>> format_names("cnf")
    ['dimacs']
    """
    return [form.name for form in puzzles.find(subject).formats]


def variant_options(subject: str) -> Mapping[str, Option]:
    """The rule variants of a puzzle that can be chosen on the command line."""
    variants = puzzles.find(subject).variant_options
    return {name: Option(variant.help, variant.takes) for name, variant in variants.items()}


def fill_example(command: str, subject: str | None = None) -> str:
    """A command with names that exist here in place of words in capitals.

    The words are ``PUZZLE`` (``subject`` if it is one), ``BOARD`` (an example file of that puzzle),
    ``ENCODING``, ``GAME`` and ``QUESTION``.

    >>> fill_example("satplay encode PUZZLE --encoding ENCODING", "cnf")
    'satplay encode cnf --encoding clauses'
    """
    names = [name for name in puzzles.names() if name != LANGUAGE] or puzzles.names()
    puzzle = subject if subject in puzzles.names() else names[0]
    game = subject if subject in games.names() else games.names()[0]
    words = {"PUZZLE": lambda: puzzle, "BOARD": lambda: _example_file(puzzle), "GAME": lambda: game}
    words["ENCODING"] = lambda: encoding_names(puzzle)[puzzle][-1]
    words["QUESTION"] = lambda: next(iter(games.find(game).questions))
    return " ".join(words[word]() if word in words else word for word in command.split())


def _example_file(puzzle: str) -> str:
    """The path of an example instance, relative to the current folder if it is below it."""
    module = import_module(f"{puzzles.__name__}.{puzzle.replace('-', '_')}")
    folder = Path(str(module.__file__)).with_name("examples")
    files = sorted(file for file in folder.iterdir() if file.suffix != ".md")
    file = next((file for file in files if file.stem == "small"), files[-1])
    here = Path.cwd()
    return str(file.relative_to(here) if file.is_relative_to(here) else file)
