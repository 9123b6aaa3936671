"""satplay: solve, explain, generate, check and play logic puzzles and games by SAT and QBF.

Each verb of the command line is a function of the same name:

>>> import satplay
>>> satplay.solve("p cnf 2 2\\n1 2 0\\n-1 0").status
'sat'

Nothing heavy is imported until a name is used.  ``HOMES`` is the one list of the interface; the stub for type
checkers, ``__init__.pyi``, is written from it by ``scripts/interface.py``.
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
    "__version__": "satplay.version",
    "ask": "satplay.verbs.ask",
    "audit": "satplay.verbs.audit",
    "backbone": "satplay.verbs.backbone",
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
    "hint": "satplay.verbs.explain",
    "keep": "satplay.verbs.keep",
    "list_examples": "satplay.verbs.list",
    "list_kept": "satplay.verbs.keep",
    "list_subjects": "satplay.verbs.list",
    "mus": "satplay.verbs.mus",
    "muses": "satplay.verbs.muses",
    "play": "satplay.verbs.play",
    "solve": "satplay.verbs.solve",
    "solve_qbf": "satplay.verbs.solve_qbf",
    "trace": "satplay.verbs.trace",
}
"""Every name of the interface, and the module that defines it."""

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
    return sorted({*globals(), *HOMES})
