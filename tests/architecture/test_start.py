"""Starting is fast because no heavy module is imported; the native core is installed."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys

import pytest

HEAVY = ("numpy", "pysat", "pycosat", "PIL", "rich.progress", "sqlalchemy", "satplay._native")


def heavy_after(program: str) -> list[str]:
    """The heavy modules that a fresh interpreter has imported at the end of a program."""
    report = f"import sys; sys.stderr.write('\\n' + ' '.join(n for n in {HEAVY!r} if n in sys.modules))"
    guarded = f"try:\n    {program}\nexcept SystemExit as e:\n    assert not e.code, e\n{report}"
    done = subprocess.run(
        [sys.executable, "-c", guarded],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stderr.rsplit("\n", 1)[-1].split()


def run_as_main(arguments: list[str]) -> str:
    return (
        f"import sys, runpy; sys.argv = ['satplay', *{arguments!r}]; "
        "runpy.run_module('satplay', run_name='__main__', alter_sys=True)"
    )


def test_importing_satplay_imports_nothing_heavy() -> None:
    assert heavy_after("import satplay") == []


def test_listing_puzzles_and_games_imports_none_of_them() -> None:
    assert heavy_after("from satplay import games, puzzles; puzzles.names(), games.names()") == []


def test_help_imports_nothing_heavy() -> None:
    assert heavy_after(run_as_main(["--help"])) == []


def test_solving_a_formula_imports_neither_reasons_nor_proof_checkers() -> None:
    program = run_as_main(["solve", "cnf", "p cnf 1 1\n1 0"])
    found = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", program], capture_output=True, text=True, check=False
    )
    assert "s SATISFIABLE" in found.stdout and found.returncode == 10
    lines = [line for line in found.stderr.splitlines() if line.startswith("import time")]
    imported = {line.split("|")[-1].strip() for line in lines}
    assert "satplay.verbs.solve" in imported
    folders = {name.split(".")[1] for name in imported if name.startswith("satplay.")}
    assert not folders & {"explaining", "proofs", "qbf", "reasoning", "verifying"}


def test_a_heavy_import_is_detected() -> None:
    assert heavy_after("import satplay.logic.formula") == ["numpy"]


def test_a_failing_program_is_detected() -> None:
    with pytest.raises(AssertionError):
        heavy_after("sys.exit(3)")


def test_the_native_core_is_installed() -> None:
    """Unless it is omitted on purpose: no compiler, or an installation with SATPLAY_PURE."""
    try:
        importlib.import_module("satplay._native")
    except ImportError as error:
        compilers = filter(None, (os.environ.get("CXX"), "c++", "g++", "clang++"))
        compiler = next((name for name in compilers if shutil.which(name)), None)
        if compiler is None or os.environ.get("SATPLAY_PURE"):
            pytest.skip("installed without the native core")
        pytest.fail(
            f"{compiler} is here, but the native core is missing or broken: run `make test` ({error})"
        )
