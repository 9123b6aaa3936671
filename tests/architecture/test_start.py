"""Starting is fast because no heavy module is imported; the native core is installed."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys

import pytest

from satplay import puzzles

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


FORMULA = "p cnf 2 2\n1 2 0\n-1 0"
BOARD = "3.2\n...\n1.."
BRIDGES = "3=2\n|..\n1.."

NEEDLESS = {
    "solve": (
        ["solve", "cnf", FORMULA],
        ("satplay.explaining", "satplay.proofs", "satplay.qbf", "satplay.reasoning", "satplay.verifying"),
    ),
    "count": (["count", "cnf", FORMULA], ("satplay.explaining", "satplay.proofs", "satplay.qbf")),
    "check": (
        ["check", "hashi", BOARD, BRIDGES],
        ("numpy", "satplay.engines", "satplay.solving", "satplay.reasoning", "satplay.logic.formula"),
    ),
    "hint": (
        ["hint", "hashi", BOARD],
        ("numpy.ma", "subprocess", "satplay.proofs", "satplay.qbf", "satplay.reasoning.oracle"),
    ),
}
"""A command for each verb that is typed most, and modules that it has no use for."""

UNUSED_PARTS = ("audit_boards", "drawing", "generator", "move_entry")
"""Modules of a puzzle that none of these commands needs."""

NEEDED_BY_NONE = (
    "PIL",
    "difflib",
    "fractions",
    "json",
    "satplay.drawing.scene",
    "satplay.store.tables",
    "sqlalchemy",
)


def modules_after(arguments: list[str]) -> set[str]:
    """The modules that a fresh interpreter has imported at the end of a command, which must succeed."""
    report = "import sys; sys.stderr.write('\\n' + ' '.join(sys.modules))"
    program = f"try:\n    {run_as_main(arguments)}\nexcept SystemExit as e:\n    assert e.code in (0, 10), e\n{report}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rsplit("\n", 1)[-1].split())


@pytest.mark.parametrize("verb", NEEDLESS)
def test_a_command_imports_only_what_it_needs(verb: str) -> None:
    arguments, needless = NEEDLESS[verb]
    imported = modules_after(arguments)
    assert f"satplay.cli.{verb}" in imported
    packages = {name.rsplit(".", depth)[0] for name in imported for depth in range(name.count(".") + 1)}
    parts = {f"satplay.puzzles.{arguments[1]}.{part}" for part in UNUSED_PARTS}
    assert not packages & {*needless, *NEEDED_BY_NONE, *parts}
    others = {f"satplay.puzzles.{name}" for name in puzzles.names() if name != arguments[1]}
    assert not imported & others


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
