"""``satplay check proof`` prints the verdict and the first bad line, and sets the exit status."""

from __future__ import annotations

import gzip
import json
import lzma
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import pytest

from satplay import check_proof
from satplay.cli import main
from satplay.contracts.engine import Limit
from satplay.engines.native import NativeEngine
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.engines.formulas import random_ksat

FORMULA = "p cnf 3 5\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n3 0\n"


@pytest.fixture
def formula(tmp_path: Path) -> str:
    path = tmp_path / "formula.cnf"
    path.write_text(FORMULA)
    return str(path)


def proof_file(tmp_path: Path, content: bytes, name: str = "proof.drat") -> str:
    path = tmp_path / name
    path.write_bytes(content)
    return str(path)


def test_a_correct_proof_is_verified(
    formula: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "proof", formula, proof_file(tmp_path, b"1 0\n0\n")]) == 0
    assert capsys.readouterr().out == (
        "verified: the formula is unsatisfiable\n  1 of 1 added clauses were needed, 4 of 5 given ones\n"
    )


def test_a_wrong_proof_is_refused_with_its_line(
    formula: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "proof", formula, proof_file(tmp_path, b"c\n3 0\n0\n1 0\n")]) == 1
    out = capsys.readouterr().out
    assert out == "refused: line 3: the empty clause does not follow by unit propagation\n"


