"""Names that exist here, found by discovery: encodings, formats, levels and rule variants."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from satplay import puzzles
from satplay.contracts.option import Option
from satplay.contracts.puzzle import Convention


def encoding_names(subject: str | None = None) -> dict[str, list[str]]:
    """The encodings of a puzzle, or of every puzzle that has more than one; the first is the default.

    >>> encoding_names("cnf")
    {'cnf': ['clauses']}
    """
    names = puzzles.names() if subject is None else [subject]
    encodings = {name: list(puzzles.find(name).encoders) for name in names}
    return {name: listed for name, listed in encodings.items() if subject is not None or len(listed) > 1}


def level_names(subject: str | None = None) -> dict[str, list[str]]:
    """The difficulty levels of a puzzle, or of every puzzle that has some; the easiest first.

    >>> level_names("cnf")
    {'cnf': []}
    """
    names = puzzles.names() if subject is None else [name for name in puzzles.names() if name == subject]
    levels = {name: list(puzzles.find(name).levels) for name in names}
    return {name: listed for name, listed in levels.items() if subject is not None or listed}


def format_names(subject: str) -> list[str]:
    """The formats in which instances of a puzzle can be read; none for a game.

    >>> format_names("cnf")
    ['dimacs']
    """
    return [form.name for form in puzzles.find(subject).formats] if subject in puzzles.names() else []


def find_convention(subject: str) -> Convention[Any] | None:
    """The convention of the field for answers to a puzzle, if there is one."""
    return puzzles.find(subject).convention


def variant_options(subject: str) -> Mapping[str, Option]:
    """The rule variants of a puzzle that can be chosen on the command line."""
    variants = puzzles.find(subject).variant_options
    return {name: Option(variant.help, variant.takes) for name, variant in variants.items()}
