"""Boards of a collection, selected by what is known about them; what is not known is found out once."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import update

import satplay
from satplay import puzzles
from satplay.contracts.engine import Limit
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.board_details import board_details
from satplay.inputs.reading import read_board
from satplay.store import collections, games
from satplay.store.opening import open_store
from satplay.store.tables import BOARDS
from satplay.verbs.keep import keep_boards
from satplay.verbs.list_boards import list_boards

SOLVABLE, SEVERAL, IMPOSSIBLE = "1.2\n...\n..1", "3.3\n...\n3.3", "1.1\n...\n1.1"


@pytest.fixture(autouse=True)
def _own_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))


def boards(count: int = 6) -> None:
    made = [
        satplay.generate("hashi", size=size, seed=seed)
        for seed in range(count // 2)
        for size in ("5x5", "7x7")
    ]
    assert keep_boards("@mine", "hashi", [one.instance for one in made]).new == count


def test_boards_are_rated_when_their_level_is_needed_and_only_once() -> None:
    boards()
    asked: list[tuple[int, int]] = []
    levels = [one.level for one in list_boards("@mine", sort="level", on_rated=lambda *n: asked.append(n))]
    assert asked == [(number, 6) for number in range(1, 7)]
    assert levels == sorted((str(level) for level in levels), key=satplay_levels().index)
    again = list_boards("@mine", where="cost>=1", sort="-cost", on_rated=lambda *n: asked.append(n))
    assert len(asked) == 6 and len(again) == 6
    for board in again:
        rated = satplay.rate(board.name)
        assert rated.rating is not None and board.level == rated.level
        assert board.numbers() == {
            "cost": rated.rating.dearest,
            "sum": rated.rating.total,
            "steps": rated.rating.steps,
            "narrowest": rated.rating.narrowest,
        }


def satplay_levels() -> list[str]:
    return ["beginner", "easy", "medium", "hard", "expert", "extreme"]


def test_only_boards_that_may_be_selected_are_rated() -> None:
    boards()
    asked: list[int] = []
    list_boards("@mine", where="size=5x5 level=easy", on_rated=lambda number, total: asked.append(total))
    assert asked == [3, 3, 3]


def test_a_board_without_a_rating_is_not_rated_again() -> None:
    satplay.keep("@mine", [SOLVABLE, SEVERAL, IMPOSSIBLE], "hashi")
    assert [one.number for one in list_boards("@mine", sort="cost")] == [1, 2, 3]  # the unknown ones last
    asked: list[int] = []
    found = list_boards("@mine", where="cost!=99", on_rated=lambda number, total: asked.append(number))
    statuses = [one.rating["status"] for one in found if one.rating is not None]
    assert (statuses, asked) == (["rated", "several", "unsolvable"], [])


def test_what_is_rated_before_an_interruption_is_stored() -> None:
    boards()

    def interrupt(number: int, total: int) -> None:
        if number == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        list_boards("@mine", sort="level", on_rated=interrupt)
    asked: list[int] = []
    list_boards("@mine", sort="level", on_rated=lambda number, total: asked.append(total))
    assert asked == [2, 2]


def test_a_limit_leaves_boards_unrated() -> None:
    boards()
    assert len(list_boards("@mine", where="level>=beginner", limit=Limit(seconds=0))) == 0
    assert len(list_boards("@mine", where="level>=beginner")) == 6


def test_the_level_that_was_generated_is_known() -> None:
    made = satplay.generate("hashi", size="7x7", difficulty="medium", seed=1)
    keep_boards("@mine", "hashi", [made.instance], made.difficulty)
    asked: list[int] = []
    found = list(list_boards("@mine", where="level=medium", on_rated=lambda *n: asked.extend(n)))
    assert ([one.level for one in found], asked) == (["medium"], [])


def test_rotated_and_reflected_boards_are_known() -> None:
    assert satplay.keep("@mine", ["1.2\n...\n..1", "2.1\n...\n1.."], "hashi").new == 1
    again = satplay.keep("@mine", ["1..\n...\n2.1", "1.2\n...\n..1", "2.2"], "hashi")
    assert (again.new, again.known, again.symmetric, again.total) == (1, 2, 1, 2)
    assert list(again.lines()) == [
        "@mine: 1 new board, 2 known already (1 of them rotated, reflected or renamed); 2 in all."
    ]


def test_boards_of_an_earlier_version_get_their_details_when_needed() -> None:
    texts = ["1.2\n...\n..1\n", "2.2\n", "no board at all\n"]
    collections.add(open_store(), "old", "hashi", texts)
    assert [one.size for one in list_boards("@old")] == [None, None, None]
    assert satplay.keep("@old", "2.1\n...\n1..", "hashi").symmetric == 1
    assert [one.size for one in list_boards("@old")] == ["3x3", "3x1", None]
    with open_store().begin() as connection:
        connection.execute(update(BOARDS).values(size=None, canonical=None))
    assert [one.number for one in list_boards("@old", where="size<3x3")] == [2]


@pytest.mark.parametrize("subject", [name for name in puzzles.names() if puzzles.find(name).canonical])
def test_stored_details_are_those_of_the_board(subject: str) -> None:
    made = satplay.generate(subject, seed=1)
    keep_boards("@mine", subject, [made.instance])
    (stored,) = list_boards("@mine")
    assert board_details(*read_board(stored.name)) == board_details(made.puzzle, made.instance)


def test_a_selection_can_be_deleted() -> None:
    boards()
    satplay.forget("@mine", where="size=5x5 number>1")
    assert [one.number for one in list_boards("@mine")] == [1, 2, 4, 6]
    satplay.forget("@mine", where="number>=1")
    assert satplay.list_kept().collections == []


def test_a_booklet_takes_the_boards_of_a_collection() -> None:
    boards()
    assert satplay.booklet(list_boards("@mine", sort="level")).board_count == 6


def test_only_collections_can_be_selected_from() -> None:
    satplay.keep("@formulas", "p cnf 1 1\n1 0\n", "cnf")
    games.save(open_store(), "evening", "nim", "3 4 5")
    with pytest.raises(BadInput, match="found @evening, a saved game, expected a collection"):
        list_boards("@evening")
    with pytest.raises(BadInput, match="found @formulas/1, one board, expected a collection, as @formulas"):
        list_boards("@formulas/1")
    with pytest.raises(NoSuchName, match="no collection is called '@formula': did you mean '@formulas'"):
        list_boards("@formula")
    with pytest.raises(BadInput, match="boards of cnf, expected a puzzle whose boards can be rated"):
        list_boards("@formulas", sort="level")
    assert len(list_boards("@formulas", rated=True)) == 1
