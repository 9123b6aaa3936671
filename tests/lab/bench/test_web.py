"""``satplay bench web``: every family measures a real server, and the report names missed goals."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from satplay.cli import main
from satplay.errors import NoSuchName
from satplay.lab.bench.benchmark import BenchmarkRun, Sample
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.run import run_benchmark
from satplay.lab.bench.web import pages
from satplay.lab.bench.web.benchmark import families, web_benchmark
from satplay.lab.bench.web.boards import make_board
from satplay.lab.bench.web.server import running_server
from satplay.lab.bench.web.tables import EXPLAINED, tables
from satplay.playing.subjects import playable_names

pytest.importorskip("fastapi", reason="the browser application needs the extra 'web'")

FAMILIES = [family.name for family in families()]


def run_of(row: str, *samples: Sample) -> BenchmarkRun:
    benchmark = web_benchmark(BenchOptions(families=[row]))
    run = run_benchmark(replace(benchmark, instances=()), quick=True)
    return replace(run, instances=(benchmark.instances[0](None),), samples=samples)  # type: ignore[index,arg-type]


def visited(path: str, seconds: float, first: int, after: int | None) -> Sample:
    found: dict[str, Any] = {
        "by": "a browser",
        "first_visit": {"bytes": first, "files": 9},
        "after_first_page": None if after is None else {"bytes": after, "files": 2},
    }
    return Sample("pages", "", path, "done", ({"total": seconds},), found=found)


def test_goals_that_are_missed_are_marked() -> None:
    good = tables(run_of("pages", visited("/", 0.4, 100_000, None), visited("/a", 0.9, 120_000, 40_000)))
    assert "!" not in "".join(good)
    poor = tables(run_of("pages", visited("/", 1.4, 100_100, None), visited("/a", 0.9, 120_000, 40_100)))
    assert [line.count("!") for line in poor[1:]] == [2, 1, 1] and poor[-1] == EXPLAINED


def test_a_weight_without_a_browser_follows_the_imports_of_scripts() -> None:
    found = pages.sample("/mosaic", 1, None)
    first, after = found["first_visit"], found["after_first_page"]
    assert first["files"] > 20 and first["bytes"] > after["bytes"] > 1000
    assert found["times"] == []


def test_the_strokes_of_a_board_solve_it() -> None:
    with running_server() as server:
        client = server.client()
        for subject, size in (("hashi", "7x7"), ("flow", "6x6")):
            board = make_board(subject, size, 5)
            lines = [stroke.typed for stroke in board.strokes]
            found = client.expect(f"/api/play/{subject}", {"input": board.text, "lines": lines})
            assert found["outcome"]["won"] and found["moves"] == len(lines)
        client.close()


def test_the_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["bench", "web", "--quick", "--family", "players", "--family", "restart", "--json"]
    assert main(words) == 0
    samples = {one["contestant"]: one for one in json.loads(capsys.readouterr().out)["samples"]}
    assert set(samples) == {"50 players", "satplay serve"}
    assert all(one["status"] == "done" for one in samples.values())


def test_pages_and_inputs_are_measured_in_a_browser(capsys: pytest.CaptureFixture[str]) -> None:
    from tests.web.browser.browsers import need_browser

    need_browser()
    words = ["bench", "web", "--quick", "--family", "pages", "--family", "inputs", "--engine", "/hashi"]
    assert main([*words, "--engine", "hashi, keys"]) == 0
    out = capsys.readouterr().out
    assert "by Chromium" in out and "hashi, keys" in out


def test_names_that_do_not_exist_are_refused() -> None:
    for options in (BenchOptions(families=["player"]), BenchOptions(engines=["60 players"])):
        with pytest.raises(NoSuchName):
            web_benchmark(options)
    assert len(set(FAMILIES)) == len(FAMILIES)
    (page_family,) = (family for family in families() if family.name == "pages")
    assert {f"/{name}" for name in playable_names()} < set(page_family.contestants)
