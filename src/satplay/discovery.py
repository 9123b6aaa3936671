"""Discovery of puzzle and game folders, so that no shared file names a puzzle or a game.

A folder belongs to a shelf if its ``__init__.py`` sets the shelf's record (``PUZZLE``, ``GAME``).  Listing
reads files and imports nothing, numpy included, so that ``satplay --help`` is fast.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar, cast

from satplay.errors import NoSuchName

Record = TypeVar("Record")


class Shelf(NamedTuple, Generic[Record]):
    """The folders of ``package`` that contain a ``record``; error messages call one of them a ``kind``."""

    package: str
    kind: str
    record: str

    def names(self) -> list[str]:
        """The public names, sorted."""
        return sorted(self._folders())

    def find(self, name: str) -> Record:
        """The record of that name; its folder is imported now."""
        if not isinstance(name, str):
            raise NoSuchName(self.kind, name, self.names())
        # Callers look up the same name thousands of times: scan the folders only once.
        known = sys.modules.get(f"{self.package}.{name.replace('-', '_')}")
        if known is not None and hasattr(known, self.record):
            return cast(Record, getattr(known, self.record))
        folders = self._folders()
        folder = folders.get(public_name(name))
        if folder is None:
            raise NoSuchName(self.kind, name, self.names())
        return cast(Record, getattr(import_module(f"{self.package}.{folder}"), self.record))

    def place(self, name: str) -> Path:
        """The folder of that name; nothing is imported."""
        folder = self._folders().get(public_name(name))
        if folder is None:
            raise NoSuchName(self.kind, name, self.names())
        places = (Path(place) / folder for place in import_module(self.package).__path__)
        return next(place for place in places if (place / "__init__.py").exists())

    def summaries(self) -> dict[str, str]:
        """The first sentence of each folder's docstring, which states title and aim; nothing is imported."""
        sentences = (
            (name, re.match(r'"""(.*?[.])(?:\s|""")', text, re.DOTALL)) for name, text in self._inits()
        )
        return {
            public_name(name): " ".join(found[1].split()) if found is not None else ""
            for name, found in sorted(sentences, key=lambda item: public_name(item[0]))
        }

    def _folders(self) -> dict[str, str]:
        """Folder names by public name.  A package may be in two places: an editable install is."""
        return {public_name(name): name for name, _ in self._inits()}

    def _inits(self) -> Iterator[tuple[str, str]]:
        """The name and the ``__init__.py`` of each folder."""
        sets_record = re.compile(rf"^{self.record}\b.*=", re.MULTILINE)
        for place in import_module(self.package).__path__:
            for init in Path(place).glob("*/__init__.py"):
                text = init.read_text(encoding="utf-8")
                if sets_record.search(text):
                    yield init.parent.name, text


def public_name(folder: str) -> str:
    """The name of a folder as users type it.

    >>> public_name("two_words")
    'two-words'
    """
    return folder.replace("_", "-")


class Texts(Mapping[str, str]):
    """The files of a folder by name without suffix, except ``*.md``; each is read when it is looked up."""

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
