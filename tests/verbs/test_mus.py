"""mus in Python and on the command line; every printed result has been checked."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random

import pytest

import satplay
from satplay import puzzles
from satplay.cli import main
from satplay.contracts.engine import UNLIMITED, Limit, Stopped, Unsat
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput, EngineError, NoSuchName
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR
from satplay.proofs.verdict import Refused
from satplay.reasoning.groups import clause_groups
from satplay.verifying import proof_file
from satplay.verifying.minimal_subsets import Judgement, judge_mcs, judge_mus
from tests.engines.formulas import pigeonhole, random_ksat

TWO_WAYS = "p cnf 2 4\n1 0\n-1 2 0\n-2 0\n-1 0\n"
SATISFIABLE = "p cnf 2 1\n1 2 0\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "two-ways.cnf"
    path.write_text(TWO_WAYS)
    return path


def test_the_clauses_are_listed_by_number_and_text() -> None:
    shrunk = satplay.mus("p cnf 3 4\n1 2 0\n-1 0\n3 0\n-2 0")
    assert [(member.clause, member.literals) for member in shrunk.members] == [
        (1, (1, 2)),
        (2, (-1,)),
        (4, (-2,)),
    ]
    assert (shrunk.status, shrunk.minimal, shrunk.exit_status) == ("unsat", True, 0)


def test_the_smallest_subset_is_marked_as_smallest() -> None:
    shrunk = satplay.mus(TWO_WAYS, smallest=True)
    assert [member.clause for member in shrunk.members] == [1, 4]
    assert shrunk.smallest
    assert "no subset is smaller" in str(shrunk)


def test_all_subsets_and_all_correction_sets_are_found() -> None:
    sets = satplay.muses(TWO_WAYS, corrections=True)
    found = {(one.kind, tuple(member.clause for member in one.members)) for one in sets}
    assert found == {
        ("mus", (1, 4)), ("mus", (1, 2, 3)), ("mcs", (1,)), ("mcs", (2, 4)), ("mcs", (3, 4))
    }  # fmt: skip
    assert sets.complete
    assert sets.summary() == "2 minimal unsatisfiable subsets, and there are no more"


def test_a_satisfiable_formula_has_no_mus() -> None:
    assert satplay.mus(SATISFIABLE).exit_status == 1
    assert str(satplay.mus(SATISFIABLE)) == "satisfiable: there is no unsatisfiable subset"
    assert satplay.mus(SATISFIABLE, smallest=True).as_json()["mus"] is None
    sets = satplay.muses(SATISFIABLE)
    assert list(sets) == []
    assert (sets.status, sets.exit_status) == ("sat", 1)


def test_the_mus_of_a_puzzle_is_a_set_of_rules() -> None:
    impossible = puzzles.find("mosaic").examples["impossible"]
    shrunk = satplay.mus(impossible, "mosaic")
    assert shrunk.status == "unsat"
    assert shrunk.minimal
    assert all(member.instance is not None for member in shrunk.members)
    assert {"rule", "sentence", "place"} == {*shrunk.as_json()["mus"][0]}
    with pytest.raises(NoSuchName, match="encoding"):
        satplay.mus(impossible, "mosaic", encoding="nobody")


def test_a_limit_returns_the_known_part() -> None:
    hard = Formula(random_ksat(60, 300, Random(1)))
    assert satplay.mus(hard, limit=Limit(seconds=0)).stopped is Stopped.TIME
    shrunk = satplay.mus(hard, limit=Limit(conflicts=250))
    assert shrunk.exit_status == 3
    assert shrunk.status == "unsat"
    assert not shrunk.minimal
    assert "not yet minimal (out of conflicts)" in str(shrunk)
    assert shrunk.as_json()["stopped"] == "out of conflicts"
    some = satplay.muses(hard, limit=Limit(conflicts=2000))
    assert len(list(some)) == some.count["mus"]
    assert (some.stopped, some.exit_status) == (Stopped.CONFLICTS, 3)


def test_a_subset_not_yet_minimal_has_the_number_of_needed_members() -> None:
    shrunk = satplay.mus(Formula(random_ksat(60, 300, Random(1))), limit=Limit(conflicts=250))
    assert 0 <= shrunk.needed < len(shrunk.members)
    assert f"{shrunk.needed} of them known to be needed, not yet minimal" in str(shrunk)
    assert shrunk.as_json()["needed"] == shrunk.needed
    assert not shrunk.as_json()["minimal"]


@pytest.mark.parametrize("limit", [Limit(seconds=0.4), Limit(seconds=2)])
def test_out_of_time_it_returns_an_unsatisfiable_set_or_nothing(limit: Limit) -> None:
    formula = Formula(random_ksat(190, 900, Random(1)))
    shrunk = satplay.mus(formula, limit=limit)
    assert (shrunk.stopped, shrunk.exit_status) == (Stopped.TIME, 3)
    if shrunk.status == "unsat":
        engine = NativeEngine()
        engine.add_all([member.literals for member in shrunk.members])
        assert isinstance(engine.solve(), Unsat)


def test_one_correction_set_shows_that_the_formula_is_unsatisfiable() -> None:
    sets = satplay.muses("p cnf 1 2\n1 0\n-1 0", corrections=True)
    kinds = [next(sets).kind]
    while kinds[-1] == "mus":
        kinds.append(next(sets).kind)
    assert sets.status == "unsat"
    sets = satplay.muses(SATISFIABLE, corrections=True, most=1)
    assert [(one.kind, one.members) for one in sets] == [("mcs", ())]
    assert (sets.status, sets.exit_status) == ("sat", 1)


def test_progress_reports_searching_and_checking() -> None:
    reports: list[Mapping[str, int | float]] = []
    shrunk = satplay.mus(Formula(random_ksat(120, 600, Random(5))), progress=reports.append)
    assert shrunk.minimal
    assert "open" in reports[0]
    assert reports[-1] == {"checked": len(shrunk.members), "to check": 0}


# -- the independent check --------------------------------------------------------------------------


def test_a_wrong_result_is_an_error() -> None:
    groups = clause_groups(Formula([[1], [-1], [2], [MAX_VAR]]))
    assert judge_mus(groups, [0, 1], [0, 1], UNLIMITED) == Judgement(True, (0, 1))
    with pytest.raises(EngineError, match="unsatisfiable subset"):
        judge_mus(groups, [0, 2], [], UNLIMITED)
    with pytest.raises(EngineError, match="needed"):
        judge_mus(groups, [0, 1, 2], [2], UNLIMITED)
    assert judge_mcs(groups, [1], UNLIMITED) == Judgement(True, (1,))
    with pytest.raises(EngineError, match="correction set"):
        judge_mcs(groups, [2], UNLIMITED)
    with pytest.raises(EngineError, match="correction set"):
        judge_mcs(groups, [0, 2], UNLIMITED)


def test_an_unsatisfiable_subset_has_a_checked_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    groups = clause_groups(Formula(pigeonhole(4)))
    every = range(len(groups))
    assert judge_mus(groups, every, every, UNLIMITED).holds
    seen: list[str] = []

    def refuse(clauses: object, proof: object, *, format: str, **rest: object) -> Refused:
        seen.append(format)
        return Refused(1, "it does not follow")

    monkeypatch.setattr(proof_file, "check_proof", refuse)
    with pytest.raises(EngineError, match="proof is wrong"):
        judge_mus(groups, every, every, UNLIMITED)
    assert seen == ["drat-binary"]


def test_a_check_without_time_confirms_nothing() -> None:
    groups = clause_groups(Formula(pigeonhole(4)))
    every = range(len(groups))
    assert judge_mus(groups, every, every, Limit(seconds=0)) == Judgement(False, stopped=Stopped.TIME)
    assert judge_mcs(groups, [0], Limit(seconds=0)) == Judgement(False, stopped=Stopped.TIME)


def test_the_check_handles_empty_and_hard_clauses() -> None:
    assert judge_mus(clause_groups(Formula([[], [1]])), [0], [0], UNLIMITED).holds
    hard = clause_groups(Formula([[1], [-1]]), hard=[0, 1])
    assert judge_mus(hard, [], [], UNLIMITED).holds


# -- the command ------------------------------------------------------------------------------------


def test_the_command_prints_the_clauses(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mus", "cnf", str(file), "--smallest"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "unsatisfiable: minimal subset of 2 clauses, no subset is smaller",
        "c1 {1}",
        "c4 {-1}",
    ]


def test_the_command_prints_all_subsets(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mus", "cnf", str(file), "--all"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("MUS of") == 2
    assert printed.endswith("2 minimal unsatisfiable subsets, and there are no more\n")
    assert main(["mus", "cnf", str(file), "--all", "--limit", "1"]) == 0
    assert capsys.readouterr().out.count("MUS of") == 1


def test_json_output_is_one_document(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["mus", "cnf", str(file), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["status"] == "unsat"
    assert document["size"] == len(document["mus"])
    assert {"clause": 1, "literals": [1]} in document["mus"]
    assert main(["mus", "cnf", str(file), "--all", "--corrections", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (len(document["muses"]), len(document["mcses"]), document["complete"]) == (2, 3, True)


def test_exit_statuses_tell_the_results_apart(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "satisfiable.cnf"
    path.write_text(SATISFIABLE)
    assert main(["mus", "cnf", str(path)]) == 1
    assert main(["mus", "cnf", str(path), "--time", "0"]) == 3
    assert main(["mus", "cnf", str(path), "--all", "--smallest"]) == 2
    assert main(["mus", "cnf", str(path), "--limit", "3"]) == 2
    path.write_text("p cnf 1 1\nx 0\n")
    assert main(["mus", "cnf", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 3


def test_bad_input_is_refused_before_the_search() -> None:
    with pytest.raises(BadInput):
        satplay.muses("p cnf 1 1\nx 0\n")


@pytest.mark.parametrize("option", [[], ["--all"], ["--smallest"]])
def test_ctrl_c_stops_it(tmp_path: Path, option: list[str]) -> None:
    path = tmp_path / "hard.cnf"
    path.write_text(dimacs.write(Formula(random_ksat(220, 1100, Random(1)))))
    command = [sys.executable, "-m", "satplay", "mus", "cnf", str(path), *option]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        time.sleep(1.5)
        os.kill(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert err == b"satplay: interrupted\n"
