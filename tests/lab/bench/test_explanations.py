"""The benchmark of explanations: whole paths on generated boards and on files; a wrong path is reported."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN
from typing import Any

import pytest

from satplay import puzzles
from satplay.cli import main
from satplay.contracts.facts import Facts
from satplay.contracts.levels import LEVELS
from satplay.errors import BadInput, NoSuchName
from satplay.explaining.path import PathResult
from satplay.explaining.whole_path import WAYS
from satplay.inputs.reading import read_board
from satplay.lab.bench.benchmark import BenchmarkRun, Contestant, Instance, Sample
from satplay.lab.bench.document import as_json
from satplay.lab.bench.explanations import sample as explanation_sample
from satplay.lab.bench.explanations.benchmark import explanation_benchmark
from satplay.lab.bench.explanations.board_families import FAMILIES, HARD
from satplay.lab.bench.explanations.sample import LEVEL_NUMBER, explain_board
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.run import run_benchmark
from satplay.reasoning.deduce import DeductionStep, Done
from satplay.verbs.rate import rate
from satplay.workers.limits import cpu_seconds

BEGINNER = "1.2\n...\n..1\n"
SEVERAL = "3.3\n...\n3.3\n"
UNSOLVABLE = "1.4\n...\n..1\n"
PAIR = tuple(map(Contestant, WAYS))


def explain(text: str, way: str, subject: str = "hashi") -> explanation_sample.ExplanationSample:
    puzzle, board = read_board(text, subject)
    return explain_board(way, puzzle, board, 10.0)


def taken(name: str, way: str, seconds: float, steps: int, one_rule: int, **found: Any) -> Sample:
    results = {"steps": steps, "one_rule": one_rule, "most_rules": 3, "unique": True, **found}
    times = tuple({"facts": 0.001, "first": 0.002, "total": seconds} for _ in range(3))
    return Sample("hashi-easy", name, way, "sat", times, found=results)


SAMPLES = (
    taken("seed 1", "path", 0.010, 20, 20, level="easy", figures={LEVEL_NUMBER: 1}),
    taken("seed 1", "deduction", 0.5, 10, 3),
    taken("seed 2", "path", 0.030, 20, 19, level="easy", figures={LEVEL_NUMBER: 1}),
    Sample(
        "hashi-easy", "seed 2", "deduction", "out of time", ({"facts": 0.001, "first": 0.004, "total": 11.0},)
    ),
)
RUN = BenchmarkRun(
    explanation_benchmark(BenchOptions(families=["hashi-easy"])),
    tuple(
        Instance("hashi-easy", name, PAIR, status="sat", unique=True, figures={LEVEL_NUMBER: 1})
        for name in ("seed 1", "seed 2")
    ),
    SAMPLES,
    seconds=10.0,
    repeats=3,
)


# -- one sample ------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_way_leads_to_the_only_solution(way: str, family: Any) -> None:
    made = family.quick(1)
    found = explain(made.text, way, made.puzzle.name)
    assert (found.status, found.unique) == ("sat", True)
    assert 0 < found.one_rule <= found.steps
    assert 0 <= found.times["facts"] <= found.times["first"] <= found.times["total"]


def test_the_level_is_the_level_of_rate() -> None:
    for family in FAMILIES:
        made = family.quick(2)
        assert explain(made.text, "path", made.puzzle.name).level == rate(made.instance).level
    assert explain(BEGINNER, "deduction").level is None


@pytest.mark.parametrize("way", WAYS)
def test_boards_without_a_solution_or_with_several_have_no_level(way: str) -> None:
    several = explain(SEVERAL, way)
    assert (several.status, several.unique, several.level) == ("sat", False, None)
    assert (explain(UNSOLVABLE, way).status, explain(UNSOLVABLE, way).level) == ("unsat", None)


def test_a_path_to_a_wrong_solution_is_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_early(facts: Facts[Any]) -> Iterator[PathResult]:
        yield from [step for step in WAYS["path"](facts) if isinstance(step, DeductionStep)][:1]
        yield Done()

    monkeypatch.setattr(explanation_sample, "WAYS", {"path": stop_early, "deduction": WAYS["deduction"]})
    found = explain(BEGINNER, "path")
    assert found.status == "broken" and found.note


def test_a_path_that_reaches_the_limit_keeps_its_first_step() -> None:
    made = FAMILIES[0].build(1)
    found = explain_board("deduction", made.puzzle, made.instance, 0.0)
    assert (found.status, found.steps, found.unique) == ("out of time", 1, None)
    assert found.times["first"] == found.times["total"] > 0


# -- boards ----------------------------------------------------------------------------------------


def test_boards_are_those_of_their_seed_and_level() -> None:
    for family in FAMILIES:
        assert family.quick(3).text == family.quick(3).text != family.quick(4).text
    levels = {family.name: [family.quick(seed).difficulty for seed in range(3)] for family in FAMILIES}
    assert levels["hashi-medium"] == ["medium"] * 3 and levels["hashi-hard"] == [*HARD]


def test_each_file_is_a_row_with_its_boards_by_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    several = tmp_path / "several.txt"
    several.write_text("3x3m2:1a2e1\n3x3m2:1a2e1\n")
    one = tmp_path / "one.txt"
    one.write_text(BEGINNER)
    assert main(["bench", "explain", str(several), str(one), "--samples", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [row["title"] for row in document["rows"]] == ["several.txt", "one.txt"]
    assert [board["name"] for board in document["instances"]] == ["line 1", "line 2", ""]
    assert {one["status"] for one in document["samples"]} == {"sat"}
    first, second, *_ = document["explanations"]
    assert (first["contestant"], first["boards"], first["solved"]) == ("path", 2, 2)
    assert (first["one_rule"], first["levels"]) == (1.0, {"beginner": 2})
    assert (second["contestant"], second["levels"]) == ("deduction", {})


def test_boards_without_explanations_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "formula.cnf"
    file.write_text("p cnf 1 1\n1 0\n")
    with pytest.raises(BadInput, match="of cnf, expected a board of flow, hashi"):
        explanation_benchmark(BenchOptions(files=[str(file)]))
    with pytest.raises(BadInput, match="expected one or the other"):
        explanation_benchmark(BenchOptions(files=[str(file)], families=["hashi-easy"]))


def test_unknown_names_are_refused() -> None:
    with pytest.raises(NoSuchName, match="no family of boards is called 'hashi-eazy'"):
        explanation_benchmark(BenchOptions(families=["hashi-eazy"]))
    with pytest.raises(NoSuchName, match="did you mean 'path'"):
        explanation_benchmark(BenchOptions(engines=["paths"]))


@pytest.mark.parametrize("words", [["--loads"], ["--size", "3x3"], ["--encoding", "direct"]])
def test_options_of_other_benchmarks_are_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "explain", *words]) == 2
    assert "with 'explain', expected see satplay bench --help" in capsys.readouterr().err


def test_families_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "explain", "--list"]) == 0
    assert "flow-14         flow 14x14\n" in capsys.readouterr().out


# -- tables ----------------------------------------------------------------------------------------


def test_each_way_is_a_line_of_its_family() -> None:
    heading, path, deduction = str(RUN).splitlines()
    assert heading.split("  ")[0] == "whole path, CPU ms" and heading.endswith("levels")
    assert path.split() == [
        *("hashi", "15x15,", "easy", "path", "2"),
        *("20.0", "±0%", "30.0", "2.00", "97.5", "%", "3", "2", "easy"),
    ]
    assert deduction.split() == [
        "deduction",
        "2",
        ">10000",
        "(1/2)",
        ">10000",
        "3.00",
        "30.0",
        "%",
        "3",
        ">500",
    ]


def test_a_wrong_path_and_a_failed_process_are_not_out_of_time() -> None:
    broken = replace(SAMPLES[2], status="broken", note="NUMBER")
    failed = replace(SAMPLES[3], status="failed", note="killed", times=())
    _, path, deduction, *complaints = str(replace(RUN, samples=(*SAMPLES[:2], broken, failed))).splitlines()
    assert "1 of 2 wrong   30.0" in path and ">" not in path + deduction
    assert "100.0 %" in path and len(complaints) == 2


def test_the_document_has_the_lines_of_the_table() -> None:
    path, deduction = as_json(RUN)["explanations"]
    assert path == {
        "row": "hashi-easy",
        "contestant": "path",
        "boards": 2,
        "solved": 2,
        "worst": 0.030,
        "first": 0.002,
        "one_rule": 39 / 40,
        "most_rules": 3,
        "levels": {"easy": 2},
    }
    assert (deduction["solved"], deduction["worst"], deduction["first"]) == (1, None, 0.003)
    assert set(RUN.baseline_table().rows[0].scores) == {
        *("path", "path, first step", "deduction", "deduction, first step")
    }


def test_a_wrong_level_and_a_wrong_end_are_wrong() -> None:
    figures = {LEVEL_NUMBER: LEVELS.index("hard")}
    hard = replace(SAMPLES[0], found={**SAMPLES[0].found, "figures": figures})
    assert replace(RUN, samples=(hard, *SAMPLES[1:])).wrong == (
        "WRONG: path on hashi-easy seed 1: level (0 beginner to 5 extreme) is 3, expected 1",
    )
    lost = replace(SAMPLES[0], found={**SAMPLES[0].found, "unique": False, "figures": {}})
    assert "expected exactly one" in replace(RUN, samples=(lost, *SAMPLES[1:])).wrong[0]
    liar = replace(SAMPLES[1], status="unsat")
    assert "answered unsat, expected sat" in replace(RUN, samples=(SAMPLES[0], liar)).wrong[0]


def test_a_quick_run_is_correct_and_short() -> None:
    started = cpu_seconds(RUSAGE_CHILDREN)
    run = run_benchmark(explanation_benchmark(BenchOptions(quick=True)), quick=True)
    assert (run.wrong, run.failed) == ((), ())
    assert run.rows == [family.name for family in FAMILIES]
    assert {one.status for one in run.samples} == {"sat"}
    assert cpu_seconds(RUSAGE_CHILDREN) - started < 20


def test_puzzles_of_the_families_have_explanations() -> None:
    assert {family.name.partition("-")[0] for family in FAMILIES} <= {
        name for name in puzzles.names() if puzzles.find(name).facts is not None
    }
