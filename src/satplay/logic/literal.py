"""Literals, clauses, and atoms (the meanings of variables).

A literal is a non-zero ``int``: ``3`` means that variable 3 is true, ``-3`` that it is false, as in
DIMACS.  A clause is a sequence of literals, at least one of which must be true.  Clauses are passed as
flat int32 arrays, each clause closed by a 0: ``1 -2 0 3 0`` is (1 or -2) and (3).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from satplay.fast_dataclass import dataclass

Var: TypeAlias = int
Lit: TypeAlias = int
Clause: TypeAlias = Sequence[Lit]
FlatClauses: TypeAlias = NDArray[np.int32]

MAX_VAR = 2**31 - 1
"""The largest variable an int32 literal can name."""


@runtime_checkable
class Atom(Hashable, Protocol):
    """The meaning of a variable: a frozen value with texts for both truth values.

    ``str(atom)`` is its short name, written into DIMACS comments; ``sentence`` is the meaning of the
    positive literal, ``negation`` that of the negative one.
    """

    @property
    def sentence(self) -> str:
        """The sentence if the variable is true."""

    @property
    def negation(self) -> str:
        """The sentence if the variable is false."""


@dataclass(frozen=True, slots=True)
class Named:
    """An atom with a name only, as read from the comments of a DIMACS file.

    >>> Named("rain").sentence, Named("rain").negation
    ('rain', 'not rain')
    """

    name: str

    @property
    def sentence(self) -> str:
        return self.name

    @property
    def negation(self) -> str:
        return f"not {self.name}"

    def __str__(self) -> str:
        return self.name
