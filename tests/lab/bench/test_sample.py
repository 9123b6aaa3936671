"""A sample is taken in a process of its own, and its answer is judged."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from satplay.lab.bench import sample
from satplay.lab.bench.engine_sample import Run, measure
from satplay.lab.child_process import Failed, OutOfTime, fresh
from satplay.logic.formula import Formula
from tests.engines.formulas import pigeonhole

pytest.importorskip("pysat.solvers", reason="python-sat is not installed")

SATISFIABLE = Formula([[1, 2], [-1], [-2, 3]], var_count=5)
UNSATISFIABLE = Formula(pigeonhole(3))


def file_of(formula: Formula, folder: Path) -> Path:
    np.save(folder / "formula.npy", formula.flat)
    return folder / "formula.npy"


def taken(engine: str, formula: Formula, folder: Path, seconds: float = 30) -> object:
    arguments = [engine, str(file_of(formula, folder)), str(formula.var_count)]
    return fresh("satplay.lab.bench.engine_sample", arguments, seconds)


@pytest.mark.parametrize("engine", ["reference", "minisat22", "pycosat"])
def test_an_own_and_a_library_engine_answer_from_a_fresh_process(engine: str, tmp_path: Path) -> None:
    if engine == "pycosat":
        pytest.importorskip("pycosat", reason="pycosat is not installed")
    found = taken(engine, SATISFIABLE, tmp_path)
    assert isinstance(found, dict)
    assert (found["status"], found["valid"]) == ("sat", True)
    assert found["cpu"] == pytest.approx((found["load"] or 0) + found["solve"])
    refused = taken(engine, UNSATISFIABLE, tmp_path)
    assert isinstance(refused, dict)
    assert (refused["status"], refused["valid"]) == ("unsat", None)


def test_only_libraries_are_given_lists(tmp_path: Path) -> None:
    own, library = measure("reference", SATISFIABLE.flat, 5), measure("minisat22", SATISFIABLE.flat, 5)
    assert own.convert == 0 < library.convert


def test_a_model_that_is_none_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "way_of", lambda engine: lambda *_: Run([1, 2, 3], 0.0, 0.0, 1.0))
    assert measure("liar", SATISFIABLE.flat, 5).valid is False


def test_variables_that_occur_nowhere_may_be_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "way_of", lambda engine: lambda *_: Run([-1, 2, 3], 0.0, None, 1.0))
    assert measure("brief", SATISFIABLE.flat, 5).valid is True


def test_who_takes_too_long_is_ended(tmp_path: Path) -> None:
    assert taken("minisat22", Formula(pigeonhole(11)), tmp_path, seconds=0.01) == OutOfTime()


def test_who_breaks_down_says_why(tmp_path: Path) -> None:
    found = taken("minisat23", SATISFIABLE, tmp_path)
    assert isinstance(found, Failed)
    assert "did you mean 'minisat22'" in found.why


def test_who_prints_no_json_has_failed() -> None:
    assert isinstance(fresh("this", ["and", "that"], 1), Failed)  # prints poetry
