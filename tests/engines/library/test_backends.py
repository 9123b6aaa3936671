"""The table of library engines."""

from __future__ import annotations

import subprocess
import sys

import pytest

from satplay.engines.library import catalogue, open_library
from satplay.engines.library.backends import BACKENDS
from satplay.errors import EngineMissing, NoSuchName


def test_the_table_has_every_solver_of_pysat_once() -> None:
    solvers = pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    names = [backend.name for backend in BACKENDS if backend.name != "pycosat"]
    for attribute, aliases in vars(solvers.SolverNames).items():
        if not attribute.startswith("_"):
            assert len(set(names) & set(aliases)) == 1, attribute
    known = set().union(*(v for k, v in vars(solvers.SolverNames).items() if not k.startswith("_")))
    assert set(names) <= known


def test_the_table_lists_what_is_installed_and_how_to_install_the_rest() -> None:
    rows = catalogue()
    assert [row.name for row in rows] == [backend.name for backend in BACKENDS]
    for row in rows:
        assert row.kind == "library"
        assert row.remedy.startswith("pip install")
        assert bool(row.version) == row.installed


def test_finding_engines_loads_none_of_them() -> None:
    program = (
        "import sys; from satplay.engines.library import catalogue; catalogue(); "
        "print([m for m in ('pysat', 'pysolvers', 'pycosat', 'numpy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_unknown_and_missing_engines_are_two_errors(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoSuchName, match="glucose4"):
        open_library("glucose5")
    monkeypatch.setattr(sys, "path", [])
    monkeypatch.delitem(sys.modules, "pycosat", raising=False)
    with pytest.raises(EngineMissing, match="pip install"):
        open_library("pycosat")
