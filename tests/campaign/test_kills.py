"""Whatever is killed in the middle of a campaign: the collection is that of an undisturbed run."""

from __future__ import annotations

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.campaign.commands import Command, boards, count, kill_all, wait_until


def command(number: int, jobs: int = 2) -> list[str]:
    """The command that fills the collection."""
    size = ["--count", str(number), "--size", "7x7", "--seed", "1"]
    return ["generate", "hashi", *size, "--jobs", str(jobs), "--keep", "@mine"]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> list[Any]:
    """The boards of a run that nothing disturbs."""
    folder = tmp_path_factory.mktemp("undisturbed")
    assert Command(folder, *command(600)).end()[0] == 0
    return boards(folder)


def test_a_campaign_with_killed_workers(undisturbed: list[Any], tmp_path: Path) -> None:
    running, random, kills = Command(tmp_path, *command(600)), Random(1), 0
    wait_until(running.workers)
    while running.is_running and kills < 6:
        if workers := running.workers():
            kill_all([random.choice(workers)])
            kills += 1
        time.sleep(0.3)
    status, _, err = running.end()
    assert (status, err) == (0, "") and kills > 0
    assert boards(tmp_path) == undisturbed


def test_a_campaign_whose_parent_is_killed(undisturbed: list[Any], tmp_path: Path) -> None:
    kills, random = 0, Random(2)
    while kills < 3:
        running, before = Command(tmp_path, *command(600)), count(tmp_path)
        wait_until(lambda running=running, before=before: count(tmp_path) > before or not running.is_running)
        time.sleep(random.uniform(0, 0.3))
        workers = running.workers()
        running.kill()
        kills += 1
        wait_until(lambda workers=workers: not any(Path(f"/proc/{pid}").exists() for pid in workers))
    status, out, _ = Command(tmp_path, *command(600)).end()
    assert status == 0 and "600 in all" in out
    assert boards(tmp_path) == undisturbed


def test_ctrl_c_keeps_what_is_finished(undisturbed: list[Any], tmp_path: Path) -> None:
    running = Command(tmp_path, *command(600))
    wait_until(lambda: count(tmp_path) > 20)
    status, out, err = running.interrupt()
    assert (status, out) == (130, "")
    stored, interrupted = err.splitlines()
    assert stored.endswith(" of 600 jobs are stored: the same command continues")
    assert interrupted == "satplay: interrupted"
    assert 0 < count(tmp_path) < 600
    assert boards(tmp_path) == undisturbed[: count(tmp_path)]
    assert Command(tmp_path, *command(600, jobs=1)).end()[0] == 0
    assert boards(tmp_path) == undisturbed


def test_two_commands_fill_one_collection_at_the_same_time(undisturbed: list[Any], tmp_path: Path) -> None:
    both = [Command(tmp_path, *command(600)) for _ in range(2)]
    assert [running.end()[0] for running in both] == [0, 0]
    assert boards(tmp_path) == undisturbed


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(20))
def test_kills_at_random_moments(undisturbed: list[Any], tmp_path: Path, seed: int) -> None:
    """Workers and parents, until the command has ended by itself."""
    random = Random(seed)
    kinds = {"worker": 0, "parent": 0}
    running = Command(tmp_path, *command(600))
    while True:
        time.sleep(random.uniform(0.1, 1.0))
        if not running.is_running:
            status, _, _ = running.end()
            if status == 0:
                break
        if random.random() < 0.5 and running.workers():
            kill_all([random.choice(running.workers())])
            kinds["worker"] += 1
        elif kinds["parent"] < 6:
            running.kill()
            kinds["parent"] += 1
            running = Command(tmp_path, *command(600))
    assert boards(tmp_path) == undisturbed and min(kinds.values()) >= 0


@pytest.mark.slow
def test_ten_thousand_boards_with_a_worker_killed_every_five_seconds(tmp_path: Path) -> None:
    calm, disturbed = tmp_path / "calm", tmp_path / "disturbed"
    assert Command(calm, *command(10_000)).end(3000)[0] == 0
    running, random = Command(disturbed, *command(10_000)), Random(5)
    while running.is_running:
        time.sleep(5)
        if workers := running.workers():
            kill_all([random.choice(workers)])
    assert running.end()[0] == 0
    assert boards(disturbed) == boards(calm) and len(boards(calm)) == 10_000
