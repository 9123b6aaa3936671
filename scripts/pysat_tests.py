"""Runs PySAT's own tests with PySAT's ``Solver`` replaced by satplay's.

.venv/bin/python scripts/pysat_tests.py

The tests are in PySAT's source package, which pip downloads by name, in the version that is installed here.
They are run from a temporary folder.  Exit status: 0 if exactly the tests of ``DEVIATIONS`` fail, 1 if not, 3
if the package cannot be downloaded.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

CONFTEST = """
import pytest
import satplay

replacement = satplay.as_pysat_solver()
replacement.__enter__()  # before the test files are imported, until the end of the run


@pytest.fixture(autouse=True)
def solver_is_replaced(request):
    yield
    import pysat.solvers

    for module in (pysat.solvers, request.module):
        assert getattr(module, "Solver", satplay.Solver) is satplay.Solver
"""

DEVIATIONS = {
    r"test_cnf\.py::test_cnfplus_solvers": "expects most engines to refuse cardinality constraints",
    r"test_boolengine\.py::test_native_card\[": "expects them to be refused until they are activated",
    r"test_empty_extclause\.py::": "uses an external propagator",
}
"""Tests that fail, and why."""


def download(folder: Path) -> Path | None:
    """The folder of the tests; None if the package cannot be downloaded."""
    command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:"]
    command += ["--no-build-isolation", "--dest", str(folder), f"python-sat=={version('python-sat')}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    archives = list(folder.glob("*.tar.gz"))
    if done.returncode != 0 or not archives:
        return None
    with tarfile.open(archives[0]) as archive:
        wanted = [member for member in archive.getmembers() if re.search(r"/tests/\w+\.py$", member.name)]
        archive.extractall(folder, wanted, filter="data")
    return next(folder.glob("*/tests"))


def run(tests: Path) -> tuple[dict[str, str], str]:
    """The outcome of every test, by its name, and the whole report."""
    (tests / "conftest.py").write_text(CONFTEST, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-rA", "-q", "-p", "no:cacheprovider", "--rootdir", str(tests)]
    done = subprocess.run(
        [*command, "-c", "/dev/null", "."], cwd=tests, capture_output=True, text=True, check=False
    )
    lines = re.findall(r"^(PASSED|FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return {name: outcome for outcome, name in lines}, done.stdout + done.stderr


def main() -> int:
    """Download, run, compare."""
    with TemporaryDirectory(prefix="satplay-pysat-") as folder:
        tests = download(Path(folder))
        if tests is None:
            print("skipped: the source package of python-sat cannot be downloaded")
            return 3
        outcomes, report = run(tests)
    expected = {name for name in outcomes if any(re.search(pattern, name) for pattern in DEVIATIONS)}
    failed = {name for name, outcome in outcomes.items() if outcome != "PASSED"}
    for name in sorted(failed ^ expected):
        print(f"{'failed' if name in failed else 'passed, but listed as a deviation'}: {name}")
    if not outcomes or failed - expected:
        print(report[-4000:])
    print(f"{len(outcomes) - len(failed)} passed, {len(failed & expected)} deviate as expected")
    return 0 if outcomes and failed == expected else 1


if __name__ == "__main__":
    sys.exit(main())
