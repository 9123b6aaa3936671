"""Boards of a puzzle, solved all ways: who takes part, who is wrong, what is said."""

from __future__ import annotations

import json
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satplay.cli import main
from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.reading import read_board
from satplay.lab.bench import boards_run, boards_score, puzzles
from satplay.lab.bench.boards import Way
from satplay.lab.bench.boards_choice import Posed
from satplay.lab.bench.boards_run import Boards, Result, boards
from satplay.lab.bench.boards_sample import first_solution, solved
from satplay.lab.bench.puzzles.flow import BENCH, letters, said
from satplay.lab.bench.sessions import OWN, Clauses, opened
from satplay.lab.process import Failed, Finished, OutOfTime, program
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.rules import Rule
from satplay.rule import RuleInstance

pytest.importorskip("pysat.solvers", reason="python-sat is not installed")

OURS, RIVAL = BENCH.ours, BENCH.rival
BOARD = "ABC\n...\nABC\n"
TWO = "3 3\nABC\n...\nABC\n2 3\nAB\n..\nAB\n"


def board(text: str = BOARD) -> Board:
    found: Board = read_board(text, BENCH.puzzle.name)[1]
    return found


# -- one sample ------------------------------------------------------------------------------------


@pytest.mark.parametrize("encoding", ["edges", "source"])
@pytest.mark.parametrize("engine", ["native", "reference", "minisat22", "kissat404", "pycosat"])
def test_every_kind_of_engine_solves_a_board(encoding: str, engine: str) -> None:
    if engine == "pycosat":
        pytest.importorskip("pycosat", reason="pycosat is not installed")
    found = solved(BENCH, Way(encoding, engine), board())
    assert (found.status, found.note) == ("sat", "")
    assert found.unique is (True if encoding == "edges" else None)
    lists = Clauses(Formula([[1, -2]]), engine).lists
    assert lists == ([] if engine in OWN else [[1, -2]])


@pytest.mark.parametrize("engine", ["native", "reference", "minisat22", "kissat404", "pycosat"])
def test_rules_stated_lazily_are_stated_to_everybody(engine: str) -> None:
    formula = Formula([[1, 2], [3, 1]])
    late = RuleInstance(Rule.LOOP, "not this one", ())

    def refine(model: Model) -> list[tuple[RuleInstance, list[int]]]:
        return [(late, [-1])] if model.value(1) else []

    encoding = Encoding(formula, decode=lambda model: model, answer=[1, 2, 3], lazy_clauses=refine)
    session = opened(engine, Clauses(formula, engine))
    session.add([-2, 1, -3])
    assert first_solution(session, encoding) is None
    session = opened(engine, Clauses(formula, engine))
    assert list(first_solution(session, encoding)) == [-1, 2, 3]


def test_a_board_that_cannot_be_solved_or_said() -> None:
    assert solved(BENCH, OURS, board("AB\nBA\n")).status == "unsat"
    refused = solved(BENCH, RIVAL, replace(board(), touch=True))
    assert refused.status == "refused"
    assert "touch themselves" in refused.note


# -- programs of others ----------------------------------------------------------------------------


def test_a_program_is_timed_stopped_and_its_end_explained() -> None:
    found = program(["sh", "-c", "echo told"], 5)
    assert isinstance(found, Finished)
    assert found.printed == "told\n"
    assert found.cpu >= 0
    assert (
        program(["sh", "-c", "while :; do :; done"], -1.8) == OutOfTime()
    )  # of the allowance little is left
    assert program(["sh", "-c", "echo broken >&2; exit 3"], 5) == Failed("broken")
    assert isinstance(program(["no-such-program-anywhere"], 5), Failed)


def test_flow_solver_is_given_squares_of_its_own_letters() -> None:
    assert letters(board()) == "RBY\n...\nRBY\n"
    assert letters(replace(board(), touch=True)) is None
    assert letters(board("A..\n..A\n")) is None
    assert letters(replace(board(), holes=frozenset({4}))) is None
    assert letters(Board(16, 16, ())) is None


def test_flow_solver_is_understood() -> None:
    assert said("a.txt s 1,000.001 17") == "sat"
    assert said("a.txt u 0.001 17") == "unsat"
    assert said("a.txt f 0.001 17") == "out of its memory"
    assert said("") == "printed ''"


