"""Where games are saved while they are played: in files, or under names in the store."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from satplay.errors import BadInput
from satplay.store.names import expect_reference, reference

if TYPE_CHECKING:
    from satplay.inputs.source import Source


class GameSaver:
    """Saves the games of one session.

    What exists is replaced only if the session wrote it, if it is the saved game that is being resumed, or if
    the person says so.
    """

    def __init__(self, resumed: str | Source | None = None) -> None:
        self._resumed = resumed if isinstance(resumed, str) else None  # a pipe cannot be replaced
        self._written: set[str] = set()

    def expect_target(self, where: str, *, overwrite: bool, remedy: str) -> None:
        """Raise ``BadInput`` if no game can be saved there; ``remedy`` is the way to replace what exists."""
        found = _find_existing(where)
        if found is not None and not overwrite and not self._is_own(where):
            expected = f"a new name; {remedy} replaces it"
            raise BadInput("name", found=f"{where!r}, {found}", expected=expected)

    def save(self, where: str, subject: str, text: str) -> None:
        """Save a game under a ``@NAME`` or in a file; an interrupted save leaves the old content."""
        if where.startswith("@"):
            from satplay.verbs.keep import save

            save(where, subject, text)
        else:
            from satplay.cli.printing import write_text

            write_text(Path(where), text)
        self._written.add(_identity(where))

    def start_another(self) -> None:
        """The next game is not the resumed one."""
        self._resumed = None

    def _is_own(self, where: str) -> bool:
        if _identity(where) in self._written:
            return True
        if self._resumed is None or _identity(where) != _identity(self._resumed):
            return False
        from satplay.verbs.play import is_saved_game

        return is_saved_game(self._resumed)  # not a board, which a record would replace


def _find_existing(where: str) -> str | None:
    """What a game that is saved there would replace; ``BadInput`` if no game can be saved there.

    What begins with ``@`` is a name and never a file.  A device or a pipe is not replaced.
    """
    if not where:
        raise BadInput("name", found="''", expected="a file or @NAME")
    if not where.startswith("@"):
        with suppress(PermissionError):  # reported when the file is written
            return "a file that exists already" if Path(where).is_file() else None
        return None
    expect_reference(where)
    from satplay.verbs.keep import find_game

    game = find_game(where)
    return None if game is None else f"a saved game of {game.subject}"


def _identity(where: str) -> str:
    """The same text for all ways to name one file or one saved game."""
    return where if reference(where) is not None else os.path.realpath(where)


def board_to_play(argument: str | Source | None) -> str | Source | None:
    """The board to play: the first unsolved one of a collection, and everything else as it was named."""
    name = saved_name(argument)
    return argument if name is None else _next(name)


def next_board(argument: str | Source | None) -> str | None:
    """The board after this one in its collection; None if it is not from a collection."""
    name = collection_board(argument)
    return None if name is None else _next(name)


def saved_name(argument: str | Source | None) -> str | None:
    """The ``@NAME`` of a saved game or of a whole collection; None for everything else."""
    named = reference(argument) if isinstance(argument, str) else None
    return str(named) if named is not None and named.place is None else None


def collection_board(argument: str | Source | None) -> str | None:
    """The ``@NAME/3`` of one board of a collection; None for everything else."""
    named = reference(argument) if isinstance(argument, str) else None
    return str(named) if named is not None and named.place is not None else None


def _next(name: str) -> str:
    from satplay.verbs.keep import to_play

    return to_play(name)
