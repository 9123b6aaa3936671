"""Boards of Hashi in families, rules stated lazily or not, and plain models of other solvers beside."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from satplay.cli import main
from satplay.errors import BadInput, EngineMissing, NoSuchName
from satplay.lab.bench import boards_choice, boards_report
from satplay.lab.bench.puzzle_boards.board_sample import solved, solved_plainly
from satplay.lab.bench.puzzle_boards.boards_run import Boards, Result
from satplay.lab.bench.puzzle_boards.choice import Posed, new, plain_of, sizes_of, ways_of
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Plain, Way
from satplay.lab.bench.puzzles import flow
from satplay.lab.bench.puzzles.hashi import BENCH, lattice, random, twos, unique
from satplay.puzzles.hashi.board import NONE, Board, Bridges
from satplay.verbs.solve import solve

OURS, LAZY, SOURCE = BENCH.ours, replace(BENCH.ours, lazy=True), Way("source", "native")
FAMILIES = ["random", "unique", "lattice", "twos"]

sizes = st.tuples(st.integers(4, 9), st.integers(4, 9)).map(lambda sides: f"{sides[0]}x{sides[1]}")
seeds = st.integers(0, 1000)


# -- families --------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [random, lattice, twos])
@given(size=sizes, seed=seeds)
def test_boards_of_a_family_have_a_solution(make: Callable[[str, int], Board], size: str, seed: int) -> None:
    board = make(size, seed)
    assert f"{board.columns}x{board.rows}" == size
    assert board == make(size, seed)
    assert solved(BENCH, OURS, board).status == "sat"


def test_unique_boards_have_one() -> None:
    assert solved(BENCH, OURS, unique("7x6", 3)).unique is True


@given(size=sizes, seed=seeds)
def test_a_lattice_has_islands_on_every_other_cell(size: str, seed: int) -> None:
    board = lattice(size, seed)
    places = [(row, column) for row in range(0, board.rows, 2) for column in range(0, board.columns, 2)]
    assert [board.place(cell) for cell in board.cells] == places


def test_an_odd_lattice_of_twos_is_a_column_narrower() -> None:
    assert len(twos("6x6", 0).cells) == 2 * 3
    assert len(twos("6x8", 0).cells) == 3 * 4


@pytest.mark.parametrize("size", ["", "3x9", "9", "2001x9", "9x9x9", "-4x9", "９x９"])
def test_sizes_that_no_family_has(size: str) -> None:
    for make in (random, unique, lattice, twos):
        if (make, size) != (unique, "3x9"):
            with pytest.raises(BadInput):
                make(size, 0)


def test_families_and_sizes_are_chosen_by_name() -> None:
    assert {size.family for size in sizes_of(BENCH, (), (), quick=False)} == set(FAMILIES)
    assert [size.row for size in sizes_of(BENCH, ["8x8"], (), False)] == [f"{name} 8x8" for name in FAMILIES]
    assert [size.row for size in sizes_of(BENCH, (), ["twos"], quick=True)] == ["twos 10x10"]
    assert [size.boards for size in sizes_of(BENCH, ["20x20", "9x9"], ["random"], quick=False)] == [2, 1]
    with pytest.raises(NoSuchName, match="did you mean 'lattice'"):
        sizes_of(BENCH, (), ["latice"], quick=False)


def test_what_is_known_of_new_boards() -> None:
    posed = list(new(BENCH, sizes_of(BENCH, ["6x6"], (), quick=False), seed=5))
    assert [(one.row, one.name) for one in posed] == [(f"{name} 6x6", "seed 5") for name in FAMILIES]
    assert [(one.new, one.single) for one in posed] == [(True, name == "unique") for name in FAMILIES]


# -- ways ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", [OURS, LAZY, Way("direct", "reference"), Way("direct", "minisat22")], ids=str)
def test_every_way_connects_all_islands(way: Way) -> None:
    if way.engine == "minisat22":
        pytest.importorskip("pysat.solvers", reason="python-sat is not installed")
    board = twos("8x8", 0)
    found = solved(BENCH, way, board)
    assert (found.status, found.note) == ("sat", "")
    assert found.unique is (solve(board, "hashi", unique=True).unique)


def test_the_engine_takes_part_in_a_rule_unless_it_is_stated_lazily(monkeypatch: pytest.MonkeyPatch) -> None:
    from satplay.engines.native import NativeEngine

    attached: list[int] = []
    monkeypatch.setattr(NativeEngine, "attach_connected", lambda engine, nodes, edges: attached.append(nodes))
    solved(BENCH, OURS, twos("4x4", 0))
    assert attached == [4]
    solved(BENCH, LAZY, twos("4x4", 0))
    assert attached == [4]


def test_ways_are_the_usual_ones_or_those_named() -> None:
    usual = ways_of(BENCH, (), ())
    assert usual[:2] == (OURS, LAZY)
    assert usual[-1] == SOURCE
    assert ways_of(BENCH, ["native"], ()) == (OURS, LAZY, SOURCE)
    assert ways_of(BENCH, ["native"], ["source-degrees"]) == (Way("source-degrees", "native"),)
    assert ways_of(BENCH, ["clingo"], ()) == ()
    assert (str(OURS), str(LAZY), str(Way("", "clingo"))) == (
        "direct, native", "direct, native, lazily", "clingo",
    )  # fmt: skip


def test_the_source_is_judged_and_not_timed() -> None:
    assert solved(BENCH, SOURCE, lattice("8x8", 0)).status == "broken"
    times = ({"total": 0.001},)
    posed = tuple(Posed("a", name, "", new=True, board=None) for name in ("1", "2"))
    wrong = [
        Result("a", "1", SOURCE, "broken", times, note="NUMBER: A1"),
        Result("a", "2", SOURCE, "unsat", times),
    ]
    run = Boards(BENCH, (SOURCE,), posed, tuple(wrong), samples=1, seconds=10.0)
    assert (run.exit_status, len(run.gaps)) == (0, 2)
    assert boards_report.lines(run)[1].split() == ["source,", "native", "wrong"]
    half = replace(run, results=(wrong[0], replace(wrong[1], status="sat")))
    assert "1.00, 1 of 2 wrong" in str(half)


def test_many_wrong_answers_are_not_all_told() -> None:
    posed = tuple(Posed("a", str(number), "", new=True, board=None) for number in range(14))
    results = tuple(Result("a", one.name, SOURCE, "unsat", ({"total": 0.001},)) for one in posed)
    run = Boards(BENCH, (SOURCE,), posed, results, samples=1, seconds=10.0)
    assert str(run).endswith("... and 4 more")


def test_several_solutions_are_no_fault_where_nobody_promised_one() -> None:
    result = Result("a", "1", OURS, "sat", unique=False)
    several = Posed("a", "1", "", new=True, board=None)
    run = Boards(BENCH, (OURS,), (several,), (result,), samples=1, seconds=10.0)
    assert run.wrong == ()
    assert replace(run, posed=(replace(several, single=True),)).wrong != ()


# -- plain models ----------------------------------------------------------------------------------


def plain(answer: Bridges | None, module: str = "json") -> Plain[Board, Bridges]:
    return Plain("other", module, "other-package", lambda board: lambda: answer)


def test_the_answers_of_others_are_judged() -> None:
    board = Board(1, 3, {0: 1, 2: 1})
    assert solved_plainly(BENCH, plain(Bridges(((0, 2, 1),))), board).status == "sat"
    assert solved_plainly(BENCH, plain(None), board).status == "unsat"
    broken = solved_plainly(BENCH, plain(NONE), board)
    assert (broken.status, broken.note) == ("broken", "NUMBER: the island A1 has 1 bridge")


def test_who_is_not_installed_is_told_in_a_line() -> None:
    bench = replace(BENCH, plain=(plain(None, "no_such_module_anywhere.inside"), plain(None)))
    there, absent = plain_of(bench, (), ())
    assert ([one.module for one in there], len(absent)) == (["json"], 1)
    assert plain_of(bench, ["native"], ()) == ([], [])
    with pytest.raises(EngineMissing, match="pip install other-package"):
        plain_of(bench, ["other"], ())
    run = Boards(bench, (), (), (), samples=1, seconds=10.0, absent=(("other", "other-package"),))
    assert str(run).endswith("not installed, so not beside us: other (pip install other-package)")
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
@pytest.mark.parametrize("other", BENCH.plain, ids=lambda other: other.name)
def test_plain_models_say_the_same_rules(other: Plain[Any, Any], board: Board) -> None:
    pytest.importorskip(other.module, reason=f"{other.distribution} is not installed")
    assert solved_plainly(BENCH, other, board).status == solved(BENCH, OURS, board).status


# -- the command line ------------------------------------------------------------------------------


def test_a_family_of_a_size(capsys: pytest.CaptureFixture[str]) -> None:
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
    assert [one["row"] for one in document["boards"]] == ["twos 6x6"]
    assert [(one["way"]["lazy"], one["status"]) for one in document["results"]] == [
        (False, "sat"), (True, "sat"),
    ]  # fmt: skip
    assert document["absent"] == []


@pytest.mark.parametrize(
    "words",
    [["--family", "pigeonhole"], ["--size", "3x3"], ["--family", "twos", "2.2"], ["--engine", "clingoo"]],
)
def test_wrong_usage_is_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "hashi", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_puzzle_without_families_has_those_of_its_generator() -> None:
    assert [size.row for size in sizes_of(flow.BENCH, ["5x5"], (), quick=False)] == ["5x5"]
    with pytest.raises(NoSuchName):
        boards_choice.sizes_of(flow.BENCH, (), ["random"], quick=False)
