"""Typed moves: their effect, obstacles, and that any text is a move or refused."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput
from satplay.puzzles.hashi.board import NONE, Board, Bridges
from satplay.puzzles.hashi.move_entry import MOVE_ENTRY, apply_move, empty_position, irreparable_violations
from satplay.puzzles.hashi.rules import Rule
from tests.puzzles.hashi.positions import board, boards, bridges, positions, solutions, solved

BOARD = board("3.4.2/...../2.3.?/..1..")
WORDS = "A1 C1 e1 a3 C3 A1-C1 Z9 AA1 erase rub left r r2 d2 up 0 1 2 3 99 100 → - , help c4 b2 down3"
TEXTS = st.lists(st.sampled_from(WORDS.split()) | st.text(max_size=4)).map(" ".join) | st.text()


def after(*moves: str, on: Board = BOARD) -> Bridges:
    position = empty_position(on)
    for move in moves:
        position = apply_move(on, position, move)
    return position


# -- syntax of moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "move",
    ["A1 C1", "a1 c1", "C1 A1", "A1-C1", "A1,C1", "A1 right", "A1 r", "C1 left", "A1 →", "A1 C1 1", "A1 r1"],
)
def test_a_bridge_can_be_typed_in_many_ways(move: str) -> None:
    assert after(move) == bridges(BOARD, "A1-C1")


@pytest.mark.parametrize("move", ["A1 C1 2", "A1 r2", "A1 R2", "A1-C1 2", "C1 left 2", "A1 C1 A1"])
def test_a_move_may_give_the_number_of_bridges(move: str) -> None:
    assert after(move) == bridges(BOARD, "A1-C1x2")


def test_after_the_maximum_the_number_of_bridges_returns_to_zero() -> None:
    assert after("A1 C1", "A1 C1") == bridges(BOARD, "A1-C1x2")
    assert after("A1 C1", "A1 C1", "A1 C1") == NONE
    on = board("4.4", most=4)
    assert after(*["A1 C1"] * 4, on=on) == bridges(on, "A1-C1x4")
    assert after(*["A1 C1"] * 5, on=on) == NONE


def test_a_move_continues_from_island_to_island() -> None:
    assert after("A1 r2 d left 2") == after("A1 C1 2 C3 A3 2") == bridges(BOARD, "A1-C1x2 C1-C3 A3-C3x2")


def test_lower_case_letters_that_are_an_island_and_a_direction_are_refused() -> None:
    on = board("...2.2/...2../....../...2..")
    assert after("D1 D2", on=on) == bridges(on, "D1-D2")
    assert after("D1 d 2", on=on) == after("D1 down2", on=on) == bridges(on, "D1-D2x2")
    assert after("d1 d4 2", "erase d1 d4", on=board("...2/..../..../...2")) == NONE
    with pytest.raises(BadInput, match="D2 for the island"):
        after("d1 d2", on=on)


@pytest.mark.parametrize(
    ("move", "complaint"),
    [
        ("", "found nothing"),
        ("A1", "two islands"),
        ("xyz", "'erase', or 'help'"),
        ("A1 xyz", "left, right, up, down"),
        ("F1 A1", "cells from A1 to E4"),
        ("A1 B1", "B1, where there is no island"),
        ("A1 A1", "one row or column"),
        ("A1 C3", "one row or column"),
        ("A1 left", "leads to an island"),
        ("A1 E1", "A1-E1 over islands"),
        ("A1 C1 3", "at most 2"),
        ("A1 r9", "at most 2"),
        ("A1 r999", "found 'r999'"),
        ("A1 C1 2 2", "found '2'"),
        ("A1 2", "found '2'"),
        ("erase", "nothing to erase"),
        ("erase B2", "no island"),
        ("erase A1 C1 1", "islands alone"),
    ],
)
def test_a_bad_move_is_refused_with_a_reason(move: str, complaint: str) -> None:
    with pytest.raises(BadInput) as refused:
        after(move)
    assert complaint in str(refused.value)


@settings(max_examples=200, deadline=None)
@given(positions(), TEXTS)
def test_any_text_is_a_move_or_refused(position: tuple[Board, Bridges], text: str) -> None:
    on, built = position
    try:
        moved = apply_move(on, built, text)
    except BadInput:
        return
    assert moved == Bridges.of(moved.triples)
    new = set(moved.triples) - set(built.triples)
    assert all(count <= on.most and (first, second) in on.link_between for first, second, count in new)


@settings(max_examples=100, deadline=None)
@given(solved(), st.randoms(use_true_random=False))
def test_every_solution_can_be_built_in_any_order(position: tuple[Board, Bridges], rng: object) -> None:
    on, solution = position
    moves = [f"{on.name(first)} {on.name(second)}" for first, second, n in solution.triples for _ in range(n)]
    rng.shuffle(moves)
    assert after(*moves, on=on) == solution


# -- building and erasing ----------------------------------------------------------------------------------


def test_bridges_are_not_built_across_others() -> None:
    on = board(".1./1.1/.1.")
    with pytest.raises(
        BadInput, match="bridges B1-B3 across A2-C2, expected a free way: 'erase A2 C2' before"
    ):
        after("A2 C2", "B1 B3", on=on)
    assert after("A2 C2", "erase A2 C2", "B1 B3", on=on) == bridges(on, "B1-B3")
    assert after("A2 C2", "B1 B3 0", on=on) == bridges(on, "A2-C2")


def test_erasing_removes_single_bridges_or_all_of_an_island() -> None:
    built = ("A1 r2 d left 2", "C1 E1")
    assert after(*built, "erase C1 C3") == bridges(BOARD, "A1-C1x2 A3-C3x2 C1-E1")
    assert after(*built, "erase C1") == bridges(BOARD, "A3-C3x2")
    assert after(*built, "ERASE A1 right down") == bridges(BOARD, "A3-C3x2 C1-E1")
    assert after(*built, "erase C3 up", "A1 C1 0", "rub A3 C3", "erase E1") == NONE


def test_bridges_that_cannot_be_built_can_be_erased() -> None:
    wrong = bridges(BOARD, "A1-E1x7 A1-C1")
    assert (
        apply_move(BOARD, wrong, "erase A1 E1")
        == apply_move(BOARD, wrong, "A1 E1 0")
        == bridges(BOARD, "A1-C1")
    )


# -- checking unfinished boards ----------------------------------------------------------------------------


@settings(max_examples=100, deadline=None)
@given(solved(), st.data())
def test_a_part_of_a_solution_has_no_irreparable_violation(
    position: tuple[Board, Bridges], data: st.DataObject
) -> None:
    on, solution = position
    fewer = [(a, b, data.draw(st.integers(0, count))) for a, b, count in solution.triples]
    assert irreparable_violations(on, Bridges.of(fewer)) == []


@settings(max_examples=60, deadline=None)
@given(boards(islands=5), st.data())
def test_no_solution_contains_an_irreparable_position(on: Board, data: st.DataObject) -> None:
    ways = {way: data.draw(st.sampled_from([0, 0, 0, 1, 2])) for way in on.link_between}
    built = Bridges.of([(*way, min(count, on.most)) for way, count in ways.items()])
    if len(ways) <= 4 and irreparable_violations(on, built):
        for solution in solutions(on):
            counts = {(first, second): count for first, second, count in solution.triples}
            assert any(counts.get((first, second), 0) < count for first, second, count in built.triples)


@pytest.mark.parametrize(
    ("rows", "built", "sentence"),
    [
        ("1.1.3", "A1-C1x2", "the island A1 has 1 bridge"),
        ("3.3", "A1-C1x3", "at most 2 bridges join A1 and C1"),
        (".1./1.1/.1.", "A2-C2 B1-B3", "A2-C2 and B1-B3 do not both have bridges"),
        ("2.2.2", "A1-E1", "no bridge passes over an island from A1 to E1"),
        # Closed components, larger or smaller.
        ("1.1.2", "A1-C1", "a bridge leads away from A1, C1"),
        ("1.1.2.2", "A1-C1", "a bridge leads away from A1, C1"),
        # Only B1-B3 continues from B3, and bridges cross it.
        (".2../2..2/.2..", "A2-D2x2", "a bridge leaves B3"),
        # C1 takes one bridge more at most: A1 cannot have its three.
        ("3.3.2/...../1....", "C1-E1x2", "the island A1 has 3 bridges"),
        ("?.1.1", "C1-E1", "the island A1 has at least 1 bridge"),
    ],
)
def test_an_irreparable_violation_is_named(rows: str, built: str, sentence: str) -> None:
    on = board(rows)
    assert sentence in {broken.sentence for broken in irreparable_violations(on, bridges(on, built))}


def test_a_ring_is_irreparable_if_loops_are_forbidden() -> None:
    on = board("2.3/.../3.3", loops=False)
    ring = bridges(on, "A1-C1 A1-A3 A3-C3 C1-C3")
    assert Rule.LOOP in {broken.rule for broken in irreparable_violations(on, ring)}
    # One bridge earlier, A3 and C3 cannot be joined any more, so C3 cannot reach its number.
    open_ = bridges(on, "A1-C1 A1-A3 C1-C3")
    assert "the island C3 has 3 bridges" in {broken.sentence for broken in irreparable_violations(on, open_)}
    with_loops = board("2.3/.../3.3")
    assert irreparable_violations(with_loops, open_) == []


def test_a_missing_part_is_not_a_violation() -> None:
    assert irreparable_violations(BOARD, empty_position(BOARD)) == []
    assert irreparable_violations(BOARD, after("A1 C1", "A3 C3")) == []


def test_help_explains_the_syntax_of_moves() -> None:
    text = "\n".join(MOVE_ENTRY.guidance.help(BOARD, NONE))
    for move in ("A1 C1", "A1 right", "A1 C1 2", "A1 r2", "erase A1 C1", "erase A1"):
        assert move in text
        after(move)


# -- marks -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["no", "not", "NO", "x"])
def test_a_mark_is_set_and_removed_by_the_same_move(verb: str) -> None:
    assert after(f"{verb} A1 C1").absent == frozenset([(0, 2)])
    assert after(f"{verb} A1 C1", "no C1 left") == NONE


def test_marks_are_completed_before_they_are_removed() -> None:
    assert after("no A1 C1", "no A1 C1 E1") == after("no A1 C1 E1")
    assert after("no A1 C1", "no A1 C1 E1", "no A1 C1 E1") == NONE


def test_a_mark_removes_bridges_and_a_bridge_the_mark() -> None:
    assert after("A1 C1 2", "no A1 C1").triples == ()
    assert after("no A1 C1", "A1 C1") == after("A1 C1")
