"""What the server accepts from a client: texts that are only ever read as texts, up to a size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from satplay.contracts.game import Game
from satplay.errors import BadInput, SatplayError, one_line

SIZE = re.compile("([0-9]+)(?:x([0-9]+))?")

MOVE_CELLS = 25_000_000
"""Moves of a match times cells of its board, at most: a match keeps the position after every move."""


class TooLarge(SatplayError):
    """Something that is larger than the server accepts.

    >>> print(TooLarge("board", "200x100", "10000 cells"))
    the board is too large: 200x100; this server accepts at most 10000 cells
    """

    exit_status = 2

    def __init__(self, what: str, found: str, most: str) -> None:
        self.what = what
        self.found = found
        self.most = most
        super().__init__(what, found, most)

    def __str__(self) -> str:
        return one_line(
            f"the {self.what} is too large: {self.found}; this server accepts at most {self.most}"
        )


def expect_text(what: str, text: str) -> str:
    """The text; ``BadInput`` if it has parts of characters, as which JSON can smuggle any bytes."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise BadInput(
            what,
            line=line,
            column=error.start - text.rfind("\n", 0, error.start),
            found=f"\\u{ord(text[error.start]):04x}",
            expected="characters",
        ) from None
    return text


@contextmanager
def without_source() -> Iterator[None]:
    """``BadInput`` raised in the block names lines and columns only: the client knows what it has sent."""
    try:
        yield
    except BadInput as error:
        error.source = None
        raise


def cells_of_size(size: str | None) -> int:
    """The number of cells of a board of this size, as generators take it; 0 if it is unknown.

    >>> cells_of_size("7"), cells_of_size("30x20"), cells_of_size(None)
    (49, 600, 0)
    """
    found = None if size is None else SIZE.fullmatch(size)
    if found is None:
        return 0
    return int(found[1]) * int(found[2] or found[1])


def expect_cells(size: str | None, most: int) -> int:
    """The number of cells of a board of this size; ``TooLarge`` if there are more than ``most``."""
    cells = cells_of_size(size)
    if cells > most:
        raise TooLarge("board", str(size), f"{most} cells")
    return cells


def size_of_state(game: Game[Any, Any], state: Any) -> str | None:
    """The size of the board in a state; None if the game has no sizes."""
    return None if game.board_size is None else game.board_size(state)


def expect_moves(moves: int, cells: int) -> None:
    """``TooLarge`` if a match of so many moves on so many cells needs too much memory."""
    if moves * max(cells, 100) > MOVE_CELLS:
        raise TooLarge("match", f"{moves} moves", f"{MOVE_CELLS // max(cells, 100)} on such a board")