def script(folder: Path, says: str) -> str:
    path = folder / "flow_solver"
    path.write_text(f'#!/bin/sh\necho "$2" {says} 0.001 17\n')
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def test_a_program_stands_beside(tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text(BOARD)
    run = boards("flow", [str(file)], samples=1, programs={"flow_solver": script(tmp_path, "s")})
    assert Way("", "flow_solver") in run.ways
    assert "flow_solver / edges, native" in str(run)
    liar = boards("flow", [str(file)], samples=1, programs={"flow_solver": script(tmp_path, "u")})
    assert liar.wrong == ("WRONG: flow_solver on board.txt: there is a solution, and it says there is none",)
    weak = boards("flow", [str(file)], samples=1, programs={"flow_solver": script(tmp_path, "f")})
    assert (weak.exit_status, weak.results[-1].status) == (0, "gave up")


# -- a run -----------------------------------------------------------------------------------------


def made(*results: Result, new: bool = True) -> Boards:
    boards = dict.fromkeys((one.row, one.board) for one in results)
    ways = tuple(dict.fromkeys(one.way for one in results))
    posed = tuple(Posed(row, name, BOARD, new=new, board=None, single=new) for row, name in boards)
    return Boards(BENCH, ways, posed, results, samples=3, seconds=10.0)


def result(way: Way, *totals: float, row: str = "6x6", status: str = "sat", **more: Any) -> Result:
    times = tuple(
        {"encode": t / 2, "lists": t / 4, "solve": t / 4, "check": t / 4, "unique": t, "total": t}
        for t in totals
    )
    return Result(row, "seed 0", way, status, times, **more)


def test_scores_are_medians_and_noise_is_half_the_distance_of_the_quartiles() -> None:
    run = made(result(OURS, 0.004, 0.005, 0.008), result(RIVAL, 0.1))
    assert boards_score.score(run, "6x6", OURS) == pytest.approx(0.005)
    assert boards_score.score(run, "6x6", OURS, "encode") == pytest.approx(0.0025)
    assert boards_score.noise(run, "6x6", OURS) == pytest.approx(0.2)
    assert boards_score.noise(run, "6x6", RIVAL) is None
    assert boards_score.to_ours(run, "6x6", RIVAL) == pytest.approx(20)
    assert "5.00 ±20%" in str(run)


def test_who_was_out_of_time_took_longer_and_is_shown_so() -> None:
    run = made(result(OURS, 1.0), result(RIVAL, status="out of time"))
    assert boards_score.score(run, "6x6", RIVAL) == 20.0
    assert boards_score.to_ours(run, "6x6", RIVAL) == pytest.approx(10)
    assert ">10000" in str(run)
    assert "source, pycosat / edges, native, geometric mean of 1 rows: >10" in str(run)


def test_what_is_kept_for_a_later_run_is_whole_and_true() -> None:
    lost = result(RIVAL, 0.1, status="broken", note="LOOP: round")
    (row,) = boards_score.kept(made(result(OURS, 0.004, 0.005, 0.008), lost)).rows
    assert {name: one.seconds for name, one in row.scores.items()} == {
        "edges, native": 0.005,
        "edges, native, and unique?": 0.01,
    }
    assert row.scores["edges, native"].noise == pytest.approx(0.2)
    (late,) = boards_score.kept(made(result(RIVAL, status="out of time"))).rows
    assert (late.of, late.scores["source, pycosat"].least) == (row.of, 10.0)
    refused = made(result(RIVAL, 0.1), replace(result(RIVAL, status="refused"), board="seed 1"))
    assert boards_score.kept(refused).rows[0].scores == {}


def test_the_published_figures_stand_beside_ours() -> None:
    (line,) = (line for line in str(made(result(RIVAL, 0.1))).splitlines() if line.startswith("6x6"))
    assert line.split()[1:4] == ["10.9", "|", "50.0"]
    assert "33.2" in line


def test_given_boards_are_summed_up() -> None:
    run = made(
        result(OURS, 0.001, row="a"),
        result(RIVAL, 0.01, row="a"),
        result(OURS, 0.003, row="b", unique=True),
        result(RIVAL, 0.07, row="b"),
        new=False,
    )
    assert boards_score.total_ratio(run, RIVAL) == pytest.approx(20)
    together = next(line for line in str(run).splitlines() if line.startswith("all together"))
    assert together.split()[2:5] == ["4.00", "8.00", "80.0"]


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        (result(OURS, 1.0, status="unsat"), "there is a solution"),
        (result(OURS, 1.0, status="broken", note="LOOP: round"), "breaks a rule: LOOP: round"),
        (result(OURS, 1.0, unique=False), "there is one solution"),
    ],
)
def test_a_wrong_answer_is_said_loudly(wrong: Result, complaint: str) -> None:
    run = made(wrong)
    assert run.exit_status == 1
    assert complaint in run.wrong[0]
    assert run.wrong[0] in str(run)


def test_what_is_known_of_an_encoding_is_told_and_no_failure() -> None:
    run = made(result(RIVAL, 1.0, status="broken", note="LOOP: round"))
    assert (run.exit_status, run.wrong) == (0, ())
    assert "source, pycosat on 6x6 seed 0: the solution breaks a rule: LOOP: round" in str(run)


# -- the command line ------------------------------------------------------------------------------


def test_new_boards_of_a_size(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "flow", "--size", "6x6", "--samples", "1", "--engine", "native", "--seed", "3"]
    assert main(command) == 0
    out, err = capsys.readouterr()
    assert "Berman and Lampert" in out
    assert "edges, native, and unique?" in out
    assert [line.split(":")[1] for line in err.splitlines()] == [f" 6x6 seed {n}" for n in (3, 4, 5)]


def test_one_document(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "boards.txt"
    file.write_text(TWO)
    assert main(["bench", "flow", str(file), "--samples", "1", "--engine", "native", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["benchmark"] == "flow"
    assert [one["row"] for one in document["boards"]] == ["boards.txt:1", "boards.txt:5"]
    assert {one["status"] for one in document["results"]} <= {"sat", "unsat", "refused"}
    assert all(one["times"] for one in document["results"] if one["status"] == "sat")
    assert document["machine"]["cpus"] >= 1
    assert document["rows"][0]["scores"][0]["engine"] == "native"


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
def test_wrong_usage_is_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)


def test_benchmarks_are_found_by_their_files() -> None:
    assert "flow" in puzzles.names()
    with pytest.raises(NoSuchName, match="did you mean 'flow'"):
        puzzles.find("flows")
    with pytest.raises(BadInput):
        boards("flow", [BOARD], sizes=["6x6"])


def test_a_process_that_breaks_down_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(boards_run, "fresh", lambda *_: Failed("segmentation fault"))
    run = boards("flow", [BOARD], samples=1)
    assert run.exit_status == 1
    assert "failed: segmentation fault" in str(run)
    monkeypatch.setattr(boards_run, "fresh", lambda *_: OutOfTime())
    assert boards("flow", [BOARD], samples=1).exit_status == 0
