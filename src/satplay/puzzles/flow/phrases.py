"""The words of explanations of Flow, as one player tells them to another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from satplay.contracts.phrases import Phrases, Statement
from satplay.contracts.texts import join_words, pluralize
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.atoms import Coloured, Joined
from satplay.puzzles.flow.rules import DEAD_END, DIAGONAL, LAST_COLOUR, REGION, ROUND, Rule
from satplay.rule import RuleInstance

MOST_NAMES = 5
"""Cells that a sentence names; it counts the others."""


# -- facts -----------------------------------------------------------------------------------------------


def name_facts(board: Board, statements: Sequence[Statement]) -> Iterator[str]:
    """One sentence for all links at one cell, and one for each colour."""
    links = [(atom.link, is_true) for atom, is_true in statements if isinstance(atom, Joined)]
    for joined in (True, False):
        yield from _name_links(board, [link for link, is_true in links if is_true is joined], joined)
    colours: dict[tuple[int, bool], list[int]] = {}
    for atom, is_true in statements:
        if isinstance(atom, Coloured):
            colours.setdefault((atom.colour, is_true), []).append(atom.node)
    for (number, is_true), nodes in colours.items():
        named, cells = board.labels[number], _list_names(board, _cells_of(board, nodes))
        if is_true:
            yield f"{cells} belong{'s' if len(nodes) == 1 else ''} to {named}"
        else:
            yield f"{named} does not pass {cells}"


def _name_links(board: Board, links: Sequence[int], joined: bool) -> Iterator[str]:
    """``A1 is joined to B1 and A2``; the cell that most of the links share comes first."""
    open_ = [tuple(board.grid.cells[link].tolist()) for link in links]
    verb, word = ("is joined to", "and") if joined else ("is not joined to", "or")
    while open_:
        shared = max(
            (cell for pair in open_ for cell in pair), key=lambda cell: sum(cell in p for p in open_)
        )
        there = [pair for pair in open_ if shared in pair]
        open_ = [pair for pair in open_ if shared not in pair]
        if len(there) == 1:
            first, second = (board.name(cell) for cell in there[0])
            yield f"{first} and {second} are {'' if joined else 'not '}joined"
        else:
            others = [board.name(cell) for pair in there for cell in pair if cell != shared]
            yield f"{board.name(shared)} {verb} {join_words(others, word)}"


def _cells_of(board: Board, nodes: Sequence[int]) -> list[int]:
    return sorted({int(board.grid.cell_of[node]) for node in nodes})


def _list_names(board: Board, cells: Sequence[int]) -> str:
    """``A1, B1 and C1``; of many cells the first ones."""
    names = [board.name(cell) for cell in cells]
    if len(names) > MOST_NAMES:
        names[MOST_NAMES - 1 :] = [pluralize(len(names) - MOST_NAMES + 1, "other cell")]
    return join_words(names)


# -- places ----------------------------------------------------------------------------------------------


def cells_of(instance: RuleInstance) -> list[Any]:
    """The cells that a rule instance is about."""
    match instance.place:
        case (str() as pattern, _, *cells) if pattern in (REGION, DEAD_END):
            return [*cells]
        case (str() as pattern, *cells) if pattern == LAST_COLOUR:
            return [cells[0]]
        case (str(), *cells):
            return [*cells]
        case (cell, _) if instance.rule in (Rule.THROUGH, Rule.FILL):
            return [cell]
        case cells:
            return [*cells]


def name_place(board: Board, instance: RuleInstance) -> str:
    """The dot, the cell, two neighbours, a diagonal or a region."""
    cells = cells_of(instance)
    if instance.rule is Rule.END:
        return f"the dot {board.name(cells[0])}"
    match instance.place[0]:
        case str() as pattern if pattern == DIAGONAL:
            return _name_diagonal(board, cells)
        case str() as pattern if pattern in (REGION, DEAD_END):
            return f"the colour {instance.place[1]} around {_list_names(board, cells)}"
    if len(cells) == 1:
        return f"the cell {board.name(cells[0])}"
    return f"the cells {_list_names(board, cells)}"


def _name_diagonal(board: Board, cells: Sequence[int]) -> str:
    if len(cells) == 1:
        return f"the cell {board.name(cells[0])}"
    return f"the diagonal from {board.name(cells[0])} to {board.name(cells[-1])}"


def name_label(board: Board, instance: RuleInstance) -> str:
    """The cells of a rule instance, if they are few."""
    cells = cells_of(instance)
    if instance.place[0] == DIAGONAL:
        return "-".join(dict.fromkeys([board.name(cells[0]), board.name(cells[-1])]))
    return "-".join(map(board.name, cells)) if len(cells) <= 2 else ""


# -- reasons ---------------------------------------------------------------------------------------------


def give_reason(
    board: Board, instance: RuleInstance, new: Sequence[Statement], given: Sequence[Statement]
) -> str:
    """Why one rule instance implies the new facts."""
    cells = cells_of(instance)
    named = board.name(cells[0])
    adds = any(is_true for _, is_true in new)
    match instance.rule, instance.place[0]:
        case Rule.END, _:
            return f"the dot {named} has {'no other way out' if adds else 'its line already'}"
        case Rule.THROUGH, _:
            return f"the line through {named} is complete" if not adds else f"a line through {named} goes on"
        case Rule.FILL, str():
            return f"no other colour can pass {named}"
        case Rule.FILL, _:
            left = "ways left" if given else "neighbours"
            return f"{named} must be filled and has only two {left}"
        case Rule.COLOUR, str() as pattern if pattern == REGION:
            return _leave(board, instance, new)
        case Rule.COLOUR, str():
            inside, entry = _list_names(board, cells[1:]), board.name(cells[0])
            return f"{instance.place[1]} could only come back from {inside} by {entry}"
        case Rule.COLOUR, _:
            return _compare(board, cells, new, given)
        case Rule.TOUCH, str() as pattern if pattern == DIAGONAL:
            return _repeat(board, cells, adds)
        case Rule.TOUCH, _ if len(cells) == 2:
            if adds:
                return "neighbours of one colour are joined"
            return "otherwise the line would touch itself there"
        case _:
            return f"otherwise {name_broken(board, instance)}"


def _leave(board: Board, instance: RuleInstance, new: Sequence[Statement]) -> str:
    named, cells = instance.place[1], cells_of(instance)
    if any(cell in cells for cell in board.dots[board.labels.index(str(named))]):
        return f"{named} has no other way out of {_list_names(board, cells)}"
    if len(new) > 1:
        return f"{named} cannot get there"
    return f"{named} cannot reach {_list_names(board, cells)}"


def _compare(board: Board, cells: Sequence[int], new: Sequence[Statement], given: Sequence[Statement]) -> str:
    """Two neighbours of different colours, or of one colour because they are joined."""
    first, second = (board.name(cell) for cell in cells)
    if any(isinstance(atom, Coloured) for atom, _ in new):
        return f"{first} and {second} have one colour if they are joined"
    known = {
        int(board.grid.cell_of[atom.node]): atom.colour
        for atom, is_true in given
        if isinstance(atom, Coloured) and is_true
    }
    told = [_owner(board, cell, known) for cell in cells if cell in board.colour_at or cell in known]
    told += [
        f"{board.labels[atom.colour]} does not pass {board.name(int(board.grid.cell_of[atom.node]))}"
        for atom, is_true in given
        if isinstance(atom, Coloured) and not is_true
    ]
    return join_words(told[:3])


def _owner(board: Board, cell: int, known: Mapping[int, int]) -> str:
    if cell in board.colour_at:
        return f"{board.name(cell)} is a dot of {board.labels[board.colour_at[cell]]}"
    return f"{board.name(cell)} belongs to {board.labels[known[cell]]}"


def _repeat(board: Board, cells: Sequence[int], adds: bool) -> str:
    if len(cells) == 1:
        return f"a line that turns at {board.name(cells[0])} leaves no way through the cell inside the turn"
    where = f"along the diagonal from {board.name(cells[0])} to {board.name(cells[-1])}"
    if adds:
        return f"a turn repeats {where}"
    return f"a turn would repeat {where}, where it cannot end"


def name_broken(board: Board, instance: RuleInstance) -> str:
    """What is wrong where a rule instance does not hold."""
    cells = cells_of(instance)
    names = _list_names(board, cells)
    match instance.rule, instance.place[0]:
        case Rule.END, _:
            return f"the dot {names} could not have exactly one line"
        case Rule.THROUGH, _:
            return f"lines would branch or end in {names}"
        case Rule.FILL, str():
            return f"no colour could pass {names}"
        case Rule.FILL, _:
            return f"{names} could not be filled"
        case Rule.COLOUR, str() as pattern if pattern == REGION:
            return f"{instance.place[1]} would be cut off at {names}"
        case Rule.COLOUR, str():
            return f"{instance.place[1]} could not come back through {board.name(cells[0])}"
        case Rule.COLOUR, _:
            return f"{names} would be joined and have different colours"
        case Rule.TOUCH, str() as pattern if pattern == DIAGONAL:
            where = board.name(cells[0]) if len(cells) == 1 else f"along {_name_diagonal(board, cells)}"
            return f"the cell inside a turn would be left empty, {where}"
        case Rule.TOUCH, str() as pattern if pattern == ROUND:
            return f"a line would come back beside itself at {names}"
        case Rule.TOUCH, _ if len(cells) == 2:
            return f"{names} would touch without being joined"
        case Rule.TOUCH, _:
            return f"a line would turn back on itself in {names}"
        case _:
            return f"{names} would form a loop"


PHRASES: Phrases[Board] = Phrases(
    facts=lambda board, statements: list(name_facts(board, statements)),
    place=name_place,
    label=name_label,
    reason=give_reason,
    broken=name_broken,
)
