"""Installation: a compile error fails it, and only the explicit switch installs without the native core."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler on this machine"),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the source tree that may be damaged."""
    ignored = shutil.ignore_patterns(".venv", "build", ".git", "__pycache__", ".*_cache", ".hypothesis")
    return Path(shutil.copytree(ROOT, tmp_path / "satplay", ignore=ignored))


def install(source: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Install into a separate folder, with the installed build tools."""
    words = ["-m", "pip", "install", "--no-deps", "--no-build-isolation"]
    words += ["--target", str(source / "installed")]
    scripts = str(Path(sys.executable).parent)
    return subprocess.run(
        [sys.executable, *words, str(source)],
        env={**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def solve_with(installed: Path) -> subprocess.CompletedProcess[str]:
    """Solve a formula with the installed package, and print whether it has the native core."""
    code = (
        "import importlib.util, satplay; s = satplay.solve('p cnf 2 2\\n1 2 0\\n-1 0\\n');"
        "print(satplay.__file__, s.status, importlib.util.find_spec('satplay._native') is not None)"
    )
    dependencies = next(path for path in sys.path if path.endswith("site-packages"))
    start = f"import sys; sys.path[:0] = [{str(installed)!r}, {dependencies!r}];"
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", start + code], capture_output=True, text=True, check=True
    )


def test_a_compile_error_fails_the_install(copy: Path) -> None:
    with (copy / "native" / "formula" / "evaluate.cpp").open("a") as file:
        file.write("this is not C++\n")
    run = install(copy)
    assert run.returncode != 0
    assert "this is not C++" in run.stdout + run.stderr or "error" in (run.stdout + run.stderr).lower()
    assert not (copy / "installed" / "satplay").exists()


def test_the_core_is_compiled_and_works(copy: Path) -> None:
    run = install(copy)
    assert run.returncode == 0, run.stderr
    assert solve_with(copy / "installed").stdout.split()[1:] == ["sat", "True"]


def test_the_explicit_switch_installs_without_the_core_and_works(copy: Path) -> None:
    with (copy / "native" / "formula" / "evaluate.cpp").open("a") as file:
        file.write("this is not C++\n")
    run = install(copy, SATPLAY_PURE="1")
    assert run.returncode == 0, run.stderr
    printed = solve_with(copy / "installed").stdout.split()
    assert printed[0].startswith(str(copy / "installed"))
    assert printed[1:] == ["sat", "False"]
