"""the fast proof checker in C++ (``native/checker/``); shares only ``native/python`` with ``_native``."""

from collections.abc import Callable
from typing import Any

import numpy as np
from _typeshed import ReadableBuffer
from numpy.typing import NDArray

def check(
    formula: NDArray[np.int32],
    proof: ReadableBuffer,
    format: int,
    goal: list[int],
    every_line: bool,
    seconds: float | None = None,
    bytes: int | None = None,
    pulse: Callable[[int, int], object] | None = None,
) -> dict[str, Any] | tuple[str, bytes, int, int]:
    """The fields of ``native/checker/outcome.hpp``; or the first fault of a proof that is not well written.

    ``formula`` lies flat, each clause closed by a 0; ``format`` 0 is DRAT, 1 binary DRAT, 2 LRAT.  A fault is
    (expected, token, line, column), line 0 in a binary proof, whose column is the offset of the byte.
    ``bytes`` bounds what the checker itself asks for; formula and proof are read where they lie.  The
    interpreter's lock is not held; ``pulse`` is called every 10 ms with how many lines were read and checked.
    """
