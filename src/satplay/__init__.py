"""satplay: solve, explain, generate, check and play logic puzzles and games by SAT and QBF.

Each verb of the command line is a function of the same name:

>>> import satplay
>>> solved = satplay.solve([[1, 2], [-1]])          # clauses, DIMACS, a file, or a board of a puzzle
>>> solved.status, solved.solution
('sat', Model(-1 2))

``Solver`` is an incremental session with the interface of PySAT's ``Solver``:

>>> with satplay.Solver(bootstrap_with=[[1, 2], [-1]]) as solver:
...     solver.solve(), solver.solve(assumptions=[-2])
(True, False)

Nothing heavy is imported until a name is used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # the constant of typing, which takes long to import
if TYPE_CHECKING:
    from typing import Any

HOMES = {
    "Formula": "satplay.logic.formula",
    "Limit": "satplay.contracts.engine",
    "Model": "satplay.logic.model",
    "Solver": "satplay.solver.session",
    "__version__": "satplay.version",
    "as_pysat_solver": "satplay.solver.replacement",
    "ask": "satplay.verbs.ask",
    "audit": "satplay.verbs.audit",
    "backbone": "satplay.verbs.backbone",
    "booklet": "satplay.verbs.booklet",
    "check": "satplay.verbs.check",
    "check_proof": "satplay.verbs.check_proof",
    "check_strategy": "satplay.verbs.check_strategy",
    "convert": "satplay.verbs.convert",
    "count": "satplay.verbs.count",
    "encode": "satplay.verbs.encode",
    "encode_question": "satplay.verbs.encode_question",
    "engines": "satplay.verbs.engines",
    "enumerate": "satplay.verbs.enumerate",
    "explain": "satplay.verbs.explain",
    "forget": "satplay.verbs.keep",
    "generate": "satplay.verbs.generate",
    "hint": "satplay.verbs.hint",
    "hint_game": "satplay.verbs.hint_game",
    "keep": "satplay.verbs.keep",
    "list_boards": "satplay.verbs.list_boards",
    "list_examples": "satplay.verbs.list",
    "list_kept": "satplay.verbs.keep",
    "list_subjects": "satplay.verbs.list",
    "mus": "satplay.verbs.mus",
    "muses": "satplay.verbs.muses",
    "play": "satplay.verbs.play",
    "rate": "satplay.verbs.rate",
    "solve": "satplay.verbs.solve",
    "solve_qbf": "satplay.verbs.solve_qbf",
    "split": "satplay.verbs.split",
    "trace": "satplay.verbs.trace",
    "use_store": "satplay.store.location",
}
"""Every name of the interface, and the module that defines it.

This is the one list: ``scripts/interface.py`` writes the stub for type checkers, ``__init__.pyi``, from it.
"""

__all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    if name == "engines":  # the package and the verb at once: see its docstring
        return import_module("satplay.engines")
    if name in HOMES:
        value = getattr(import_module(HOMES[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'satplay' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The interface alone, without the submodules and helpers that are attributes, too."""
    return sorted(HOMES)
