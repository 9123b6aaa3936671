"""Native search through all positions of Chopsticks, written in C++ (``kernel.cpp``, ``kernel/``).

Hands have numbers, and a position is a pair of them: that of the player to move times how many there are,
plus that of the other.  Arrays of another type are refused with ``TypeError``, numbers and sizes that do not
fit with ``ValueError``.  -1 is never.
"""

import numpy as np
from numpy.typing import NDArray

class Moves:
    """The moves of a variant, as ``analysis.move_tables.Tables`` has them."""

    def __init__(
        self,
        transfers_start: NDArray[np.int32],
        transfers: NDArray[np.int32],
        taps_start: NDArray[np.int32],
        taps: NDArray[np.int32],
        holds: NDArray[np.int32],
        fingers: int,
    ) -> None: ...
    def attractor(
        self, ours: NDArray[np.uint8], theirs: NDArray[np.uint8], helped: bool
    ) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """In how many plies we make a goal appear, with us to move and with the opponent to move."""

    def reach(self, start: int) -> NDArray[np.int32]:
        """In how many plies each position can be reached."""
