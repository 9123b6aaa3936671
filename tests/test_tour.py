"""The notebook docs/tour.ipynb runs, and its stored text outputs are what running gives."""

from __future__ import annotations

import json
import runpy

import pytest

from tests.architecture.tree import ROOT

pytest.importorskip("satplay._native", reason="the native core was not compiled")


def test_the_stored_outputs_are_those_of_a_run() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "notebook.py"))
    notebook = json.loads((ROOT / "docs" / "tour.ipynb").read_text(encoding="utf-8"))
    cells, outputs = script["code_cells"](notebook), script["run"](notebook)
    assert len(cells) == len(outputs) > 10
    for cell, output in zip(cells, outputs, strict=True):
        stored = script["text_outputs"](cell["outputs"])
        assert stored == script["text_outputs"](output), "run python scripts/notebook.py docs/tour.ipynb"
    kinds = {kind for cell in cells for output in cell["outputs"] for kind in output.get("data", {})}
    assert kinds == {"text/plain", "text/html", "image/svg+xml"}
