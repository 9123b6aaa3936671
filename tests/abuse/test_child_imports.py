"""No child process imports a module from the current directory."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from satplay.cli.app import COMMANDS

NAMES = ["numpy", "click", "satplay", "json", "random", "pysat", "sqlalchemy", "matplotlib", "signal"]
RUNS = {
    "bench engines": ["bench", "engines", "--quick", "--family", "pigeonhole", "--samples", "1"],
    "bench a puzzle": ["bench", "flow", "--quick", "--samples", "1", "--time", "20"],
    "lab": ["lab", "run", "sat-game-theorem", "--quick", "--out", "report"],
    "library engine": ["solve", "cnf", "p cnf 1 1\n1 0\n", "--engine", "minisat22"],
}


@pytest.mark.parametrize("name", RUNS)
def test_modules_of_the_current_directory_are_not_imported(name: str, tmp_path: Path) -> None:
    for module in NAMES:
        (tmp_path / f"{module}.py").write_text(f"open({str(tmp_path / 'imported')!r}, 'a').write({module!r})")
    assert RUNS[name][0] in COMMANDS
    # -P, as for an installed program, whose own folder and not the current one is on the path.
    run = subprocess.run(
        [sys.executable, "-P", "-m", "satplay", *RUNS[name]],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        timeout=240,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")},
    )
    assert run.returncode in (0, 10), run.stderr
    assert not (tmp_path / "imported").exists(), (tmp_path / "imported").read_text()
