"""Hashi's native kernel, written in C++ (``kernel.cpp``, ``kernel/``): random boards."""

def construct(
    rows: int,
    columns: int,
    islands: int,
    exact: bool,
    most: int,
    loops: bool,
    several: float,
    closing: float,
    seed: int,
) -> list[tuple[int, int, int]] | None:
    """The bridges of a random board with one solution, as far as a short search finds out; None without one.

    ``several`` and ``closing`` as in ``construction.Mix``; ``several`` is negative for None.
    """
