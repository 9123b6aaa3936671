"""The layers of the package: which folder may import which."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.architecture.imports import imports, modules, violations
from tests.architecture.tree import SOURCE


def test_no_module_has_a_forbidden_import() -> None:
    assert violations(SOURCE) == []


def test_the_parser_finds_imports() -> None:
    """A parser that finds no imports would allow everything."""
    found = {(one.importer, one.imported) for one in imports(SOURCE)}
    assert ("puzzles.mosaic.encodings.direct", "logic.formula") in found
    assert ("puzzles", "contracts.puzzle") in found  # for the type checker only
    assert ("drawing.scene", "drawing.svg") in found  # inside a function
    assert len(modules(SOURCE)) > 20


@pytest.fixture
def write_source_tree(tmp_path: Path) -> Path:
    rooms = """__init__ errors logic/formula engines/native verbs/solve proofs/rup reasoning/mus lab/x
        puzzles/a/rules puzzles/a/board puzzles/b/rules games/g/rules"""
    for file in rooms.split():
        path = tmp_path / f"{file}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")
        for folder in path.relative_to(tmp_path).parents:
            (tmp_path / folder / "__init__.py").touch()
    assert violations(tmp_path) == []
    return tmp_path


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("logic/formula", "import satplay.engines.native"),
        ("logic/formula", "from satplay.engines import native"),
        ("logic/formula", "from satplay import engines"),
        ("logic/formula", "from ..engines import native"),
        ("logic/formula", "def late():\n    from satplay.engines.native import Engine"),
        ("logic/formula", "if TYPE_CHECKING:\n    from satplay.contracts.engine import Engine"),
        ("logic/formula", "from satplay import _native"),
        ("logic/formula", "import satplay.verbs.solve as quick"),
        ("logic/__init__", "from .. import verbs"),
        ("engines/native", "from satplay.puzzles.a import PUZZLE"),
        ("engines/native", "from satplay import _checker"),
        ("puzzles/a/board", "from satplay.engines import native"),
        ("puzzles/a/board", "import importlib\nimportlib.import_module('satplay.engines.native')"),
        ("puzzles/a/board", "from satplay.puzzles.b.rules import Rule"),
        ("puzzles/a/board", "from satplay.puzzles import b"),
        ("puzzles/a/board", "from ..b import rules"),
        ("puzzles/a/board", "from satplay.puzzles import find"),
        ("puzzles/a/board", "from satplay.games.g import rules"),
        ("puzzles/a/board", "from satplay.puzzles.b import _kernel"),
        ("puzzles/a/rules", "from satplay.logic.formula import Formula"),
        ("puzzles/a/rules", "from . import board\n"),  # with board importing logic, see below
        ("puzzles/__init__", "from satplay.puzzles.a import PUZZLE"),
        ("games/g/rules", "from satplay.puzzles.a import rules"),
        ("verbs/solve", "from satplay.puzzles.a import _kernel"),
        ("verbs/solve", "from satplay import _native"),
        ("verbs/solve", "from satplay.lab import x"),
        ("verbs/solve", "import satplay"),
        ("proofs/rup", "from satplay import _native"),
        ("proofs/rup", "from satplay.engines.native import Engine"),
        ("lab/x", "from satplay.reasoning.mus import mus"),
        ("errors", "from satplay.logic.formula import Formula"),
    ],
)
def test_a_forbidden_import_is_reported(write_source_tree: Path, module: str, statement: str) -> None:
    (write_source_tree / "puzzles/a/board.py").write_text("from satplay.logic.formula import Formula\n")
    assert violations(write_source_tree) == []
    (write_source_tree / f"{module}.py").write_text(statement)
    assert violations(write_source_tree) != []


@pytest.mark.parametrize(
    ("module", "statement"),
    [
        ("engines/native", "from satplay import _native"),
        ("reasoning/mus", "from satplay._native import evaluate"),
        ("logic/dimacs", "from satplay import _native"),
        ("proofs/rup", "import satplay._checker"),
        ("puzzles/a/board", "from satplay.puzzles.a import _kernel"),
        ("puzzles/a/board", "from . import rules, _kernel"),
        ("puzzles/a/rules", "from satplay.rule import RuleInstance\nfrom satplay.errors import BadInput"),
        ("puzzles/__init__", "from satplay.discovery import Shelf"),
        ("verbs/solve", "from satplay import puzzles"),
        ("lab/x", "from satplay.verbs import solve"),
        ("logic/formula", "import numpy, satplaying\nfrom array import array"),
    ],
)
def test_an_allowed_import_is_not_reported(write_source_tree: Path, module: str, statement: str) -> None:
    (write_source_tree / "discovery.py").touch()
    (write_source_tree / "rule.py").touch()
    (write_source_tree / f"{module}.py").write_text(statement)
    assert violations(write_source_tree) == []


def test_a_new_folder_must_be_added_to_the_table(write_source_tree: Path) -> None:
    (write_source_tree / "helpers").mkdir()
    (write_source_tree / "helpers" / "__init__.py").touch()
    assert any("helpers" in offence for offence in violations(write_source_tree))
