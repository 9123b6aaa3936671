"""Several processes use one store at the same time, and some are killed: nothing is lost, doubled or half."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from satplay.store import campaigns, collections, games
from satplay.store.connections import connect_to_write
from satplay.store.opening import open_store, open_to_read
from satplay.store.versions import NEWEST, VERSION
from tests.store.campaign_commands import boards, start_command, undisturbed_boards, wait_for_results
from tests.store.places import Place, environment

PROCESSES = 3

TOGETHER = """
import sys, time
from pathlib import Path
from satplay.errors import BadInput
from satplay.store import campaigns, collections, games
from satplay.store.campaigns import JobResult
from satplay.store.opening import open_store
number, go = int(sys.argv[1]), Path(sys.argv[2])
print("ready", flush=True)
while not go.exists():
    time.sleep(0.001)
"""
"""The begin of programs that wait for each other; importing takes longer than what they do."""


def run_together(place: Place, go: Path, program: str, processes: int = PROCESSES) -> list[str]:
    """What the processes print that run a program at the same time."""
    words = [sys.executable, "-c", TOGETHER + program]
    running = [
        subprocess.Popen(
            [*words, str(number), str(go)], stdout=subprocess.PIPE, text=True, env=environment(place)
        )
        for number in range(processes)
    ]
    for process in running:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
    go.touch()
    printed = [process.communicate(timeout=120)[0] for process in running]
    assert [process.returncode for process in running] == [0] * processes
    return printed


def test_a_new_store_is_created_once(place: Place, tmp_path: Path) -> None:
    run_together(place, tmp_path / "go", 'games.save(open_store(), f"game{number}", "nim", "3 4 5")\n')
    store = open_store(place)
    assert {game.name for game in games.all_games(store)} == {f"game{n}" for n in range(PROCESSES)}
    with store.begin() as connection:
        assert connection.exec_driver_sql(f"SELECT * FROM {VERSION}").all() == [(NEWEST,)]


def test_a_new_file_is_opened_by_several_at_once(tmp_path: Path) -> None:
    """All of them change its journal mode; SQLite does not wait for that, but fails at once."""
    with ThreadPoolExecutor(4) as threads:
        for number in range(40):
            list(threads.map(write_once, [tmp_path / f"{number}.sqlite3"] * 4))


def write_once(path: Path) -> None:
    """Open the file, and begin and end a transaction."""
    with closing(connect_to_write(path)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute("COMMIT")


def test_boards_are_added_once_and_numbered_without_gaps(place: Place, tmp_path: Path) -> None:
    """Each process adds boards that others add, too, in an order of its own."""
    program = """
from random import Random
texts = [f"board {n}" for n in range(300)]
Random(number).shuffle(texts)
store = open_store()
print(sum(collections.add(store, "mine", "nim", texts[at:at + 10]) for at in range(0, 300, 10)))
"""
    added = run_together(place, tmp_path / "go", program)
    found = collections.find(open_to_read(place), "mine")
    assert found is not None and [board.place for board in found.boards] == list(range(1, 301))
    assert {board.text for board in found.boards} == {f"board {n}" for n in range(300)}
    assert sum(map(int, added)) == 300


def test_results_of_one_campaign_are_stored_once(place: Place, tmp_path: Path) -> None:
    program = """
from random import Random
places = list(range(300))
Random(number).shuffle(places)
store = open_store()
campaign = campaigns.open_campaign(store, "x", {"a": 1}, "1")
results = [JobResult(f"key {n}", n, "done", {"by": number}) for n in places]
print(sum(campaigns.store_results(store, campaign, results[at:at + 15]) for at in range(0, 300, 15)))
campaigns.set_delivered(store, campaign, 0, 100 + number)
campaigns.end_campaign(store, campaign)
"""
    new = run_together(place, tmp_path / "go", program)
    store = open_to_read(place)
    (campaign,) = campaigns.all_campaigns(store)
    results = list(campaigns.results_in_order(store, campaign))
    assert [one.place for one in results] == list(range(300)) and sum(map(int, new)) == 300
    by = Counter(one.values["by"] for one in results if one.values)
    assert sum(by.values()) == 300 - campaign.delivered == 201 - PROCESSES
    assert campaign.ended is not None


def test_a_name_is_given_once(place: Place, tmp_path: Path) -> None:
    program = """
store = open_store()
for at in range(20):
    try:
        if number % 2:
            games.save(store, f"name{at}", "nim", "3 4 5")
        else:
            collections.add(store, f"name{at}", "nim", ["3 4 5"])
    except BadInput as error:
        assert error.what == "name", error
"""
    run_together(place, tmp_path / "go", program)
    store = open_to_read(place)
    saved = {game.name for game in games.all_games(store)}
    kept = {one.name for one in collections.all_collections(store)}
    assert not saved & kept and saved | kept == {f"name{at}" for at in range(20)}


def test_a_process_killed_in_a_transaction_leaves_nothing_of_it_and_no_lock(place: Place) -> None:
    program = """
import time
from satplay.store.collections import add
from satplay.store.opening import open_store
def boards():
    for number in range(5000):
        yield f"half {number}"
        if number == 3000:
            print("here", flush=True)
            time.sleep(60)
add(open_store(), "mine", "nim", boards())
"""
    store = open_store(place)
    collections.add(store, "mine", "nim", ["whole"])
    words = [sys.executable, "-c", program]
    with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(place)) as child:
        assert child.stdout is not None and child.stdout.readline() == b"here\n"
        child.kill()
    assert collections.add(store, "mine", "nim", ["next"]) == 1
    found = collections.find(store, "mine")
    assert found is not None and [board.text for board in found.boards] == ["whole", "next"]


def test_killed_writers_leave_whole_batches(place: Place) -> None:
    program = """
import itertools, sys
from satplay.store.collections import add
from satplay.store.opening import open_store
store = open_store()
for batch in itertools.count():
    add(store, "mine", "nim", [f"{sys.argv[1]} {batch} {number}" for number in range(50)])
    print(batch, flush=True)
"""
    rng = Random(1)
    for number in range(4):
        words = [sys.executable, "-c", program, str(number)]
        with subprocess.Popen(words, stdout=subprocess.PIPE, env=environment(place)) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(rng.random() * 0.2)
            child.send_signal(signal.SIGKILL)
            reported = [0, *map(int, child.stdout.read().split())]
        found = collections.find(open_store(place), "mine")
        assert found is not None
        batches = Counter(tuple(board.text.split()[:2]) for board in found.boards)
        assert set(batches.values()) == {50}
        mine = [int(batch) for writer, batch in batches if writer == str(number)]
        assert sorted(mine) == list(range(len(mine))) and len(mine) - len(reported) in (0, 1)
        assert [board.place for board in found.boards] == list(range(1, len(found.boards) + 1))


# -- whole campaigns -----------------------------------------------------------------------------------


def test_two_processes_that_run_the_same_campaign_make_one_collection(place: Place) -> None:
    running = [start_command(place) for _ in range(2)]
    printed = [process.communicate(timeout=200) for process in running]
    assert [process.returncode for process in running] == [0, 0], printed
    assert boards(place) == undisturbed_boards()


@pytest.mark.slow
def test_a_campaign_whose_process_is_killed_repeatedly_makes_the_same_collection(place: Place) -> None:
    for results in (1, 60, 150):
        with start_command(place) as process:
            wait_for_results(place, results, process)
            process.kill()
    with start_command(place) as process:
        assert process.communicate(timeout=200)[1] == ""
    assert process.returncode == 0 and boards(place) == undisturbed_boards()
