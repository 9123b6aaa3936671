"""The Python interface has one list of names; the stub for type checkers is written from it."""

from __future__ import annotations

import runpy
from importlib import import_module

import satplay
from tests.architecture.tree import ROOT, SOURCE


def test_the_stub_is_generated_from_the_table() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "interface.py"))
    written = (SOURCE / "__init__.pyi").read_text(encoding="utf-8")
    assert written == script["stub"](), "run python scripts/interface.py"


def test_every_name_is_defined_in_its_module() -> None:
    for name, home in satplay.HOMES.items():
        assert hasattr(import_module(home), name)
        if name != "engines":
            assert getattr(satplay, name) is getattr(import_module(home), name)
    assert set(satplay.__all__) == set(satplay.HOMES)
