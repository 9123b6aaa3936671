"""Puzzle board benchmarks with all engines and encodings: contestants, wrong answers, reports."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satplay.cli import main
from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Unsat
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.reading import read_board
from satplay.lab import calls
from satplay.lab.bench import puzzles
from satplay.lab.bench.benchmark import BenchmarkRun, Contestant, Instance, Sample
from satplay.lab.bench.engine_calls import OWN, convert_clauses, open_solver
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.puzzle_boards.board_benchmark import board_benchmark
from satplay.lab.bench.puzzle_boards.board_sample import solve_board
from satplay.lab.bench.puzzle_boards.board_tables import comparisons
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import SolvingMethod
from satplay.lab.bench.puzzles.flow import BENCHMARK, letters, status_of
from satplay.lab.bench.report import Comparison
from satplay.lab.bench.run import run_benchmark
from satplay.lab.calls import Failed
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.rules import Rule
from satplay.rule import RuleInstance
from satplay.solving.lazy_refinement import Result, Solution
from satplay.solving.solution_search import SolutionSearch
from satplay.workers.calls import OutOfTime

pytest.importorskip("pysat.solvers", reason="python-sat is not installed")

OURS, RIVAL = BENCHMARK.ours, BENCHMARK.rival
BOARD = "ABC\n...\nABC\n"
TWO = "3 3\nABC\n...\nABC\n2 3\nAB\n..\nAB\n"


def board(text: str = BOARD) -> Board:
    found: Board = read_board(text, BENCHMARK.puzzle.name)[1]
    return found


# -- one sample ------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["edges", "source"])
@pytest.mark.parametrize("engine", ["native", "reference", "minisat22", "kissat404", "pycosat"])
def test_every_kind_of_engine_solves_a_board(encoding: str, engine: str) -> None:
    if engine == "pycosat":
        pytest.importorskip("pycosat", reason="pycosat is not installed")
    found = solve_board(BENCHMARK, SolvingMethod(encoding, engine), board())
    assert (found.status, found.note) == ("sat", "")
    assert found.unique is (True if encoding == "edges" else None)
    lists = convert_clauses(Formula([[1, -2]]), engine)
    assert lists == ([] if engine in OWN else [[1, -2]])


@pytest.mark.parametrize("engine", ["native", "reference", "minisat22", "kissat404", "pycosat"])
def test_lazy_clauses_are_added_to_every_engine(engine: str) -> None:
    late = RuleInstance(Rule.LOOP, "not this one", ())

    def lazy_clauses(model: Model) -> list[tuple[RuleInstance, list[int]]]:
        return [(late, [-1])] if model.value(1) else []

    def search(*more: list[int]) -> Result[Model]:
        formula = Formula([[1, 2], [3, 1], *more])
        encoding = Encoding(formula, decode=lambda model: model, answer=[1, 2, 3], lazy_clauses=lazy_clauses)
        solver = open_solver(engine, formula, convert_clauses(formula, engine))
        return SolutionSearch(encoding, solver).solve()

    assert isinstance(search([-2, 1, -3]), Unsat)
    found = search()
    assert isinstance(found, Solution) and list(found.value) == [-1, 2, 3]


def test_an_unsolvable_board_and_one_that_cannot_be_encoded() -> None:
    assert solve_board(BENCHMARK, OURS, board("AB\nBA\n")).status == "unsat"
    refused = solve_board(BENCHMARK, RIVAL, replace(board(), touch=True))
    assert refused.status == "refused"
    assert "touch themselves" in refused.note


# -- external programs -----------------------------------------------------------------------------


def test_flow_solver_gets_square_boards_with_its_own_letters() -> None:
    assert letters(board()) == "RBY\n...\nRBY\n"
    assert letters(replace(board(), touch=True)) is None
    assert letters(board("A..\n..A\n")) is None
    assert letters(replace(board(), holes=frozenset({4}))) is None
    assert letters(Board(16, 16, ())) is None


def test_the_output_of_flow_solver_is_read() -> None:
    assert status_of("a.txt s 1,000.001 17") == "sat"
    assert status_of("a.txt u 0.001 17") == "unsat"
    assert status_of("a.txt f 0.001 17") == "out of its memory"
    assert status_of("") == "printed ''"


def script(folder: Path, verdict: str) -> str:
    path = folder / "flow_solver"
    path.write_text(f'#!/bin/sh\necho "$2" {verdict} 0.001 17\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def solve_file(path: str, **options: Any) -> BenchmarkRun:
    return run_benchmark(board_benchmark("flow", BenchOptions(files=[path], **options)), repeats=1)


def test_an_external_program_is_compared(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD)

    def with_program(verdict: str) -> BenchmarkRun:
        return solve_file(str(file), programs={"flow_solver": script(tmp_path, verdict)})

    run = with_program("s")
    assert "flow_solver" in [one.name for one in run.contestants]
    assert "flow_solver / edges, native" in str(run)
    assert with_program("u").wrong == ("WRONG: flow_solver on board.txt: answered unsat, expected sat",)
    weak = with_program("f")
    assert (weak.exit_status, weak.samples[-1].status) == (0, "gave up")


# -- a run -----------------------------------------------------------------------------------------


def run_of(*samples: Sample, new: bool = True) -> BenchmarkRun:
    ways = {str(way): way for way in (OURS, RIVAL)}
    contestants = tuple(
        Contestant(name, {"encoding": ways[name].encoding}, ways[name], known_gap=ways[name] == RIVAL)
        for name in dict.fromkeys(one.contestant for one in samples)
    )
    status = "sat" if new else None
    instances = tuple(
        Instance(row, name, contestants, (b"board",), {"new": new}, status=status, unique=new)
        for row, name in dict.fromkeys((one.row, one.name) for one in samples)
    )
    return BenchmarkRun(board_benchmark("flow", BenchOptions(quick=True)), instances, samples, 10.0, 3)


def result(
    way: SolvingMethod, *totals: float, row: str = "6x6", status: str = "sat", note: str = "", **found: Any
) -> Sample:
    times = tuple(
        {"encode": t / 2, "lists": t / 4, "solve": t / 4, "check": t / 4, "unique": t, "total": t}
        for t in totals
    )
    return Sample(row, "seed 0", str(way), status, times, note, found)


def ratio(run: BenchmarkRun) -> float | None:
    found = Comparison("", str(RIVAL), str(OURS)).ratio(run, "6x6")
    return None if found is None else found.number


def test_scores_are_medians_and_noise_is_half_the_interquartile_range() -> None:
    run = run_of(result(OURS, 0.004, 0.005, 0.008), result(RIVAL, 0.1))
    score, part = run.score("6x6", str(OURS)), run.score("6x6", str(OURS), "encode")
    assert score is not None and part is not None
    assert score.seconds == pytest.approx(0.005)
    assert part.seconds == pytest.approx(0.0025)
    assert score.noise == pytest.approx(0.2)
    theirs = run.score("6x6", str(RIVAL))
    assert theirs is not None and theirs.noise is None
    assert ratio(run) == pytest.approx(20)
    assert "5.00 ±20%" in str(run)


def test_a_timeout_gives_a_bound_as_ratio() -> None:
    run = run_of(result(OURS, 1.0), result(RIVAL, status="out of time"))
    score = run.score("6x6", str(RIVAL))
    assert score is not None and score.seconds == 20.0
    assert ratio(run) == pytest.approx(10)
    assert ">10000" in str(run)
    assert "source, pycosat / edges, native, geometric mean of 1 rows: >10" in str(run)


def test_only_complete_and_correct_rows_are_saved() -> None:
    lost = result(RIVAL, 0.1, status="broken", note="LOOP: round")
    (row,) = run_of(result(OURS, 0.004, 0.005, 0.008), lost).baseline_table().rows
    assert {name: one.seconds for name, one in row.scores.items()} == {
        "edges, native": 0.005,
        "edges, native, and unique?": 0.01,
    }
    assert row.scores["edges, native"].noise == pytest.approx(0.2)
    (late,) = run_of(result(RIVAL, status="out of time")).baseline_table().rows
    assert (late.of, late.scores["source, pycosat"].least) == (row.of, 10.0)
    refused = run_of(result(RIVAL, 0.1), replace(result(RIVAL, status="refused"), name="seed 1"))
    assert refused.baseline_table().rows[0].scores == {}


def test_published_figures_are_printed_next_to_ours() -> None:
    (line,) = (line for line in str(run_of(result(RIVAL, 0.1))).splitlines() if line.startswith("6x6"))
    assert line.split()[1:4] == ["10.9", "|", "50.0"]
    assert "33.2" in line


def test_boards_from_files_are_summarised() -> None:
    run = run_of(
        result(OURS, 0.001, row="a"),
        result(RIVAL, 0.01, row="a"),
        result(OURS, 0.003, row="b", unique=True),
        result(RIVAL, 0.07, row="b"),
        new=False,
    )
    together = next(line for line in str(run).splitlines() if line.startswith("all together"))
    assert together.split()[2:5] == ["4.00", "8.00", "80.0"]
    assert together.split()[-2] == "20"
    assert next(one.title for one in comparisons(BENCHMARK, run)) == "source, pycosat / edges, native"


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (result(OURS, 1.0, status="unsat"), "answered unsat, expected sat"),
        (result(OURS, 1.0, status="broken", note="LOOP: round"), "the solution is wrong: LOOP: round"),
        (result(OURS, 1.0, unique=False), "found a second solution, expected exactly one"),
    ],
)
def test_a_wrong_answer_is_reported(wrong: Sample, complaint: str) -> None:
    run = run_of(wrong)
    assert run.exit_status == 1
    assert complaint in run.wrong[0]
    assert run.wrong[0] in str(run)


def test_a_wrong_answer_of_an_encoding_with_a_known_gap_is_not_a_failure() -> None:
    run = run_of(result(RIVAL, 1.0, status="broken", note="LOOP: round"))
    assert (run.exit_status, run.wrong) == (0, ())
    assert "source, pycosat on 6x6 seed 0: the solution is wrong: LOOP: round" in str(run)


# -- the command line ------------------------------------------------------------------------------


def test_new_boards_of_a_given_size_are_benchmarked(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "flow", "--size", "6x6", "--samples", "1", "--engine", "native", "--seed", "3"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert "Berman and Lampert" in out
    assert "edges, native, and unique?" in out
    assert [line.split(":")[1] for line in err.splitlines()] == [f" 6x6 seed {n}" for n in (3, 4, 5)]


def test_json_output_is_one_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(TWO)
    assert main(["bench", "flow", str(file), "--samples", "1", "--engine", "native", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["benchmark"] == "flow"
    assert [one["row"] for one in document["instances"]] == ["boards.txt:1", "boards.txt:5"]
    assert [one["text"].splitlines()[-1] for one in document["instances"]] == ["ABC", "AB"]
    assert {one["status"] for one in document["samples"]} <= {"sat", "unsat", "refused"}
    assert all(one["times"] for one in document["samples"] if one["status"] == "sat")
    assert document["machine"]["cpus"] >= 1
    assert document["contestants"][0]["engine"] == "native"
    assert document["rows"][0]["parts"]["edges, native"]["encode"] > 0


@pytest.mark.parametrize(
    "words",
    [
        ["flow", "--engine", "minisat"],
        ["flow", "--encoding", "edge"],
        ["flow", "--samples", "0"],
        ["flow", "--family", "sudoku"],
        ["flow", "--loads"],
        ["flow", "--size", "6x6x6"],
        ["flow", "--size", "2x2"],
        ["flow", "--seed", "-1"],
        ["flow", "--program", "flow_solver"],
        ["flow", "--program", "flow_solver=/no/such/program"],
        ["flow", "--program", "flow_server=/bin/true"],
        ["flow", "no-such-file.txt"],
        ["flow", "\x00nonsense\n%%"],
        ["flow", "--quick", "A..A"],
        ["flaw"],
        ["engines", "--size", "6x6"],
        ["engines", "--seed", "0"],
        ["engines", "board.txt"],
    ],
)
def test_wrong_usage_exits_with_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_benchmarks_are_found_by_their_files() -> None:
    assert "flow" in puzzles.names()
    with pytest.raises(NoSuchName, match="did you mean 'flow'"):
        puzzles.find("flows")
    with pytest.raises(BadInput):
        board_benchmark("flow", BenchOptions(files=[BOARD], sizes=["6x6"]))


def test_a_failed_process_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calls, "call", lambda *_: Failed("segmentation fault"))
    run = solve_file(BOARD)
    assert run.exit_status == 1
    assert "failed: segmentation fault" in str(run)
    monkeypatch.setattr(calls, "call", lambda *_: OutOfTime())
    assert solve_file(BOARD).exit_status == 0
