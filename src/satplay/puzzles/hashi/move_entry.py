"""Typed moves of Hashi: they build bridges and remove them.

A move without a number adds one bridge, and removes them all if the maximum is reached, like a click in the
usual programs.  A bridge across other bridges or over an island is refused.  Too many bridges at an island
are accepted and shown, because the mistake may be at its neighbours.
"""

from __future__ import annotations

from collections.abc import Sequence

from satplay.contracts.move_verbs import ERASE, MARK, starts_with
from satplay.contracts.puzzle import MoveEntry, bad_move
from satplay.puzzles.hashi.board import NONE, Board, Bridges, Cell
from satplay.puzzles.hashi.irreparable_violations import irreparable_violations
from satplay.puzzles.hashi.island_status import Way
from satplay.puzzles.hashi.move_guidance import GUIDANCE
from satplay.puzzles.hashi.move_readings import READINGS
from satplay.puzzles.hashi.move_words import TypedBridge, island_called, steps, words_of

DONE = frozenset({"done"})
"""The first word of a move that marks islands as done."""


def empty_position(board: Board) -> Bridges:
    """No bridges."""
    return NONE


def apply_move(board: Board, bridges: Bridges, text: str) -> Bridges:
    """The bridges after one typed move.

    >>> board = Board(3, 5, {0: 3, 4: 2, 14: 1})
    >>> twice = apply_move(board, apply_move(board, NONE, "A1 right"), "a1-e1")
    >>> twice == apply_move(board, NONE, "A1 r2"), apply_move(board, twice, "A1 E1") == NONE
    (True, True)
    """
    words = words_of(text)
    if starts_with(words, ERASE):
        return _erase(board, bridges, words[1:])
    if len(words) > 1 and starts_with(words, MARK):
        return _mark_absent(board, bridges, words[1:])
    if starts_with(words, DONE):
        return _mark_done(board, bridges, words[1:])
    _, moves = steps(board, words) if words else (None, [])
    if not moves:
        found = repr(text.strip()) if words else "nothing"
        raise bad_move(found, "two islands, as in A1 C1, or 'help'")
    counts = {(first, second): count for first, second, count in bridges.triples}
    for move in moves:
        _build(board, counts, move)
    return Bridges.of([(*way, count) for way, count in counts.items()], bridges.absent, bridges.done)


def _mark_absent(board: Board, bridges: Bridges, words: Sequence[str]) -> Bridges:
    """Mark that no bridge joins these islands, or remove the marks if all are marked already.

    Bridges that were built there are removed.
    """
    _, moves = steps(board, words)
    ways = frozenset(map(_way, moves))
    if not ways or any(move.count is not None for move in moves):
        raise bad_move(repr(" ".join(words)), "two islands after 'no'")
    for way in ways:
        if way not in board.link_between:
            raise bad_move(
                f"no bridge {'-'.join(map(board.name, way))} over islands",
                "two islands with none between them",
            )
    left = [triple for triple in bridges.triples if triple[:2] not in ways]
    absent = bridges.absent - ways if ways <= bridges.absent else bridges.absent | ways
    return Bridges.of(left, absent, bridges.done)


def _mark_done(board: Board, bridges: Bridges, words: Sequence[str]) -> Bridges:
    """Mark islands as done, or remove the marks if all are marked already; no bridge changes."""
    expected = f"islands after 'done', such as {board.name(board.cells[0])}" if board.cells else "an island"
    if not words:
        raise bad_move("nothing to mark", expected)
    islands = frozenset(island_called(board, word, expected) for word in words)
    done = bridges.done - islands if islands <= bridges.done else bridges.done | islands
    return Bridges(bridges.triples, bridges.absent, done)


def _build(board: Board, counts: dict[Way, int], move: TypedBridge) -> None:
    way = _way(move)
    built = counts.get(way, 0)
    if move.count is None:
        wanted = built + 1 if built < board.most else 0
    elif move.count <= board.most:
        wanted = move.count
    else:
        raise bad_move(f"{move.count} bridges", f"at most {board.most} between two islands")
    if wanted > built:
        _expect_free(board, counts, way)
    counts[way] = wanted


def _expect_free(board: Board, counts: dict[Way, int], way: Way) -> None:
    named = "-".join(map(board.name, way))
    if way not in board.link_between:
        raise bad_move(f"bridges {named} over islands", "two islands with none between them")
    for other, count in counts.items():
        if count and crosses(board, way, other):
            across = "-".join(map(board.name, other))
            erase = " ".join(map(board.name, other))
            raise bad_move(f"bridges {named} across {across}", f"a free way: 'erase {erase}' before")


def crosses(board: Board, one: Way, other: Way) -> bool:
    """Whether two ways share a cell that is an end of neither.

    >>> board = Board(3, 3, {})
    >>> crosses(board, (3, 5), (1, 7)), crosses(board, (3, 5), (1, 4)), crosses(board, (3, 5), (0, 6))
    (True, False, False)
    """
    if (one[1] - one[0] < board.columns) == (other[1] - other[0] < board.columns):
        return False
    level, upright = (one, other) if one[1] - one[0] < board.columns else (other, one)
    (row, left), (_, right) = map(board.place, level)
    (top, column), (bottom, _) = map(board.place, upright)
    return top < row < bottom and left < column < right


def _erase(board: Board, bridges: Bridges, words: Sequence[str]) -> Bridges:
    """Remove all bridges of one island, or those along the steps, even if no move could have built them."""
    if not words:
        raise bad_move("nothing to erase", "islands: erase A1 C1, erase A1; 'clear' erases all")
    start, moves = steps(board, words)
    if any(move.count is not None for move in moves):
        raise bad_move("how many to erase", "islands alone; A1 C1 1 leaves one bridge")
    gone = {_way(move) for move in moves}

    def stays(first: Cell, second: Cell) -> bool:
        return (first, second) not in gone if moves else start not in (first, second)

    left = tuple(triple for triple in bridges.triples if stays(triple[0], triple[1]))
    absent = frozenset(way for way in bridges.absent if stays(*way))
    return Bridges(left, absent, bridges.done if moves else bridges.done - {start})


def _way(move: TypedBridge) -> Way:
    return min(move.start, move.end), max(move.start, move.end)


def without_marks(bridges: Bridges) -> Bridges:
    """The bridges alone."""
    return Bridges(bridges.triples)


MOVE_ENTRY: MoveEntry[Board, Bridges] = MoveEntry(
    empty_position, apply_move, irreparable_violations, GUIDANCE, READINGS, without_marks
)
