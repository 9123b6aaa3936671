"""Running PySAT's own programs on satplay's ``Solver``."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from satplay.errors import EngineMissing
from satplay.solver.session import Solver


@contextmanager
def as_pysat_solver() -> Iterator[type[Solver]]:
    """Context in which PySAT's programs use satplay's ``Solver``: RC2, MUSX, OptUx, Hitman, LBX, MCSls, ...

    These programs create their solvers from the name ``Solver`` that they import from ``pysat.solvers``.  In
    the context this name is satplay's class, there and in every module of PySAT, loaded before or inside.
    Afterwards all of them have PySAT's class again.  Solvers that exist already stay as they are.  The
    replacement holds for all threads.

    >>> from pysat.formula import WCNF
    >>> from pysat.examples.rc2 import RC2
    >>> soft = WCNF(from_string="p wcnf 2 3 9\\n9 1 2 0\\n1 -1 0\\n3 -2 0\\n")
    >>> with as_pysat_solver(), RC2(soft) as program:
    ...     program.compute(), program.cost, type(program.oracle).__module__
    ([1, -2], 1, 'satplay.solver.session')
    """
    try:
        solvers = import_module("pysat.solvers")
    except ModuleNotFoundError:
        raise EngineMissing("pysat", "pip install 'satplay[library]'") from None
    original = solvers.Solver
    _substitute(original, Solver)
    try:
        yield Solver
    finally:
        _substitute(Solver, original)


def _substitute(old: type[Any], new: type[Any]) -> None:
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "pysat" and getattr(module, "Solver", None) is old:
            vars(module)["Solver"] = new
