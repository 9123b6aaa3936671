"""Undirected graphs: components, cycles, bipartitions.

A module of its own beside ``rule``, because a puzzle's rules need it as much as its encodings do, and rules
may not import ``logic``: the checker of a solution shares no code with the clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:  # most callers need no numpy
    import numpy as np
    from numpy.typing import NDArray

Node = TypeVar("Node", bound=Hashable)


def adjacency(nodes: Iterable[Node], edges: Iterable[tuple[Node, Node]]) -> dict[Node, list[Node]]:
    """The neighbours of each node, in the order of the edges.

    >>> adjacency("abc", ["ab", "cb"])
    {'a': ['b'], 'b': ['a', 'c'], 'c': ['b']}
    """
    near: dict[Node, list[Node]] = {node: [] for node in nodes}
    for first, second in edges:
        near[first].append(second)
        near[second].append(first)
    return near


def components(
    nodes: Iterable[Node], near: Callable[[Node], Iterable[Node]], *, depth_first: bool = False
) -> list[list[Node]]:
    """The connected components, in the order of their first nodes.

    The nodes of a component are in breadth-first order from its first node, or in depth-first order; then a
    path that is entered at one end, or a cycle, is listed from neighbour to neighbour.

    >>> components(range(5), adjacency(range(5), [(0, 3), (3, 4), (1, 2)]).__getitem__)
    [[0, 3, 4], [1, 2]]
    """
    seen: set[Node] = set()
    traverse = _depth_first if depth_first else _breadth_first
    return [traverse(start, near, seen) for start in nodes if start not in seen]


def _breadth_first(start: Node, near: Callable[[Node], Iterable[Node]], seen: set[Node]) -> list[Node]:
    seen.add(start)
    component = [start]
    for node in component:  # grows while it is traversed
        for other in near(node):
            if other not in seen:
                seen.add(other)
                component.append(other)
    return component


def _depth_first(start: Node, near: Callable[[Node], Iterable[Node]], seen: set[Node]) -> list[Node]:
    component: list[Node] = []
    waiting = [start]
    while waiting:
        node = waiting.pop()
        if node not in seen:
            seen.add(node)
            component.append(node)
            waiting.extend(near(node))
    return component


def component_labels(nodes: int, first: NDArray[np.intp], second: NDArray[np.intp]) -> NDArray[np.intp]:
    """For each of the nodes 0, 1, 2 ... the least node of its component; edges are given by their ends.

    Each round hooks every least node of a tree to the least neighbour of its tree and makes all trees flat
    (Shiloach & Vishkin 1982), so that the number of rounds grows with the logarithm of the size.

    >>> import numpy
    >>> component_labels(5, numpy.array([0, 4, 1]), numpy.array([3, 3, 2])).tolist()
    [0, 1, 1, 0, 0]
    """
    import numpy as np

    least = np.arange(nodes)
    while first.size:
        np.minimum.at(least, np.maximum(first, second), np.minimum(first, second))
        while not np.array_equal(flat := least[least], least):
            least = flat
        first, second = least[first], least[second]
        between = first != second
        first, second = first[between], second[between]
    return least


def is_connected(near: Mapping[Node, Iterable[Node]]) -> bool:
    """Whether the graph has at most one component.

    >>> is_connected(adjacency("abc", ["ab", "cb"])), is_connected(adjacency("abc", ["ab"]))
    (True, False)
    """
    return len(components(near, near.__getitem__)) <= 1


def fundamental_cycles(
    near: Mapping[Node, Sequence[Node]], edges: Iterable[tuple[Node, Node]]
) -> Iterator[list[Node]]:
    """One cycle for each edge outside a spanning forest: the edge and the forest's path between its ends.

    The forest is breadth-first, so cycles are short; the graph is a forest exactly if there are none.

    >>> list(fundamental_cycles(adjacency("abcd", ["ab", "bc", "cd", "ca"]), ["ab", "bc", "cd", "ca"]))
    [['b', 'a', 'c']]
    """
    parent: dict[Node, Node | None] = {}
    depth: dict[Node, int] = {}
    for root in near:
        if root in parent:
            continue
        parent[root], depth[root] = None, 0
        waiting = [root]
        for node in waiting:  # grows while it is traversed
            for other in near[node]:
                if other not in parent:
                    parent[other], depth[other] = node, depth[node] + 1
                    waiting.append(other)
    for first, second in edges:
        if parent[first] != second and parent[second] != first:
            yield _path(parent, depth, first, second)


def _path(
    parent: Mapping[Node, Node | None], depth: Mapping[Node, int], first: Node, second: Node
) -> list[Node]:
    """The path in a forest from one node to another of the same tree."""
    left, right = [first], [second]
    while left[-1] != right[-1]:
        longer = left if depth[left[-1]] >= depth[right[-1]] else right
        above = parent[longer[-1]]
        assert above is not None  # the paths meet at the root at the latest
        longer.append(above)
    return left + right[-2::-1]


def bipartitions(near: Mapping[Node, Iterable[Node]]) -> Iterator[tuple[list[Node], list[Node]]]:
    """For each bipartite component its two sides: every edge leads from one to the other.

    >>> list(bipartitions(adjacency(range(6), [(0, 1), (1, 2), (3, 4), (4, 5), (5, 3)])))
    [([0, 2], [1])]
    """
    side: dict[Node, int] = {}
    for start in near:
        if start in side:
            continue
        side[start] = 0
        sides: tuple[list[Node], list[Node]] = ([start], [])
        waiting, is_bipartite = [start], True
        for node in waiting:  # grows while it is traversed
            for other in near[node]:
                if other not in side:
                    side[other] = 1 - side[node]
                    sides[side[other]].append(other)
                    waiting.append(other)
                is_bipartite = is_bipartite and side[other] != side[node]
        if is_bipartite:
            yield sides
