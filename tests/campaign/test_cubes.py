"""Cubes solved by workers: the same answers and the same proof as in one process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import BinaryIO, cast

import numpy as np
import pytest
from sqlalchemy import Engine

from satplay.campaign.cubes import CubeCampaign, CubeProblem, CubesAnswer, answer_cubes, answers_in_order
from satplay.campaign.executors import LocalExecutor
from satplay.campaign.job import DONE, FinishedJob
from satplay.campaign.parts import PartFolder
from satplay.campaign.results import Results, ResultsInMemory
from satplay.campaign.stored import StoredResults, open_campaign
from satplay.campaign.tasks.cubes import clauses_for_workers, digest_of, load, solve_one_cube
from satplay.cli import main
from satplay.contracts.budget import Budget
from satplay.contracts.engine import Sat, Unsat
from satplay.cubes.splitting import split_formula
from satplay.errors import EngineError
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from satplay.store.campaigns import count_results
from satplay.store.opening import open_store
from satplay.verifying.proof_file import ProofFile
from tests.engines.formulas import pigeonhole

PIGEONS = Formula(pigeonhole(6))
SATPLAY = [sys.executable, "-m", "satplay"]

TWO_PLACES = Formula([[1, 2, 3], [-1, -2], [-1, -3], [-2, -3], [4, 5], [-4, -5], [-1, 4], [-2, 5]])
"""Satisfiable in several cubes."""


def problem(formula: Formula, cubes: int = 8) -> CubeProblem:
    return CubeProblem(formula, split_formula(formula, cubes).cubes)


def by_workers(
    problem: CubeProblem, folder: Path, results: Results | None = None, *, elsewhere: bool = False
) -> tuple[CubesAnswer, bytes]:
    """The answer and the proof."""
    campaign = CubeCampaign(problem, "test", proof=True)
    with tempfile.TemporaryFile() as file:
        answers = campaign.answers(
            campaign.task,
            LocalExecutor(2),
            ResultsInMemory() if results is None else results,
            elsewhere=elsewhere,
            parts=PartFolder(folder / "parts", "test"),
        )
        outcome = answer_cubes(problem, answers, ProofFile(cast(BinaryIO, file), "lrat"), Budget())
        file.seek(0)
        return outcome.answer, file.read()


def in_order(problem: CubeProblem) -> tuple[CubesAnswer, bytes]:
    with tempfile.TemporaryFile() as file:
        answers = answers_in_order(problem, Budget(), proof=True)
        outcome = answer_cubes(problem, answers, ProofFile(cast(BinaryIO, file), "lrat"), Budget())
        file.seek(0)
        return outcome.answer, file.read()


@pytest.mark.parametrize("elsewhere", [False, True])
def test_workers_write_the_same_proof(tmp_path: Path, elsewhere: bool) -> None:
    pigeons = problem(PIGEONS)
    assert by_workers(pigeons, tmp_path, elsewhere=elsewhere) == in_order(pigeons)


def test_the_first_model_ends_the_campaign(tmp_path: Path) -> None:
    answer, _ = by_workers(problem(TWO_PLACES), tmp_path)
    assert isinstance(answer, Sat)


def test_a_cube_that_is_not_needed_refutes_everything(tmp_path: Path) -> None:
    """The variables of the cubes do not occur in the contradiction, so one part is the whole proof."""
    formula = Formula([*pigeonhole(4), [21, 22], [-21, -22]])
    answer, proof = by_workers(CubeProblem(formula, ((21,), (22,))), tmp_path)
    assert answer == Unsat()
    assert proof.count(b"\n") > 0


# -- results that are stored ---------------------------------------------------------------------------


@pytest.fixture
def store(tmp_path: Path) -> Engine:
    return open_store(tmp_path / "store")


def stored(store: Engine, problem: CubeProblem) -> StoredResults:
    return StoredResults(store, open_campaign(store, CubeCampaign(problem, "test", proof=True).task))


def test_a_stored_campaign_is_not_computed_again(tmp_path: Path, store: Engine) -> None:
    pigeons = problem(PIGEONS)
    first = by_workers(pigeons, tmp_path, stored(store, pigeons))
    written = {path: path.stat().st_mtime_ns for path in (tmp_path / "parts").iterdir()}
    assert len(written) == 8
    assert by_workers(pigeons, tmp_path, stored(store, pigeons)) == first == in_order(pigeons)
    assert {path: path.stat().st_mtime_ns for path in written} == written


def test_a_part_that_is_missing_is_computed_again(tmp_path: Path, store: Engine) -> None:
    pigeons = problem(PIGEONS)
    first = by_workers(pigeons, tmp_path, stored(store, pigeons))
    lost, *kept = sorted((tmp_path / "parts").iterdir())
    before = {path: path.stat().st_mtime_ns for path in kept}
    lost.unlink()
    assert by_workers(pigeons, tmp_path, stored(store, pigeons)) == first
    assert lost.exists()
    assert {path: path.stat().st_mtime_ns for path in kept} == before


def test_the_store_holds_no_parts(tmp_path: Path, store: Engine) -> None:
    pigeons = problem(PIGEONS)
    by_workers(pigeons, tmp_path, stored(store, pigeons))
    task = CubeCampaign(pigeons, "test", proof=True).task
    assert count_results(store, open_campaign(store, task)) == 8
    for result in stored(store, pigeons).from_place(0):
        assert set(result.values) == {"status", "clause"}


def test_a_stored_model_is_found_behind_a_gap(tmp_path: Path, store: Engine) -> None:
    """The earlier run ended with the model of a later cube."""
    cubes = problem(TWO_PLACES)
    campaign = CubeCampaign(cubes, "test", proof=True)
    common = {**campaign.task.common, **content(TWO_PLACES)}
    answers = [(job, solve_one_cube(**common, **job.parameters)) for job in campaign.jobs]
    last, values = [(job, values) for job, values in answers if values["status"] == "sat"][-1]
    assert last.place > 0
    stored(store, cubes).save([FinishedJob(last.key, last.place, DONE, values)])
    answer, _ = by_workers(cubes, tmp_path, stored(store, cubes))
    assert isinstance(answer, Sat)
    assert answer.model.literals.tolist() == values["model"]
    assert count_results(store, open_campaign(store, campaign.task)) == 1


def content(formula: Formula) -> dict[str, str]:
    with clauses_for_workers(formula.flat, elsewhere=True) as arguments:
        return arguments


# -- the formula of a worker ---------------------------------------------------------------------------


def test_a_worker_refuses_other_clauses() -> None:
    with pytest.raises(EngineError, match="other clauses"):
        load(digest_of(PIGEONS.flat), None, content(TWO_PLACES)["content"])


def test_an_empty_formula_can_be_sent(tmp_path: Path) -> None:
    empty = np.empty(0, np.int32)
    for elsewhere in (False, True):
        with clauses_for_workers(empty, elsewhere=elsewhere) as arguments:
            given = {"path": None, "content": None, **arguments}
            assert load(digest_of(empty), **given).size == 0


# -- workers that die, and Ctrl-C ----------------------------------------------------------------------


@pytest.fixture
def hard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A formula whose cubes take some seconds, and a store of its own."""
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path / "data"))
    path = tmp_path / "hard.cnf"
    path.write_text(dimacs.write(Formula(pigeonhole(9))))
    return path


