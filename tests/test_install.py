"""Installation: a compile error fails it, and only the explicit switch installs without the native core."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.cli.documents import run_page

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


def programs(installed: Path) -> dict[str, bool]:
    """The installed programs, and whether each is a script of Python."""
    return {path.name: path.read_bytes().startswith(b"#!") for path in (installed / "bin").iterdir()}


def help_page(program: Path) -> str:
    return subprocess.run([program, "--help"], capture_output=True, text=True, check=True).stdout


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
    assert programs(copy / "installed") == {"satplay": False, "satplay-python": True}
    link = copy / "link"
    link.symlink_to(copy / "installed" / "bin" / "satplay")
    assert help_page(link).startswith("Usage: satplay COMMAND")


def test_the_explicit_switch_installs_without_the_core_and_works(copy: Path) -> None:
    with (copy / "native" / "formula" / "evaluate.cpp").open("a") as file:
        file.write("this is not C++\n")
    run = install(copy, SATPLAY_PURE="1")
    assert run.returncode == 0, run.stderr
    printed = solve_with(copy / "installed").stdout.split()
    assert printed[0].startswith(str(copy / "installed"))
    assert printed[1:] == ["sat", "False"]
    assert programs(copy / "installed") == {"satplay": True}
    assert help_page(copy / "installed" / "bin" / "satplay").startswith("Usage: satplay COMMAND")
    assert (copy / "installed" / "share" / "man" / "man1" / "satplay.1").is_file()


def test_pip_resolves_the_dependencies_and_the_first_section_works_elsewhere(
    copy: Path, tmp_path: Path
) -> None:
    """``pip install .`` in a fresh environment, with nothing of this one; then the start of the README."""
    home, elsewhere = tmp_path / "venv", tmp_path / "elsewhere"
    elsewhere.mkdir()
    venv.create(home, with_pip=True)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}

    def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
        command = [str(home / "bin" / "python"), "-I", *map(str, words)]
        return subprocess.run(
            command, cwd=elsewhere, env=environment, capture_output=True, text=True, check=False
        )

    asked = run("-m", "pip", "download", "-q", "--no-deps", "-d", elsewhere, "click>=8.2")
    if asked.returncode != 0:
        last = asked.stderr.strip().splitlines()[-1:]
        pytest.skip(f"no package registry is reachable: pip cannot download click: {last}")
    installed = run("-m", "pip", "install", copy)
    assert installed.returncode == 0, installed.stderr
    checked = run("-m", "pip", "check")
    assert checked.returncode == 0, checked.stdout
    where = run("-c", "import satplay, numpy; print(satplay.__file__); print(numpy.__file__)")
    assert all(Path(line).is_relative_to(home) for line in where.stdout.splitlines()), where.stdout
    assert (home / "share" / "man" / "man1" / "satplay.1").is_file()
    shutil.rmtree(copy)  # nothing below reads the source
    title, first, *_ = re.split("^## ", (ROOT / "README.md").read_text("utf-8"), flags=re.MULTILINE)
    page = elsewhere / "README.md"
    page.write_text(f"{title}## {first}", "utf-8")
    assert run_page(page, elsewhere, home / "bin") >= 3
