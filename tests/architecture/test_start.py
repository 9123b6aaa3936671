"""Starting is fast because no heavy module is imported; the native core is installed."""

from __future__ import annotations

import importlib
import os
import shutil
import subprocess
import sys

import pytest

from satplay import puzzles

HEAVY = (
    "numpy",
    "pysat",
    "pycosat",
    "PIL",
    "prompt_toolkit",
    "rich.progress",
    "sqlalchemy",
    "satplay._native",
)


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
    return f"import sys; from satplay.cli import main; sys.exit(main({arguments!r}))"


def test_importing_satplay_imports_nothing_heavy() -> None:
    assert heavy_after("import satplay") == []


def test_listing_puzzles_and_games_imports_none_of_them() -> None:
    assert heavy_after("from satplay import games, puzzles; puzzles.names(), games.names()") == []


def test_help_imports_nothing_heavy() -> None:
    assert heavy_after(run_as_main(["--help"])) == []


FORMULA = "p cnf 2 2\n1 2 0\n-1 0"

ELSEWHERE = ("satplay.explaining", "satplay.proofs", "satplay.qbf", "satplay.verifying")
"""Packages of other commands: quantified formulas, proofs."""

SEARCH = ("satplay.engines", "satplay.reasoning", "satplay.solving")
"""Packages that find solutions or reasons; the rules alone check a solution."""

NEEDLESS = (
    (["solve", "cnf", FORMULA], ("satplay.reasoning", "json", *ELSEWHERE)),
    (["count", "cnf", FORMULA], ("decimal", "json", *ELSEWHERE)),
    (["check", "cnf", FORMULA, "s SATISFIABLE\nv -1 2 0"], ("json", *SEARCH, *ELSEWHERE)),
    (["check", "mosaic", "mosaic\n22.\n...", "##-\n---"], ("json", "numpy", *SEARCH, *ELSEWHERE)),
    (["hint", "flow", "A.A\nB.B"], ("json", "numpy.ma", "satplay.reasoning.oracle", *ELSEWHERE[1:])),
    (["hint", "hashi", "3.2\n...\n1.."], ("numpy.ma", "satplay.reasoning.oracle", *ELSEWHERE[1:])),
)
"""Commands that are run often on small inputs, and the modules and packages that each has no use for."""

NEVER_NEEDED = (
    "PIL",
    "difflib",
    "fractions",
    "prompt_toolkit",
    "satplay.drawing.scene",
    "sqlalchemy",
    "subprocess",
)
"""Modules that none of these commands needs."""

UNUSED_PARTS = ("audit_boards", "cursor", "drawing", "generator", "move_entry")
"""Modules of a puzzle that none of these commands needs."""


def modules_after(arguments: list[str]) -> set[str]:
    """The modules that a fresh interpreter has imported at the end of a command, which must succeed."""
    report = "import sys; sys.stderr.write('\\n' + ' '.join(sys.modules))"
    succeeds = "except SystemExit as e:\n    assert e.code in (0, 10), e"
    program = f"try:\n    {run_as_main(arguments)}\n{succeeds}\n{report}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.rsplit("\n", 1)[-1].split())


@pytest.mark.parametrize(("arguments", "needless"), NEEDLESS, ids=lambda given: " ".join(given[:2]))
def test_a_command_imports_only_what_it_needs(arguments: list[str], needless: tuple[str, ...]) -> None:
    verb, subject = arguments[:2]
    imported = modules_after(arguments)
    assert {f"satplay.cli.{verb}", f"satplay.puzzles.{subject}"} <= imported
    parts = {f"satplay.puzzles.{subject}.{part}" for part in UNUSED_PARTS}
    others = {f"satplay.puzzles.{name}" for name in puzzles.names() if name != subject}
    assert sorted(imported & {*needless, *NEVER_NEEDED, *parts, *others}) == []


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
