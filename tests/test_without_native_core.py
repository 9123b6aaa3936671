"""An installation without the native core: its features, and the errors for missing ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from satplay import puzzles
from satplay.errors import NativeCoreMissing

COMPILED = (
    "satplay._native",
    "satplay._checker",
    "satplay.puzzles.mastermind._kernel",
    "satplay.games.chopsticks._kernel",
)
WITHOUT_CORE = f"""
import sys
sys.modules.update(dict.fromkeys({COMPILED!r}))
from satplay.cli import main
sys.exit(main(sys.argv[1:]))
"""
SOURCE = Path(puzzles.__file__).parent


def example(puzzle: str, name: str) -> str:
    return str(SOURCE / puzzle / "examples" / name)


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command line without the compiled module."""
    return subprocess.run(
        [sys.executable, "-c", WITHOUT_CORE, *words], capture_output=True, text=True, check=False, timeout=120
    )


@pytest.fixture
def contradiction(tmp_path: Path) -> str:
    path = tmp_path / "contradiction.cnf"
    path.write_text("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")
    return str(path)


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "hashi", example("hashi", "small.txt")),
        ("solve", "flow", example("flow", "small.txt")),
        ("enumerate", "mastermind", example("mastermind", "unique.txt")),
        ("generate", "hashi", "--size", "5x5", "--seed", "1"),
        ("ask", "chopsticks", "reach", "1,1|1,1", "1,2|1,1", "--method", "sat"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_solving_needs_no_core(words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_an_unsolvable_board_needs_no_core_but_its_reason_does() -> None:
    done = run("solve", "hashi", example("hashi", "impossible.txt"))
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("no solution")


def test_a_proof_is_written_and_checked_without_the_core(contradiction: str, tmp_path: Path) -> None:
    proof = str(tmp_path / "proof.drat")
    solved = run("solve", contradiction, "--proof", proof)
    assert solved.returncode == 20, solved.stderr
    checked = run("check", "proof", contradiction, proof)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "task"),
    [
        (("count", "mastermind", example("mastermind", "small.txt")), "counting models"),
        (("hint", "hashi", example("hashi", "small.txt")), "explanations"),
        (("explain", "hashi", example("hashi", "small.txt")), "explanations"),
        (("rate", "hashi", example("hashi", "small.txt")), "explanations"),
        (("ask", "mastermind", "next", example("mastermind", "small.txt")), "search for consistent codes"),
        (("ask", "mastermind", "tournament"), "a Mastermind tournament"),
        (("ask", "chopsticks", "force-win", "1,1|1,1"), "the analysis of Chopsticks positions"),
    ],
    ids=lambda value: value if isinstance(value, str) else " ".join(value[:3]),
)
def test_the_error_names_the_feature_that_needs_the_core(words: tuple[str, ...], task: str) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout) == (NativeCoreMissing.exit_status, "")
    assert task in done.stderr
    assert done.stderr.endswith(
        "needs satplay's native core: reinstall satplay where there is a C++ compiler\n"
    )


def test_minimal_unsatisfiable_subsets_need_the_core(contradiction: str) -> None:
    done = run("mus", contradiction)
    assert done.returncode == NativeCoreMissing.exit_status
    assert "finding minimal unsatisfiable subsets" in done.stderr and done.stderr.count("\n") == 1
