"""The encoding of explanations: what one rule says at one place, as small as a person sees it.

Facts are: two cells are joined or not; a cell has a colour or not.  Each rule instance is one group of
clauses.  That no path turns round inside a square, and that turns repeat along a diagonal, follow from the
other rules; people see them first.  Under the strict rule a cell of a turn has its inner diagonal neighbour
turn the same way, because that one cannot be linked to either side of the turn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, pairwise
from typing import TypeAlias

import numpy as np

from satplay.contracts.encoding import Encoding
from satplay.contracts.facts import Cuts, Cycles, Facts
from satplay.logic.formula import Formula
from satplay.logic.literal import Lit
from satplay.logic.origin import Statement
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.costs import LEVELS_OF_COSTS, LOOP_COSTS, REGION_COSTS, cost_of
from satplay.puzzles.flow.encodings.direct import declare, state_colours_along_links, state_turns
from satplay.puzzles.flow.encodings.links import by_degree, cutting, decoding, state_degrees
from satplay.puzzles.flow.grid import NONE, Grid, Ints
from satplay.puzzles.flow.paths import Flow, pieces
from satplay.puzzles.flow.rules import (
    dead_end,
    diagonal,
    last_colour,
    loop,
    region,
    self_touch,
)
from satplay.rule import RuleInstance

FEW_COLOURS = 6
"""Up to this number of colours, each two exclude each other in a clause; more are a tree of exclusions."""


def facts(board: Board) -> Facts[Flow]:
    """The facts of explanations: which cells are joined, and their colours."""
    formula = Formula()
    grid = board.grid
    links, colours = declare(board, formula)
    fact_variables = range(1, formula.var_count + 1)
    state_degrees(board, formula, links)
    _one_colour(board, formula, links, colours)
    state_colours_along_links(board, formula, links, colours)
    if not board.touch:
        for rings in grid.rings:
            state_turns(board, formula, links[rings], rings)
        if board.fill:
            _diagonals(board, formula, links)

    def known_literals(flow: Flow) -> Iterable[Lit]:
        yield from links[sorted(flow.links)].tolist()
        yield from (-links[sorted(flow.apart - flow.links)]).tolist()
        for piece in pieces(board, flow):
            if len(piece.colours) == 1:
                new = [node for node in piece.nodes if node not in board.colour_at]
                yield from colours[new, min(piece.colours)].tolist()

    def apply_facts(flow: Flow, lits: Sequence[Lit]) -> Flow:
        joined = {lit - 1 for lit in lits if 0 < lit <= links.size}
        apart = {-lit - 1 for lit in lits if -links.size <= lit < 0}
        return Flow(flow.links | joined, (flow.apart - joined) | apart)

    return Facts(
        Encoding(formula, decoding(links), answer=links.tolist(), lazy_clauses=cutting(board, links)),
        links.tolist(),
        known_literals,
        Flow(frozenset()),
        apply_facts,
        cost_of=cost_of,
        fact_variables=fact_variables,
        on_demand=tuple(_rules_on_demand(board, links, colours)),
        levels=LEVELS_OF_COSTS,
    )


def _one_colour(board: Board, formula: Formula, links: Ints, colours: Ints) -> None:
    """No cell has two colours; a used cell has one, a free cell none; the colours of dots are given."""
    grid = board.grid
    with formula.defining():
        for number, dots in enumerate(board.dots):
            formula.add_rows(colours[list(dots), number][:, None])
        _exclude(formula, colours[np.flatnonzero(grid.is_node)])
    if board.fill:
        undotted = grid.is_node.copy()
        undotted[list(board.colour_at)] = False
        others = np.flatnonzero(undotted)
        formula.add_rows(colours[others], stating=lambda i: last_colour(board, int(others[i])))
        return
    with formula.defining():
        for nodes, are_dots, incident in by_degree(board):
            if not are_dots:
                around = np.repeat(links[incident], len(board.dots), axis=0)
                formula.add_rows(np.hstack([-colours[nodes].reshape(-1, 1), around]))


def _exclude(formula: Formula, rows: Ints) -> None:
    """At most one literal of each row is true; propagation finds all consequences.

    Long rows are cut into groups, each with a new variable that is true if one of its literals is.
    """
    width = rows.shape[1]
    if width <= FEW_COLOURS:
        for first, second in combinations(range(width), 2):
            formula.add_rows(-rows[:, [first, second]])
        return
    groups = np.array_split(np.arange(width), -(-width // (FEW_COLOURS - 1)))
    before = formula.var_count
    formula.declare(before + len(rows) * len(groups))
    above = np.arange(before + 1, formula.var_count + 1, dtype=np.int32).reshape(len(rows), len(groups))
    for number, members in enumerate(groups):
        for member in members.tolist():
            formula.add_rows(np.stack([-rows[:, member], above[:, number]], axis=1))
        _exclude(formula, rows[:, members])
    _exclude(formula, above)


# -- diagonals -----------------------------------------------------------------------------------------


def _diagonals(board: Board, formula: Formula, links: Ints) -> None:
    """A turn repeats along its diagonal until a dot; where that is impossible, there is no turn."""
    dots = board.colour_at
    # Turns towards a dot are left out.
    following = {
        first: after
        for first, (inner, after) in following_turns(board.grid).items()
        if first[0] not in dots and inner not in dots
    }
    followers = {after for after in following.values() if after is not None}
    literals = links.tolist()
    clauses: list[int] = []
    origins: list[tuple[int, Statement, int]] = []
    for first in following:
        if first in followers:
            continue
        chain = [first]
        while (after := following.get(chain[-1])) is not None:
            chain.append(after)
        size = len(clauses)
        for (_, turning), (_, after_turning) in pairwise(chain):
            turned = [-literals[link] for link in turning]
            for link in after_turning:
                clauses += [*turned, literals[link], 0]
        count = 2 * (len(chain) - 1)
        last = chain[-1]
        if last in following:  # the next cell has no room for the turn
            clauses += [*(-literals[link] for link in last[1]), 0]
            count += 1
        if len(clauses) > size:
            origins.append((count, partial(_stated_diagonal, board, [node for node, _ in chain]), count))
    formula.add_flat(np.array(clauses, np.int32), blocks=origins)


def _stated_diagonal(board: Board, nodes: Sequence[int], _: int) -> RuleInstance:
    return diagonal(board, nodes)


Turn: TypeAlias = tuple[int, tuple[int, int]]
"""A cell and two of its links, at right angles."""


@lru_cache(maxsize=8)
def following_turns(grid: Grid) -> Mapping[Turn, tuple[int, Turn | None]]:
    """For a turn the cell inside it, and the turn of this cell; None if there is no room."""
    following: dict[Turn, tuple[int, Turn | None]] = {}
    for rings in grid.rings:
        if rings.shape[1] != 4:
            continue
        for ring in rings.tolist():
            corners: dict[int, list[int]] = {}
            for link in ring:
                for node in grid.ends[link].tolist():
                    corners.setdefault(node, []).append(link)
            for node, (first, second) in corners.items():
                inner = next(other for other, turning in corners.items() if not {first, second} & {*turning})
                ways = [link for link in grid.incident[inner].tolist() if link != NONE and link not in ring]
                turning = (min(first, second), max(first, second))
                after = (inner, (min(ways), max(ways))) if len(ways) == 2 else None
                following[node, turning] = inner, after
    # A cell with two further links that are not at right angles: the chain ends there.
    return following


# -- rules that are stated on demand -------------------------------------------------------------------


def _rules_on_demand(board: Board, links: Ints, colours: Ints) -> Iterator[Cuts | Cycles]:
    """COLOUR at regions, LOOP, and TOUCH along paths."""
    grid = board.grid
    owner = np.full(grid.nodes, NONE, np.int32)
    owner[list(board.colour_at)] = list(board.colour_at.values())
    owners = owner[grid.ends]
    free = owners == NONE
    for number, dots in enumerate(board.dots):
        at = np.flatnonzero((free | (owners == number)).all(axis=1))
        ends = grid.ends[at]
        literals = np.column_stack([links[at], np.where(free[at], colours[ends, number], 0)])
        own = np.where(owner == NONE, colours[:, number], 0)

        def cut(nodes: Sequence[int], number: int = number) -> RuleInstance:
            if nodes[0] < 0:
                return dead_end(board, number, nodes[1:], -1 - nodes[0])
            return region(board, number, nodes)

        yield Cuts(grid.nodes, ends, literals, dots, cut, REGION_COSTS, own.tolist())

    def ring(used: Sequence[int]) -> RuleInstance:
        nodes = sorted({*grid.ends[list(used)].ravel().tolist()})
        return loop(board, nodes) if board.touch else self_touch(board, nodes)

    yield Cycles(grid.nodes, grid.ends, links, ring, LOOP_COSTS, chordless=not board.touch)
