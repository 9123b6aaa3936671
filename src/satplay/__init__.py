"""satplay: solve, explain, generate, check and play logic puzzles and games by SAT and QBF.

Each verb of the command line is a function of the same name:

>>> import satplay
>>> satplay.solve("p cnf 2 2\\n1 2 0\\n-1 0").status
'sat'

Nothing heavy is imported until it is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from satplay.contracts.engine import Limit
    from satplay.logic.formula import Formula
    from satplay.logic.model import Model
    from satplay.verbs.ask import ask
    from satplay.verbs.audit import audit
    from satplay.verbs.backbone import backbone
    from satplay.verbs.check import check
    from satplay.verbs.check_proof import check_proof
    from satplay.verbs.check_strategy import check_strategy
    from satplay.verbs.convert import convert
    from satplay.verbs.count import count
    from satplay.verbs.encode import encode
    from satplay.verbs.encode_question import encode_question
    from satplay.verbs.engines import engines
    from satplay.verbs.enumerate import enumerate
    from satplay.verbs.explain import explain, hint
    from satplay.verbs.generate import generate
    from satplay.verbs.keep import forget, keep, kept
    from satplay.verbs.mus import mus
    from satplay.verbs.muses import muses
    from satplay.verbs.play import play
    from satplay.verbs.solve import solve
    from satplay.verbs.solve_qbf import solve_qbf
    from satplay.verbs.trace import trace
    from satplay.version import __version__

__all__ = [
    "Formula",
    "Limit",
    "Model",
    "__version__",
    "ask",
    "audit",
    "backbone",
    "check",
    "check_proof",
    "check_strategy",
    "convert",
    "count",
    "encode",
    "encode_question",
    "engines",
    "enumerate",
    "explain",
    "forget",
    "generate",
    "hint",
    "keep",
    "kept",
    "mus",
    "muses",
    "play",
    "solve",
    "solve_qbf",
    "trace",
]

_HOME = {
    "Formula": ("satplay.logic.formula", "Formula"),
    "Limit": ("satplay.contracts.engine", "Limit"),
    "Model": ("satplay.logic.model", "Model"),
    "__version__": ("satplay.version", "__version__"),
    "ask": ("satplay.verbs.ask", "ask"),
    "audit": ("satplay.verbs.audit", "audit"),
    "backbone": ("satplay.verbs.backbone", "backbone"),
    "check": ("satplay.verbs.check", "check"),
    "check_proof": ("satplay.verbs.check_proof", "check_proof"),
    "check_strategy": ("satplay.verbs.check_strategy", "check_strategy"),
    "count": ("satplay.verbs.count", "count"),
    "convert": ("satplay.verbs.convert", "convert"),
    "encode": ("satplay.verbs.encode", "encode"),
    "encode_question": ("satplay.verbs.encode_question", "encode_question"),
    "explain": ("satplay.verbs.explain", "explain"),
    "forget": ("satplay.verbs.keep", "forget"),
    "generate": ("satplay.verbs.generate", "generate"),
    "hint": ("satplay.verbs.explain", "hint"),
    "keep": ("satplay.verbs.keep", "keep"),
    "kept": ("satplay.verbs.keep", "kept"),
    "mus": ("satplay.verbs.mus", "mus"),
    "muses": ("satplay.verbs.muses", "muses"),
    "play": ("satplay.verbs.play", "play"),
    "enumerate": ("satplay.verbs.enumerate", "enumerate"),
    "solve": ("satplay.verbs.solve", "solve"),
    "solve_qbf": ("satplay.verbs.solve_qbf", "solve_qbf"),
    "trace": ("satplay.verbs.trace", "trace"),
}


def __getattr__(name: str) -> Any:
    if name == "engines":  # the package and the verb at once: see its docstring
        return import_module("satplay.engines")
    if name in _HOME:
        module, attribute = _HOME[name]
        value = getattr(import_module(module), attribute)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'satplay' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
