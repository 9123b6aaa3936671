"""satplay's native core, written in C++ (``native/``).

Arrays are read where they lie and handed out without a copy.  What would have to be converted first (another
type of number, a strided or two-dimensional array, a ``str``) is refused with ``TypeError``; read-only arrays
are welcome.  Long work is done without holding the interpreter's lock.
"""

import numpy as np
from _typeshed import ReadableBuffer
from numpy.typing import NDArray

class Reader:
    """Reads DIMACS CNF, fed in chunks of any size.  ``satplay.logic.dimacs_plain`` tells the rules."""

    def __init__(self) -> None: ...
    def feed(self, chunk: ReadableBuffer) -> tuple[str, bytes, int, int] | None:
        """Read on; the first fault, if there is one so far: (expected, token, line, column).

        ``chunk`` is one-dimensional, contiguous and of unsigned bytes: bytes, memoryview, uint8 array.
        """

    def finish(self) -> tuple[str, bytes, int, int] | None:
        """The file ends here; the first fault, if there is one."""

    def take_clauses(self) -> NDArray[np.int32]:
        """All clauses, flat, each closed by a 0.  The array takes over the reader's memory, so once only."""

    @property
    def names(self) -> list[tuple[int, bytes]]:
        """(variable, name) of each comment ``c name N TEXT``, in the order of the file."""

    @property
    def variables(self) -> int:
        """How many variables the header declares."""

    @property
    def declared_clauses(self) -> int:
        """How many clauses the header declares."""

    @property
    def clause_count(self) -> int:
        """How many clauses were read."""

    @property
    def header_line(self) -> int:
        """The line of the header, from 1; 0 before it."""

    @property
    def commented(self) -> bool:
        """Whether there was a comment."""

def first_false_clause(clauses: NDArray[np.int32], model: NDArray[np.int32]) -> int:
    """The index, from 0, of the first clause without a true literal; -1 where there is none.

    ``clauses`` lie flat, each closed by a 0; ``model`` are the true literals.  ``ValueError`` when the last
    clause is not closed, or the model holds 0 or says both of a variable.
    """
