"""A command that runs a campaign, for tests that disturb it."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from satplay.store import campaigns, collections
from satplay.store.opening import open_store, open_to_read
from tests.store.places import Place, environment

GENERATE = ["generate", "hashi", "--size", "5x5", "--seed", "1", "--count", "300", "--keep", "@mine"]
COMMAND = [sys.executable, "-c", "from satplay.cli import start; start()", *GENERATE, "--jobs"]


def start_command(place: Place, words: list[str] = COMMAND) -> subprocess.Popen[str]:
    """The command with two workers."""
    pipe = subprocess.PIPE
    return subprocess.Popen([*words, "2"], env=environment(place), stdout=pipe, stderr=pipe, text=True)


def boards(place: Place) -> list[str]:
    """The boards of the collection, whose numbers have no gaps."""
    found = collections.find(open_to_read(place), "mine")
    assert found is not None and [one.place for one in found.boards] == list(range(1, len(found.boards) + 1))
    return [one.text for one in found.boards]


@cache
def undisturbed_boards() -> list[str]:
    """The boards of the command with one worker, which nothing disturbs."""
    with TemporaryDirectory() as folder:
        place = Path(folder)
        subprocess.run([*COMMAND, "1"], env=environment(place), check=True, capture_output=True)
        return boards(place)


def wait_for_results(place: Place, number: int, process: subprocess.Popen[str]) -> None:
    """Wait until the campaign has this number of results, or is at its end."""
    deadline = time.monotonic() + 60
    while process.poll() is None:
        store = open_store(place)
        found = campaigns.all_campaigns(store)
        if found and campaigns.count_results(store, found[0]) >= number:
            return
        assert time.monotonic() < deadline, "the campaign does not go on"
        time.sleep(0.02)
