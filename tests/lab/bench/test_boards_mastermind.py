"""Mastermind benchmarks: boards, warm starts, and code-breakers in a second table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satplay.cli import main
from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Unsat
from satplay.errors import BadInput, NoSuchName
from satplay.lab import calls
from satplay.lab.bench import puzzles
from satplay.lab.bench.benchmark import CPU, BenchmarkRun, Contestant, Instance, Sample
from satplay.lab.bench.caches import clear_caches
from satplay.lab.bench.engine_calls import convert_clauses, open_solver
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.puzzle_boards import contest_sample
from satplay.lab.bench.puzzle_boards.board_benchmark import board_benchmark, write_contest
from satplay.lab.bench.puzzle_boards.board_sample import solve_board
from satplay.lab.bench.puzzle_boards.board_tables import comparisons
from satplay.lab.bench.puzzle_boards.choice import choose_contests, choose_sizes, choose_ways
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import BoardSize, Contest, SolvingMethod
from satplay.lab.bench.puzzles.mastermind import (
    ALONE,
    BENCHMARK,
    BREAKERS,
    DIRECT,
    OURS,
    SAME_CLAUSES,
    ten,
    two,
)
from satplay.lab.bench.run import run_benchmark
from satplay.lab.calls import Failed
from satplay.logic.cardinality import pattern
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.mastermind.board import Board
from satplay.solving.lazy_refinement import Result, Solution
from satplay.solving.solution_search import SolutionSearch
from satplay.workers.calls import OutOfTime

SOURCE = SolvingMethod("source", "native")
ENTROPY = BREAKERS.all[1]

sizes = st.tuples(st.integers(1, 6), st.integers(1, 12)).map(lambda sides: f"{sides[0]}x{sides[1]}")
seeds = st.integers(0, 1000)


def result(way: SolvingMethod, total: float, status: str = "sat") -> Sample:
    parts = {"encode": 3 * total / 4, "lists": 0.0, "solve": total / 4, "check": 0.0, "total": total}
    return Sample("ten 4x6", "seed 0", str(way), status, (parts,) if status == "sat" else ())


def contest_result(contest: Contest, figures: Mapping[str, float], *seconds: float) -> Sample:
    times = tuple({"total": one} for one in seconds)
    return Sample(str(contest), "", CPU, "done", times, found={"figures": figures})


def run_of(*samples: Sample) -> BenchmarkRun:
    """Build a run on new boards and contests, all with a solution."""
    ways = {str(way): way for way in (OURS, ALONE, DIRECT, SOURCE, *SAME_CLAUSES)}
    contests = {str(contest): contest for contest in BREAKERS.all}
    contestants = tuple(
        Contestant(one.contestant, {"encoding": ways[one.contestant].encoding}, ways[one.contestant])
        for one in samples
        if one.contestant in ways
    )
    instances = [
        write_contest(contests[row], Path())
        if row in contests
        else Instance(row, name, contestants, facts={"new": True}, status="sat")
        for row, name in dict.fromkeys((one.row, one.name) for one in samples)
    ]
    return BenchmarkRun(
        board_benchmark("mastermind", BenchOptions(quick=True)), tuple(instances), samples, 10.0, 1
    )


# -- boards ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("make", "guesses"), [(ten, 10), (two, 2)])
@given(size=sizes, seed=seeds)
def test_boards_have_a_solution(
    make: Callable[[str, int], Board], guesses: int, size: str, seed: int
) -> None:
    board = make(size, seed)
    assert f"{board.length}x{len(board.symbols)}" == size
    assert len(board.guesses) == guesses
    assert board == make(size, seed)
    assert solve_board(BENCHMARK, OURS, board).status == "sat"


@pytest.mark.parametrize("size", ["", "4", "4x63", "201x4", "0x4", "4x0", "4x6x2", "-4x6", "４x６"])
def test_impossible_sizes_are_refused(size: str) -> None:
    with pytest.raises(BadInput, match="POSITIONSxSYMBOLS"):
        ten(size, 0)


def test_only_the_first_solution_is_searched() -> None:
    found = solve_board(BENCHMARK, OURS, two("4x6", 0))
    assert (found.unique, found.times.unique) == (None, None)


# -- contestants -----------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [OURS, ALONE, DIRECT, *SAME_CLAUSES], ids=str)
def test_every_contestant_finds_a_code(way: SolvingMethod) -> None:
    if way in SAME_CLAUSES:
        module = "pycosat" if way.engine == "pycosat" else "pysat.solvers"
        pytest.importorskip(module, reason=f"{module} is not installed")
    found = solve_board(BENCHMARK, way, ten("4x6", 0))
    assert (found.status, found.note) == ("sat", "")


def test_a_refused_board_is_reported_with_the_reason() -> None:
    refused = solve_board(BENCHMARK, DIRECT, ten("20x10", 0))
    assert refused.status == "refused"
    run = run_of(Sample("ten 20x10", "seed 0", str(DIRECT), "refused", note=refused.note))
    table, empty, reason = str(run).splitlines()[1:]
    assert (table.split(), empty) == (["direct,", "native", "-"], "")
    assert reason.startswith("direct, native cannot do ten 20x10: bad guess for this encoding: found ")


def test_the_source_encoding_is_wrong_on_most_boards() -> None:
    found = [solve_board(BENCHMARK, SOURCE, two("4x6", seed)).status for seed in range(8)]
    assert found.count("sat") < 4


def test_contestants_are_the_default_ones_or_the_named_ones() -> None:
    assert choose_ways(BENCHMARK, (), ())[:2] == (OURS, ALONE)
    assert choose_ways(BENCHMARK, ["native"], ["counting"]) == (OURS, ALONE)
    assert choose_ways(BENCHMARK, ["native"], ["direct"]) == (DIRECT,)
    assert str(ALONE) == "counting, native, clauses alone"


# -- warm starts -----------------------------------------------------------------------------------

FORMULA = [[1, 2], [-1, -2]]


def encoding(likely: Callable[[], Sequence[int]] | None) -> Encoding[Model]:
    return Encoding(Formula(FORMULA), decode=lambda model: model, answer=[1, 2], warm_start=likely)


def search(engine: str, warm_start: Sequence[int], *more: list[int]) -> Result[Model]:
    formula = Formula([*FORMULA, *more])
    encoding = Encoding(formula, decode=lambda model: model, answer=[1, 2], warm_start=lambda: warm_start)
    return SolutionSearch(encoding, open_solver(engine, formula, convert_clauses(formula, engine))).solve()


@pytest.mark.parametrize("engine", ["native", "reference", "minisat22", "kissat404"])
@pytest.mark.parametrize("lits", [[1, -2], [-1, 2], [2]])
def test_the_warm_start_is_tried_first(engine: str, lits: list[int]) -> None:
    if engine not in ("native", "reference"):
        pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    found = search(engine, lits)
    assert isinstance(found, Solution) and set(lits) <= set(found.value)


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_the_warm_start_may_be_wrong(engine: str) -> None:
    assert isinstance(search(engine, [1, 2]), Solution)
    assert isinstance(search(engine, [1, 2], [1], [2]), Unsat)


def test_only_our_own_engine_uses_the_warm_start() -> None:
    calls: list[str] = []

    def likely() -> Sequence[int]:
        calls.append("asked")
        return []

    encoder = replace(BENCHMARK.puzzle.encoders["counting"], encode=lambda board: encoding(likely))
    puzzle = replace(BENCHMARK.puzzle, encoders={"counting": encoder}, check=lambda board, solution: [])
    bench = replace(BENCHMARK, puzzle=puzzle)
    for way in (ALONE, SolvingMethod("counting", "minisat22")):
        if way.engine == "minisat22":
            pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
        solve_board(bench, way, two("4x6", 0))
        assert calls == []
    solve_board(bench, OURS, two("4x6", 0))
    assert calls == ["asked"]


def test_samples_are_independent() -> None:
    pattern.unary(5, 3)
    clear_caches("satplay.logic.cardinality")
    assert pattern.unary.cache_info().currsize == 0
    pattern.unary(5, 3)
    clear_caches("satplay.logic.card", "satplay.puzzles")
    assert pattern.unary.cache_info().currsize == 1


# -- ratios ----------------------------------------------------------------------------------------


def test_encodings_are_compared_by_total_time_and_engines_by_solving_time() -> None:
    run = run_of(
        result(OURS, 0.001), result(ALONE, 0.002), result(SAME_CLAUSES[0], 0.006), result(DIRECT, 0.02)
    )
    text = str(run)
    assert "direct, native / counting, native, geometric mean of 1 rows: 20" in text
    title = "solving: counting, pycosat / counting, native, clauses alone"
    assert f"{title}, geometric mean of 1 rows: 3.00" in text
    assert [one.part for one in comparisons(BENCHMARK, run)] == ["total", "solve"]
    assert "unique?" not in text


def test_there_is_no_ratio_to_a_timeout() -> None:
    run = run_of(result(OURS, 0, "out of time"), result(DIRECT, 0.02))
    (comparison,) = comparisons(BENCHMARK, run)
    assert comparison.ratio(run, "ten 4x6") is None


def test_contestants_excluded_for_memory_run_only_if_named(monkeypatch: pytest.MonkeyPatch) -> None:
    small = BoardSize("4x6", boards=1, family="ten", without=("direct", "source"))
    bench = replace(BENCHMARK, quick=(small,), sizes=(small,), contests=None)
    monkeypatch.setattr(puzzles, "find", lambda name: bench)
    monkeypatch.setattr(calls, "call", lambda *_: OutOfTime())

    def names(**options: list[str]) -> list[str]:
        run = run_benchmark(board_benchmark("mastermind", BenchOptions(**options)))
        return [one.name for one in run.contestants]

    assert str(DIRECT) not in names()
    assert names(encodings=["direct"], engines=["native"]) == [str(DIRECT)]


# -- code-breakers ---------------------------------------------------------------------------------


@pytest.mark.parametrize("contest", [one for one in BREAKERS.all if one.when == "quick"], ids=str)
def test_a_breaker_needs_the_published_number_of_guesses(contest: Contest) -> None:
    figures, times = contest_sample.measure(contest, 1)
    assert run_of(contest_result(contest, figures, *times)).wrong == ()
    assert len(times) == 1


def test_breakers_are_chosen_like_a_family() -> None:
    def chosen(sizes: Sequence[str] = (), families: Sequence[str] = (), quick: bool = False) -> list[str]:
        return [str(one) for one in choose_contests(BENCHMARK, sizes, families, quick)]

    assert chosen(quick=True) == ["4x6 minimax", "4x6 entropy", "4x6 parts"]
    assert "4x10 entropy" in chosen()
    assert "5x8 entropy" not in chosen(families=["breakers"])
    assert chosen(["5x8"], ["breakers"]) == ["5x8 entropy"]
    assert chosen(families=["ten"]) == chosen(["7x7"]) == []
    with pytest.raises(NoSuchName, match="size of breakers"):
        chosen(["7x7"], ["breakers"])
    assert choose_sizes(BENCHMARK, (), ["breakers"], quick=False) == ()
    assert {size.family for size in choose_sizes(BENCHMARK, (), ["two", "breakers"], quick=False)} == {"two"}
    with pytest.raises(NoSuchName, match="did you mean 'breakers'"):
        choose_sizes(BENCHMARK, (), ["breaker"], quick=False)


def test_breakers_are_printed_next_to_known_and_quoted_values() -> None:
    done = contest_result(ENTROPY, {"guesses": 5722, "average": 4.41512}, 0.03, 0.02, 0.04)
    late = Sample(str(BREAKERS.all[-1]), "", CPU, "out of time")
    head, first, last, quoted = str(run_of(done, late)).splitlines()
    assert head.split()[-7:] == ["guesses", "known", "average", "quoted", "CPU", "s", "quoted"]
    assert first.split() == ["4x6", "entropy", "5722", "5722", "4.415", "4.415", "0.0300", "±17%", "0.01"]
    assert last.split() == ["5x8", "entropy", "-", "-", "-", "5.489", ">10", "5.5"]
    assert quoted.startswith("quoted: fancidev/mastermind")
    assert "measured elsewhere" in quoted


def test_contests_are_saved_unless_they_are_wrong() -> None:
    done, wrong = (contest_result(ENTROPY, {"guesses": total}, 0.1) for total in (5722, 5721))
    (row,) = run_of(done).baseline_table().rows
    assert (row.name, row.scores["CPU s"].seconds) == ("4x6 entropy", 0.1)
    (late,) = run_of(Sample("4x6 entropy", "", CPU, "out of time")).baseline_table().rows
    assert (late.of, late.scores["CPU s"].late) == (row.of, True)
    failed = Sample("4x6 parts", "", CPU, "failed")
    assert [kept.scores for kept in run_of(wrong, failed).baseline_table().rows] == [{}, {}]


def test_totals_that_differ_from_the_known_ones_are_wrong() -> None:
    run = run_of(contest_result(ENTROPY, {"guesses": 5721}, 0.1))
    assert run.wrong == ("WRONG: 4x6 entropy: guesses is 5721, expected 5722",)
    assert run.exit_status == 1
    assert run_of(Sample("4x6 entropy", "", CPU, "out of time")).exit_status == 0
    failed = run_of(Sample("4x6 entropy", "", CPU, "failed", note="out of memory"))
    assert failed.failed == ("4x6 entropy failed: out of memory",)


def test_a_failed_or_timed_out_contest_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def outcome(answer: object) -> Sample:
        monkeypatch.setattr(calls, "call", lambda *_: answer)
        options = BenchOptions(families=["breakers"], sizes=["5x8"])
        (found,) = run_benchmark(board_benchmark("mastermind", options), repeats=1).samples
        return found

    done = {"status": "done", "figures": {"guesses": 5722}}
    assert outcome(OutOfTime()).status == "out of time"
    assert outcome(Failed("segmentation fault")).note == "segmentation fault"
    assert outcome({**done, "times": [{"total": 11.0}]}).status == "out of time"
    assert outcome({**done, "times": [{"total": 1.0}]}).seconds() == [1.0]


def test_a_contest_is_reproducible() -> None:
    numbers = iter((1.0, 2.0))
    fickle = Contest("fickle", "1x1", lambda: {"number": next(numbers)})
    with pytest.raises(RuntimeError, match="in the first sample, then"):
        contest_sample.measure(fickle, 2)


# -- the command line ------------------------------------------------------------------------------


def test_breakers_can_be_run_alone(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "mastermind", "--family", "breakers", "--size", "4x6", "--samples", "1"]) == 0
    out, err = capsys.readouterr()
    assert [line.split()[1] for line in out.splitlines()[1:4]] == ["minimax", "entropy", "parts"]
    assert err.count("\n") == 3


def test_json_output_is_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--family", "two", "--size", "4x6", "--engine", "native", "--samples", "1"]
    assert main(["bench", "mastermind", *words, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    ways = [(one["encoding"], one["alone"]) for one in document["contestants"]]
    assert ways == [("counting", False), ("counting", True), ("direct", False), ("source", False)]
    assert [one["row"] for one in document["instances"]] == ["two 4x6"]
    assert list(document["ratios"]["two 4x6"]) == ["direct, native / counting, native"]


@pytest.mark.parametrize(
    "words",
    [
        ["--family", "breaker"],
        ["--family", "breakers", "--size", "4x7"],
        ["--size", "4"],
        ["--size", "4x6", "0123 1 1"],
    ],
)
def test_wrong_usage_exits_with_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "mastermind", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
