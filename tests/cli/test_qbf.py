"""``solve qbf`` answers in QDIMACS 1.1 with checked strategies; ``check strategy`` checks any strategy."""

from __future__ import annotations

import gzip
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import satplay
from satplay.cli import main
from satplay.contracts.engine import Limit
from satplay.errors import BadInput, EngineError
from satplay.qbf.catalogue import OWN, OwnEngine

TRUE = "p cnf 3 3\ne 1 0\na 2 0\ne 3 0\n1 2 0\n-2 3 0\n2 -3 0\n"
FALSE = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n1 -2 0\n"


@pytest.fixture(autouse=True)
def engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two engines for tests, in addition to the real ones."""
    for name, class_name in (("trying", "BruteForceEngine"), ("lying", "WrongEngine")):
        engine = OwnEngine("tests.qbf.brute_force", class_name, strategies=True, summary="a test's")
        monkeypatch.setitem(OWN, name, engine)


@pytest.fixture
def true(tmp_path: Path) -> str:
    path = tmp_path / "true.qdimacs"
    path.write_text(TRUE)
    return str(path)


@pytest.fixture
def false(tmp_path: Path) -> str:
    path = tmp_path / "false.qdimacs"
    path.write_text(FALSE)
    return str(path)


def without_times(text: str) -> str:
    """Remove the times from a text."""
    return re.sub(r"[0-9]\.[0-9]{3} s", "... s", text)


def run(*words: str) -> int:
    return main([*words, "--engine", "trying"])


def test_a_true_formula_has_values_for_its_first_block(true: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "qbf", true) == 10
    assert without_times(capsys.readouterr().out) == (
        "c engine trying: 3 variables, 3 clauses, 3 blocks\n"
        "c solve ... s, verify ... s\n"
        "c the winner's strategy was checked: 2 functions, 4 gates\n"
        "s cnf 1 3 3\n"
        "V 1 0\n"
    )


def test_a_false_formula_has_values_that_refute_it(false: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "qbf", false) == 20
    assert capsys.readouterr().out.endswith("s cnf 0 2 2\nV -1 0\n")


def test_the_subject_may_be_omitted(
    true: str, false: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "packed"
    packed.write_bytes(gzip.compress(TRUE.encode()))
    for given in (true, str(packed), TRUE):
        assert run("solve", given) == 10
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TRUE.encode())))
    assert run("solve", "-") == 10
    assert capsys.readouterr().out.count("s cnf 1 3 3") == 4


def test_several_files_are_answered_one_after_the_other(
    true: str, false: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.qdimacs"
    bad.write_text("p cnf 1 1\ne 1\n1 0\n")
    assert run("solve", "qbf", true, false, "--json") == 0
    answers = [json.loads(line)["answer"] for line in capsys.readouterr().out.splitlines()]
    assert answers == [True, False]
    assert run("solve", "qbf", true, str(bad)) == 2
    caught = capsys.readouterr()
    assert "s cnf 1" in caught.out
    assert (
        caught.err == f"satplay: {bad}:2:4: bad QDIMACS: found end of line, expected 0 to close the block\n"
    )


def test_formulas_with_and_without_quantifiers_can_be_mixed(
    true: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", true, "p cnf 1 1\n1 0\n", "--engine", "trying"]) == 2  # no engine for the second
    caught = capsys.readouterr()
    assert "s cnf 1 3 3" in caught.out and "no engine is called 'trying'" in caught.err


def test_json_has_the_winner_and_the_check(true: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "qbf", true, "--json") == 10
    document = json.loads(capsys.readouterr().out)
    assert set(document.pop("seconds")) == {"encode", "solve", "verify"}
    assert document == {
        "status": "sat",
        "subject": "qbf",
        "answer": True,
        "solution": {"outermost": [1]},
        "checked": True,
        "strategy": {"winner": "exists", "functions": 2, "gates": 4},
        "engine": "trying",
        "encoding": "clauses",
        "variables": 3,
        "clauses": 3,
        "blocks": 3,
    }


def test_an_unchecked_answer_is_marked(true: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("solve", "qbf", true, "--unchecked") == 10
    out = capsys.readouterr().out
    assert "c the answer was not checked\n" in out and out.endswith("s cnf 1 3 3\nV 1 0\n")


def test_a_strategy_is_written_and_passes_the_check(
    true: str, false: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for formula, status, word in ((true, 10, "true"), (false, 20, "false")):
        file = str(tmp_path / "winner.aag")
        assert run("solve", "qbf", formula, "--strategy", file) == status
        assert f"formula {formula}" in Path(file).read_text()
        capsys.readouterr()
        assert main(["check", "strategy", formula, file]) == 0
        assert capsys.readouterr().out.startswith(
            f"verified: the formula is {word}\n  the player who chooses the "
        )


def test_without_an_answer_no_strategy_is_written(
    true: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "winner.aag"
    assert run("solve", "qbf", true, "--strategy", str(file), "--time", "0") == 0
    caught = capsys.readouterr()
    assert caught.out.endswith("c no answer: out of time\ns cnf -1 3 3\n")
    assert caught.err == "satplay: no strategy written: the answer is unknown\n"
    assert not file.exists()


def test_an_unwritable_file_is_reported_before_solving(
    true: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "qbf", true, "--engine", "lying", "--strategy", str(tmp_path)]) == 2
    assert "bad output file" in capsys.readouterr().err


def test_an_answer_with_a_losing_strategy_is_an_error(
    true: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "winner.aag"
    assert main(["solve", "qbf", true, "--engine", "lying", "--strategy", str(file)]) == 70
    caught = capsys.readouterr()
    assert caught.out == "" and not file.exists()
    assert "lying is wrong about a formula: its strategy is refused: it loses a game" in caught.err


def test_a_losing_strategy_is_refused_with_a_game(true: str, capsys: pytest.CaptureFixture[str]) -> None:
    always = "aag 0 0 0 2 0\n1\n1\no0 v1\no1 v3\n"
    assert main(["check", "strategy", true, always]) == 1
    assert capsys.readouterr().out == (
        "refused: it loses a game\n  against  -2\n  replies  1 3\n  and clause 3 {2,-3} is false\n"
    )
    assert main(["check", "strategy", true, always, "--json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document.pop("seconds") >= 0
    assert document == {
        "valid": False,
        "subject": "strategy",
        "status": "refused",
        "winner": "exists",
        "functions": 2,
        "gates": 1,
        "lost": {"chosen": [-2], "replied": [1, 3], "clause": 3},
    }


def test_a_losing_refutation_strategy_is_refused_with_true_clauses(
    false: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "strategy", false, "aag 0 0 0 1 0\n1\no0 v1\n"]) == 1
    assert capsys.readouterr().out.endswith("  replies  1\n  and all clauses are true\n")


def test_a_strategy_that_depends_on_inner_variables_is_refused(
    true: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "strategy", true, "aag 1 1 0 1 0\n2\n2\ni0 v2\no0 v1\n"]) == 1
    assert capsys.readouterr().out == "refused: the function of 1 depends on 2, which is chosen later\n"


def test_out_of_time_is_no_verdict(true: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "strategy", true, "aag 0 0 0 1 0\n1\no0 v1\n", "--time", "0"]) == 3
    assert capsys.readouterr().out == "no verdict: out of time\n"


def test_wrong_header_counts_are_errors_only_in_strict_mode(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "f.qdimacs"
    file.write_text("p cnf 3 9\ne 1 0\n1 0\n")
    assert run("solve", "qbf", str(file)) == 10
    assert capsys.readouterr().out.endswith("s cnf 1 3 1\nV 1 0\n")
    assert run("solve", "qbf", str(file), "--strict") == 2
    assert capsys.readouterr().err == (
        f"satplay: {file}:4:1: bad QDIMACS: found 1 clause, expected 9 clauses as declared in the header\n"
    )


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (
            ["solve", "qbf", TRUE, "--engine", "tryng"],
            "no QBF engine is called 'tryng': did you mean 'trying'?",
        ),
        (["solve", "qbf", TRUE, "--core"], "found --core with solve qbf"),
        (["solve", "qbf", TRUE, "--format", "dimacs"], "found --format dimacs with solve qbf"),
        (["solve", "cnf", "p cnf 1 1\n1 0\n", "--strict"], "found --strict with a puzzle"),
        (["solve", "qbf", TRUE, "--unchecked", "--strategy", "x.aag"], "found --strategy with --unchecked"),
        (["solve", "qbf", TRUE, TRUE, "--strategy", "x.aag"], "found 2 inputs, expected one input with"),
        (
            ["solve", "qbf", "nowhere.qdimacs", "--engine", "trying"],
            "nowhere.qdimacs: bad file: found no such file",
        ),
        (["solve", "qfb", TRUE], "no subject is called 'qfb': did you mean 'qbf'?"),
        (["check", "strategy", TRUE], "found 1 inputs, expected a formula and a strategy"),
        (["check", "strategy", TRUE, "aag\n"], "<argument>:1:1: bad AIGER strategy: found 'aag'"),
        (["check", "strategy", TRUE, "aag\n", "--every-line"], "found --every-line with check strategy"),
        (
            ["check", "cnf", "p cnf 1 1\n1 0\n", "1", "--strict"],
            "found --strict, expected --strict only with",
        ),
    ],
)
def test_wrong_usage_is_one_line(
    words: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    caught = capsys.readouterr()
    assert complaint in caught.err and caught.err.count("\n") == 1 and caught.out == ""


def test_the_same_verbs_are_python_functions() -> None:
    decided = satplay.solve_qbf(TRUE, engine="trying")
    assert decided.status == "sat" and decided.checked and "s cnf 1 3 3" in str(decided)
    assert decided.strategy is not None
    assert satplay.check_strategy(TRUE, decided.strategy_text()).valid
    assert satplay.check_strategy(decided.question, decided.strategy).valid
    with pytest.raises(BadInput, match="without a checked strategy"):
        satplay.solve_qbf(TRUE, engine="trying", unchecked=True).strategy_text()
    with pytest.raises(EngineError, match="it loses a game"):
        satplay.solve_qbf(FALSE, engine="lying")
    assert satplay.solve_qbf(TRUE, engine="trying", limit=Limit(seconds=0)).status == "unknown"


def test_the_engines_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["engines"]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^QBF engine +kind +can +version +what it is$", out, re.MULTILINE)
    assert re.search(r"^trying +own +strategies ", out, re.MULTILINE)
    assert main(["engines", "trying"]) == 0
    assert re.search(r"^strategies +yes$", capsys.readouterr().out, re.MULTILINE)
    assert main(["engines", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["name"] for row in rows if row["quantified"]} >= {"trying", "depqbf"}
    assert not next(row for row in rows if row["name"] == "native")["quantified"]


def test_ctrl_c_ends_satplay_and_the_external_program(tmp_path: Path) -> None:
    slow = tmp_path / "depqbf"
    slow.write_text("#!/bin/sh\necho $$ > pid\nexec sleep 600\n")
    slow.chmod(0o755)
    environment = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    words = [sys.executable, "-m", "satplay", "solve", "qbf", TRUE, "--engine", "depqbf", "--unchecked"]
    with subprocess.Popen(words, cwd=tmp_path, env=environment, stderr=subprocess.PIPE) as child:
        pid = tmp_path / "pid"
        while not (pid.exists() and pid.read_text().strip()):
            assert child.poll() is None
            time.sleep(0.01)
        child.send_signal(signal.SIGINT)
        assert child.wait(10) == 130
    with pytest.raises(ProcessLookupError):
        # After a signal during the start of the program, the system ends it with a short delay.
        for _ in range(500):
            os.kill(int(pid.read_text()), 0)
            time.sleep(0.01)
