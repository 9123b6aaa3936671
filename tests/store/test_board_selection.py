"""Boards of a collection are selected, ordered and deleted in the store, and read some at a time."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, event

from satplay.store import collections
from satplay.store.board_details import NewRating, set_missing_details, set_ratings
from satplay.store.board_selection import (
    COMPARISONS,
    RATED,
    Condition,
    SortKey,
    count_selected,
    forget_selected,
    next_place,
    select_boards,
    sizes,
    unrated,
)
from satplay.store.collections import Added, Board, NewBoard
from satplay.store.opening import open_store
from satplay.store.transactions import CHUNK

LEVELS = ("easy", "medium", "hard")
SIZES = ("5x5", "10x4", "7x7")


def rating(cost: int) -> dict[str, Any]:
    return {"status": "rated", "dearest": cost, "total": 2 * cost, "steps": 9, "narrowest": 1}


@pytest.fixture
def store(tmp_path: Path) -> Engine:
    return open_store(tmp_path)


@pytest.fixture(scope="module")
def shared_store(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    return open_store(tmp_path_factory.mktemp("store"))


def fill(store: Engine, count: int, seed: int = 1) -> None:
    rng = Random(seed)
    boards = [
        NewBoard(
            f"board {number}",
            rng.choice((None, *LEVELS)),
            rng.choice((None, {"status": "several"}, rating(rng.randint(0, 3)))),
            rng.choice((None, *SIZES)),
        )
        for number in range(count)
    ]
    collections.add(store, "mine", "nim", boards)
    for place in rng.sample(range(1, count + 1), 5):
        collections.mark_solved(store, "mine", place)


def value(board: Board, key: str) -> Any:
    """What a board is compared by; None if it is not known."""
    known = {"number": board.place, "level": board.level, "size": board.size}
    known["solved"] = board.solved is not None
    return known[key] if key in known else (board.rating or {}).get(RATED[key])


CONDITIONS = st.one_of(
    st.builds(
        Condition, st.sampled_from(["number", *RATED]), st.sampled_from(list(COMPARISONS)), st.integers(0, 5)
    ),
    st.builds(
        Condition,
        st.just("level"),
        st.sampled_from(["=", "!="]),
        st.lists(st.sampled_from(LEVELS), max_size=2),
    ),
    st.builds(
        Condition, st.just("size"), st.sampled_from(["=", "!="]), st.lists(st.sampled_from(SIZES), max_size=2)
    ),
    st.builds(Condition, st.just("solved"), st.sampled_from(["=", "!="]), st.booleans()),
)
SORT_KEYS = st.one_of(
    st.builds(SortKey, st.sampled_from(["number", "solved", *RATED]), st.booleans(), st.just(())),
    st.builds(SortKey, st.just("level"), st.booleans(), st.just(LEVELS)),
    st.builds(SortKey, st.just("size"), st.booleans(), st.just(SIZES)),
)


def meets(board: Board, condition: Condition) -> bool:
    key, comparison, expected = condition
    found = value(board, key)
    if key in ("level", "size"):
        return (found in expected) is (comparison == "=")
    if found is None:
        return comparison == "!="
    return bool(COMPARISONS[comparison](found, expected))


def rank(board: Board, key: SortKey) -> tuple[bool, int]:
    """Unknown values come last in both directions."""
    found = value(board, key.key)
    if found is None:
        return True, 0
    place = key.order.index(found) if key.order else int(found)
    return False, -place if key.descending else place


@settings(max_examples=60, deadline=None)
@given(st.lists(CONDITIONS, max_size=3), st.lists(SORT_KEYS, max_size=3), st.integers(0, 5))
def test_boards_are_selected_and_ordered_as_in_a_list(
    shared_store: Engine,
    conditions: list[Condition],
    sorting: list[SortKey],
    seed: int,
) -> None:
    store = shared_store
    collections.forget(store, "mine")
    fill(store, 30, seed)
    expected = [one for one in select_boards(store, "mine") if all(meets(one, each) for each in conditions)]
    for key in reversed(sorting):
        expected.sort(key=lambda board, key=key: rank(board, key))  # type: ignore[misc]
    assert list(select_boards(store, "mine", conditions, sorting)) == expected
    assert count_selected(store, "mine", conditions) == len(expected)
    assert forget_selected(store, "mine", conditions) == len(expected)
    left = {board.place for board in select_boards(store, "mine")}
    assert left == set(range(1, 31)) - {board.place for board in expected}
    assert (collections.find_summary(store, "mine") is None) is (not left)


def test_only_some_boards_are_read_at_a_time(store: Engine) -> None:
    fill(store, 3 * CHUNK)
    read = []
    event.listen(store, "checkin", lambda *_: read.append("closed"))
    boards = select_boards(store, "mine", sorting=[SortKey("level", order=LEVELS)])
    assert [board.level for board in islice(boards, 3)] == ["easy"] * 3
    assert read == []  # the query is still open
    boards.close()  # type: ignore[attr-defined]
    assert read == ["closed"]


def test_the_different_sizes_are_known(store: Engine) -> None:
    fill(store, 30)
    assert sorted(sizes(store, "mine")) == sorted(SIZES) and sizes(store, "other") == []


def test_the_next_board_follows_and_the_first_follows_the_last(store: Engine) -> None:
    collections.add(store, "mine", "nim", "abcd")
    collections.mark_solved(store, "mine", 3)
    assert next_place(store, "mine", 2, unsolved=True) == 4
    assert next_place(store, "mine", 2, unsolved=False) == 3
    assert next_place(store, "mine", 4, unsolved=True) == 1
    assert next_place(store, "other", 0, unsolved=False) is None


# -- details -----------------------------------------------------------------------------------------


def test_a_board_that_is_the_same_up_to_symmetry_is_not_added(store: Engine) -> None:
    def add(*boards: tuple[str, str]) -> Added:
        return collections.add_all(
            store, "mine", "nim", [NewBoard(text, canonical=form) for text, form in boards]
        )

    assert add(("12", "1-2"), ("21", "1-2"), ("33", "3-3")) == Added(new=2, known=1, symmetric=1)
    assert add(("21", "1-2"), ("12", "1-2"), ("4", "4")) == Added(new=1, known=2, symmetric=1)
    assert [board.text for board in select_boards(store, "mine")] == ["12", "33", "4"]
    assert collections.add_all(store, "other", "nim", [NewBoard("21", canonical="1-2")]).new == 1


def test_a_job_that_arrives_twice_is_not_counted(store: Engine) -> None:
    board = NewBoard("12", canonical="1-2", key="job 1")
    assert collections.add_all(store, "mine", "nim", [board]) == Added(new=1)
    assert collections.add_all(store, "mine", "nim", [board]) == Added()


def test_missing_details_are_stored_once(store: Engine) -> None:
    collections.add(store, "mine", "nim", (f"{number}" for number in range(CHUNK + 7)))
    asked = []

    def details_of(place: int, text: str) -> tuple[str, str]:
        asked.append(place)
        return f"{place}x1", f"form of {text}"

    assert set_missing_details(store, "mine", details_of) == CHUNK + 7
    assert set_missing_details(store, "mine", details_of) == 0
    assert asked == list(range(1, CHUNK + 8))
    assert all(one.canonical == f"form of {one.text}" for one in select_boards(store, "mine"))
    assert collections.add_all(store, "mine", "nim", [NewBoard("a", canonical="form of 3")]).symmetric == 1


def test_a_rating_replaces_an_earlier_one_of_the_same_board(store: Engine) -> None:
    collections.add(store, "mine", "nim", "abc")
    set_ratings(
        store, "mine", [NewRating(1, "a", "easy", rating(2)), NewRating(3, "c", None, {"status": "?"})]
    )
    set_ratings(store, "mine", [NewRating(1, "a", "hard", rating(5)), NewRating(2, "replaced", "easy", {})])
    found = [(board.level, board.rating) for board in select_boards(store, "mine")]
    assert found == [("hard", rating(5)), (None, None), (None, {"status": "?"})]
    assert [one.place for one in unrated(store, "mine", (), after=0, most=9, level_only=False)] == [2]


def test_a_known_level_needs_no_rating_unless_its_numbers_are_needed(store: Engine) -> None:
    collections.add(store, "mine", "nim", [NewBoard("a", "easy"), NewBoard("b"), NewBoard("c")])
    for level_only, places in ((True, [2, 3]), (False, [1, 2, 3])):
        found = unrated(store, "mine", (), after=0, most=9, level_only=level_only)
        assert [board.place for board in found] == places
    assert [one.place for one in unrated(store, "mine", (), after=1, most=1, level_only=False)] == [2]


def test_collections_are_counted_without_their_boards(store: Engine) -> None:
    fill(store, 30)
    collections.add(store, "empty", "nim", [])
    empty, mine = collections.all_collections(store)
    assert (empty.name, empty.board_count, empty.solved) == ("empty", 0, 0)
    assert (mine.name, mine.subject, mine.board_count, mine.solved) == ("mine", "nim", 30, 5)
    assert collections.find_summary(store, "mine") == mine
