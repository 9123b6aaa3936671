"""The words of explanations of Hashi, as one player tells them to another."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import cast

from satplay.contracts.phrases import Phrases, Statement
from satplay.contracts.texts import join_words, pluralize
from satplay.puzzles.hashi.board import Board, Cell
from satplay.puzzles.hashi.island_status import Way, ways_of
from satplay.puzzles.hashi.rules import Rule
from satplay.rule import RuleInstance

MOST_NAMES = 5
"""Islands of a group that a sentence names; it counts the others."""


def name_facts(board: Board, statements: Sequence[Statement]) -> Iterator[str]:
    """One sentence for each pair of islands, about the smallest and the largest number of bridges."""
    for way, (fewest, most) in bounds_by_way(board, statements).items():
        named = f"{board.name(way[0])} and {board.name(way[1])}"
        if most == 0:
            yield f"no bridge joins {named}"
        elif fewest == most:
            yield f"{_join(most)} {named}"
        elif most == board.most:
            yield f"at least {_join(fewest)} {named}"
        elif fewest == 0:
            yield f"at most {_join(most)} {named}"
        else:
            yield f"{fewest} {'or' if most == fewest + 1 else 'to'} {most} bridges join {named}"


def _join(count: int) -> str:
    return f"{pluralize(count, 'bridge')} {'joins' if count == 1 else 'join'}"


def bounds_by_way(board: Board, statements: Sequence[Statement]) -> dict[Way, tuple[int, int]]:
    """The smallest and the largest number of bridges of each pair of islands that statements are about."""
    bounds: dict[Way, tuple[int, int]] = {}
    for atom, is_true in statements:
        first, second = board.links[atom.link].tolist()
        way = board.cells[first], board.cells[second]
        fewest, most = bounds.get(way, (0, board.most))
        bounds[way] = (max(fewest, atom.count), most) if is_true else (fewest, min(most, atom.count - 1))
    return bounds


# -- places ----------------------------------------------------------------------------------------------


def name_place(board: Board, instance: RuleInstance) -> str:
    """The island, the group of islands, or the ways that cross."""
    if instance.rule is Rule.CONNECTED:
        return _name_islands(board, islands_of(board, instance))
    if instance.rule is Rule.LOOP:
        return f"the ring of {_list_names(board, _cells(instance))}"
    if instance.rule is Rule.CROSSING:
        return f"the crossing of {join_words(_name_ways(board, instance))}"
    return _name_islands(board, _cells(instance))


def name_label(board: Board, instance: RuleInstance) -> str:
    """The island of a number, the ways that cross; nothing for groups, which the sentence names."""
    if instance.rule is Rule.NUMBER and len(instance.place) == 1:
        return board.name(_cells(instance)[0])
    return ", ".join(_name_ways(board, instance))


def _cells(instance: RuleInstance) -> tuple[Cell, ...]:
    return cast("tuple[Cell, ...]", instance.place)


def islands_of(board: Board, instance: RuleInstance) -> Sequence[Cell]:
    """The islands in the place of a rule instance; of a cut those of the smaller side."""
    inside = _cells(instance)
    if instance.rule is not Rule.CONNECTED or 2 * len(inside) <= len(board.cells):
        return inside
    return [cell for cell in board.cells if cell not in set(inside)] or inside


def _name_islands(board: Board, cells: Collection[Cell]) -> str:
    return f"the island{'' if len(cells) == 1 else 's'} {_list_names(board, cells)}"


def _list_names(board: Board, cells: Collection[Cell]) -> str:
    """``A1, C1 and E3``; of a large group the first islands."""
    names = [board.name(cell) for cell in sorted(cells)]
    if len(names) > MOST_NAMES:
        names[MOST_NAMES - 1 :] = [pluralize(len(names) - MOST_NAMES + 1, "other island")]
    return join_words(names)


def _name_ways(board: Board, instance: RuleInstance) -> list[str]:
    return [f"{board.name(first)}-{board.name(second)}" for first, second in ways_of(instance)]


# -- reasons ---------------------------------------------------------------------------------------------


def give_reason(
    board: Board, instance: RuleInstance, new: Sequence[Statement], given: Sequence[Statement]
) -> str:
    """Why one rule instance implies the new facts."""
    if instance.rule is Rule.NUMBER and len(instance.place) == 1:
        return _count(board, _cells(instance)[0], new, given)
    if instance.rule is Rule.CONNECTED:
        return f"otherwise {name_broken(board, instance)}"
    if instance.rule is Rule.LOOP:
        return f"otherwise {name_broken(board, instance)}"
    if instance.rule is Rule.CROSSING:
        built = bounds_by_way(board, given)
        in_the_way = [
            f"{board.name(first)} and {board.name(second)}"
            for first, second in ways_of(instance)
            if (first, second) in built
        ]
        return f"the bridge between {in_the_way[0]} is in the way" if in_the_way else ""
    return ""


def _count(board: Board, cell: Cell, new: Sequence[Statement], given: Sequence[Statement]) -> str:
    """The number of an island compared with the bridges that it has, and that it can have."""
    wanted, named = board.islands[cell], board.name(cell)
    bounds = bounds_by_way(board, given)
    ways = board.cell_array[board.links[board.incident[bisect_left(board.cells, cell)]]].tolist()
    around = [bounds.get((first, second), (0, board.most)) for first, second in ways]
    fewest, most = sum(low for low, _ in around), sum(high for _, high in around)
    adds, denies = any(is_true for _, is_true in new), any(not is_true for _, is_true in new)
    if wanted is None:
        return f"{named} needs a bridge, and no other one is possible" if adds else ""
    if adds and not denies:
        open_ways = [way for way, (_, high) in zip(ways, around, strict=True) if high > 0]
        if len(open_ways) == 1:
            other = next(end for end in open_ways[0] if end != cell)
            return f"{named} can only be joined to {board.name(other)}"
        possible = "that are possible" if not given else "that are still possible"
        if wanted < most:
            return f"{named} needs {wanted} of the {most} bridges {possible}"
        return f"{named} needs {'both' if most == 2 else f'all {most}'} bridges {possible}"
    if denies and not adds:
        if fewest == wanted:
            return f"{named} has its {pluralize(wanted, 'bridge')}"
        if fewest == 0:
            return f"{named} has only {pluralize(wanted, 'bridge')}"
        return f"{named} has {fewest} of its {wanted} bridges already"
    return _divide(board, cell, bounds, [*bounds_by_way(board, new)])


def _divide(board: Board, cell: Cell, bounds: Mapping[Way, tuple[int, int]], new: Sequence[Way]) -> str:
    """The number of an island, of which one way gets exactly what the others leave."""
    named, wanted = board.name(cell), board.islands[cell] or 0
    if len(new) > 1:
        return f"{named} has {pluralize(wanted, 'bridge')}"
    other = board.name(next(end for end in new[0] if end != cell))
    built = sum(low for way, (low, _) in bounds.items() if cell in way)
    if built == 0:
        return f"{named} has {pluralize(wanted, 'bridge')} and can only be joined to {other}"
    return f"{named} needs {pluralize(wanted - built, 'more bridge')}, and only {other} is left"


def name_broken(board: Board, instance: RuleInstance) -> str:
    """What is wrong where a rule instance does not hold."""
    if instance.rule is Rule.CONNECTED:
        cells = islands_of(board, instance)
        return f"{_list_names(board, cells)} would be cut off"
    if instance.rule is Rule.LOOP:
        return f"{_list_names(board, _cells(instance))} would form a ring"
    if instance.rule is Rule.CROSSING:
        return f"the bridges {join_words(_name_ways(board, instance))} would cross"
    if instance.rule is Rule.NUMBER and len(instance.place) == 1:
        cell = _cells(instance)[0]
        wanted = board.islands[cell]
        needed = "have a bridge" if wanted is None else f"have its {pluralize(wanted, 'bridge')}"
        return f"{board.name(cell)} could not {needed}"
    return ""


PHRASES: Phrases[Board] = Phrases(
    facts=lambda board, statements: list(name_facts(board, statements)),
    place=name_place,
    label=name_label,
    reason=give_reason,
    broken=name_broken,
)