@pytest.mark.parametrize("pack", [gzip.compress, lzma.compress])
@pytest.mark.parametrize(
    ("proof", "format"),
    [(b"1 0\n0\n", "drat"), (b"a\x02\0a\0", "drat-binary"), (b"6 1 0 1 2 0\n7 0 6 3 4 0\n", "lrat")],
)
def test_formats_are_recognised_also_if_compressed(
    formula: str, tmp_path: Path, pack: object, proof: bytes, format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert callable(pack)
    assert main(["check", "proof", formula, proof_file(tmp_path, pack(proof)), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["status"], document["valid"], document["format"]) == ("verified", True, format)


def test_json_counts_from_one(formula: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "proof", formula, proof_file(tmp_path, b"1 0\n"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["core"] == [1, 2, 3, 4]
    assert main(["check", "proof", formula, proof_file(tmp_path, b"a\x07\0"), "--json"]) == 1
    refused = json.loads(capsys.readouterr().out)
    assert (refused["status"], refused["line"], refused["offset"]) == ("refused", 1, 0)


def test_assumptions_are_the_goal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    formula = proof_file(tmp_path, b"p cnf 3 2\n-1 2 0\n-2 3 0\n", "f.cnf")
    proof = proof_file(tmp_path, b"-1 3 0\n")
    assert main(["check", "proof", formula, proof, "--assume", "1 -3"]) == 0
    assert capsys.readouterr().out.startswith("verified: the assumptions cannot all hold\n")
    assert main(["check", "proof", formula, proof, "--assume", "1 3"]) == 1
    assert capsys.readouterr().out == "refused: the proof ends without reaching its goal\n"


def test_every_line_finds_unused_bad_lines(formula: str, tmp_path: Path) -> None:
    proof = proof_file(tmp_path, b"d 3 2 0\n1 0\n")
    assert main(["check", "proof", formula, proof]) == 0
    assert main(["check", "proof", formula, proof, "--every-line"]) == 1


def test_out_of_time_exits_with_status_3(
    formula: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "proof", formula, proof_file(tmp_path, b"1 0\n"), "--time", "0"]) == 3
    assert capsys.readouterr().out == "no verdict: out of time\n"


def test_out_of_memory_exits_with_status_3(
    formula: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The limit covers the decompressed proof and the data of the checker."""
    zeros = gzip.compress(b"1 0\n" + (1 << 21) * b" ")
    proof = proof_file(tmp_path, zeros, "proof.drat.gz")
    assert main(["check", "proof", formula, proof, "--memory", "1"]) == 3
    assert capsys.readouterr().out == "no verdict: out of memory\n"
    assert main(["check", "proof", formula, proof, "--memory", "8", "--json"]) == 0
    many = proof_file(tmp_path, b"".join(b"-1 -2 %d 0\n" % lit for lit in range(4, 40_000)) + b"1 0\n")
    assert Path(many).stat().st_size < 1 << 20
    assert main(["check", "proof", formula, many, "--memory", "1", "--json"]) == 3
    last = capsys.readouterr().out.splitlines()[-1]
    assert json.loads(last)["stopped"] == "out of memory"


def test_the_time_limit_includes_reading(
    formula: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small file may decompress to a large one; reading stops at the limit."""
    endless = proof_file(tmp_path, lzma.compress((1 << 27) * b" "), "proof.drat.xz")
    assert main(["check", "proof", formula, endless, "--time", "0.001", "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert (document["valid"], document["stopped"], document["format"]) == (None, "out of time", None)


def test_progress_reports_reading_and_checking(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no pause between reports: the checker reports every 10 ms and works for much longer."""
    monkeypatch.setattr("satplay.verbs.check_proof.REPORT_EVERY", 0.0)
    clauses = random_ksat(150, 700, Random(5))
    with tempfile.TemporaryFile() as file:
        engine = NativeEngine()
        engine.log_proof_file(file.fileno(), 0)
        engine.add_all(clauses)
        engine.solve(limit=Limit(conflicts=1000))
        file.seek(0)
        lemmas = b"".join(line for line in file.readlines() if not line.startswith(b"d"))
    reports: list[dict[str, int | float]] = []
    proof = 100 * lemmas + (1 << 22) * b"\n"
    check_proof(
        Formula(clauses), proof, every_line=True, progress=lambda counters: reports.append(dict(counters))
    )
    assert {"MiB read": len(proof) >> 20} in reports
    assert any("checked" in report for report in reports)
    assert all(set(report) in ({"MiB read"}, {"lines read", "checked"}) for report in reports)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["1 x 0"], "<argument>:1:3: bad DRAT proof: found 'x', expected a literal or 0 to close the clause"),
        (["no-such.drat"], "no-such.drat: bad file: found no such file"),
        ([], "found 1 inputs, expected a formula and a proof"),
        (["0", "--format", "drta"], "no proof format is called 'drta': did you mean 'drat'?"),
        (["0", "--assume", "9"], "bad assumption: found 9, expected a literal from -3 to 3, not 0"),
        (["0", "--svg", "x.svg"], "expected no picture of a proof"),
    ],
)
def test_bad_input_is_one_line_and_status_2(
    formula: str, words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "proof", formula, *words]) == 2
    err = capsys.readouterr().err
    assert complaint in err
    assert err.count("\n") == 1


def test_proof_options_are_refused_by_other_subjects(formula: str) -> None:
    for words in (["--every-line"], ["--assume", "1"]):
        assert main(["check", "cnf", formula, "1 2 3", *words]) == 2


def test_control_c_stops_a_long_check(tmp_path: Path) -> None:
    """The lemmas of an unfinished search, repeated many times, so that checking takes long."""
    clauses = random_ksat(200, 840, Random(3))
    with (tmp_path / "long.drat").open("w+b") as file:
        engine = NativeEngine()
        engine.log_proof_file(file.fileno(), 0)
        engine.add_all(clauses)
        engine.solve(limit=Limit(conflicts=1000))
        file.seek(0)
        lemmas = b"".join(line for line in file.readlines() if not line.startswith(b"d"))
        file.write(1000 * lemmas)
    (tmp_path / "long.cnf").write_text(dimacs.write(Formula(clauses)))
    words = ["check", "proof", str(tmp_path / "long.cnf"), str(tmp_path / "long.drat"), "--every-line"]
    process = subprocess.Popen([sys.executable, "-m", "satplay", *words], stderr=subprocess.PIPE, text=True)
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(1.5)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)
    assert (process.returncode, err) == (130, "satplay: interrupted\n")


@pytest.mark.parametrize("engine", ["native", "reference"])
@pytest.mark.parametrize("format", ["drat", "drat-binary", "lrat"])
@pytest.mark.parametrize("assumed", [[], ["--assume", "1 -3"]])
def test_check_verifies_proofs_written_by_solve(
    tmp_path: Path, engine: str, format: str, assumed: list[str]
) -> None:
    text = "p cnf 5 2\n-1 2 0\n-2 3 0\n" if assumed else FORMULA
    formula, proof = proof_file(tmp_path, text.encode(), "f.cnf"), str(tmp_path / "out.drat")
    words = ["--engine", engine, "--proof", proof, "--proof-format", format, *assumed]
    assert main(["solve", "cnf", formula, *words]) == 20
    assert main(["check", "proof", formula, proof, "--format", format, *assumed]) == 0


def test_in_python_a_formula_and_bytes_are_accepted() -> None:
    judged = check_proof(Formula([[1, 2], [1, -2], [-1]]), b"1 0\n")
    assert judged.valid
    assert judged.exit_status == 0
    assert str(judged).startswith("verified")
