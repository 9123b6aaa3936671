"""The encodings of Hashi compared with brute force over all counts of bridges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput
from satplay.logic.flat_clauses import clause_lists
from satplay.puzzles.hashi import encodings
from satplay.puzzles.hashi.audit_boards import (
    all_numbers,
    boards,
    layouts,
    random,
    random_bridges,
    solutions,
    sums,
    under_all_rules,
)
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.encodings import ENCODERS
from satplay.puzzles.hashi.rules import Rule, check, number
from satplay.reasoning.oracle import EngineOracle
from tests.exams.oracle import ExamOracle

WRONG = Path(encodings.__file__).parent.parent / "wrong"
Find: TypeAlias = Callable[[Encoding[Bridges]], Iterable[Bridges]]
EXAMINER: Find = ExamOracle().solutions
ENGINE: Find = EngineOracle().solutions  # several times faster
PARTS = [name for name in ENCODERS if name.startswith("source-")]


def board(text: str, most: int = 2, loops: bool = True) -> Board:
    rows = text.split("/")
    cells = {i: int(mark) for i, mark in enumerate("".join(rows)) if mark != "."}
    return Board(len(rows), len(rows[0]), cells, most, loops)


def solutions_by_encoding(board: Board, name: str = "direct") -> list[Bridges]:
    return list(ExamOracle().solutions(ENCODERS[name].encode(board)))


def agrees_with_brute_force(board: Board, find: Find = EXAMINER) -> bool:
    """Return whether each solution is found once and brute force finds the same ones."""
    return Counter(find(ENCODERS["direct"].encode(board))) == Counter(solutions(board))


# -- direct --------------------------------------------------------------------------------------------


@given(st.randoms(use_true_random=False), st.integers(1, 36))
@settings(max_examples=100)
def test_direct_agrees_with_brute_force_on_any_board(rng: Random, cells: int) -> None:
    candidate = random(cells, rng)
    assert agrees_with_brute_force(candidate), candidate


@pytest.mark.parametrize("most", [1, 2, 3])
def test_direct_agrees_with_brute_force_on_all_boards_up_to_3_by_3(most: int) -> None:
    for candidate in boards(9):
        if candidate.most == most:
            assert agrees_with_brute_force(candidate, ENGINE), candidate


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 2, 3])
def test_direct_agrees_with_brute_force_on_all_boards_up_to_4_by_4_with_few_islands(most: int) -> None:
    """All possible numbers on up to 5 islands, and on 6 if no pair has 3 bridges; two minutes."""
    looked_at = 0
    for layout in layouts(16, 5 if most == 3 else 6, widest=4):
        islands = replace(layout, most=most)
        for numbers in all_numbers(islands):
            numbered = replace(islands, islands=dict(zip(islands.cells, numbers, strict=True)))
            for candidate in under_all_rules(numbered):
                assert agrees_with_brute_force(candidate, ENGINE), candidate
                looked_at += 1
    assert looked_at > 4_000


@pytest.mark.slow
@pytest.mark.parametrize("most", [1, 2, 3])
def test_direct_agrees_with_brute_force_for_all_island_placements_on_4_by_4(most: int) -> None:
    """All 34 231 placements of 7 islands or more, numbers from random bridges, or one changed; 5 minutes."""
    rng = Random(most)
    for layout in layouts(16, 16, widest=4):
        if len(layout.cells) < 7:
            continue
        islands = replace(layout, most=most, loops=rng.random() < 0.5)
        numbers = [max(1, number) for number in sums(islands, random_bridges(islands, rng))]
        candidate = replace(islands, islands=dict(zip(islands.cells, numbers, strict=True)))
        assert agrees_with_brute_force(candidate, ENGINE), candidate
        changed = rng.choice(islands.cells)
        candidate = replace(candidate, islands={**candidate.islands, changed: rng.randint(1, 4 * most)})
        assert agrees_with_brute_force(candidate, ENGINE), candidate


@pytest.mark.parametrize("shape", [(3, 3), (2, 5), pytest.param((4, 4), marks=pytest.mark.slow)])
def test_links_and_crossings_agree_with_a_scan_of_every_cell(shape: tuple[int, int]) -> None:
    """Clauses depend only on links and crossings, so boards with equal ones have equal clauses."""
    rows, columns = shape
    for count in range(rows * columns + 1):
        for cells in combinations(range(rows * columns), count):
            laid = Board(rows, columns, dict.fromkeys(cells))
            across = [_next(cells, range(cell + 1, (cell // columns + 1) * columns), cell) for cell in cells]
            down = [_next(cells, range(cell + columns, rows * columns, columns), cell) for cell in cells]
            seen = [way for way in across + down if way is not None]
            assert list(laid.link_between) == [(way[0], way[-1]) for way in seen]
            crossed = {
                (i, j)
                for i, j in combinations(range(len(seen)), 2)
                if set(seen[i][1:-1]).intersection(seen[j][1:-1])
            }
            assert set(map(tuple, laid.crossings.tolist())) == crossed


@pytest.mark.parametrize("most", [1, 2, 3, 4])
@pytest.mark.parametrize("ways", range(5))
def test_the_clauses_of_an_island_state_exactly_its_number(most: int, ways: int) -> None:
    """For any number and any count of links.

    A formula states only numbers and crossings, so together with the test above all boards are covered
    for all numbers; only connectivity has to be tested board by board.
    """
    around = [1, 3, 5, 7][:ways]
    for wanted in [None, *range(1, 4 * most + 1)]:
        star = Board(3, 3, {**dict.fromkeys(around), 4: wanted}, most)
        formula = ENCODERS["direct"].encode(star).formula
        clauses = [
            clause
            for i, clause in enumerate(clause_lists(formula.flat))
            if formula.origin(i) == number(star, 4)
        ]
        for counts in product(range(most + 1), repeat=ways):
            true = {link * most + k + 1 for link, count in enumerate(counts) for k in range(count)}
            holds = all(any((abs(lit) in true) == (lit > 0) for lit in clause) for clause in clauses)
            assert holds == (sum(counts) == wanted if wanted else sum(counts) > 0), (wanted, counts)


def _next(cells: tuple[int, ...], way: range, start: int) -> list[int] | None:
    passed = [start]
    for cell in way:
        passed.append(cell)
        if cell in cells:
            return passed
    return None


# -- the source ----------------------------------------------------------------------------------------

EXAMPLE = board("12/12")  # the board of the example for connectivity in the source


def clauses_of_rule(name: str, candidate: Board, rule: Rule) -> list[list[str]]:
    """The clauses of an encoding that state a rule, in the notation of the source."""
    formula = ENCODERS[name].encode(candidate).formula
    clauses = clause_lists(formula.flat)
    rule_clauses = [
        clause for i, clause in enumerate(clauses) if getattr(formula.origin(i), "rule", None) is rule
    ]
    return [[("-" if lit < 0 else "") + str(formula.atom(lit)) for lit in clause] for clause in rule_clauses]


def both(*pairs: str) -> list[str]:
    return [f"{pair}|{which}" for pair in pairs for which in (0, 1)]


@pytest.mark.parametrize("name", ["source", "source-connectivity"])
def test_connectivity_clauses_equal_the_example_of_the_source(name: str) -> None:
    assert clauses_of_rule(name, EXAMPLE, Rule.CONNECTED) == [
        both("00|10", "00|01", "10|11", "01|11"),
        both("00|10", "00|01", "10|11"),
        both("00|01", "10|11"),
    ]


@pytest.mark.parametrize("name", ["source", "source-degrees"])
@pytest.mark.parametrize("number", [4, 5])
def test_degree_clauses_equal_the_examples_of_the_source(name: str, number: int) -> None:
    """An island with four neighbours; the source calls its variables a to h."""
    clauses = clauses_of_rule(name, board(f".1./1{number}1/.1."), Rule.NUMBER)
    centre = [clause for clause in clauses if len(clause) > 2]  # the others have one neighbour
    letters = centre[0]
    denied = [f"-{letter}" for letter in letters]
    assert len(letters) == 8
    assert centre == [letters[i:] for i in range(number)] + [denied[i:] for i in range(8 - number)]


def test_crossing_clauses_equal_the_formula_of_the_source() -> None:
    clauses = clauses_of_rule("source-crossing", board(".1./1.1/.1."), Rule.CROSSING)
    a, b = both("01|21"), both("10|12")
    expected = [[f"{sign}{x}", f"{sign}{y}"] for y in b for x in a for sign in ("-", "")]
    assert clauses == expected


@pytest.mark.parametrize("name", ["source", "source-crossing-test"])
def test_the_crossing_test_of_the_source_finds_no_crossing(name: str) -> None:
    assert clauses_of_rule(name, board(".1./1.1/.1."), Rule.CROSSING) == []


@pytest.mark.parametrize(
    ("name", "text", "broken"),
    [
        ("source", "1.2", Rule.NUMBER),
        ("source-degrees", "2.3", Rule.NUMBER),
        ("source-degrees", "1111", Rule.NUMBER),
        ("source-connectivity", "1.1/.../1.1", Rule.CONNECTED),
        ("source-connectivity", "1.2.2/...../1.2.2", Rule.CONNECTED),
        ("source-crossing-test", "22./2.1/.1.", Rule.CROSSING),
    ],
)
def test_the_source_encoding_accepts_wrong_solutions(name: str, text: str, broken: Rule) -> None:
    candidate = board(text)
    rules = [
        {instance.rule for instance in check(candidate, bridges)}
        for bridges in solutions_by_encoding(candidate, name)
    ]
    assert {broken} in rules
    assert all(not check(candidate, bridges) for bridges in solutions_by_encoding(candidate))


@pytest.mark.parametrize("text", ["232/1.1/.1.", "..1.2/...../1...2/...../2.2.2"])
def test_xor_misses_solutions_and_accepts_no_wrong_one(text: str) -> None:
    candidate = board(text)
    assert set(solutions_by_encoding(candidate, "source-crossing")) < set(solutions(candidate))


def test_one_bridge_has_two_models_in_the_source_encoding() -> None:
    assert solutions_by_encoding(board("1.1"), "source") == [Bridges(((0, 2, 1),))] * 2


def test_on_four_cells_the_source_encoding_misses_no_solution() -> None:
    for candidate in boards(4):
        if candidate.most == 2 and candidate.loops and all(candidate.incident):
            right = set(solutions(candidate))
            assert right <= set(solutions_by_encoding(candidate, "source-degrees"))
            assert right <= set(solutions_by_encoding(candidate, "source-connectivity"))
            assert (
                right
                == set(solutions_by_encoding(candidate, "source-crossing"))
                == set(solutions_by_encoding(candidate, "source-crossing-test"))
            )


@pytest.mark.parametrize("name", ["source", *PARTS])
@pytest.mark.parametrize(
    "candidate",
    [
        Board(1, 2, {0: 1, 1: 1}, most=1),
        Board(1, 2, {0: 1, 1: 1}, loops=False),
        Board(1, 2, {0: 1, 1: None}),
        Board(1, 2, {0: 1}),
    ],
    ids=["most", "loops", "number", "alone"],
)
def test_the_source_encoding_refuses_other_rule_variants(name: str, candidate: Board) -> None:
    with pytest.raises(BadInput, match="encodings of the source"):
        ENCODERS[name].encode(candidate)


@pytest.mark.parametrize("name", ["source", *PARTS])
def test_the_board_of_a_gap_demonstrates_it(name: str) -> None:
    text = (WRONG / f"gap-{name}.txt").read_text("utf-8").partition("===")[0]
    candidate = board(text.strip().replace("\n", "/"))
    assert ENCODERS[name].gap and set(solutions_by_encoding(candidate, name)) != set(solutions(candidate))


def test_the_source_encoding_has_its_parts() -> None:
    assert set(ENCODERS["source"].parts.values()) == set(PARTS)
