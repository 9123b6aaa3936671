"""Discovery: folders that announce themselves, so that no shared file knows a puzzle or a game by name.

A folder is on a shelf when the ``__init__.py`` in it sets the shelf's record (``PUZZLE``, ``GAME``).
Listing only looks at files: nothing is imported, numpy stays asleep and ``satplay --help`` is quick.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Generic, TypeVar, cast

from satplay.errors import NoSuchName

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class Shelf(Generic[Record]):
    """The folders of ``package`` that hold a ``record``; ``kind`` is what people call one of them."""

    package: str
    kind: str
    record: str

    def names(self) -> list[str]:
        """The public names, sorted."""
        return sorted(self._folders())

    def find(self, name: str) -> Record:
        """The record of that name; only now is its folder imported."""
        # A caller with a thousand questions should not scan the folders each time.
        known = sys.modules.get(f"{self.package}.{name.replace('-', '_')}")
        if known is not None and hasattr(known, self.record):
            return cast(Record, getattr(known, self.record))
        folders = self._folders()
        folder = folders.get(public_name(name))
        if folder is None:
            raise NoSuchName(self.kind, name, self.names())
        return cast(Record, getattr(import_module(f"{self.package}.{folder}"), self.record))

    def _folders(self) -> dict[str, str]:
        """Public name to folder name.  A package may lie in two places: an editable install does."""
        sets_record = re.compile(rf"^{self.record}\b.*=", re.MULTILINE)
        return {
            public_name(init.parent.name): init.parent.name
            for place in import_module(self.package).__path__
            for init in Path(place).glob("*/__init__.py")
            if sets_record.search(init.read_text(encoding="utf-8"))
        }


def public_name(folder: str) -> str:
    """A folder's name as people type it.

    >>> public_name("two_words")
    'two-words'
    """
    return folder.replace("_", "-")


class Texts(Mapping[str, str]):
    """The files of a folder by name without suffix, each read when it is asked for; ``*.md`` is not one."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _files(self) -> dict[str, Path]:
        return {file.stem: file for file in sorted(self._folder.glob("*.*")) if file.suffix != ".md"}

    def __getitem__(self, name: str) -> str:
        return self._files()[name].read_text(encoding="utf-8")

    def __iter__(self) -> Iterator[str]:
        return iter(self._files())

    def __len__(self) -> int:
        return len(self._files())
