"""Boards and links of all kinds, for tests of formats."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from satplay.puzzles.flow.board import LABELS, Board
from satplay.puzzles.flow.paths import Flow

NAMES = {
    "none": None,
    "letters": st.sampled_from(LABELS[:52]),
    "signs": st.sampled_from("#*@|─0123456789éж"),
    "numbers": st.integers(0, 5000).map(str),
    "words": st.sampled_from(["red", "green", "blue", "12", "x y", "", " ", ".", "\n", "\t"]),
}


@st.composite
def plain_boards(draw: st.DrawFn, *, terms: bool = True) -> Board:
    """Rectangles with labels of one kind or another."""
    return Board(**draw(_shapes(special=False)), **draw(_terms() if terms else st.just({})))


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of every kind."""
    return Board(**draw(_shapes(special=True)), **draw(_terms()))


def _terms() -> st.SearchStrategy[dict[str, bool]]:
    return st.fixed_dictionaries({"fill": st.booleans(), "touch": st.booleans()})


@st.composite
def _shapes(draw: st.DrawFn, special: bool) -> dict[str, Any]:
    rows, columns = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    cells = draw(st.permutations(range(rows * columns)))
    colours = draw(st.integers(0, rows * columns // 2))
    dots = tuple((cells[2 * colour], cells[2 * colour + 1]) for colour in range(colours))
    name = NAMES[draw(st.sampled_from(sorted(NAMES)))]
    names = () if name is None else draw(st.lists(name, max_size=colours, unique=True))
    shape: dict[str, Any] = {
        "rows": rows,
        "columns": columns,
        "dots": dots[: len(names)] if name is not None else dots,
    }
    shape["labels"] = tuple(names)
    if special:
        left = cells[2 * len(shape["dots"]) :]
        holes = draw(st.integers(0, len(left)))
        kind = draw(st.sampled_from(["square", "warp", "hexagonal"]))
        crossed = 0 if kind == "hexagonal" else draw(st.integers(0, len(left) - holes))
        wall = st.tuples(*[st.integers(0, rows * columns - 1)] * 2).filter(lambda pair: pair[0] < pair[1])
        shape["holes"] = frozenset(left[:holes])
        shape["bridges"] = frozenset(left[holes : holes + crossed])
        shape["walls"] = draw(st.frozensets(wall, max_size=4)) if rows * columns > 1 else frozenset()
        shape[kind] = True
        shape.pop("square", None)
    return shape


@st.composite
def boards_with_links(draw: st.DrawFn) -> tuple[Board, Flow]:
    """A board, and any set of its links."""
    board = draw(boards())
    links = st.sampled_from(range(board.grid.links)) if board.grid.links else st.nothing()
    return board, Flow(draw(st.frozensets(links)))
