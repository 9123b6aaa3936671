"""Graphs, compared with the definitions."""

from __future__ import annotations

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from satplay.graph import adjacency, bipartitions, components, fundamental_cycles, is_connected

Edges = list[tuple[int, int]]
NODES = range(7)
edges_of_graphs = st.lists(st.sampled_from([(a, b) for a in NODES for b in NODES if a < b]), unique=True)


def closure(edges: Edges) -> set[tuple[int, int]]:
    """All pairs of nodes that a path joins (Warshall)."""
    joined = {(node, node) for node in NODES} | {*edges} | {(b, a) for a, b in edges}
    for middle, first, last in product(NODES, repeat=3):
        if (first, middle) in joined and (middle, last) in joined:
            joined.add((first, last))
    return joined


@given(edges_of_graphs, st.booleans())
def test_a_component_contains_exactly_the_nodes_joined_by_paths(edges: Edges, depth_first: bool) -> None:
    near = adjacency(NODES, edges)
    found = components(NODES, near.__getitem__, depth_first=depth_first)
    assert sorted(node for component in found for node in component) == list(NODES)
    assert {(a, b) for component in found for a in component for b in component} == closure(edges)
    assert [component[0] for component in found] == sorted(component[0] for component in found)
    assert is_connected(near) == (len(found) == 1)


def test_depth_first_order_lists_a_cycle_from_neighbour_to_neighbour() -> None:
    edges = [(0, 4), (4, 2), (2, 6), (6, 0)]
    (cycle,) = components([0, 2, 4, 6], adjacency([0, 2, 4, 6], edges).__getitem__, depth_first=True)
    steps = [*pairwise(cycle), (cycle[-1], cycle[0])]
    assert {frozenset(step) for step in steps} == {frozenset(edge) for edge in edges}


@given(edges_of_graphs)
def test_there_is_one_fundamental_cycle_for_each_edge_outside_a_spanning_forest(edges: Edges) -> None:
    near = adjacency(NODES, edges)
    found = list(fundamental_cycles(near, edges))
    assert len(found) == len(edges) - len(NODES) + len(components(NODES, near.__getitem__))
    for cycle in found:
        assert len(set(cycle)) == len(cycle) >= 3
        assert all(after in near[node] for node, after in pairwise([*cycle, cycle[0]]))


@given(edges_of_graphs)
def test_components_without_an_odd_cycle_are_bipartite(edges: Edges) -> None:
    near = adjacency(NODES, edges)
    found = list(bipartitions(near))
    for one, other in found:
        assert all({*near[node]} <= {*other} for node in one)
        assert all({*near[node]} <= {*one} for node in other)
    odd = [
        component
        for component in components(NODES, near.__getitem__)
        if not any(
            all((a in half) != (b in half) for a, b in edges if a in component)
            for half in ({node for node in component if bits >> node & 1} for bits in range(1 << len(NODES)))
        )
    ]
    assert len(found) + len(odd) == len(components(NODES, near.__getitem__))
