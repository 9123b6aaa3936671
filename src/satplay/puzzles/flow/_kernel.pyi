"""Flow's native kernel, written in C++ (``kernel.cpp``, ``kernel/``): random moves of paths."""

import numpy as np
from numpy.typing import NDArray

def stir(
    rows: int,
    columns: int,
    cells: NDArray[np.int32],
    ends: NDArray[np.int32],
    state: NDArray[np.uint32],
    goal: int,
    first: int,
    least: int,
    end: int,
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint32], bool]: ...
