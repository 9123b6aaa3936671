"""What is computed by arrays, compared with the same in plain Python."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from satplay import graph
from satplay.puzzles.hashi import rules
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.encodings import balance
from satplay.puzzles.hashi.encodings.balance import find_imbalances
from satplay.puzzles.hashi.rules import check, components, sides, total


def random_board(rng: Random) -> Board:
    rows, columns = rng.randint(1, 7), rng.randint(1, 7)
    cells = rng.sample(range(rows * columns), rng.randint(0, rows * columns))
    return Board(rows, columns, {cell: rng.randint(1, 8) for cell in cells})


def random_bridges(board: Board, rng: Random) -> Bridges:
    """Between any islands of one row or column, so that every rule may be violated."""
    pairs = [
        (first, second)
        for first in board.cells
        for second in board.cells
        if first < second
        if first // board.columns == second // board.columns or (second - first) % board.columns == 0
    ]
    return Bridges.of([(*pair, rng.randint(1, 3)) for pair in pairs if rng.random() < 0.4])


@pytest.mark.parametrize("seed", range(60))
def test_imbalances_are_those_of_the_graph(seed: int) -> None:
    board = random_board(Random(seed))
    numbers = list(board.islands.values())
    expected = [total(board)] if sum(numbers) % 2 else []
    for one, other in graph.bipartitions(graph.adjacency(range(len(numbers)), board.links.tolist())):
        if other and sum(numbers[at] for at in one) != sum(numbers[at] for at in other):
            cells = board.cells
            expected.append(
                sides(board, [cells[at] for at in sorted(one)], [cells[at] for at in sorted(other)])
            )
    assert list(find_imbalances(board)) == expected
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(balance, "MANY", 0)  # as on large boards
        assert list(find_imbalances(board)) == expected


@pytest.mark.parametrize("seed", range(60))
def test_components_and_violations_are_those_of_single_bridges(seed: int) -> None:
    rng = Random(seed)
    board = random_board(rng)
    bridges = random_bridges(board, rng)
    near = graph.adjacency(board.islands, [(first, second) for first, second, _ in bridges.triples])
    groups = graph.components(board.islands, near.__getitem__)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rules, "MANY", 0)
        assert components(board, bridges) == [sorted(group) for group in groups]
    assert _names(board, bridges) == _expected_names(board, bridges)


def _names(board: Board, bridges: Bridges) -> list[tuple[str, tuple[int, ...]]]:
    kinds = ("MOST", "NUMBER", "OVER", "CROSSING")
    return [(one.rule.name, tuple(one.place)) for one in check(board, bridges) if one.rule.name in kinds]


def _expected_names(board: Board, bridges: Bridges) -> list[tuple[str, tuple[int, ...]]]:
    """The violations, cell by cell."""
    ends = bridges.ends()
    found = [("MOST", (first, second)) for first, second, count in bridges.triples if count > board.most]
    found += [("NUMBER", (cell,)) for cell, wanted in board.islands.items() if ends[cell] != wanted]
    across: dict[int, tuple[int, int]] = {}
    for first, second, _ in bridges.triples:
        if first // board.columns == second // board.columns:
            across |= dict.fromkeys(range(first + 1, second), (first, second))
    for first, second, _ in bridges.triples:
        down = first // board.columns != second // board.columns
        between = range(first, second, board.columns if down else 1)[1:]
        if any(cell in board.islands for cell in between):
            found.append(("OVER", (first, second)))
        others = dict.fromkeys(across[cell] for cell in between if down and cell in across)
        found += [("CROSSING", (*other, first, second)) for other in others]
    return found


def test_bridges_of_an_array_equal_those_of_triples() -> None:
    triples = ((0, 2, 1), (2, 5, 2))
    bridges = Bridges.of_array(np.array(triples, np.int32))
    assert bridges == Bridges(triples)
    assert hash(bridges) == hash(Bridges(triples))
    assert repr(bridges) == "Bridges(triples=((0, 2, 1), (2, 5, 2)))"
    assert Bridges(()).array.shape == (0, 3)


def test_a_bridge_to_water_is_refused() -> None:
    with pytest.raises(KeyError):
        check(Board(1, 4, {0: 1, 2: 1}), Bridges(((0, 3, 1),)))


@pytest.mark.parametrize("seed", range(20))
def test_component_labels_are_least_nodes(seed: int) -> None:
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, 300, size=(2, int(rng.integers(0, 400))))
    near = graph.adjacency(range(300), zip(first.tolist(), second.tolist(), strict=True))
    expected = {
        node: min(group) for group in graph.components(range(300), near.__getitem__) for node in group
    }
    assert graph.component_labels(300, first, second).tolist() == [expected[node] for node in range(300)]
