"""Saved games and collections: names are unique, and a collection contains each board once."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import event, text

from satplay.errors import BadInput, NoSuchName
from satplay.store import collections, games
from satplay.store.collections import NewBoard
from satplay.store.folder import data_folder
from satplay.store.lookup import look_up
from satplay.store.names import Reference, reference
from satplay.store.opening import open_store
from satplay.store.versions import NEWEST, VERSION
from tests.store.places import NewPlace, Place, environment


def test_the_newest_migration_has_its_name_in_the_store() -> None:
    config = Config()
    config.set_main_option("script_location", "satplay.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST


def test_tests_use_a_store_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Games that tests play at a terminal are not among the results of the user."""
    assert data_folder().is_relative_to(tmp_path_factory.getbasetemp())


def test_a_store_of_the_first_version_is_migrated(place: Place) -> None:
    store = open_store(place)
    with store.begin() as connection:
        for table in ("shares", "campaign_jobs", "campaigns", "results", "boards", "collections", "games"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
        connection.exec_driver_sql(f"UPDATE {VERSION} SET version_num = '0001'")
    games.save(open_store(place), "evening", "nim", "3 4 5")
    assert games.find(store, "evening") is not None


def test_a_store_of_a_later_version_is_refused_unchanged(place: Place) -> None:
    with open_store(place).begin() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION} SET version_num = '9999'")
    with pytest.raises(
        BadInput, match=f"version 9999 of a newer satplay, expected version {NEWEST} or older"
    ):
        open_store(place)


