"""How records are pickled and copied, and how running work refuses it.

A record (``Puzzle``, ``Game``) holds functions, and there is one of each name: it is pickled by reference and
found again by name, and a copy of it is the record itself.  A variant, made by ``dataclasses.replace``, is
pickled by value, because it must not turn into the record whose name it has.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from operator import attrgetter
from typing import Any, TypeAlias

Place: TypeAlias = tuple[str, str]
"""Where a record is: a module, and a path of attributes in it, such as ``PUZZLE.game``."""


def find_record(module: str, path: str) -> Any:
    """The record at a place; its module is imported now."""
    return attrgetter(path)(import_module(module))


def refer_to_record(record: Any, places: Iterable[Place]) -> tuple[Any, ...] | None:
    """The reference that pickles a record, if it is at one of the places; None for a variant.

    The module of a record has been imported, or there would be no record.
    """
    for module, path in places:
        with suppress(KeyError, AttributeError):
            if attrgetter(path)(sys.modules[module]) is record:
                return find_record, (module, path)
    return None


def folder_module(shelf: str, name: str) -> str:
    """The module of the puzzle or game of that name: a folder of ``satplay.puzzles`` or ``satplay.games``.

    >>> folder_module("games", "two-words")
    'satplay.games.two_words'
    """
    return f"satplay.{shelf}.{name.replace('-', '_')}"


def refuse_pickling(what: str, instead: str) -> TypeError:
    """The error for something that holds an engine or an open file.

    >>> print(refuse_pickling("a running count", "pickle the result of run()"))
    cannot pickle or copy a running count: pickle the result of run()
    """
    return TypeError(f"cannot pickle or copy {what}: {instead}")
