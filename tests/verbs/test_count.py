"""count: the verb in Python and on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import satplay
from satplay import puzzles
from satplay.cli import main
from satplay.contracts.engine import Stopped
from satplay.errors import BadInput
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from tests.engines.formulas import random_ksat
from tests.verbs.lazy_puzzle import LAZY

TEXT = "p cnf 4 2\n1 2 0\n2 3 0\n"


@pytest.fixture
def hard(tmp_path: Path) -> Path:
    path = tmp_path / "hard.cnf"
    path.write_text(dimacs.write(Formula(random_ksat(200, 500, Random(1)), var_count=200)))
    return path


def test_a_formula_is_counted_over_all_declared_variables() -> None:
    assert satplay.count(TEXT).number == 10
    assert satplay.count(Formula([[1, 2]], var_count=3)).number == 6


def test_comments_choose_the_projection() -> None:
    assert satplay.count("c p show 1 3 0\n" + TEXT).number == 4
    assert satplay.count(TEXT + "c p show 1 0\nc p show 2 0").number == 3
    assert satplay.count("c ind 2 0\n" + TEXT).number == 2
    assert satplay.count("c p show 0\n" + TEXT).number == 1


def test_an_argument_overrides_the_projection_in_the_comments() -> None:
    assert satplay.count("c p show 1 3 0\n" + TEXT, over=[2]).number == 2


@pytest.mark.parametrize("comment", ["c p show 1", "c p show x 0", "c p show 1 0 2", "c p show 5 0"])
def test_a_bad_projection_is_refused(comment: str) -> None:
    with pytest.raises(BadInput, match="projection"):
        satplay.count(f"{comment}\n{TEXT}")


def test_a_puzzle_counts_its_answers() -> None:
    mosaic = puzzles.find("mosaic")
    for text in mosaic.examples.values():
        assert satplay.count(text, "mosaic").exit_status in (0, 1)


@settings(max_examples=50, deadline=None)
@given(rows=st.lists(st.text("0123#-..", min_size=3, max_size=3), min_size=1, max_size=3))
def test_lazy_clauses_do_not_change_the_count(rows: list[str]) -> None:
    text = "\n".join(rows)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(puzzles, "find", lambda name: LAZY)
        late = satplay.count(text, "mosaic", encoding="lazy")
        assert late.number == late.at_least == satplay.count(text, "mosaic", encoding="direct").number
        assert late.as_json()["statistics"] == {"solutions": late.number}
        over = satplay.count(text, "mosaic", encoding="lazy", over=[1, 2])
        assert over.number == satplay.count(text, "mosaic", over=[1, 2]).number


def test_a_limit_returns_the_number_of_enumerated_solutions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)
    text = "\n".join(["#" + "." * 39] * 40)
    counted = satplay.count(text, "mosaic", encoding="lazy", limit=satplay.Limit(seconds=0.3))
    assert counted.number is None and counted.exit_status == 3
    assert counted.stopped is Stopped.TIME
    assert 0 <= counted.at_least < 2**1560


def test_only_the_number_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "cnf", TEXT]) == 0
    assert capsys.readouterr().out == "10\n"


def test_json_has_counts_of_any_size(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "cnf", "p cnf 20000 1\n1 2 0", "--json"]) == 0
    out = capsys.readouterr().out
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        assert json.loads(out)["count"] == 3 << 19998
    finally:
        sys.set_int_max_str_digits(limit)


def test_no_solution_exits_with_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "cnf", "p cnf 1 2\n1 0\n-1 0"]) == 1
    assert capsys.readouterr().out == "0\n"


def test_a_limit_exits_with_status_3_and_a_lower_bound(
    hard: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["count", "cnf", str(hard), "--time", "0.2", "--json"]) == 3
    document = json.loads(capsys.readouterr().out)
    assert document["count"] is None
    assert document["at_least"] > 0
    assert document["stopped"] == "out of time"


def test_undeclared_variables_are_bad_input(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "cnf", TEXT, "--over", "5"]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_ctrl_c_stops_it(hard: Path) -> None:
    counting = subprocess.Popen(
        [sys.executable, "-m", "satplay", "count", "cnf", str(hard)], stderr=subprocess.PIPE
    )
    time.sleep(1.5)
    os.kill(counting.pid, signal.SIGINT)
    _, error_output = counting.communicate(timeout=10)
    assert counting.returncode == 130
    assert b"Traceback" not in error_output
