"""``satplay bench campaign``: every way gives the same boards, and the report has a table for each family."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from satplay.cli import main
from satplay.errors import NoSuchName
from satplay.lab.bench.benchmark import BenchmarkRun, Sample
from satplay.lab.bench.campaign import measures
from satplay.lab.bench.campaign.benchmark import FAMILIES, campaign_benchmark
from satplay.lab.bench.campaign.tables import tables
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.run import run_benchmark


def taken(contestant: str, seconds: float, agreed: str = "x") -> Sample:
    times = {"total": seconds, "parent": 0.5, "workers": 2 * seconds}
    return Sample("boards", "", contestant, "done", (times,), found={"agreed": agreed})


def run_of(*samples: Sample) -> BenchmarkRun:
    benchmark = campaign_benchmark(BenchOptions(families=["boards"]))
    run = run_benchmark(replace(benchmark, instances=()), quick=True)
    return replace(run, instances=(benchmark.instances[0](None),), samples=samples)  # type: ignore[index,arg-type]


def test_efficiency_is_the_time_of_the_loop_by_that_of_all_workers() -> None:
    run = run_of(taken("1 loop", 10.0), taken("1 worker", 12.5), taken("2 workers", 6.25))
    assert [line.split()[-1] for line in tables(run)] == ["efficiency", "1.00", "0.80", "0.80"]
    assert run.wrong == ()


def test_other_boards_are_a_wrong_answer() -> None:
    assert run_of(taken("1 loop", 1.0), taken("2 workers", 1.0, agreed="y")).wrong


def test_all_ways_give_the_same_boards() -> None:
    request = {"number": 40, "size": "6x6", "difficulty": None}
    loop = measures.fill("loop", 1, **request)  # type: ignore[arg-type]
    loops = measures.fill("loop", 2, **request)  # type: ignore[arg-type]
    local = measures.fill("local", 2, **request)  # type: ignore[arg-type]
    assert loop["agreed"] == loops["agreed"] == local["agreed"] and local["figures"]["peak_mib"] > 10
    (times,) = local["times"]
    assert times["workers"] > 0 and times["total"] > 0


def test_the_benchmark_runs(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "bench",
        "campaign",
        "--quick",
        "--family",
        "small-boards",
        "--family",
        "stores",
        "--family",
        "cubes",
    ]
    assert main([*words, "--engine", "1 loop", "--engine", "2 workers", "--engine", "SQLite"]) == 0
    out = capsys.readouterr().out
    assert "efficiency" in out and "SQLite" in out and "Dask" not in out
    assert main(["bench", "campaign", "--quick", "--family", "messages", "--engine", "local", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["samples"][0]["costs"]["client_chunk"] > 0


def test_names_that_do_not_exist_are_refused() -> None:
    for options in (BenchOptions(families=["messenger"]), BenchOptions(engines=["3 workers"])):
        with pytest.raises(NoSuchName):
            campaign_benchmark(options)
    assert len({family.name for family in FAMILIES}) == len(FAMILIES)
