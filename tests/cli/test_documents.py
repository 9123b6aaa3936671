"""The commands in the documents print exactly what the documents show."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from tests.cli.documents import ROOT, examples, run_page

FOLDERS = sorted((ROOT / "src" / "satplay").glob("*/*/README.md"))
"""The pages of puzzles and games."""

PAGES = [
    "README.md",
    *(str(page.relative_to(ROOT)) for page in (*sorted((ROOT / "docs").glob("*.md")), *FOLDERS)),
]
WITH_COMMANDS = [page for page in PAGES if any(examples(ROOT / page))]

posix = pytest.mark.skipif(os.name != "posix", reason="the documents show commands of a POSIX shell")


def test_the_pages_with_commands_are_found() -> None:
    expected = {"README.md", "docs/install.md", "docs/play.md", "docs/proofs.md", "docs/qbf.md"}
    assert expected <= set(WITH_COMMANDS)


@posix
@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_examples_print_the_output_in_the_page(page: str, tmp_path: Path) -> None:
    assert run_page(ROOT / page, tmp_path, Path(sys.executable).parent) > 0


@pytest.mark.parametrize("page", PAGES)
def test_no_page_reads_an_example_by_its_path(page: str) -> None:
    assert not any("src/" in command for command, _ in examples(ROOT / page))


@posix
@pytest.mark.slow
def test_the_installed_wheel_prints_the_output_in_the_readme(tmp_path: Path) -> None:
    """Outside the source tree, without anything of it on the path."""
    tools = Path(sys.executable).parent
    wheels, home = tmp_path / "wheels", tmp_path / "venv"
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(wheels),
        str(ROOT),
    ]
    build += [f"--config-settings=build-dir={tmp_path / 'build'}"]
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(build, check=True, capture_output=True, env={**os.environ, "PATH": path})
    venv.create(home, with_pip=False)
    # The dependencies are those of this environment: tests need no network.
    site = next(home.glob("lib/python*/site-packages"))
    dependencies = [path for path in sys.path if path.endswith("site-packages")]
    (site / "dependencies.pth").write_text("\n".join(dependencies))
    install = [sys.executable, "-m", "pip", "--python", str(home / "bin" / "python"), "install", "--no-deps"]
    subprocess.run(
        [*install, "--ignore-installed", *map(str, wheels.glob("*.whl"))], check=True, capture_output=True
    )
    where = [home / "bin" / "python", "-I", "-c", "import satplay; print(satplay.__file__)"]
    printed = subprocess.run(where, check=True, capture_output=True, text=True, cwd=tmp_path).stdout
    assert Path(printed.strip()).is_relative_to(home)
    assert (home / "share" / "man" / "man1" / "satplay.1").is_file()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for page in WITH_COMMANDS:
        (elsewhere / page.replace("/", "-")).mkdir()
        assert run_page(ROOT / page, elsewhere / page.replace("/", "-"), home / "bin") > 0
