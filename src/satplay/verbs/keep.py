"""keep: store boards in collections and games by name, list them and delete them.

A stored game or collection is referred to by ``@NAME``, a board of a collection by ``@NAME/3``, in every
place where an input is read.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from satplay import puzzles
from satplay.arguments import expect_text, show
from satplay.contracts.result_text import brief_repr
from satplay.contracts.texts import pluralize
from satplay.errors import BadInput, NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.inputs.board_details import board_details
from satplay.inputs.reading import read_board, split_instances
from satplay.inputs.source import Source
from satplay.inputs.writing import write_in_format
from satplay.store import collections, games
from satplay.store.board_selection import next_place
from satplay.store.collections import CollectionSummary, NewBoard
from satplay.store.games import SavedGame
from satplay.store.lookup import names
from satplay.store.names import EXAMPLES, Reference, expect_not_reserved, expect_reference
from satplay.store.opening import open_store, open_to_read
from satplay.verbs.board_details import complete_details


@dataclass(frozen=True, slots=True)
class KeepResult:
    """The result of adding boards to a collection.

    ``board_count``  the number of boards that were given
    ``new``          how many of them the collection did not contain
    ``total``        the number of its boards now
    ``symmetric``    how many of the others are rotated, reflected or renamed boards of the collection
    """

    name: str
    subject: str
    board_count: int
    new: int
    total: int
    symmetric: int = 0

    @property
    def known(self) -> int:
        """How many of the boards the collection contained already."""
        return self.board_count - self.new

    def __repr__(self) -> str:
        return brief_repr(self)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {
            "collection": self.name,
            "subject": self.subject,
            "new": self.new,
            "known": self.known,
            "symmetric": self.symmetric,
            "boards": self.total,
        }

    def lines(self) -> Iterator[str]:
        """The result as text."""
        known = f", {self.known} known already" if self.known else ""
        if self.symmetric:
            some = "" if self.symmetric == self.known else f"{self.symmetric} of them "
            known += f" ({some}rotated, reflected or renamed)"
        yield f"{self.name}: {pluralize(self.new, 'new board')}{known}; {self.total} in all."


@dataclass(frozen=True, slots=True)
class KeptItems:
    """All saved games and collections."""

    games: Sequence[SavedGame]
    collections: Sequence[CollectionSummary]

    def __repr__(self) -> str:
        return brief_repr(self)

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {
            "games": [{**asdict(one), "name": f"@{one.name}"} for one in self.games],
            "collections": [
                {
                    "name": f"@{one.name}",
                    "subject": one.subject,
                    "begun": one.begun,
                    "boards": one.board_count,
                    "solved": one.solved,
                }
                for one in self.collections
            ],
        }

    def lines(self) -> Iterator[str]:
        """The list as text, one line for each."""
        rows = [(f"@{one.name}", one.subject, f"saved {moment(one.changed)}") for one in self.games]
        for one in self.collections:
            done = f", {one.solved} solved" if one.solved else ""
            rows.append((f"@{one.name}", one.subject, f"{pluralize(one.board_count, 'board')}{done}"))
        widths = [max((len(row[at]) for row in rows), default=0) for at in range(2)]
        for name, subject, what in rows:
            yield f"{name:{widths[0]}}  {subject:{widths[1]}}  {what}"
        if not rows:
            yield "Nothing is stored yet: 'satplay keep @NAME INPUT...' stores boards, 'save @NAME' a game."


def keep(
    name: str,
    inputs: str | Path | Source | Sequence[str | Path | Source],
    subject: str | None = None,
    *,
    format: str | None = None,
) -> KeepResult:
    """Add all boards of one or more inputs to a collection; none is added if one cannot be read.

    >>> print(*keep("@mine", "AB\\nAB").lines())
    @mine: 1 new board; 1 in all.
    """
    expect_text("name", name, "the name of a collection, as '@mine'")
    several = [inputs] if not isinstance(inputs, Sequence) or isinstance(inputs, str) else inputs
    boards = [
        read_board(one, subject, format) for each in several for one in split_instances(each, subject, format)
    ]
    subjects = list(dict.fromkeys(puzzle.name for puzzle, _ in boards))
    if len(subjects) != 1:
        found = "no board" if not subjects else f"boards of {' and '.join(subjects)}"
        raise BadInput("input", found=found, expected="boards of one puzzle")
    return keep_boards(name, subjects[0], [board for _, board in boards])


def keep_boards(name: str, subject: str, boards: Sequence[Any], level: str | None = None) -> KeepResult:
    """Add boards of a puzzle to a collection; ``level`` is that of all of them, if it is known."""
    puzzle = puzzles.find(subject)
    new = []
    for board in boards:
        _, text = write_in_format(puzzle.formats, board, kind=f"{subject} format")
        size, canonical = board_details(puzzle, board)
        new.append(NewBoard(text, level, size=size, canonical=canonical))
    name, store = _expect_whole(name, "a collection"), open_store()
    complete_details(store, name, puzzle)  # so that boards stored by an earlier version are recognised
    added = collections.add_all(store, name, subject, new)
    total = collections.count_boards(store, name)
    return KeepResult(f"@{name}", subject, len(new), added.new, total, added.symmetric)


def expect_collection(name: str, subject: str) -> None:
    """Raise an error if boards of the puzzle cannot be stored under this name.

    In a collection of an earlier version of satplay the details of all boards are stored.
    """
    name, puzzle, store = _expect_whole(name, "a collection"), puzzles.find(subject), open_store()
    collections.expect(store, name, puzzle.name)
    complete_details(store, name, puzzle)


def _expect_whole(name: str, of: str) -> str:
    """The name without its ``@``; ``BadInput`` if it refers to a single board or is reserved."""
    if not isinstance(name, str):
        raise BadInput("name", found=show(name), expected=f"the name of {of}")
    if name.startswith(f"{EXAMPLES}/"):
        expect_not_reserved(Reference(EXAMPLES.removeprefix("@")))
    target = parse_name(name)
    expect_not_reserved(target)
    if target.place is not None:
        raise BadInput("name", found=f"{target}, a board of a collection", expected=f"the name of {of}")
    return target.name


def list_kept() -> KeptItems:
    """All saved games and collections.

    >>> added = keep("@mine", "AB\\nAB")
    >>> [collection.name for collection in list_kept().collections]
    ['mine']
    """
    store = open_to_read()
    return KeptItems(games.all_games(store), collections.all_collections(store))


def is_collection(name: str) -> bool:
    """Whether a name refers to a collection, not to a saved game or a single board."""
    target = parse_name(name)
    return target.place is None and collections.find_summary(open_to_read(), target.name) is not None


def to_play(name: str) -> str:
    """The next unsolved board of a collection, or the next after a given board of it.

    The first follows the last; if all are solved, solved boards are included.  The name of a saved game is
    returned unchanged.
    """
    target, store = parse_name(name), open_to_read()
    for unsolved in (True, False):
        place = next_place(store, target.name, target.place or 0, unsolved=unsolved)
        if place is not None:
            return str(Reference(target.name, place))
    return name


def mark_solved(name: str) -> str:
    """Record that a board of a collection was solved; a sentence with the number of solved boards."""
    target, store = parse_name(name), open_store()
    assert target.place is not None
    collections.mark_solved(store, target.name, target.place)
    found = collections.find_summary(store, target.name)
    if found is None:  # deleted in the meantime
        return f"{name} is no longer stored."
    left = found.board_count - found.solved
    more = f"continue with satplay play @{found.name}" if left else "that was the last one"
    return f"@{found.name}: {found.solved} of {found.board_count} solved; {more}."


def find_game(name: str) -> SavedGame | None:
    """The game saved under a name; ``BadInput`` if no game can be saved there."""
    name, store = _expect_whole(name, "a game"), open_to_read()
    if collections.find_summary(store, name) is not None:
        raise BadInput("name", found=f"@{name}, a collection", expected="another name")
    return games.find(store, name)


def save(name: str, subject: str, text: str) -> None:
    """Save a game under a name; it replaces an earlier one of that name."""
    name = _expect_whole(name, "a game")
    games.save(open_store(), name, subject, text)


def forget(name: str, where: str | Sequence[str] | None = None) -> None:
    """Delete a saved game, a collection, or a board of one; ``NoSuchName`` if there is none.

    With ``where`` only the boards of a collection that ``list_boards`` selects are deleted.

    >>> added = keep("@mine", "AB\\nAB")
    >>> forget("@mine")
    >>> len(list_kept().collections)
    0
    """
    if where is not None:
        from satplay.verbs.list_boards import forget_boards

        forget_boards(name, where)
        return
    target, store = parse_name(name), open_store()
    if target.place is None and games.forget(store, target.name):
        return
    if not collections.forget(store, target.name, target.place):
        raise NoSuchName("saved game or board", str(target), names(store))


def parse_name(name: str) -> Reference:
    """The reference that a text stands for, with or without its ``@``.

    >>> parse_name("@mine"), parse_name("mine")
    (Reference(name='mine', place=None), Reference(name='mine', place=None))
    """
    if not isinstance(name, str):
        raise BadInput("name", found=show(name), expected="the name of a collection or a game, as '@mine'")
    return expect_reference(f"@{name.removeprefix('@')}")


def moment(time_stamp: str) -> str:
    """A time stamp of the store in readable form.

    >>> moment("2026-11-16T03:15:00+00:00")
    '2026-11-16 03:15 UTC'
    """
    return f"{time_stamp[:10]} {time_stamp[11:16]} UTC"
