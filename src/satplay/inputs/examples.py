"""Packaged examples: ``@examples/SUBJECT/NAME`` names one wherever an input is read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from satplay import games, puzzles
from satplay.errors import BadInput, NoSuchName, nearest_name
from satplay.store.names import EXAMPLES

if TYPE_CHECKING:
    from satplay.inputs.source import Source

DESCRIPTION = re.compile(r"^- `([^`]+)`: (.*(?:\n  .*)*)", re.MULTILINE)
"""An item of ``SOURCE.md``: the name of a file and what it is."""


def example_subjects() -> list[str]:
    """The puzzles and games that have examples; nothing is imported."""
    return [name for name in sorted({*puzzles.names(), *games.names()}) if _folder(name).is_dir()]


def example_names(subject: str) -> list[str]:
    """The names of the examples of a puzzle or game, in the order of ``SOURCE.md``.

    >>> "@examples/nim/safe" in example_names("nim")
    True
    """
    return [f"{EXAMPLES}/{subject}/{name}" for name in _files(subject)]


def default_example(subject: str) -> str:
    """The example to show first: the small one if there is one.

    >>> default_example("mosaic") == "@examples/mosaic/small"
    True
    """
    names = example_names(subject)
    return next((name for name in names if name.endswith("/small")), names[0])


def describe_examples(subject: str) -> dict[str, str]:
    """What each example is, by name, from the ``SOURCE.md`` beside the files."""
    described = _descriptions(subject)
    return {name: described.get(name.rpartition("/")[2], "") for name in example_names(subject)}


def is_example(text: str) -> bool:
    """Whether a text is, or is meant as, the name of packaged examples.

    >>> is_example("@examples/nim/safe"), is_example("@exampels/nim/safe"), is_example("@mine/3")
    (True, True, False)
    """
    first = text.partition("/")[0]
    if first == EXAMPLES:
        return True
    is_name = re.fullmatch(r"@\w+/[\w-]+/[\w-]*", text) is not None  # a board of a collection has a number
    return is_name and nearest_name(first, [EXAMPLES]) is not None


def find_examples(text: str) -> list[Source]:
    """The examples that a name stands for: one, or with ``@examples/SUBJECT`` all of a subject."""
    from satplay.inputs.source import open_path

    first, _, rest = text.partition("/")
    if first != EXAMPLES:
        raise NoSuchName("collection or saved game", first, [EXAMPLES])
    subject, _, name = rest.partition("/")
    if not subject:
        expected = f"{EXAMPLES}/SUBJECT/NAME, such as {default_example(example_subjects()[0])}"
        raise BadInput("input", found=text, expected=f"{expected}; 'satplay list examples' lists all")
    if subject not in example_subjects():
        raise NoSuchName("puzzle or game with examples", subject, example_subjects())
    files = _files(subject)
    if name and name not in files:
        raise NoSuchName(f"example of {subject}", f"{EXAMPLES}/{subject}/{name}", example_names(subject))
    chosen = [name] if name else list(files)
    return [open_path(files[one], f"{EXAMPLES}/{subject}/{one}").of_subject(subject) for one in chosen]


def _folder(subject: str) -> Path:
    place = puzzles.place(subject) if subject in puzzles.names() else games.place(subject)
    return place / "examples"


def _files(subject: str) -> dict[str, Path]:
    files = {file.stem: file for file in sorted(_folder(subject).glob("*.*")) if file.suffix != ".md"}
    order = [name for name in _descriptions(subject) if name in files]
    return {name: files[name] for name in (*order, *(name for name in files if name not in order))}


def _descriptions(subject: str) -> dict[str, str]:
    source = _folder(subject) / "SOURCE.md"
    text = source.read_text(encoding="utf-8") if source.is_file() else ""
    return {Path(file).stem: " ".join(what.split()) for file, what in DESCRIPTION.findall(text)}
