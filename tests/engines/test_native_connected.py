"""The true edges connect all nodes: the native theory compared with the definition."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("satplay._native", reason="the native core was not compiled")

from satplay.contracts.engine import Sat, Unsat
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput

VARS = 6
Edge = tuple[int, int, int]
Graph = tuple[int, list[Edge]]

lits = st.integers(1, VARS).flatmap(lambda var: st.sampled_from((var, -var)))
clauses = st.lists(st.lists(lits, min_size=1, max_size=3), max_size=6)
often = {"reduce_first": 1, "inprocess_first": 1, "luby_unit": 1, "mode_switch": 2, "chrono": 1}


@st.composite
def graphs(draw: st.DrawFn, most_nodes: int = 6, most_edges: int = 12) -> Graph:
    """Graphs with loops, parallel edges, repeated literals of both signs and isolated nodes."""
    nodes = draw(st.integers(1, most_nodes))
    node = st.integers(0, nodes - 1)
    return nodes, draw(st.lists(st.tuples(node, node, lits), max_size=most_edges))


def connected(graph: Graph, true: Iterable[int]) -> bool:
    nodes, edges = graph
    group = list(range(nodes))
    for a, b, lit in edges:
        if lit in true:
            group = [group[b] if other == group[a] else other for other in group]
    return len(set(group)) <= 1


def brute_force_models(formula: Sequence[Sequence[int]], graph: Graph) -> set[tuple[int, ...]]:
    found = set()
    for values in product((False, True), repeat=VARS):
        model = tuple(var if value else -var for var, value in enumerate(values, start=1))
        if all(set(clause) & set(model) for clause in formula) and connected(graph, set(model)):
            found.add(model)
    return found


def rows(edges: Sequence[Edge]) -> np.ndarray:
    return np.array(edges, np.int32).reshape(-1, 3)


def session(formula: Sequence[Sequence[int]], graph: Graph, **options: int) -> NativeEngine:
    engine = NativeEngine(**options)
    engine.declare(VARS)
    engine.add_all(formula)
    engine.attach_connected(graph[0], rows(graph[1]))
    return engine


def list_models(engine: NativeEngine, **question: Sequence[int]) -> list[tuple[int, ...]]:
    return [tuple(model.tolist()) for model in engine.enumerate(**question)]


@given(clauses, graphs(), st.booleans())
@settings(max_examples=150)
def test_models_are_the_connected_assignments(formula, graph, hurried):
    engine = session(formula, graph, **(often if hurried else {}))
    expected = brute_force_models(formula, graph)
    assert isinstance(engine.solve(), Sat if expected else Unsat)
    models = list_models(engine)
    assert len(models) == len(expected)
    assert set(models) == expected


@given(clauses, graphs(4), graphs(4))
@settings(max_examples=50)
def test_two_graphs_are_both_connected(formula, first, second):
    engine = session(formula, first)
    engine.attach_connected(second[0], rows(second[1]))
    assert set(list_models(engine)) == brute_force_models(formula, first) & brute_force_models(
        formula, second
    )


@given(clauses, graphs(), st.lists(st.lists(lits, max_size=4, unique_by=abs), min_size=1, max_size=4))
@settings(max_examples=100)
def test_answers_and_cores_are_right_under_a_sequence_of_assumptions(formula, graph, questions):
    engine = session(formula, graph, **often)
    for assumed in questions:
        answer = engine.solve(assumed)
        fitting = {model for model in brute_force_models(formula, graph) if set(assumed) <= set(model)}
        if isinstance(answer, Sat):
            assert tuple(answer.model) in fitting
        else:
            assert not fitting
            assert set(answer.core) <= set(assumed)
            assert not any(set(answer.core) <= set(model) for model in brute_force_models(formula, graph))


@given(clauses, graphs(), clauses, st.lists(lits, max_size=3, unique_by=abs))
@settings(max_examples=100)
def test_clauses_may_be_added_between_calls(formula, graph, more, assumed):
    engine = session(formula, graph)
    so_far = list(formula)
    for clause in more:
        engine.add(clause)
        so_far.append(clause)
        fitting = {model for model in brute_force_models(so_far, graph) if set(assumed) <= set(model)}
        assert isinstance(engine.solve(assumed), Sat if fitting else Unsat)
        assert set(list_models(engine, assuming=assumed)) == fitting


@given(clauses, graphs())
@settings(max_examples=50)
def test_a_copy_is_independent(formula, graph):
    engine = session(formula, graph)
    engine.solve()
    twin = engine.clone()
    twin.add([1])
    assert set(list_models(twin)) == brute_force_models([*formula, [1]], graph)
    assert set(list_models(engine)) == brute_force_models(formula, graph)


class Lemmas:
    """Collects the proof clauses without reasons: only the theory justifies them."""

    def __init__(self) -> None:
        self.said: list[Sequence[int]] = []

    def add(self, clause_id: int, clause: Sequence[int], antecedents: Sequence[int]) -> None:
        if not antecedents:
            self.said.append(clause)

    def delete(self, clause_id: int, clause: Sequence[int]) -> None:
        """Ignored: deletion removes no theory lemma."""


@given(clauses, graphs())
@settings(max_examples=100)
def test_proof_clauses_without_reasons_hold_for_every_connected_graph(formula, graph):
    lemmas = Lemmas()
    engine = NativeEngine(**often)
    engine.log_proof(lemmas)
    engine.declare(VARS)
    engine.attach_connected(graph[0], rows(graph[1]))
    engine.add_all(formula)
    engine.solve()
    allowed = brute_force_models([], graph)
    for clause in lemmas.said:
        assert all(set(clause) & set(model) for model in allowed)


def grid(height: int, width: int) -> list[tuple[int, int]]:
    across = [(r * width + c, r * width + c + 1) for r in range(height) for c in range(width - 1)]
    down = [(r * width + c, r * width + c + width) for r in range(height - 1) for c in range(width)]
    return across + down


def on_a_grid(height: int, width: int) -> NativeEngine:
    engine = NativeEngine()
    edges = [(a, b, var) for var, (a, b) in enumerate(grid(height, width), start=1)]
    engine.attach_connected(height * width, rows(edges))
    return engine


def with_two_neighbours(height: int, width: int) -> list[list[int]]:
    meeting_in: dict[int, list[int]] = {}
    for var, ends in enumerate(grid(height, width), start=1):
        for node in ends:
            meeting_in.setdefault(node, []).append(var)
    formula = []
    for meeting in meeting_in.values():
        formula += [[var for var in meeting if var != left] for left in meeting]
        formula += [[-var for var in three] for three in combinations(meeting, 3)]
    return formula


def test_the_complete_graph_on_four_nodes_has_38_connected_subgraphs():
    engine = NativeEngine()
    engine.attach_connected(4, rows([(a, b, i) for i, (a, b) in enumerate(combinations(range(4), 2), 1)]))
    assert len(list_models(engine)) == 38


def test_a_six_by_six_grid_has_1072_hamiltonian_cycles():
    engine = on_a_grid(6, 6)
    engine.add_all(with_two_neighbours(6, 6))
    assert len(list_models(engine)) == 1072  # OEIS A003763


def test_a_hamiltonian_cycle_through_900_nodes_is_found():
    engine = on_a_grid(30, 30)
    engine.add_all(with_two_neighbours(30, 30))
    answer = engine.solve()
    assert isinstance(answer, Sat)
    graph = 900, [(a, b, var) for var, (a, b) in enumerate(grid(30, 30), start=1)]
    assert connected(graph, {lit for lit in answer.model if lit > 0})


def test_bridges_are_propagated():
    engine = NativeEngine()
    engine.attach_connected(4, rows([(0, 1, 1), (1, 2, 2), (2, 0, 3), (2, 3, 4), (2, 3, 5)]))
    answer = engine.solve([-4, -5])
    assert isinstance(answer, Unsat)
    assert set(answer.core) == {-4, -5}
    assert list_models(engine, assuming=[-4, -1]) == [(-1, 2, 3, -4, 5)]


def test_a_propagated_bridge_is_explained_by_earlier_false_edges():
    first, second, here, there, on, away = range(1, 7)
    edges = [(0, 2, first), (0, 2, second), (0, 1, here), (0, 1, there), (2, 3, on), (3, 4, away)]
    engine = NativeEngine()
    engine.attach_connected(5, rows(edges))
    engine.add_all([[-second, first, -here], [-second, first, -there]])
    assert engine.solve([-first]) == Unsat((-first,))
    assert isinstance(engine.solve(), Sat)


@pytest.mark.parametrize("nodes", [0, 1])
def test_no_node_and_one_node_are_connected(nodes):
    engine = NativeEngine()
    engine.declare(2)
    engine.attach_connected(nodes, rows([(0, 0, 1)] * nodes))
    assert len(list_models(engine)) == 4


@pytest.mark.parametrize("nodes", [2, 3, 2**31, 2**62])
def test_a_node_without_edges_is_never_connected(nodes):
    engine = NativeEngine()
    engine.attach_connected(nodes, rows([(0, 1, 1)] * (nodes == 3)))
    assert engine.solve() == Unsat()


def test_two_edges_of_one_variable_may_both_be_bridges():
    engine = NativeEngine()
    engine.attach_connected(3, rows([(0, 1, 1), (1, 2, 1)]))
    assert list_models(engine) == [(1,)]
    engine.attach_connected(3, rows([(0, 1, 2), (1, 2, -2)]))
    assert engine.solve() == Unsat()


@pytest.mark.parametrize(
    ("nodes", "edges", "complaint"),
    [
        (-1, rows([]), "-1 nodes"),
        (2, rows([(0, 2, 1)]), "edge 0: node 2"),
        (2, rows([(0, 1, 1), (-1, 0, 1)]), "edge 1: node -1"),
        (2, rows([(0, 1, 0)]), "edge 0: literal 0"),
        (2, rows([(0, 1, -(2**31))]), "literal -2147483648"),
        (2, np.zeros((2, 2), np.int32), "shape"),
        (2, np.zeros(3, np.int32), "shape"),
        (2, np.ones((1, 3), np.int64), "int64"),
        (2, np.ones((3, 1), np.int32).T[:, ::-1], "contiguous"),
        (2**70, rows([]), f"{2**70} nodes"),
        ("2", rows([]), "'2' nodes"),
        (2, [(0, 1, 1)], "list"),
        (2, None, "NoneType"),
    ],
)
def test_an_invalid_graph_is_refused_without_side_effects(nodes, edges, complaint):
    engine = NativeEngine()
    with pytest.raises(BadInput, match=complaint):
        engine.attach_connected(nodes, edges)
    engine.add([1])
    assert isinstance(engine.solve([1]), Sat)
