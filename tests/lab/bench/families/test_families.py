"""Small members of every family have the claimed properties, checked without the family's clauses."""

from __future__ import annotations

import zlib
from itertools import combinations, product
from random import Random
from typing import Any

import numpy as np
import pytest

from satplay.lab.bench.families.bounded_model_checking import bounded_model_checking
from satplay.lab.bench.families.colouring import colouring, flat_graph, plant_colours
from satplay.lab.bench.families.flow import flow
from satplay.lab.bench.families.hashi import encode_board, links, plant_board
from satplay.lab.bench.families.miter import array_multiplier, column_multiplier, miter
from satplay.lab.bench.families.pigeonhole import pigeonhole
from satplay.lab.bench.families.random_ksat import random_ksat
from satplay.lab.bench.families.scramble import scramble
from satplay.lab.bench.families.sudoku import full_grid, sudoku
from satplay.lab.bench.families.tseitin_graphs import regular_graph, tseitin_graphs
from satplay.logic.formula import Formula
from satplay.logic.tseitin import And, Expression, Or, Xor

solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")


def model(formula: Formula, assuming: list[int] | None = None) -> list[int] | None:
    """Return the true literals found by CaDiCaL; None if unsatisfiable."""
    with solvers.Solver(name="cadical195", bootstrap_with=[list(clause) for clause in formula]) as solver:
        found: list[int] | None = solver.get_model() if solver.solve(assumptions=assuming or []) else None
    return found


def names(formula: Formula) -> dict[str, int]:
    return {str(atom): var for var, atom in formula.atoms()}


# -- random ----------------------------------------------------------------------------------------


def test_random_clauses_have_different_variables_and_both_signs() -> None:
    formula = random_ksat(7, 12, 20.0, width=4)
    assert formula.clause_count == 240
    assert all(len({abs(lit) for lit in clause}) == 4 for clause in formula)
    assert {abs(lit) for clause in formula for lit in clause} == set(range(1, 13))
    assert 0.3 < np.mean(formula.flat[formula.flat != 0] > 0) < 0.7


def test_random_formulas_never_change() -> None:
    """The suite records whether they are satisfiable."""
    assert zlib.crc32(random_ksat(1, 200).flat.tobytes()) == 0xE0BED27F


# -- pigeons and charges ---------------------------------------------------------------------------


def test_with_one_pigeon_less_the_formula_is_satisfiable() -> None:
    formula = pigeonhole(3, 4)
    assert formula.clause_count == 5 + 4 * 10
    assert model(formula) is None
    clauses = list(formula)
    homes = [clause for clause in clauses if len(clause) == 4]
    assert len(homes) == 5
    assert all(model(Formula(c for c in clauses if c != left_out)) for left_out in homes)


def test_scrambling_renames_and_shuffles() -> None:
    formula = Formula([[1, -2], [2, 3], [-3, 1, 2]])
    again = scramble(formula, Random(5))
    assert sorted(len(clause) for clause in again) == [2, 2, 3]
    assert sum(lit > 0 for clause in again for lit in clause) == 5


@pytest.mark.parametrize(("nodes", "degree"), [(8, 3), (9, 4), (24, 4)])
def test_a_regular_graph_is_regular_connected_and_simple(nodes: int, degree: int) -> None:
    edges = regular_graph(nodes, degree, Random(1))
    assert len(set(edges)) == len(edges) == nodes * degree // 2
    assert all(a < b for a, b in edges)
    assert all(sum(node in edge for edge in edges) == degree for node in range(nodes))
    reached = {0}
    for _ in range(nodes):
        reached |= {node for edge in edges if reached & set(edge) for node in edge}
    assert len(reached) == nodes


def test_impossible_graphs_are_refused() -> None:
    with pytest.raises(ValueError, match="9 nodes has degree 3"):
        regular_graph(9, 3, Random(1))


def test_charges_are_unsatisfiable_together_but_satisfiable_without_one_node() -> None:
    formula = tseitin_graphs(2, 8)
    assert formula.clause_count == 8 * 8
    assert model(formula) is None
    clauses = list(formula)
    for node in range(8):
        assert model(Formula(clauses[: 8 * node] + clauses[8 * node + 8 :])) is not None


# -- colours ---------------------------------------------------------------------------------------


def test_the_planted_colouring_is_valid() -> None:
    nodes, degree = 60, 4.65
    rng = Random(4)
    colour = plant_colours(nodes, 3, rng)
    edges = flat_graph(colour, round(nodes * degree / 2), rng)
    assert sorted(colour.count(c) for c in range(3)) == [20, 20, 20]
    assert len(set(edges)) == len(edges) == round(nodes * degree / 2)
    between = [
        sum({colour[a], colour[b]} == set(pair) for a, b in edges) for pair in combinations(range(3), 2)
    ]
    assert max(between) - min(between) <= 1
    formula = colouring(4, nodes, degree)
    assert model(formula, [1 + 3 * node + its for node, its in enumerate(colour)]) is not None


def test_too_many_edges_are_refused() -> None:
    with pytest.raises(ValueError, match="too many"):
        flat_graph([0, 1, 2], 3, Random(1))


# -- circuits --------------------------------------------------------------------------------------


