"""list_boards: boards of a collection, selected, sorted and rated, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from satplay import puzzles
from satplay.arguments import expect_name
from satplay.contracts.engine import UNLIMITED, Limit
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.result_text import brief_repr
from satplay.errors import BadInput, NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_board
from satplay.inputs.source import quote_text
from satplay.inputs.writing import find_format, write_losslessly
from satplay.store import board_selection, games
from satplay.store.board_selection import RATED
from satplay.store.collections import Board, find_summary
from satplay.store.lookup import names
from satplay.store.opening import open_store, open_to_read
from satplay.verbs.board_conditions import BoardQuery, read_query
from satplay.verbs.board_details import OnRated, complete_details, rate_missing
from satplay.verbs.keep import parse_name

LINK_FORMAT = "puzz-link"
"""The format of boards that are the address of a page where they can be played."""


@dataclass(frozen=True, slots=True)
class KeptBoard:
    """A board of a collection, with what is known about it; None: not known.

    ``level``   of difficulty
    ``rating``  what it follows from: the ``status`` of ``rate``; ``dearest``, ``total``, ``steps`` and
                ``narrowest`` if there is a rating
    ``solved``  when a person solved it first
    """

    name: str
    number: int
    subject: str
    text: str
    size: str | None
    level: str | None
    rating: Mapping[str, Any] | None
    solved: str | None

    def __repr__(self) -> str:
        return brief_repr(self)

    def __str__(self) -> str:
        return self.text.removesuffix("\n")

    def numbers(self) -> dict[str, int | None]:
        """The numbers of the rating by the keys that boards are sorted by."""
        rating = self.rating or {}
        return {key: rating.get(name) for key, name in RATED.items()}

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {
            "name": self.name,
            "text": self.text,
            "size": self.size,
            "level": self.level,
            **self.numbers(),
            "solved": self.solved,
        }

    def in_format(self, format: str) -> str:
        """The text in a format of its puzzle; ``BadInput`` if that cannot express the board."""
        puzzle = puzzles.find(self.subject)
        form = find_format(
            puzzle.formats, expect_name(f"{puzzle.name} format", format, [one.name for one in puzzle.formats])
        )
        puzzle, board = read_board(quote_text(self.text, self.name).of_subject(self.subject))
        try:
            return write_losslessly(form, board)
        except BadInput as error:
            raise error.at(self.name) from None


@dataclass(frozen=True, slots=True)
class BoardSelection:
    """The selected boards of a collection; each iteration reads them from the store again."""

    name: str
    puzzle: Puzzle[Any, Any] = field(repr=False)
    query: BoardQuery = field(repr=False)

    def __repr__(self) -> str:
        return f"BoardSelection('@{self.name}')"

    def __len__(self) -> int:
        return board_selection.count_selected(open_to_read(), self.name, self.resolved().conditions)

    def __iter__(self) -> Iterator[KeptBoard]:
        conditions, sorting = self.resolved()
        for board in board_selection.select_boards(open_to_read(), self.name, conditions, sorting):
            yield self._kept(board)

    def __bool__(self) -> bool:
        return True

    def resolved(self) -> BoardQuery:
        """The query for the store, with the sizes that the collection has now."""
        sizes = board_selection.sizes(open_to_read(), self.name) if "size" in self.query.needs else []
        return self.query.with_sizes(sizes)

    def _kept(self, board: Board) -> KeptBoard:
        return KeptBoard(
            f"@{self.name}/{board.place}",
            board.place,
            self.puzzle.name,
            board.text,
            board.size,
            board.level,
            board.rating,
            board.solved,
        )


def list_boards(
    name: str,
    *,
    where: str | Sequence[str] | None = None,
    sort: str | None = None,
    rated: bool = False,
    limit: Limit = UNLIMITED,
    on_rated: OnRated | None = None,
) -> BoardSelection:
    """The boards of a collection that meet conditions, in an order.

    ``where`` are conditions, such as ``"level=hard size=9x9 solved=no cost>=4"``; ``sort`` are keys, such as
    ``"level,-cost"``.  Boards whose level or rating is needed for that are rated first, and so are all
    selected boards with ``rated``; ``on_rated`` is called after each, ``limit`` bounds the work.

    >>> from satplay.verbs.keep import keep
    >>> added = keep("@small", ["mosaic:4./..", "mosaic:1..../....."])
    >>> [(board.size, board.level) for board in list_boards("@small", sort="-size", where="number>=1")]
    [('5x2', None), ('2x2', None)]
    >>> [board.name for board in list_boards("@small", where="level=beginner")]
    ['@small/1']
    """
    query = read_query(where, sort)
    target = parse_name(name)
    if target.place is not None:
        raise BadInput("name", found=f"{target}, one board", expected=f"a collection, as @{target.name}")
    store = open_to_read()
    found = find_summary(store, target.name)
    if found is None:
        if games.find(store, target.name) is not None:
            raise BadInput("name", found=f"@{target.name}, a saved game", expected="a collection")
        raise NoSuchName("collection", str(target), names(store))
    puzzle = puzzles.find(found.subject)
    by_number = (rated and puzzle.facts is not None) or bool(query.needs & set(RATED))
    if rated or "size" in query.needs:
        complete_details(open_store(), target.name, puzzle)
    selection = BoardSelection(target.name, puzzle, query)
    if by_number or "level" in query.needs:
        if puzzle.facts is None:
            expected = "a puzzle whose boards can be rated"
            raise BadInput("collection", found=f"@{target.name}, boards of {puzzle.name}", expected=expected)
        # Only boards that can be selected: conditions on the rating itself select among these.
        possible = query._replace(conditions=query.without_ratings())
        conditions = BoardSelection(target.name, puzzle, possible).resolved().conditions
        rate_missing(
            open_store(),
            target.name,
            puzzle,
            conditions,
            level_only=not by_number,
            limit=limit,
            on_rated=on_rated,
        )
    return selection


def forget_boards(name: str, where: str | Sequence[str], on_rated: OnRated | None = None) -> int:
    """Delete the boards of a collection that ``list_boards`` selects; returns their number."""
    selection = list_boards(name, where=where, on_rated=on_rated)
    return board_selection.forget_selected(open_store(), selection.name, selection.resolved().conditions)
