"""Typed moves of Flow: they draw and erase lines.

A position is any set of links.  A new line replaces older ones where they meet, as in the apps.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence, Set
from itertools import pairwise

from satplay.contracts.move_verbs import ERASE, MARK, starts_with
from satplay.contracts.puzzle import MoveEntry, bad_move
from satplay.puzzles.flow.board import Board, Cell
from satplay.puzzles.flow.move_guidance import GUIDANCE
from satplay.puzzles.flow.move_readings import READINGS
from satplay.puzzles.flow.move_words import cells_along, colour_called, is_cell
from satplay.puzzles.flow.paths import Flow, pieces
from satplay.puzzles.flow.rules import Rule, check, is_solution, pair
from satplay.rule import RuleInstance


def empty_position(board: Board) -> Flow:
    """No links."""
    return Flow(frozenset())


def apply_move(board: Board, flow: Flow, text: str) -> Flow:
    """The links after one typed move.

    >>> board = Board(2, 3, ((0, 2), (3, 5)))
    >>> empty = empty_position(board)
    >>> line = apply_move(board, empty, "A1 right right")
    >>> line == apply_move(board, empty, "c1-a1"), apply_move(board, line, "erase a1-b1") == empty
    (True, True)
    """
    words = text.replace(",", " ").split()
    if starts_with(words, ERASE):
        return _erase(board, flow, words[1:])
    if len(words) > 1 and starts_with(words, MARK) and colour_called(board, words[0]) is None:
        return _mark_apart(board, flow, words[1:])
    cells = cells_along(board, flow, words)
    if len(cells) < 2:
        raise bad_move(
            repr(text.strip()) if words else "nothing", "two cells or more, as in A1 A2, or 'help'"
        )
    return _draw(board, flow, cells)


# -- drawing -----------------------------------------------------------------------------------------


def _draw(board: Board, flow: Flow, cells: Sequence[Cell]) -> Flow:
    """Add a line and remove the links that would branch from it.

    At an open end of the new line one older link may stay, so that both become one line.
    """
    links = _links(board, cells)
    nodes = _nodes(board, cells, links)
    colours = {board.colour_at[node] for node in nodes if node in board.colour_at}
    if len(colours) > 1:
        named = " and ".join(board.labels[number] for number in sorted(colours))
        raise bad_move(f"a line from {named}", "a line that joins dots of one colour")
    dots = [node for node in nodes if node in board.colour_at]
    older = flow.links - set(links)
    older -= _at(board, older, [*nodes[1:-1], *dots])
    for end in (nodes[0], nodes[-1]):
        beyond = {link: _colours_beyond(board, older, end, link) for link in _at(board, older, [end])}
        fits = len(colours.union(*beyond.values())) <= 1
        stays = max(sorted(beyond), key=lambda link: len(beyond[link]), default=None) if fits else None
        older -= beyond.keys() - {stays}
        colours |= beyond[stays] if stays is not None else set()
    return Flow(older | set(links), flow.apart - set(links))


def _mark_apart(board: Board, flow: Flow, words: Sequence[str]) -> Flow:
    """Mark that the cells along a way are not joined, or remove the marks if all are marked already.

    Lines that were drawn there are removed.
    """
    cells = cells_along(board, flow, words)
    if len(cells) < 2:
        raise bad_move("one cell", f"two neighbours, as in no {' '.join(neighbours(board))}")
    links = frozenset(_links(board, cells))
    return Flow(flow.links - links, flow.apart - links if links <= flow.apart else flow.apart | links)


def neighbours(board: Board) -> list[str]:
    """The names of two neighbouring cells, for examples."""
    return [board.name(cell) for cell in board.grid.cells[0].tolist()] if board.grid.links else ["A1", "B1"]


def _links(board: Board, cells: Sequence[Cell]) -> list[int]:
    links = []
    for first, second in pairwise(cells):
        link = board.grid.link_between.get((first, second))
        if link is None:
            found = f"a step from {board.name(first)} to {board.name(second)}"
            raise bad_move(found, "no hole or wall in the way")
        links.append(link)
    return links


def _nodes(board: Board, cells: Sequence[Cell], links: Sequence[int]) -> list[int]:
    """The nodes that a line goes through: each once, over bridges straight, to dots only at its ends."""
    nodes: list[int] = []
    for start, link in zip(cells, links, strict=False):
        node_of = dict(zip(board.grid.cells[link].tolist(), board.grid.ends[link].tolist(), strict=True))
        if not nodes:
            nodes.append(node_of[start])
        elif node_of[start] != nodes[-1]:
            raise bad_move(f"a turn on the bridge {board.name(start)}", "a bridge crossed straight")
        nodes += (node for cell, node in node_of.items() if cell != start)
    seen: set[int] = set()
    for at, (node, cell) in enumerate(zip(nodes, cells, strict=True)):
        if node in seen:
            raise bad_move(f"{board.name(cell)} twice", "a line that does not meet itself")
        if node in board.colour_at and 0 < at < len(nodes) - 1:
            raise bad_move(f"a line through the dot in {board.name(cell)}", "a line that ends there")
        seen.add(node)
    return nodes


def _colours_beyond(board: Board, links: Set[int], node: int, link: int) -> Set[int]:
    """The colours that a link of a node leads to."""
    rest = frozenset(links - (_at(board, links, [node]) - {link}))
    return next(piece.colours for piece in pieces(board, Flow(rest)) if node in piece.nodes)


# -- erasing -----------------------------------------------------------------------------------------


def _erase(board: Board, flow: Flow, words: Sequence[str]) -> Flow:
    if not words:
        raise bad_move("nothing to erase", "cells or a colour: erase B2, erase R; 'clear' erases all")
    links: Set[int] = flow.links
    apart: Set[int] = flow.apart
    for word in words:
        colour = None if is_cell(word) else colour_called(board, word)
        if colour is None:
            cells = cells_along(board, flow, [word])
            nodes = {*cells, *(int(board.grid.node_down[cell]) for cell in cells)}
        else:
            nodes = {node for piece in pieces(board, flow) if colour in piece.colours for node in piece.nodes}
        links -= _at(board, links, nodes)
        apart -= _at(board, apart, nodes)
    return Flow(frozenset(links), frozenset(apart))


def _at(board: Board, links: Set[int], nodes: Collection[int]) -> frozenset[int]:
    """The links that have an end in one of the nodes."""
    numbers, here = sorted(links), set(nodes)
    ends = zip(numbers, board.grid.ends[numbers].tolist(), strict=True)
    return frozenset(link for link, pair in ends if not here.isdisjoint(pair))


# -- violations -------------------------------------------------------------------------------------------


def irreparable_violations(board: Board, flow: Flow) -> list[RuleInstance]:
    """The rule instances that stay violated whatever links are added.

    Too many links at a cell, a line between two colours, a ring, and a line that touches itself are final.
    Too few links at a cell and a colour in two parts can still be repaired.
    """
    degrees = board.grid.degrees(flow.links)

    def is_final(violation: RuleInstance) -> bool:
        at = violation.place[-1]
        assert isinstance(at, int)
        match violation.rule:
            case Rule.END:
                return bool(degrees[at] > 1)
            case Rule.THROUGH:
                return bool(degrees[at] > 2)
            case _:
                return violation.rule not in (Rule.FILL, Rule.COLOUR)

    mixed = {colour for piece in pieces(board, flow) if len(piece.colours) > 1 for colour in piece.colours}
    final = [broken for broken in check(board, flow) if is_final(broken)]
    return [*final, *(pair(board, colour) for colour in sorted(mixed))]


def without_marks(flow: Flow) -> Flow:
    """The links alone."""
    return Flow(flow.links)


MOVE_ENTRY: MoveEntry[Board, Flow] = MoveEntry(
    empty_position, apply_move, irreparable_violations, GUIDANCE, READINGS, without_marks, is_solution
)