def value(expression: Expression, inputs: dict[int, bool]) -> bool:
    match expression:
        case bool():
            return expression
        case int():
            return inputs[expression]
        case And(parts):
            return all(value(part, inputs) for part in parts)
        case Or(parts):
            return any(value(part, inputs) for part in parts)
        case Xor(parts):
            return sum(value(part, inputs) for part in parts) % 2 == 1
        case _:
            raise AssertionError(expression)


@pytest.mark.parametrize("seed", range(3))
def test_both_multipliers_multiply(seed: int) -> None:
    left, right = [1, 2, 3], [4, 5, 6]
    one, other = array_multiplier(left, right), column_multiplier(left, right, Random(seed))
    for bits in product((False, True), repeat=6):
        inputs = dict(zip([*left, *right], bits, strict=True))
        a = sum(bit << i for i, bit in enumerate(bits[:3]))
        b = sum(bit << i for i, bit in enumerate(bits[3:]))
        for word in (one, other):
            assert sum(value(bit, inputs) << i for i, bit in enumerate(word)) == a * b


def test_the_outputs_of_a_miter_cannot_differ() -> None:
    formula = miter(1, 3)
    assert model(formula) is None
    assert model(Formula(list(formula)[:-1])) is not None  # without the claim that some output differs


@pytest.mark.parametrize("seed", range(4))
def test_the_found_inputs_make_the_two_queues_differ(seed: int) -> None:
    """Simulate both queues in plain Python; the fault is chosen as in the family."""
    slot_bits, word_bits, laps = 2, 3, 1
    formula = bounded_model_checking(seed, slot_bits, word_bits, laps, slack=3)
    found = model(formula)
    assert found is not None
    true, named = set(found), names(formula)
    rng = Random(seed)
    word = rng.randrange(1, 1 << word_bits)
    bit = rng.choice([bit for bit in range(word_bits) if word >> bit & 1])
    slot = rng.randrange(1 << slot_bits)

    slots, head, tail = [0] * (1 << slot_bits), 0, 0
    row: list[int] = []
    differed = False
    for step in range(laps * len(slots) + slot + 2 + 3):
        data = sum((named[f"bit {place} at {step}"] in true) << place for place in range(word_bits))
        writing = named[f"push at {step}"] in true and len(row) < len(slots)
        reading = named[f"pop at {step}"] in true and bool(row)
        if reading:
            row.pop(0)
            head += 1
        if writing:
            struck = tail == laps * len(slots) + slot and data == word
            slots[tail % len(slots)] = data & ~(1 << bit) if struck else data
            row.append(data)
            tail += 1
        differed = differed or (bool(row) and row[0] != slots[head % len(slots)])
    assert differed


def test_with_too_few_steps_for_the_fault_the_queues_agree() -> None:
    assert model(bounded_model_checking(1, 2, 2, laps=1, slack=-2)) is None


# -- puzzles ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("order", [2, 3, 5])
def test_a_full_grid_obeys_the_rules(order: int) -> None:
    side = order * order
    grid = full_grid(order, Random(9))
    boxes = grid.reshape(order, order, order, order).transpose(0, 2, 1, 3).reshape(side, side)
    for lines in (grid, grid.T, boxes):
        assert all(sorted(line) == list(range(side)) for line in lines.tolist())


def test_a_sudoku_with_all_clues_has_that_solution() -> None:
    grid = full_grid(2, Random(3))
    found = model(sudoku(3, 2, clues=1.0))
    assert found is not None
    assert [lit for lit in found if lit > 0] == [1 + 4 * cell + n for cell, n in enumerate(grid.flat)]


def test_a_sudoku_with_a_wrong_clue_has_no_solution() -> None:
    formula = sudoku(3, 2, clues=1.0)
    formula.add(next(var for var in range(1, 65) if -var in (model(sudoku(3, 2, clues=1.0)) or [])))
    assert model(formula) is None


@pytest.mark.parametrize(("rows", "columns", "colours"), [(3, 4, 2), (5, 7, 5), (8, 6, 6)])
def test_a_flow_board_has_its_planted_solution(rows: int, columns: int, colours: int) -> None:
    formula = flow(5, rows, columns, colours)
    assert model(formula) is not None
    assert formula.var_count >= rows * columns * colours  # a variable for every cell and colour
    assert formula.flat.tobytes() == flow(5, rows, columns, colours).flat.tobytes()


def test_the_planted_bridges_of_a_hashi_board_are_a_connected_solution() -> None:
    board = plant_board(40, Random(6))
    assert len(board.clues) == 40
    assert set(board.bridges) <= set(links(board.clues))
    reached = {next(iter(board.clues))}
    for _ in board.clues:
        reached |= {island for link in board.bridges if reached & set(link) for island in link}
    assert reached == set(board.clues)
    formula = encode_board(board)
    named = names(formula)
    drawn: list[int] = []
    for a, b in links(board.clues):
        count = board.bridges.get((a, b), 0)
        drawn.append(named[f"bridge {a}-{b}"] * (1 if count >= 1 else -1))
        drawn.append(named[f"two bridges {a}-{b}"] * (1 if count == 2 else -1))
    assert model(formula, drawn) is not None


def test_crossing_bridges_of_hashi_are_refused() -> None:
    clues: dict[Any, int] = {(0, 1): 1, (1, 0): 1, (1, 2): 1, (2, 1): 1}
    board = plant_board(2, Random(1))
    formula = encode_board(type(board)(clues, {}))
    assert len(links(clues)) == 2
    assert model(formula) is None
