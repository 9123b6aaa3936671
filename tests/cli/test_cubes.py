"""``split`` and ``solve --cubes``: what they print, write and refuse."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.engines.formulas import pigeonhole

SATPLAY = [sys.executable, "-m", "satplay"]
SATISFIABLE = Formula([[1, 2], [-1, 3], [-2, -3]])
HALF = Formula([[-1, 2, 3], [-1, 2, -3], [-1, -2, 3], [-1, -2, -3], [1, 4, 2]])
"""Unsatisfiable where 1 is true."""


@pytest.fixture(autouse=True)
def _own_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))


def write(folder: Path, formula: Formula, name: str = "formula.cnf") -> str:
    path = folder / name
    path.write_text(dimacs.write(formula))
    return str(path)


@pytest.fixture
def pigeons(tmp_path: Path) -> str:
    return write(tmp_path, Formula(pigeonhole(5)))


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    return capsys.readouterr().out.splitlines()


# -- split ---------------------------------------------------------------------------------------------


def test_split_writes_the_formula_and_its_cubes(
    tmp_path: Path, pigeons: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["split", "cnf", pigeons, "--cubes", "4"]) == 0
    header, *rest = lines(capsys)
    assert header == "p inccnf"
    assert rest[:-4] == Path(pigeons).read_text().splitlines()[1:]
    assert all(line.startswith("a ") and line.endswith(" 0") for line in rest[-4:])
    output = tmp_path / "cubes.icnf"
    assert main(["split", "cnf", pigeons, "--cubes", "4", "-o", str(output)]) == 0
    assert output.read_text().splitlines() == [header, *rest]


def test_split_as_json(pigeons: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["split", "cnf", pigeons, "--cubes", "4", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["subject"], document["variables"], len(document["cubes"])) == ("cnf", 30, 4)


def test_split_says_if_nothing_is_left_to_solve(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["split", "cnf", write(tmp_path, Formula([[1], [-1]])), "--cubes", "4"]) == 0
    captured = capsys.readouterr()
    assert captured.out.endswith("\na 0\n")
    assert captured.err == "satplay: look-ahead refutes every cube: the formula is unsatisfiable\n"


@pytest.mark.parametrize("words", [[], ["--cubes", "0"], ["--cubes", "many"]])
def test_split_needs_a_number(pigeons: str, words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["split", "cnf", pigeons, *words]) == 2
    assert "--cubes" in capsys.readouterr().err


# -- solve ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [[], ["--jobs", "2"]], ids=["in order", "workers"])
def test_solve_prints_the_answer_of_the_field(
    tmp_path: Path, pigeons: str, workers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "cnf", pigeons, "--cubes", "4", *workers]) == 20
    printed = lines(capsys)
    assert "c 4 cubes, 4 refuted" in printed
    assert printed[-2:] == ["c the cubes cover all assignments", "s UNSATISFIABLE"]
    assert main(["solve", "cnf", write(tmp_path, SATISFIABLE), "--cubes", "4", *workers]) == 10
    assert "s SATISFIABLE" in lines(capsys)


def test_solve_as_json(tmp_path: Path, pigeons: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", pigeons, "--cubes", "4", "--json"]) == 20
    document = json.loads(capsys.readouterr().out)
    assert (document["status"], document["solution"], document["proved"]) == ("unsat", None, False)
    assert document["cubes"] == {"count": 4, "refuted": 4}
    assert set(document["seconds"]) == {"split", "solve", "verify"}
    assert main(["solve", "cnf", write(tmp_path, SATISFIABLE), "--cubes", "4", "--json"]) == 10
    document = json.loads(capsys.readouterr().out)
    assert (document["status"], len(document["solution"]["model"])) == ("sat", 3)


@pytest.mark.parametrize("workers", [[], ["--jobs", "2"]], ids=["in order", "workers"])
def test_the_joined_proof_is_one_of_the_formula(
    tmp_path: Path, pigeons: str, workers: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    cubes, proof = str(tmp_path / "cubes.icnf"), str(tmp_path / "proof.lrat")
    assert main(["split", "cnf", pigeons, "--cubes", "6", "-o", cubes]) == 0
    assert main(["solve", "cnf", pigeons, "--cubes", cubes, "--proof", proof, *workers]) == 20
    assert "c the proof was checked" in lines(capsys)
    assert main(["check", "proof", pigeons, proof]) == 0
    assert not Path(f"{proof}.parts").exists()


def test_the_formula_of_the_proof(tmp_path: Path, pigeons: str) -> None:
    proof, formula = str(tmp_path / "proof.lrat"), tmp_path / "refuted.cnf"
    words = ["--cubes", "3", "--proof", proof, "--proof-formula", str(formula)]
    assert main(["solve", "cnf", pigeons, *words]) == 20
    assert dimacs.load(formula) == dimacs.load(pigeons)


def test_cubes_that_leave_assignments_out_give_no_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    formula, cubes, proof = write(tmp_path, HALF), tmp_path / "cubes.icnf", tmp_path / "proof.lrat"
    cubes.write_text("a 1 0\n")
    assert main(["solve", "cnf", formula, "--cubes", str(cubes), "--proof", str(proof)]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[-2:] == [
        "c no answer: no cube covers the assignments of 'a -1 0'",
        "s UNKNOWN",
    ]
    assert captured.err == "satplay: no proof written: the answer is unknown\n"
    assert not proof.exists()
    assert main(["solve", "cnf", formula, "--cubes", str(cubes), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["status"], document["cubes"]["uncovered"]) == ("unknown", [-1])


def test_a_damaged_cube_file_is_bad_input(
    tmp_path: Path, pigeons: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cubes = tmp_path / "cubes.icnf"
    cubes.write_text("p inccnf\n1 2 0\na 1 x 0\n")
    assert main(["solve", "cnf", pigeons, "--cubes", str(cubes)]) == 2
    expected = f"satplay: {cubes}:3:5: bad cube file: found 'x', expected a literal or 0\n"
    assert capsys.readouterr().err == expected


def test_a_cube_file_of_another_formula_is_bad_input(
    tmp_path: Path, pigeons: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cubes = str(tmp_path / "cubes.icnf")
    assert main(["split", "cnf", write(tmp_path, HALF, "half.cnf"), "--cubes", "2", "-o", cubes]) == 0
    assert main(["solve", "cnf", pigeons, "--cubes", cubes]) == 2
    assert "expected the clauses of the formula and no others" in capsys.readouterr().err


def test_the_cube_file_is_not_overwritten(tmp_path: Path, pigeons: str) -> None:
    cubes = tmp_path / "cubes.lrat"
    cubes.write_text("a 1 0\na -1 0\n")
    assert main(["solve", "cnf", pigeons, "--cubes", str(cubes), "--proof", str(cubes)]) == 2
    assert cubes.read_text() == "a 1 0\na -1 0\n"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["--cubes", "2", "--unique"], "--unique with --cubes"),
        (["--cubes", "2", "--encoding", "any"], "--encoding with --cubes"),
        (["--cubes", "2", "--assume", "1"], "--assume with --cubes"),
        (["--cubes", "2", "--core"], "--core with --cubes"),
        (["--cubes", "2", "--svg", "picture.svg"], "--svg or --png with --cubes"),
        (["--cubes", "2", "--strategy", "winner.aag"], "--strategy with --cubes"),
        (["--cubes", "2", "--proof", "proof.drat"], "--cubes and --proof proof.drat"),
        (["--cubes", "2", "--proof", "proof", "--proof-format", "drat"], "--proof-format drat"),
        (["--cubes", "2", "--proof", "proof.lrat", "--engine", "reference"], "--engine reference"),
        (["--cubes", "0"], "found 0, expected a number from 1"),
        (["--cubes", "missing.icnf"], "no such file"),
        (["--cubes", "2", "--job-time", "1"], "--job-time alone"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_options_that_do_not_fit(
    tmp_path: Path,
    pigeons: str,
    words: Sequence[str],
    found: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    assert main(["solve", "cnf", pigeons, *words]) == 2
    captured = capsys.readouterr()
    assert (captured.out, captured.err.count("\n")) == ("", 1)
    assert found in captured.err
    assert sorted(tmp_path.iterdir()) == before


def test_only_formulas_have_cubes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "hashi", "2.2", "--cubes", "2"]) == 2
    assert capsys.readouterr().err.endswith("expected a formula\n")


def test_limits_give_no_answer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    hard = write(tmp_path, Formula(pigeonhole(12)))
    assert main(["solve", "cnf", hard, "--cubes", "4", "--conflicts", "10"]) == 0
    assert any(line.startswith("c no answer: out of conflicts in the cube 'a ") for line in lines(capsys))
    for workers in ([], ["--jobs", "2"]):
        assert main(["solve", "cnf", hard, "--cubes", "4", "--time", "0.5", *workers]) == 0
        assert lines(capsys)[-1] == "s UNKNOWN"


def test_another_engine_solves_cubes_without_a_proof(
    pigeons: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "cnf", pigeons, "--cubes", "4", "--engine", "reference"]) == 20
    assert lines(capsys)[0].startswith("c engine reference: ")


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "temporary").mkdir()
    hard = write(tmp_path, Formula(pigeonhole(13)))
    before = sorted(tmp_path.rglob("*"))
    words = ["solve", "cnf", hard, "--cubes", "4", "--proof", str(tmp_path / "proof.lrat")]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "temporary")}
    with subprocess.Popen([*SATPLAY, *words], stderr=subprocess.PIPE, text=True, env=environment) as command:
        with pytest.raises(subprocess.TimeoutExpired):
            command.wait(2.0)
        command.send_signal(signal.SIGINT)
        _, error = command.communicate(timeout=20)
    assert (command.returncode, error) == (130, "satplay: interrupted\n")
    assert sorted(tmp_path.rglob("*")) == before
