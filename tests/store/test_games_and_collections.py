"""Saved games and collections: names are unique, and a collection contains each board once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from hypothesis import given, settings
from hypothesis import strategies as st

from satplay.errors import BadInput, NoSuchName
from satplay.store import collections, games
from satplay.store.folder import FILE, data_folder
from satplay.store.lookup import look_up
from satplay.store.names import Reference, reference
from satplay.store.opening import open_store
from satplay.store.versions import NEWEST, VERSION


def test_the_newest_migration_has_its_name_in_the_store() -> None:
    config = Config()
    config.set_main_option("script_location", "satplay.store:migrations")
    assert ScriptDirectory.from_config(config).get_current_head() == NEWEST


def test_tests_use_a_store_of_their_own(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Games that tests play at a terminal are not among the results of the user."""
    assert data_folder().is_relative_to(tmp_path_factory.getbasetemp())


def test_a_store_of_the_first_version_is_migrated(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.begin() as connection:
        for table in ("results", "boards", "collections", "games"):
            connection.exec_driver_sql(f"DROP TABLE {table}")
        connection.exec_driver_sql(f"UPDATE {VERSION} SET version_num = '0001'")
    games.save(open_store(tmp_path), "evening", "nim", "3 4 5")
    assert games.find(store, "evening") is not None


def test_a_store_of_a_later_version_is_refused_unchanged(tmp_path: Path) -> None:
    with open_store(tmp_path).begin() as connection:
        connection.exec_driver_sql(f"UPDATE {VERSION} SET version_num = '9999'")
    with pytest.raises(BadInput, match="version 9999 of a newer satplay, expected version 0003 or older"):
        open_store(tmp_path)


def test_a_game_is_replaced_as_a_whole(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    games.save(store, "evening", "nim", "3 4 5")
    first = games.find(store, "evening")
    games.save(store, "evening", "nim", "3 4")
    again = games.find(open_store(tmp_path), "evening")
    assert first is not None and again is not None
    assert (first.text, again.text, again.begun) == ("3 4 5", "3 4", first.begun)
    assert games.forget(store, "evening") and not games.forget(store, "evening")
    assert games.all_games(store) == []


@settings(max_examples=30, deadline=None)
@given(st.lists(st.lists(st.sampled_from("abcdefg"), max_size=5), max_size=5))
def test_every_board_is_stored_once_in_insertion_order(
    tmp_path_factory: pytest.TempPathFactory, batches: list[list[str]]
) -> None:
    store = open_store(tmp_path_factory.mktemp("store"))
    expected: dict[str, None] = {}
    for batch in batches:
        new = dict.fromkeys(text for text in batch if text not in expected)
        assert collections.add(store, "mine", "nim", batch) == len(new)
        expected |= new
    found = collections.find(store, "mine")
    boards = () if found is None else found.boards
    assert [(one.place, one.text) for one in boards] == list(enumerate(expected, 1))


def test_a_board_keeps_its_number_when_others_are_removed(tmp_path: Path) -> None:
    store = open_store(tmp_path)
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
    for place in (1, 3, 4):
        collections.forget(store, "mine", place)
    assert collections.find(store, "mine") is None


def test_a_name_is_a_game_or_a_collection_but_not_both(tmp_path: Path) -> None:
    store = open_store(tmp_path)
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


def test_a_killed_process_leaves_complete_games(tmp_path: Path) -> None:
    """A game that is saved repeatedly is at any moment one of the saved versions."""
    program = """
import itertools, sys
from pathlib import Path
from satplay.store.games import save
from satplay.store.opening import open_store
store = open_store(Path(sys.argv[1]))
for turn in itertools.count():
    save(store, "evening", "nim", f"{turn} " * 1000)
    print(turn, flush=True)
"""
    for _ in range(3):
        words = [sys.executable, "-c", program, str(tmp_path)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=os.environ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(0.05)
            child.send_signal(signal.SIGKILL)
            reported = child.stdout.read().split()
        found = games.find(open_store(tmp_path), "evening")
        assert found is not None and (tmp_path / FILE).exists()
        turns = set(found.text.split())
        assert len(turns) == 1 and len(found.text.split()) == 1000
        assert not reported or int(turns.pop()) >= int(reported[-1])  # no reported save is lost