def test_the_boards_of_an_older_store_keep_their_numbers(place: Place) -> None:
    store = open_store(place)
    texts = [f"board {number}" for number in range(2500)]
    with store.begin() as connection:
        for table in ("shares", "campaign_jobs", "campaigns", "boards"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
        connection.exec_driver_sql(
            "CREATE TABLE boards (collection TEXT NOT NULL REFERENCES collections (name) ON DELETE CASCADE,"
            " place INTEGER NOT NULL, text TEXT NOT NULL, solved TEXT, PRIMARY KEY (collection, place),"
            " UNIQUE (collection, text))"
        )
        for name in ("mine", "yours"):
            connection.exec_driver_sql(f"INSERT INTO collections VALUES ('{name}', 'nim', 'then')")
            rows = [(name, 2 * at, text, "then" if at == 7 else None) for at, text in enumerate(texts, 1)]
            new = [dict(zip("ABCD", row, strict=True)) for row in rows]
            connection.execute(text("INSERT INTO boards VALUES (:A, :B, :C, :D)"), new)
        connection.exec_driver_sql(f"UPDATE {VERSION} SET version_num = '0003'")
    store = open_store(place)
    for name in ("mine", "yours"):
        found = collections.find(store, name)
        assert found is not None and [(one.place, one.text) for one in found.boards] == [
            (2 * at, text) for at, text in enumerate(texts, 1)
        ]
        assert [one.place for one in found.boards if one.solved] == [14]
        assert collections.add(store, name, "nim", [texts[3], "new"]) == 1
    assert collections.forget(store, "mine") and collections.count_boards(store, "mine") == 0


def test_a_game_is_replaced_as_a_whole(place: Place) -> None:
    store = open_store(place)
    games.save(store, "evening", "nim", "3 4 5")
    first = games.find(store, "evening")
    games.save(store, "evening", "nim", "3 4")
    again = games.find(open_store(place), "evening")
    assert first is not None and again is not None
    assert (first.text, again.text, again.begun) == ("3 4 5", "3 4", first.begun)
    assert games.forget(store, "evening") and not games.forget(store, "evening")
    assert games.all_games(store) == []


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdefg"), max_size=5), max_size=5))
def test_every_board_is_stored_once_in_insertion_order(new_place: NewPlace, batches: list[list[str]]) -> None:
    store = open_store(new_place())
    expected: dict[str, None] = {}
    for batch in batches:
        new = dict.fromkeys(text for text in batch if text not in expected)
        assert collections.add(store, "mine", "nim", batch) == len(new)
        expected |= new
    found = collections.find(store, "mine")
    boards = () if found is None else found.boards
    assert [(one.place, one.text) for one in boards] == list(enumerate(expected, 1))


def test_a_board_keeps_its_number_when_others_are_removed(place: Place) -> None:
    store = open_store(place)
    collections.add(store, "mine", "nim", ["a", "b", "c"])
    assert collections.forget(store, "mine", 2) and not collections.forget(store, "mine", 2)
    collections.add(store, "mine", "nim", ["b"])
    collections.mark_solved(store, "mine", 3)
    texts = [(one.reference, one.text, one.solved) for one in look_up(store, Reference("mine"))]
    assert texts == [
        (Reference("mine", 1), "a", False),
        (Reference("mine", 3), "c", True),
        (Reference("mine", 4), "b", False),
    ]
    with pytest.raises(BadInput, match="no @mine/2, expected one from @mine/1 to @mine/4"):
        look_up(store, Reference("mine", 2))
    for number in (1, 3, 4):
        collections.forget(store, "mine", number)
    assert collections.find(store, "mine") is None


def test_a_board_has_what_is_known_about_it(place: Place) -> None:
    store = open_store(place)
    board = NewBoard("a", "hard", {"cost": 3.5, "steps": [1, 2]}, "6x6", "canonical", "key")
    assert collections.add(store, "mine", "nim", [board, "b", NewBoard("c", key="key"), NewBoard("a")]) == 2
    assert collections.add(store, "mine", "nim", [NewBoard("d", key="key"), NewBoard("e", key="other")]) == 1
    found = collections.find(store, "mine")
    assert found is not None and [one.text for one in found.boards] == ["a", "b", "e"]
    first = found.boards[0]
    assert NewBoard(*(getattr(first, name) for name in NewBoard.__slots__)) == board
    assert (found.boards[1].rating, found.boards[1].key) == (None, None)
    assert collections.add(store, "yours", "nim", [board]) == 1


def test_a_long_board_can_be_stored(place: Place) -> None:
    """PostgreSQL limits the values in an index to some 2700 bytes; the text must not compress well."""
    rng = Random(1)
    texts = ["".join(rng.choice("123456789.") for _ in range(50_000)) for _ in range(3)]
    store = open_store(place)
    assert collections.add(store, "mine", "nim", texts) == 3
    assert collections.add(store, "mine", "nim", texts) == 0


def test_adding_to_a_large_collection_reads_few_of_its_boards(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    collections.add(store, "mine", "nim", (f"{number}" for number in range(3000)))
    read = []
    event.listen(store, "after_cursor_execute", lambda *values: read.append(values[2]))
    assert collections.add(store, "mine", "nim", ["5", "another"]) == 1
    scans = []
    with store.begin() as connection:
        for statement in read:
            if statement.startswith("SELECT"):
                plan = connection.exec_driver_sql(
                    f"EXPLAIN QUERY PLAN {statement}", ("mine",) * statement.count("?")
                )
                scans += [row.detail for row in plan if row.detail.startswith("SCAN")]
    assert len(read) > 3 and scans == []


def test_a_name_is_a_game_or_a_collection_but_not_both(place: Place) -> None:
    store = open_store(place)
    games.save(store, "evening", "nim", "3 4 5")
    collections.add(store, "mine", "nim", ["a"])
    with pytest.raises(BadInput, match="found @mine, a collection, expected another name"):
        games.save(store, "mine", "nim", "3 4 5")
    with pytest.raises(BadInput, match="found @evening, a saved game, expected another name"):
        collections.add(store, "evening", "nim", ["a"])
    with pytest.raises(BadInput, match="found @mine, boards of nim, expected one of hashi, or a new name"):
        collections.add(store, "mine", "hashi", ["a"])
    with pytest.raises(NoSuchName, match=r"did you mean '@mine'\? \(there are @evening, @mine\)"):
        look_up(store, Reference("mines"))


@given(st.from_regex(r"@\w[\w-]{0,20}(/[1-9][0-9]{0,4})?", fullmatch=True))
def test_a_reference_is_written_as_it_was_read(text: str) -> None:
    found = reference(text)
    assert found is not None and str(found) == text


def test_a_killed_process_leaves_complete_games(place: Place) -> None:
    """A game that is saved repeatedly is at any moment one of the saved versions."""
    program = """
import itertools, sys
from satplay.store.games import save
from satplay.store.opening import open_store
store = open_store()
for turn in itertools.count():
    save(store, "evening", "nim", f"{turn} " * 1000)
    print(turn, flush=True)
"""
    for _ in range(3):
        words = [sys.executable, "-c", program]
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(place)) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(0.05)
            child.send_signal(signal.SIGKILL)
            reported = child.stdout.read().split()
        found = games.find(open_store(place), "evening")
        assert found is not None
        turns = set(found.text.split())
        assert len(turns) == 1 and len(found.text.split()) == 1000
        assert not reported or int(turns.pop()) >= int(reported[-1])  # no reported save is lost
