"""enumerate, backbone and uniqueness in Python and on the command line."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay import puzzles
from satplay.cli import main
from satplay.errors import BadInput
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.proofs.checking import check_proof
from satplay.proofs.verdict import Verified
from satplay.verbs.enumerate import Numbers
from satplay.verifying.proof_file import ProofFile
from tests.engines.formulas import pigeonhole
from tests.interrupts import repeated_interrupts
from tests.verbs.lazy_puzzle import LAZY

TEXT = "p cnf 3 2\n1 2 0\n-2 3 0\n"
ONE = "p cnf 3 4\n1 2 0\n1 -2 0\n-1 -2 0\n-1 2 3 0\n"


@pytest.fixture
def several(tmp_path: Path) -> str:
    path = tmp_path / "several.cnf"
    path.write_text(TEXT)
    return str(path)


@pytest.fixture
def one(tmp_path: Path) -> str:
    path = tmp_path / "one.cnf"
    path.write_text(ONE)
    return str(path)


@pytest.fixture
def hard(tmp_path: Path) -> str:
    path = tmp_path / "hard.cnf"
    path.write_text(dimacs.write(Formula(pigeonhole(10))))
    return str(path)


# -- enumerate ---------------------------------------------------------------------------------------


def test_each_model_is_a_line(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enumerate", "cnf", several, "--order"]) == 0
    assert capsys.readouterr().out == "-1 2 3 0\n1 -2 -3 0\n1 -2 3 0\n1 2 3 0\n"


def test_each_model_is_a_json_line(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enumerate", several, "--json", "--over", "1 2", "--order"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert found == [{"model": [-1, 2]}, {"model": [1, -2]}, {"model": [1, 2]}]


def test_max_limits_the_number_of_models(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["enumerate", "cnf", several, "--limit", "2"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 2
    assert main(["enumerate", "cnf", several, "--limit", "0"]) == 0


def test_no_solution_exits_with_status_1_and_a_limit_with_status_3(
    hard: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enumerate", "p cnf 1 2\n1 0\n-1 0\n"]) == 1
    assert main(["enumerate", "cnf", hard, "--time", "0.05"]) == 3
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "out of time; 0 found" in printed.err


def test_comments_choose_the_projection_and_assumptions_restrict_the_models(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["enumerate", "c p show 1 0\n" + TEXT, "--order"]) == 0
    assert main(["enumerate", TEXT, "--assume", "-1"]) == 0
    assert capsys.readouterr().out == "-1 0\n1 0\n-1 2 3 0\n"


@pytest.mark.parametrize(
    "words", [["--over", "4"], ["--assume", "9"], ["--limit", "-1"], ["--over", "x"], ["--engine", "nobody"]]
)
def test_bad_arguments_are_refused_in_one_line(
    several: str, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["enumerate", "cnf", several, *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1


def test_listed_solutions_of_a_puzzle_obey_its_rules() -> None:
    blank = puzzles.find("mosaic")
    for name, text in blank.examples.items():
        found = list(satplay.enumerate(text, "mosaic"))
        assert len(found) == satplay.count(text, "mosaic").number, name
        assert len({one.solution for one in found}) == len(found)


def test_ctrl_c_keeps_the_printed_models() -> None:
    command = [sys.executable, "-m", "satplay", "enumerate", "cnf", "p cnf 60 1\n1 2 0\n"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().endswith(b" 0\n")
        os.kill(running.pid, signal.SIGINT)
        for line in running.stdout:
            assert line.endswith(b"\n")
        assert running.stderr.read() == b"satplay: interrupted\n"
        assert running.wait() == 130


def test_in_python_an_enumeration_resumes_after_a_limit() -> None:
    found = satplay.enumerate(TEXT, most=1)
    assert [len(list(found)), found.complete] == [1, False]
    found.resume()
    assert [len(list(found)), found.complete, found.exit_status] == [3, True, 0]


# -- unique ------------------------------------------------------------------------------------------


def test_solve_reports_uniqueness(one: str, several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", one, "--unique"]) == 10
    assert "c unique: yes\n" in capsys.readouterr().out
    assert main(["solve", "cnf", several, "--unique"]) == 10
    assert "c unique: no\n" in capsys.readouterr().out
    assert main(["solve", "cnf", several, "--unique", "--over", "1", "--assume", "-1", "--json"]) == 10
    assert json.loads(capsys.readouterr().out)["unique"] is True


def test_a_second_solution_is_shown_if_it_exists(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", several, "--unique", "--json"]) == 10
    document = json.loads(capsys.readouterr().out)
    assert document["unique"] is False
    assert document["another"]["model"] != document["solution"]["model"]


@pytest.mark.parametrize("format", ["drat", "lrat"])
def test_uniqueness_has_a_proof(
    one: str, format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / f"one.{format}"
    assert main(["solve", "cnf", one, "--unique", "--proof", str(proof)]) == 10
    assert (
        "c it is about the formula, what was assumed, and the clause -1 2 -3 0\n" in capsys.readouterr().out
    )
    forbidden = tmp_path / "forbidden.cnf"
    forbidden.write_text(ONE.replace("cnf 3 4", "cnf 3 5") + "-1 2 -3 0\n")
    assert main(["check", "proof", str(forbidden), str(proof)]) == 0


def test_without_uniqueness_no_proof_is_left(
    several: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "cnf", several, "--unique", "--proof", str(tmp_path / "no.drat")]) == 10
    assert "not unique" in capsys.readouterr().err
    assert not (tmp_path / "no.drat").exists()


def test_an_unsatisfiable_formula_still_has_its_proof(tmp_path: Path) -> None:
    proof = tmp_path / "none.drat"
    assert main(["solve", "p cnf 1 2\n1 0\n-1 0\n", "--unique", "--proof", str(proof)]) == 20
    assert proof.exists()


def test_over_requires_unique(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "cnf", several, "--over", "1"]) == 2
    assert main(["solve", "cnf", several, "--unique", "--over", "7"]) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_in_python_the_refuted_formula_is_returned() -> None:
    file = io.BytesIO()
    solved = satplay.solve(ONE, unique=True, proof=ProofFile(file, "drat"))
    assert (solved.unique, solved.proved) == (True, True)
    assert solved.refuted is not None
    assert isinstance(check_proof(solved.refuted.flat, file.getvalue(), format="drat"), Verified)


def test_a_puzzle_is_unique_exactly_when_it_counts_one() -> None:
    blank = puzzles.find("mosaic")
    for text in blank.examples.values():
        solved = satplay.solve(text, "mosaic", unique=True)
        number = satplay.count(text, "mosaic").number
        assert solved.unique is (None if number == 0 else number == 1)


# -- backbone ----------------------------------------------------------------------------------------


def test_the_backbone_is_printed(several: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["backbone", "cnf", several]) == 0
    assert main(["backbone", "cnf", several, "--assume", "-1"]) == 0
    assert main(["backbone", "cnf", several, "--assume", "-1", "--over", "3", "--json"]) == 0
    nothing, all_three, document = capsys.readouterr().out.splitlines()
    assert (nothing, all_three) == ("0", "-1 2 3 0")
    assert json.loads(document)["backbone"] == [3]


def test_no_model_exits_with_status_1_and_no_time_with_status_3(
    hard: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backbone", "p cnf 1 2\n1 0\n-1 0\n"]) == 1
    assert main(["backbone", "cnf", hard, "--time", "0.05"]) == 3
    assert capsys.readouterr().out == "no solution\nno answer: out of time\n"


@pytest.mark.parametrize("format", ["drat", "lrat"])
def test_the_backbone_has_a_proof(
    several: str, format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    proof = tmp_path / f"forced.{format}"
    assert main(["backbone", "cnf", several, "--assume", "-1", "--proof", str(proof)]) == 0
    denied = tmp_path / "denied.cnf"
    denied.write_text("p cnf 3 4\n1 2 0\n-2 3 0\n-1 0\n1 -2 -3 0\n")
    assert main(["check", "proof", str(denied), str(proof)]) == 0


def test_an_empty_backbone_needs_no_proof(
    several: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["backbone", "cnf", several, "--proof", str(tmp_path / "no.drat")]) == 0
    assert "no proof written" in capsys.readouterr().err
    assert list(tmp_path.glob("*.drat")) == []


def test_the_backbone_of_a_puzzle_is_printed_as_sentences() -> None:
    blank = puzzles.find("mosaic")
    texts = [str(satplay.backbone(text, "mosaic")) for text in blank.examples.values()]
    assert any("shaded" in sentences for sentences in texts)
    assert "no solution" in texts


def test_bad_variables_are_refused() -> None:
    with pytest.raises(BadInput, match="ask about"):
        satplay.backbone(TEXT, over=[9])


def test_another_thread_can_interrupt_it() -> None:
    found = satplay.enumerate(Formula(pigeonhole(10)))
    with repeated_interrupts(found.interrupt, pause=0.01):
        assert list(found) == []
    assert found.stopped is not None


def test_a_lazy_clause_may_contain_a_variable_without_other_clauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)
    assert satplay.encode("#-\n", "mosaic", encoding="lazy").formula.occurring().size == 0
    assert satplay.solve("#-\n", "mosaic", encoding="lazy", unique=True).unique
    assert satplay.solve("#.\n", "mosaic", encoding="lazy", unique=True).unique is False


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.dictionaries(st.integers(1, 5) | st.integers(2**31 - 3, 2**31 - 1), st.booleans())),
    st.sampled_from([0, 3, Numbers.longest]),
)
def test_a_model_is_written_as_its_literals_and_a_0(assigned: list[dict[int, bool]], longest: int) -> None:
    numbers = Numbers()
    numbers.longest = longest
    for values in assigned * 2:
        model = Model(var if value else -var for var, value in values.items())
        assert numbers.line(model) == " ".join(map(str, [*model, 0]))
