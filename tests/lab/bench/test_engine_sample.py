"""A sample is measured in a separate process, and its answer is checked."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from satplay.lab.bench import engine_sample
from satplay.lab.bench.engine_sample import EngineSample, measure, sample
from satplay.lab.calls import Failed, call
from satplay.logic.formula import Formula
from satplay.workers.calls import OutOfTime
from tests.engines.formulas import pigeonhole

pytest.importorskip("pysat.solvers", reason="python-sat is not installed")

SATISFIABLE = Formula([[1, 2], [-1], [-2, 3]], var_count=5)
UNSATISFIABLE = Formula(pigeonhole(3))


def file_of(formula: Formula, folder: Path) -> Path:
    np.save(folder / "formula.npy", formula.flat)
    return folder / "formula.npy"


def in_child(engine: str, formula: Formula, folder: Path, seconds: float = 30) -> object:
    arguments = {"engine": engine, "file": str(file_of(formula, folder)), "variables": formula.var_count}
    return call("satplay.lab.bench.engine_sample:sample", arguments, seconds)


@pytest.mark.parametrize("engine", ["reference", "minisat22", "pycosat"])
def test_native_and_library_engines_answer_in_a_child_process(engine: str, tmp_path: Path) -> None:
    if engine == "pycosat":
        pytest.importorskip("pycosat", reason="pycosat is not installed")
    found = in_child(engine, SATISFIABLE, tmp_path)
    assert isinstance(found, dict) and found["status"] == "sat"
    (times,) = found["times"]
    assert times["total"] == pytest.approx((times["load"] or 0) + times["solve"])
    refuted = in_child(engine, UNSATISFIABLE, tmp_path)
    assert isinstance(refuted, dict) and refuted["status"] == "unsat"


def test_only_libraries_get_lists(tmp_path: Path) -> None:
    own, library = measure("reference", SATISFIABLE.flat, 5), measure("minisat22", SATISFIABLE.flat, 5)
    assert own.convert == 0 < library.convert
    assert (own.valid, library.valid) == (True, True)
    assert measure("minisat22", UNSATISFIABLE.flat, UNSATISFIABLE.var_count).valid is None


def test_a_wrong_model_is_detected(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(engine_sample, "decide", lambda *_: EngineSample([1, 2, 3], 1.0, 0.0))
    assert measure("liar", SATISFIABLE.flat, 5).valid is False
    found = sample("liar", str(file_of(SATISFIABLE, tmp_path)), 5)
    assert (found["status"], found["note"]) == ("broken", "the model makes a clause false")


def test_variables_that_do_not_occur_may_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_sample, "decide", lambda *_: EngineSample([-1, 2, 3], 1.0))
    assert measure("brief", SATISFIABLE.flat, 5).valid is True


def test_a_sample_is_stopped_at_its_limit(tmp_path: Path) -> None:
    assert in_child("minisat22", Formula(pigeonhole(11)), tmp_path, seconds=0.01) == OutOfTime()


def test_a_failure_has_a_reason(tmp_path: Path) -> None:
    found = in_child("minisat23", SATISFIABLE, tmp_path)
    assert isinstance(found, Failed)
    assert "did you mean 'minisat22'" in found.why
