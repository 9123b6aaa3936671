"""The encoding with one variable for "at least k bridges" on each link, and no others.

The number of an island is stated by excluding tuples of counts that sum up to one less or one more.  Since
"at least" is monotone, this excludes all other sums, too.  Two ways that cross do not both have a bridge.
Connectivity is a theory for engines that support it; for others, and for proofs, it is stated by lazy
clauses, and so are loops.  Contradictions in the sums of the numbers are stated as empty clauses
(``balance.py``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import product

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Connectivity, Encoding
from satplay.contracts.facts import Cuts, Cycles, Facts, costs_by_rule
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.logic.model import Model
from satplay.puzzles.hashi.board import NONE, SIDES, Board, Bridges, Cell, Ints
from satplay.puzzles.hashi.costs import COSTS, CUT_COSTS, RING_COSTS
from satplay.puzzles.hashi.encodings.atoms import AtLeast
from satplay.puzzles.hashi.encodings.balance import find_imbalances
from satplay.puzzles.hashi.rules import Rule, components, connected, crossing, cycles, loop, number
from satplay.rule import RuleInstance

AT_A_TIME = 1 << 15
"""Islands whose clauses are added at a time: a few milliseconds, so that Ctrl-C is noticed soon."""


def encode(board: Board) -> Encoding[Bridges]:
    """NUMBER and CROSSING as clauses, CONNECTED and LOOP as lazy clauses."""
    formula, at_least = declare_links(board)
    state_numbers(board, formula, at_least)
    state_crossings(board, formula, at_least)
    return finish_encoding(board, formula, at_least)


def facts(board: Board) -> Facts[Bridges]:
    """The encoding with the facts of explanations: the bridges on each link."""
    encoding = encode(board)
    count = board.most
    cells, links = board.cells, board.links.tolist()

    def known_literals(bridges: Bridges) -> Iterator[Lit]:
        between = board.link_between
        for first, second, many in bridges.triples:
            link = between.get((first, second))
            if link is not None:
                yield from range(link * count + 1, link * count + 1 + min(many, count))
        yield from (-(between[way] * count + 1) for way in sorted(bridges.absent) if way in between)

    def apply_facts(bridges: Bridges, lits: Sequence[Lit]) -> Bridges:
        counts = {(first, second): many for first, second, many in bridges.triples}
        absent = set(bridges.absent)
        for lit in lits:
            link, more = divmod(abs(lit) - 1, count)
            ends = cells[links[link][0]], cells[links[link][1]]
            if lit > 0:
                counts[ends] = max(counts.get(ends, 0), more + 1)
            elif more == 0:
                absent.add(ends)
        built = [(*ends, many) for ends, many in counts.items()]
        return Bridges.of(built, frozenset(absent), bridges.done)

    return Facts(
        encoding,
        encoding.answer,
        known_literals,
        NONE,
        apply_facts,
        cost_of=costs_by_rule(COSTS),
        on_demand=tuple(_rules_on_demand(board, encoding)),
    )


def _rules_on_demand(board: Board, encoding: Encoding[Bridges]) -> Iterator[Cuts | Cycles]:
    """CONNECTED, and LOOP where loops are forbidden."""
    literals = np.array(encoding.answer, np.int32).reshape(len(board.links), board.most)[:, :1]
    cells = board.cells

    def cut(islands: Sequence[int]) -> RuleInstance:
        return connected(board, [cells[island] for island in islands])

    def ring(links: Sequence[int]) -> RuleInstance:
        return loop(board, {cell for way in ways(board, links) for cell in way})

    yield Cuts(len(cells), board.links, literals, range(len(cells)), cut, CUT_COSTS)
    if not board.loops:
        yield Cycles(len(cells), board.links, literals[:, 0], ring, RING_COSTS)


# -- parts that the encoding of the source uses, too -----------------------------------------------------


def declare_links(board: Board) -> tuple[Formula, Ints]:
    """The formula with its first variables: ``at_least[link, k]`` means more than k bridges on the link."""
    formula = Formula()
    shape = (len(board.links), board.most)
    at_least = formula.block(shape, lambda link, more: AtLeast(board, link, more + 1))
    with formula.defining():
        for more in range(1, board.most):
            formula.add_rows(np.stack([-at_least[:, more], at_least[:, more - 1]], axis=1))
    return formula, at_least


def state_numbers(board: Board, formula: Formula, at_least: Ints) -> None:
    """NUMBER at every island; islands with the same number and degree are one block."""
    degrees, incident = board.incidence
    starts = (np.cumsum(degrees) - degrees)[:, None]
    offsets = np.arange(SIDES)
    parts: list[Ints] = []
    origins: list[tuple[int, Callable[[int], RuleInstance], int]] = []
    waiting = 0
    for degree, wanted, islands in _group_islands(board, degrees):
        links = incident[starts[islands] + offsets[:degree]]
        lits = np.zeros((len(islands), degree * board.most + 1), np.int32)  # the last one closes a clause
        lits[:, :-1] = at_least[links].reshape(len(islands), -1)
        stating = _numbers(board, board.cell_array[islands])
        columns, signs, blocks = _clause_pattern(degree, wanted, board.most)
        clauses = lits[:, columns] * signs
        parts += [clauses[:, first:end].ravel() for first, end, _ in blocks]
        origins += [(len(islands) * each, stating, each) for _, _, each in blocks]
        waiting += len(islands)
        if waiting >= AT_A_TIME:
            formula.add_flat(np.concatenate(parts), blocks=origins)
            parts, origins, waiting = [], [], 0
    if parts:
        formula.add_flat(np.concatenate(parts), blocks=origins)
    for instance in find_imbalances(board):
        with formula.stating(instance):
            formula.add()


def _group_islands(board: Board, degrees: Ints) -> Iterator[tuple[int, int | None, NDArray[np.intp]]]:
    """Degree, number and islands of each group; groups are in the order of their first islands."""
    groups: dict[tuple[int, int | None], list[int]] = {}
    for island, kind in enumerate(zip(degrees.tolist(), board.islands.values(), strict=True)):
        groups.setdefault(kind, []).append(island)
    for (degree, wanted), islands in groups.items():
        for start in range(0, len(islands), AT_A_TIME):
            yield degree, wanted, np.array(islands[start : start + AT_A_TIME], np.intp)


def _numbers(board: Board, cells: Ints) -> Callable[[int], RuleInstance]:
    return lambda i: number(board, int(cells[i]))


@cache
def tuples(degree: int, number: int | None, most: int) -> list[tuple[NDArray[np.intp], int]]:
    """Groups of clauses of one length and sign, as indices into the literals of an island, link by link.

    For counts that sum up to one less than the number: some link has more.  For counts that sum up to one
    more: some link has fewer.
    """
    if number is None:
        return [(np.arange(degree, dtype=np.intp)[None, :] * most, 1)]
    found: dict[tuple[int, int], list[list[int]]] = {}
    for counts in product(range(most + 1), repeat=degree):
        if sum(counts) == number - 1:
            clause, sign = [link * most + count for link, count in enumerate(counts) if count < most], 1
        elif sum(counts) == number + 1:
            clause, sign = [link * most + count - 1 for link, count in enumerate(counts) if count], -1
        else:
            continue
        found.setdefault((len(clause), sign), []).append(clause)
    if degree * most < number - 1:  # no counts sum up to this, so no clause was added
        found[0, 1] = [[]]
    return [
        (np.array(clauses, np.intp).reshape(len(clauses), width), sign)
        for (width, sign), clauses in found.items()
    ]


@cache
def _clause_pattern(
    degree: int, number: int | None, most: int
) -> tuple[NDArray[np.intp], Ints, list[tuple[int, int, int]]]:
    """All ``tuples`` in one flat array of indices, each clause closed by the index after the last literal.

    Returns the indices, their signs, and for each group of clauses its first and last index and its number
    of clauses.
    """
    columns: list[NDArray[np.intp]] = [np.empty(0, np.intp)]
    signs: list[Ints] = [np.empty(0, np.int32)]
    blocks: list[tuple[int, int, int]] = []
    first = 0
    for chosen, sign in tuples(degree, number, most):
        closed = np.full((len(chosen), chosen.shape[1] + 1), degree * most, np.intp)
        closed[:, :-1] = chosen
        columns.append(closed.ravel())
        signs.append(np.full(closed.size, sign, np.int32))
        blocks.append((first, first + closed.size, len(chosen)))
        first += closed.size
    return np.concatenate(columns), np.concatenate(signs), blocks


def state_crossings(board: Board, formula: Formula, at_least: Ints, crossings: Ints | None = None) -> None:
    """CROSSING for all pairs of links that cross, or for the given pairs."""
    crossed = board.crossings if crossings is None else crossings
    rows = -at_least[crossed, 0].reshape(-1, 2)
    formula.add_rows(rows, stating=lambda i: crossing(board, *ways(board, crossed[i].tolist())))


def ways(board: Board, links: Sequence[int]) -> list[tuple[Cell, Cell]]:
    """The ends of some links as cells."""
    ends = board.links[links].tolist()
    return [(board.cells[first], board.cells[second]) for first, second in ends]


def finish_encoding(board: Board, formula: Formula, at_least: Ints) -> Encoding[Bridges]:
    """The encoding of a formula without CONNECTED and LOOP, with its decoder and lazy clauses for these."""
    links = board.links
    ends = board.cell_array[links].reshape(-1, 2)
    decode = partial(_decode, ends, at_least.shape)
    refine = partial(_refine, board, at_least)
    built_in = frozenset({Rule.MOST, Rule.OVER})
    graph = Connectivity(len(board.cells), np.column_stack([links, at_least[:, :1]]), alone=board.loops)
    answer = range(1, at_least.size + 1)  # the first variables
    return Encoding(formula, decode, answer, refine, built_in, graph)


def _decode(ends: Ints, shape: tuple[int, ...], model: Model) -> Bridges:
    """The bridges: the first variables, in an array of this shape, are "more than k bridges on a link"."""
    counts = (model.literals[: math.prod(shape)].reshape(shape) > 0).sum(axis=1)
    used = np.flatnonzero(counts)
    triples = np.column_stack([ends[used], counts[used].astype(np.int32)])
    return Bridges.of_array(triples[np.lexsort((triples[:, 1], triples[:, 0]))])


def _refine(board: Board, at_least: Ints, bridges: Bridges) -> Iterator[tuple[RuleInstance, Clause]]:
    """The lazy clauses for CONNECTED and LOOP."""
    if len(parts := components(board, bridges)) > 1:
        yield from _cuts(board, at_least, parts)
    elif not board.loops:
        for ring in cycles(board, bridges):
            steps = zip(ring, [*ring[1:], ring[0]], strict=True)
            between = [board.link_between[min(step), max(step)] for step in steps]
            yield loop(board, ring), [-int(at_least[link, 0]) for link in between]


def _cuts(board: Board, at_least: Ints, parts: list[list[int]]) -> Iterator[tuple[RuleInstance, Clause]]:
    """A clause for every component but the largest: some bridge leaves it."""
    largest = max(parts, key=len)
    part_of = {cell: number for number, part in enumerate(parts) for cell in part}
    owner = np.array([part_of[cell] for cell in board.cells], np.int32)
    first, second = owner[board.links].reshape(-1, 2).T
    leaving: list[list[int]] = [[] for _ in parts]
    for link in np.flatnonzero(first != second).tolist():
        lit = int(at_least[link, 0])
        leaving[first[link]].append(lit)
        leaving[second[link]].append(lit)
    for part, clause in zip(parts, leaving, strict=True):
        if part is not largest:
            yield connected(board, part), clause
