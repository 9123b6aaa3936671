"""Hashi benchmarks: families of boards, lazy clauses, and models for other solvers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satplay.cli import main
from satplay.contracts.levels import LEVELS
from satplay.errors import BadInput, EngineMissing, NoSuchName
from satplay.lab.bench.benchmark import BenchmarkRun, Contestant, Instance, Sample
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.puzzle_boards import contest_sample
from satplay.lab.bench.puzzle_boards.board_benchmark import board_benchmark
from satplay.lab.bench.puzzle_boards.board_sample import solve_board, solve_with_other_solver
from satplay.lab.bench.puzzle_boards.choice import (
    choose_contests,
    choose_other_solvers,
    choose_sizes,
    choose_ways,
    new_boards,
)
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import OtherSolver, PuzzleBenchmark, SolvingMethod
from satplay.lab.bench.puzzles import flow
from satplay.lab.bench.puzzles.hashi import BENCHMARK, lattice, random, twos, unique
from satplay.puzzles.hashi.board import NONE, Board, Bridges
from satplay.verbs.solve import solve

OURS, LAZY, SOURCE = BENCHMARK.ours, replace(BENCHMARK.ours, lazy=True), SolvingMethod("source", "native")
QUICK = board_benchmark("hashi", BenchOptions(quick=True))
FAMILIES = ["random", "unique", "lattice", "twos"]

sizes = st.tuples(st.integers(4, 9), st.integers(4, 9)).map(lambda sides: f"{sides[0]}x{sides[1]}")
seeds = st.integers(0, 1000)


def run_of(*samples: Sample) -> BenchmarkRun:
    """Build a run on new boards with one contestant."""
    name = samples[0].contestant
    way = next(way for way in (OURS, LAZY, SOURCE) if str(way) == name)
    one = Contestant(name, {"encoding": way.encoding}, way, known_gap=way == SOURCE)
    instances = [Instance(s.row, s.name, (one,), facts={"new": True}, status="sat") for s in samples]
    return BenchmarkRun(replace(QUICK, absent=()), tuple(instances), samples, 10.0, 1)


# -- families --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [random, lattice, twos])
@given(size=sizes, seed=seeds)
def test_boards_of_a_family_have_a_solution(make: Callable[[str, int], Board], size: str, seed: int) -> None:
    board = make(size, seed)
    assert f"{board.columns}x{board.rows}" == size
    assert board == make(size, seed)
    assert solve_board(BENCHMARK, OURS, board).status == "sat"


def test_unique_boards_have_one_solution() -> None:
    assert solve_board(BENCHMARK, OURS, unique("7x6", 3)).unique is True


@given(size=sizes, seed=seeds)
def test_a_lattice_has_islands_on_every_other_cell(size: str, seed: int) -> None:
    board = lattice(size, seed)
    places = [(row, column) for row in range(0, board.rows, 2) for column in range(0, board.columns, 2)]
    assert [board.place(cell) for cell in board.cells] == places


def test_an_odd_lattice_of_twos_is_a_column_narrower() -> None:
    assert len(twos("6x6", 0).cells) == 2 * 3
    assert len(twos("6x8", 0).cells) == 3 * 4


@pytest.mark.parametrize("size", ["", "3x9", "9x", "2001x9", "9x9x9", "-4x9", "９x９"])
def test_impossible_sizes_of_a_family_are_refused(size: str) -> None:
    for make in (random, unique, lattice, twos):
        if (make, size) != (unique, "3x9"):
            with pytest.raises(BadInput):
                make(size, 0)


def test_families_and_sizes_are_chosen_by_name() -> None:
    assert {size.family for size in choose_sizes(BENCHMARK, (), (), quick=False)} == set(FAMILIES)
    assert [size.row for size in choose_sizes(BENCHMARK, ["8x8"], (), False)] == [
        f"{name} 8x8" for name in FAMILIES
    ]
    assert [size.row for size in choose_sizes(BENCHMARK, (), ["twos"], quick=True)] == ["twos 10x10"]
    assert [size.boards for size in choose_sizes(BENCHMARK, ["20x20", "9x9"], ["random"], quick=False)] == [
        2,
        1,
    ]
    with pytest.raises(NoSuchName, match="did you mean 'lattice'"):
        choose_sizes(BENCHMARK, (), ["latice"], quick=False)


def test_new_boards_have_known_properties() -> None:
    boards = list(new_boards(BENCHMARK, choose_sizes(BENCHMARK, ["6x6"], (), quick=False), seed=5))
    assert [(one.row, one.name) for one in boards] == [(f"{name} 6x6", "seed 5") for name in FAMILIES]
    assert [(one.new, one.single) for one in boards] == [(True, name == "unique") for name in FAMILIES]


# -- contestants -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "way", [OURS, LAZY, SolvingMethod("direct", "reference"), SolvingMethod("direct", "minisat22")], ids=str
)
def test_every_contestant_connects_all_islands(way: SolvingMethod) -> None:
    if way.engine == "minisat22":
        pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    board = twos("8x8", 0)
    found = solve_board(BENCHMARK, way, board)
    assert (found.status, found.note) == ("sat", "")
    assert found.unique is (solve(board, "hashi", unique=True).unique)


def test_the_engine_uses_its_theory_unless_lazy_clauses_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    from satplay.engines.native import NativeEngine

    attached: list[int] = []
    monkeypatch.setattr(NativeEngine, "attach_connected", lambda engine, nodes, edges: attached.append(nodes))
    solve_board(BENCHMARK, OURS, twos("4x4", 0))
    assert attached == [4]
    solve_board(BENCHMARK, LAZY, twos("4x4", 0))
    assert attached == [4]


def test_contestants_are_the_default_ones_or_the_named_ones() -> None:
    usual = choose_ways(BENCHMARK, (), ())
    assert usual[:2] == (OURS, LAZY)
    assert usual[-1] == SOURCE
    assert choose_ways(BENCHMARK, ["native"], ()) == (OURS, LAZY, SOURCE)
    assert choose_ways(BENCHMARK, ["native"], ["source-degrees"]) == (
        SolvingMethod("source-degrees", "native"),
    )
    assert choose_ways(BENCHMARK, ["clingo"], ()) == ()
    assert (str(OURS), str(LAZY), str(SolvingMethod("", "clingo"))) == (
        "direct, native", "direct, native, lazily", "clingo",
    )  # fmt: skip


def test_the_source_encoding_is_checked_and_not_timed() -> None:
    assert solve_board(BENCHMARK, SOURCE, lattice("8x8", 0)).status == "broken"
    times = ({"total": 0.001},)
    wrong = [
        Sample("a", "1", str(SOURCE), "broken", times, note="NUMBER: A1"),
        Sample("a", "2", str(SOURCE), "unsat", times),
    ]
    run = run_of(*wrong)
    assert (run.exit_status, len(run.gaps)) == (0, 2)
    assert str(run).splitlines()[1].split() == ["source,", "native", "wrong"]
    half = replace(run, samples=(wrong[0], replace(wrong[1], status="sat")))
    assert "1.00, 1 of 2 wrong" in str(half)


def test_a_long_list_of_wrong_answers_is_truncated() -> None:
    run = run_of(*(Sample("a", str(n), str(SOURCE), "unsat", ({"total": 0.001},)) for n in range(14)))
    assert str(run).endswith("... and 4 more")


def test_several_solutions_are_wrong_only_if_one_is_known_to_exist() -> None:
    run = run_of(Sample("a", "1", str(OURS), "sat", found={"unique": False}))
    assert run.wrong == ()
    assert replace(run, instances=(replace(run.instances[0], unique=True),)).wrong != ()


# -- models for other solvers ----------------------------------------------------------------------


def plain(answer: Bridges | None, module: str = "json") -> OtherSolver[Board, Bridges]:
    return OtherSolver("other", module, "other-package", lambda board: lambda: answer)


def test_the_answers_of_other_solvers_are_checked() -> None:
    board = Board(1, 3, {0: 1, 2: 1})
    assert solve_with_other_solver(BENCHMARK, plain(Bridges(((0, 2, 1),))), board).status == "sat"
    assert solve_with_other_solver(BENCHMARK, plain(None), board).status == "unsat"
    broken = solve_with_other_solver(BENCHMARK, plain(NONE), board)
    assert (broken.status, broken.note) == ("broken", "NUMBER: the island A1 has 1 bridge")


def test_missing_solvers_are_listed() -> None:
    bench = replace(BENCHMARK, other_solvers=(plain(None, "no_such_module_anywhere.inside"), plain(None)))
    there, absent = choose_other_solvers(bench, (), ())
    assert ([one.module for one in there], len(absent)) == (["json"], 1)
    assert choose_other_solvers(bench, ["native"], ()) == ([], [])
    with pytest.raises(EngineMissing, match="pip install other-package"):
        choose_other_solvers(bench, ["other"], ())
    absent_one = replace(QUICK, absent=("other (pip install other-package)",))
    run = BenchmarkRun(absent_one, (), (), 10.0, 1)
    assert str(run).endswith("not installed: other (pip install other-package)")
    assert run.exit_status == 0


BOARDS = [
    twos("8x6", 0),
    lattice("9x8", 1),
    random("9x9", 2),
    replace(random("9x9", 2), loops=False),
    Board(1, 3, {0: 3, 2: 3}, most=3),
    Board(1, 3, {0: 3, 2: 3}),
    Board(1, 5, {0: 1, 2: None, 4: 2}),
    Board(3, 3, {0: 1, 2: 1, 6: 1, 8: 1}),
    Board(3, 3, {1: 1, 3: 1, 5: 1, 7: 1}),
    Board(3, 3, {0: 2, 2: 2, 6: 2, 8: 2}, loops=False),
    Board(1, 1, {0: 1}),
    Board(2, 2, {}),
]


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("other", BENCHMARK.other_solvers, ids=lambda other: other.name)
def test_models_for_other_solvers_state_the_same_rules(other: OtherSolver[Any, Any], board: Board) -> None:
    pytest.importorskip(other.module, reason=f"{other.distribution} is not installed")
    assert (
        solve_with_other_solver(BENCHMARK, other, board).status == solve_board(BENCHMARK, OURS, board).status
    )


# -- the command line ------------------------------------------------------------------------------


def test_a_family_is_benchmarked_at_a_given_size(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "--family",
        "twos",
        "--size",
        "6x6",
        "--engine",
        "native",
        "--encoding",
        "direct",
        "--samples",
        "1",
    ]
    assert main(["bench", "hashi", *words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["row"] for one in document["instances"]] == ["twos 6x6"]
    assert [(one["name"], one["lazy"]) for one in document["contestants"]] == [
        ("direct, native", False), ("direct, native, lazily", True),
    ]  # fmt: skip
    assert [one["status"] for one in document["samples"]] == ["sat", "sat"]
    assert document["absent"] == []


@pytest.mark.parametrize(
    "words",
    [["--family", "pigeonhole"], ["--size", "3x3"], ["--family", "twos", "2.2"], ["--engine", "clingoo"]],
)
def test_wrong_usage_exits_with_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "hashi", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_puzzle_without_families_uses_its_generator() -> None:
    assert [size.row for size in choose_sizes(flow.BENCHMARK, ["5x5"], (), quick=False)] == ["5x5"]
    with pytest.raises(NoSuchName):
        choose_sizes(flow.BENCHMARK, (), ["random"], quick=False)


@pytest.mark.parametrize("subject", [BENCHMARK, flow.BENCHMARK], ids=lambda subject: subject.puzzle.name)
def test_boards_of_each_level_are_generated_like_a_family(subject: PuzzleBenchmark[Any, Any]) -> None:
    assert choose_contests(subject, (), ["levels"], quick=True) == ()
    chosen = choose_contests(subject, (), ["levels"], quick=False)
    assert [one.name for one in chosen] == list(LEVELS)
    assert choose_sizes(subject, (), ["levels"], quick=False) == ()
    figures, times = contest_sample.measure(chosen[0], 1)
    assert figures["boards"] == figures["different"] > 0
    assert len(times) == 1
