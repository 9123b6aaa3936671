"""``satplay explain`` on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

import satplay
from satplay.cli.app import app

BOARD = "1.2\n...\n..1"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words), standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.output


def test_every_step_has_its_number_and_its_reason() -> None:
    status, output = run("explain", "hashi", BOARD)
    assert status == 0
    lines = output.splitlines()
    assert lines[0].startswith("1. ") and lines[1].endswith(" (NUMBER C3)")
    assert lines[-1] == "2 steps, level beginner; dearest step: 1, cost 1; sum of costs: 2"


def test_json_has_the_same_steps() -> None:
    status, output = run("explain", "hashi", BOARD, "--json")
    document = json.loads(output)
    assert status == 0 and document["end"]["kind"] == "solved"
    assert document["solution"]["bridges"] and document["cost"] >= document["dearest"] >= 1
    assert all(step["facts"] and step["reason"] for step in document["steps"])


def test_every_step_has_a_picture(tmp_path: Path) -> None:
    run("explain", "hashi", BOARD, "--svg", str(tmp_path / "path.svg"))
    _, output = run("explain", "hashi", BOARD, "--json")
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {f"path-{number}.svg" for number in range(1, len(json.loads(output)["steps"]) + 1)}


def test_a_board_without_a_solution_is_explained_by_its_contradiction() -> None:
    assert run("explain", "hashi", "2.3") == (
        1,
        "no solution\n  because NUMBER: the island C1 has 3 bridges\n",
    )


def test_a_board_with_several_solutions_is_explained_up_to_the_last_forced_step() -> None:
    status, output = run("explain", "hashi", "3.3\n...\n3.3")
    assert status == 1 and output.startswith("1. at least 1 bridge joins")
    _, _, solutions = output.partition("nothing more is forced: there are several solutions\n")
    assert solutions.count("of several:\n") == 2


def test_a_limit_stops_it() -> None:
    status, output = run("explain", "hashi", BOARD, "--time", "0")
    assert status == 3 and output.startswith("no answer")


def test_a_page_has_the_steps(tmp_path: Path) -> None:
    status, output = run("explain", "hashi", BOARD, "--html", str(tmp_path / "steps.html"))
    assert status == 0 and output.startswith("1. ")
    page = (tmp_path / "steps.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>") and "Hashiwokakero, explained" in page


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_steps_are_printed_when_found_and_kept_after_control_c(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text(satplay.generate("hashi", size="60x60", seed=1).text)
    words = [sys.executable, "-m", "satplay", "explain", "hashi", str(board)]
    for options in ([], ["--json"]):
        # Not a pipe, which a process that has finished would wait for.
        with (tmp_path / "out").open("w") as out:
            process = subprocess.Popen([*words, *options], stdout=out, stderr=-1, text=True)
            while not options and not (tmp_path / "out").stat().st_size:
                time.sleep(0.01)
            time.sleep(0.5 if options else 0.0)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=20)
        text = (tmp_path / "out").read_text()
        if process.returncode == 0:  # a fast machine has explained the whole board
            continue
        assert (process.returncode, err) == (130, "satplay: interrupted\n")
        if options:
            document = json.loads(text)
            assert document["end"]["stopped"] == "interrupted" and document["solution"] is None
        else:
            assert text.startswith("1. ")


def test_a_formula_has_no_steps() -> None:
    result = CliRunner().invoke(app, ["explain", "cnf", "p cnf 1 1\n1 0"], standalone_mode=False)
    assert "a puzzle that gives hints" in str(result.exception)
