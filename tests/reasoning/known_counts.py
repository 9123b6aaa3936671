"""Formulas with a published number of models."""

from __future__ import annotations

from itertools import combinations

Clauses = list[list[int]]


def exactly_one(variables: list[int]) -> Clauses:
    return [variables, *([-a, -b] for a, b in combinations(variables, 2))]


def tilings(rows: int, columns: int) -> Clauses:
    """Domino tilings of a board: every cell is covered once."""
    covering: dict[tuple[int, int], list[int]] = {(r, c): [] for r in range(rows) for c in range(columns)}
    dominoes = [((r, c), (r + dr, c + dc)) for r, c in covering for dr, dc in ((0, 1), (1, 0))]
    dominoes = [domino for domino in dominoes if domino[1] in covering]
    for variable, cells in enumerate(dominoes, start=1):
        for cell in cells:
            covering[cell].append(variable)
    return [clause for variables in covering.values() for clause in exactly_one(variables)]


def queens(size: int) -> Clauses:
    """N queens on an N by N board, none attacking another."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    at = {cell: variable for variable, cell in enumerate(cells, start=1)}
    lines = [[at[r, c] for c in range(size)] for r in range(size)]
    lines += [[at[r, c] for r in range(size)] for c in range(size)]
    attacks = [
        [-at[a], -at[b]]
        for a, b in combinations(cells, 2)
        if a[0] == b[0] or a[1] == b[1] or abs(a[0] - b[0]) == abs(a[1] - b[1])
    ]
    return lines + attacks


def permutations(size: int) -> Clauses:
    """N pigeons in N holes, one in each."""
    at = [[pigeon * size + hole + 1 for hole in range(size)] for pigeon in range(size)]
    return [clause for line in [*at, *map(list, zip(*at, strict=True))] for clause in exactly_one(line)]


def cycle_colourings(length: int, colours: int) -> Clauses:
    """Colourings of a cycle in which neighbours differ."""
    at = [[place * colours + colour + 1 for colour in range(colours)] for place in range(length)]
    clauses = [clause for place in at for clause in exactly_one(place)]
    for place in range(length):
        clauses += [[-a, -b] for a, b in zip(at[place], at[(place + 1) % length], strict=True)]
    return clauses