def start(formula: Path) -> subprocess.Popen[str]:
    words = ["solve", "cnf", str(formula), "--cubes", "24", "--jobs", "2", "--proof", str(proof_of(formula))]
    return subprocess.Popen([*SATPLAY, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def proof_of(formula: Path) -> Path:
    return formula.with_name("proof.lrat")


def parts_of(formula: Path) -> list[Path]:
    folder = formula.with_name("proof.lrat.parts")
    return sorted(folder.iterdir()) if folder.is_dir() else []


def wait_for_parts(formula: Path, count: int) -> None:
    deadline = time.monotonic() + 60
    while len(parts_of(formula)) < count:
        assert time.monotonic() < deadline
        time.sleep(0.01)


def children(process: int) -> list[int]:
    return [
        int(number)
        for thread in Path(f"/proc/{process}/task").iterdir()
        for number in (thread / "children").read_text().split()
    ]


@pytest.mark.skipif(sys.platform != "linux", reason="lists child processes in /proc")
def test_killed_workers_change_nothing(hard: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with start(hard) as command:
        for parts in (1, 4):
            wait_for_parts(hard, parts)
            os.kill(children(command.pid)[0], signal.SIGKILL)
        out, error = command.communicate(timeout=120)
    assert (command.returncode, error) == (20, "")
    assert "c the proof was checked\n" in out
    assert main(["check", "proof", str(hard), str(proof_of(hard))]) == 0
    assert parts_of(hard) == []


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT")
def test_the_same_command_continues_after_ctrl_c(hard: Path) -> None:
    with start(hard) as command:
        wait_for_parts(hard, 3)
        command.send_signal(signal.SIGINT)
        out, error = command.communicate(timeout=60)
    assert (command.returncode, out) == (130, ""), error
    assert "of 24 jobs are stored: the same command continues" in error
    assert not proof_of(hard).exists()
    before = {path: path.stat().st_mtime_ns for path in parts_of(hard)}
    assert len(before) >= 3
    assert not [path for path in before if path.name.startswith(".")]
    with start(hard) as command:
        wait_for_parts(hard, len(before) + 1)
        assert {path: path.stat().st_mtime_ns for path in before} == before
        out, error = command.communicate(timeout=120)
    assert (command.returncode, error) == (20, "")
    assert main(["check", "proof", str(hard), str(proof_of(hard))]) == 0
    assert parts_of(hard) == []
