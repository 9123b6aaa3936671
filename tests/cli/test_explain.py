"""``satplay explain``."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner

from satplay.cli.app import app

BOARD = "1.2\n...\n..1"


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words), standalone_mode=False)
    assert result.exception is None, result.exception
    return result.return_value, result.output


def test_every_step_has_its_number_and_its_reason() -> None:
    status, said = run("explain", "hashi", BOARD)
    assert status == 0
    lines = said.splitlines()
    assert lines[0].startswith("1. ") and lines[1].startswith("  because NUMBER: ")
    assert "the hardest needs" in lines[-1]


def test_the_same_for_programs() -> None:
    status, said = run("explain", "hashi", BOARD, "--json")
    document = json.loads(said)
    assert status == 0 and document["end"]["kind"] == "solved"
    assert document["solution"]["bridges"] and document["cost"] >= document["dearest"] >= 1
    assert all(step["facts"] and step["reason"] for step in document["steps"])


def test_a_picture_of_every_step(tmp_path: Path) -> None:
    run("explain", "hashi", BOARD, "--svg", str(tmp_path / "path.svg"))
    _, said = run("explain", "hashi", BOARD, "--json")
    names = {file.name for file in tmp_path.iterdir()}
    assert names == {f"path-{number}.svg" for number in range(1, len(json.loads(said)["steps"]) + 1)}


def test_what_has_no_solution_is_explained_by_its_contradiction() -> None:
    assert run("explain", "hashi", "2.3") == (
        1,
        "no solution\n  because NUMBER: the island C1 has 3 bridges\n",
    )


def test_what_has_several_solutions_goes_as_far_as_it_goes() -> None:
    status, said = run("explain", "hashi", "3.3\n...\n3.3")
    assert status == 1 and said.startswith("1. at least 1 bridge joins")
    assert said.endswith("nothing more is forced: there are several solutions\n")


def test_a_limit_ends_it() -> None:
    status, said = run("explain", "hashi", BOARD, "--time", "0")
    assert status == 3 and said.startswith("no answer")


def test_a_formula_has_no_steps() -> None:
    result = CliRunner().invoke(app, ["explain", "cnf", "p cnf 1 1\n1 0"], standalone_mode=False)
    assert "a puzzle that gives hints" in str(result.exception)
