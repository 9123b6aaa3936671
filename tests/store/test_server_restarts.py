"""A server that is restarted, or gone, in the middle of a campaign: no result is lost."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from satplay.errors import BadInput
from satplay.store import campaigns, collections, games, retries
from satplay.store.campaigns import JobResult
from satplay.store.location import Server
from satplay.store.opening import open_store
from satplay.store.server_failures import TryAgain
from tests.store.campaign_commands import (
    COMMAND,
    boards,
    start_command,
    undisturbed_boards,
    wait_for_results,
)
from tests.store.postgresql import PostgresServer

PATIENCE = "from satplay.store import retries; retries.PATIENCE = 1; from"
IMPATIENT = [word.replace("from", PATIENCE) for word in COMMAND]
"""The command that waits for a second only."""


@pytest.fixture
def server() -> Iterator[PostgresServer]:
    """A server of its own: it will be stopped."""
    made = PostgresServer()
    made.start()
    yield made
    made.remove()


@pytest.fixture
def place(server: PostgresServer) -> Server:
    return Server("the test", server.address())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGQUIT], ids=["restart", "crash"])
def test_a_campaign_survives_restarts_of_the_server(
    server: PostgresServer, place: Server, number: int
) -> None:
    with start_command(place) as process:
        for results in (1, 100):
            wait_for_results(place, results, process)
            server.stop(number)
            time.sleep(0.5)
            server.start()
        printed = process.communicate(timeout=120)
    assert (process.returncode, printed[1]) == (0, ""), printed
    assert boards(place) == undisturbed_boards()


def test_a_campaign_whose_server_is_gone_ends_with_one_line_and_continues_later(
    server: PostgresServer, place: Server
) -> None:
    with start_command(place, IMPATIENT) as process:
        wait_for_results(place, 1, process)
        server.stop()
        out, err = process.communicate(timeout=60)
    lines = err.splitlines()
    assert (process.returncode, out, len(lines)) == (2, "", 2), err
    assert "jobs are stored: the same command continues" in lines[0]
    assert lines[1].startswith("satplay: SATPLAY_STORE: bad store: found a server that cannot be reached")
    assert str(server.data) not in err
    server.start()
    with start_command(place) as process:
        out, err = process.communicate(timeout=120)
    assert (process.returncode, err) == (0, "") and boards(place) == undisturbed_boards()
    assert out.endswith(f"{len(undisturbed_boards())} in all.\n")


def test_ctrl_c_ends_the_wait_for_a_server(server: PostgresServer, place: Server) -> None:
    """If results could not be stored, that is said instead of the interrupt."""
    with start_command(place) as process:
        wait_for_results(place, 1, process)
        server.stop()
        time.sleep(1)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=retries.PATIENCE / 2)
    last = {2: "a server that cannot be reached", 130: "satplay: interrupted"}
    assert last[process.returncode] in err.splitlines()[-1] and "Traceback" not in err


def test_only_what_may_run_twice_runs_again(
    server: PostgresServer, place: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = open_store(place)
    campaign = campaigns.open_campaign(store, "x", {}, "1")
    waits: list[float] = []

    def start_after_three(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == 3:
            server.start()

    clock = SimpleNamespace(monotonic=time.monotonic, sleep=start_after_three)
    monkeypatch.setattr(retries, "time", clock)
    server.stop()
    with pytest.raises(TryAgain, match="cannot be reached"):
        games.save(store, "evening", "nim", "3 4 5")
    assert waits == []
    assert campaigns.store_results(store, campaign, [JobResult("key", 0, "done")]) == 1
    assert len(waits) >= 3


def test_a_connection_that_is_cut_in_a_transaction_is_reported_or_made_anew(
    server: PostgresServer, place: Server
) -> None:
    store = open_store(place)
    cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'satplay'"

    def texts() -> Iterator[str]:
        yield from (f"{number}" for number in range(1500))
        server.execute(cut)
        yield "last"

    with pytest.raises(BadInput, match="found a connection that was lost") as caught:
        collections.add(store, "mine", "nim", texts())
    assert caught.value.__cause__ is None and collections.find(store, "mine") is None
    assert collections.add(store, "mine", "nim", ["1"]) == 1


def test_a_server_may_restart_between_two_transactions(server: PostgresServer, place: Server) -> None:
    store = open_store(place)
    for number in range(2):
        games.save(store, f"evening{number}", "nim", "3 4 5")
        server.stop()
        server.start()
    assert len(games.all_games(store)) == 2
