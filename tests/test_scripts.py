"""The scripts called by the Makefile and by the build."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PROGRESS = ROOT / "scripts" / "progress.py"


def run_with_progress(code: str) -> subprocess.CompletedProcess[str]:
    """Run Python code as a command with progress display."""
    words = [sys.executable, str(PROGRESS), "compiling", sys.executable, "-c", code]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def test_output_of_a_command_that_succeeds_is_not_shown() -> None:
    run = run_with_progress("print('[1/2] a.cpp'); print('[2/2] b.cpp'); print('noise')")
    assert run.returncode == 0
    assert run.stdout == ""
    first, last = run.stderr.splitlines()
    assert first == "satplay: compiling ..."
    assert last.startswith("satplay: compiling done (")


def test_counted_steps_are_shown_every_ten_seconds() -> None:
    run = run_with_progress("import time; print('  [7/20] a.cpp', flush=True); time.sleep(11.5)")
    assert any(line.startswith("satplay: compiling 7/20 (1") for line in run.stderr.splitlines())


def test_a_failing_command_is_shown_in_full_and_keeps_its_status() -> None:
    run = run_with_progress("import sys; print('[1/2] a.cpp'); print('error: x'); sys.exit(5)")
    assert run.returncode == 5
    assert "satplay: compiling failed (" in run.stderr
    assert run.stderr.endswith("[1/2] a.cpp\nerror: x\n")


@pytest.mark.parametrize("pure", ["", "0", "1", "true", "no", "False", "off"])
def test_a_wheel_has_a_program_named_satplay(pure: str, tmp_path: Path) -> None:
    """The launcher, if CMake builds it, or else the console script: pip skips a launcher of the same name."""
    pytest.importorskip("scikit_build_core")
    code = (
        "import sys\n"
        "from scikit_build_core.build import prepare_metadata_for_build_wheel as prepare\n"
        "from scikit_build_core.settings.skbuild_read_settings import SettingsReader\n"
        "reader = SettingsReader.from_file('pyproject.toml', {})\n"
        "prepare(sys.argv[1])\n"
        "print(reader.settings.wheel.cmake)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)],
        cwd=ROOT,
        env={**os.environ, "SATPLAY_PURE": pure},
        capture_output=True,
        text=True,
        check=True,
    )
    uses_cmake = run.stdout.endswith("True\n")
    (entry_points,) = tmp_path.glob("*/entry_points.txt")
    name = "satplay-python" if uses_cmake and sys.platform in ("linux", "darwin") else "satplay"
    assert entry_points.read_text().split() == ["[console_scripts]", name, "=", "satplay.cli:start"]


@pytest.mark.parametrize(("platform", "expected"), [("linux", True), ("darwin", True), ("win32", False)])
def test_the_launcher_is_for_linux_and_macos(platform: str, expected: bool) -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "console_script.py"))
    assert script["has_launcher"]({}, platform) is expected
