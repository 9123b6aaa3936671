"""The order of samples, the checking of answers, and the command line of ``satplay bench engines``."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from satplay.cli import main
from satplay.errors import EngineMissing, NoSuchName
from satplay.lab import calls
from satplay.lab.bench.benchmark import Benchmark, BenchmarkRun, Contestant, Instance, Outcome, Sample, Take
from satplay.lab.bench.engine_benchmark import ENGINES, engine_benchmark
from satplay.lab.bench.load_benchmark import TASKS, load_benchmark
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.run import choose_engines, run_benchmark
from satplay.lab.bench.subjects import expect_subject, subjects
from satplay.lab.calls import Failed
from satplay.workers.calls import OutOfTime

pytest.importorskip("pysat.solvers", reason="python-sat is not installed")

RIGHT = {"status": "unsat", "times": [{"load": 0.1, "solve": 0.4, "convert": 0.2, "total": 0.5}]}
WRONG = {**RIGHT, "status": "sat"}
BROKEN = {**RIGHT, "status": "broken", "note": "the model makes a clause false"}
PAIR = ("minisat22", "reference")


def benchmark(take: Take) -> Benchmark:
    options = BenchOptions(engines=PAIR, families=["pigeonhole"], quick=True)
    return replace(engine_benchmark(options), take=take)


def quick(take: Take, samples: int = 2, seconds: float = 60) -> BenchmarkRun:
    return run_benchmark(benchmark(take), repeats=samples, seconds=seconds, quick=True)


def test_engines_take_turns_on_each_instance() -> None:
    order: list[str] = []

    def take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
        order.append(contestant.name)
        assert (seconds, count, instance.data.exists()) == (60, 1, True)
        return RIGHT

    found = quick(take)
    assert order == ["minisat22", "reference"] * 2
    assert [sample.seconds() for sample in found.samples] == [[0.5]] * 4
    assert (found.exit_status, found.wrong, found.failed) == (0, (), ())


def test_samples_of_one_process_are_measured_in_one_round() -> None:
    counts: list[int] = []

    def take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
        counts.append(count)
        return RIGHT

    run_benchmark(replace(benchmark(take), one_process=True), repeats=7)
    assert counts == [7, 7]


def test_an_engine_that_ran_out_of_time_is_not_run_again() -> None:
    found = quick(lambda instance, who, *_: RIGHT if who.name == "reference" else OutOfTime())
    assert [(s.contestant, s.status) for s in found.samples] == [
        ("minisat22", "out of time"),
        ("reference", "unsat"),
        ("reference", "unsat"),
    ]
    assert found.exit_status == 0


def test_an_answer_after_the_limit_is_a_timeout() -> None:
    found = quick(lambda *_: RIGHT, samples=1, seconds=0.4)
    assert {(s.status, *s.seconds()) for s in found.samples} == {("out of time",)}


@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        (WRONG, "WRONG: minisat22 on pigeonhole seed 1: answered sat, expected unsat"),
        (
            BROKEN,
            "WRONG: minisat22 on pigeonhole seed 1: the solution is wrong: the model makes a clause false",
        ),
    ],
)
def test_a_wrong_answer_is_reported(lie: dict[str, Any], complaint: str) -> None:
    found = quick(lambda instance, who, *_: lie if who.name == "minisat22" else RIGHT)
    assert found.exit_status == 1
    assert found.wrong == (complaint,)
    assert complaint in str(found)


def test_a_wrong_model_after_the_limit_is_still_wrong() -> None:
    assert quick(lambda *_: BROKEN, seconds=0.4).wrong


def test_a_failure_is_reported() -> None:
    found = quick(lambda *_: Failed("segmentation fault"))
    assert found.exit_status == 1
    assert "minisat22 on pigeonhole seed 1 failed: segmentation fault" in str(found)


def test_engines_must_be_known_and_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert choose_engines(["pycosat", "reference", "pycosat"], ENGINES) == ("pycosat", "reference")
    assert set(choose_engines([], ENGINES)) <= set(ENGINES)
    with pytest.raises(NoSuchName):
        choose_engines(["minisat"], ENGINES)
    monkeypatch.setattr("satplay.engines.library.backends.Backend.folders", lambda self: None)
    with pytest.raises(EngineMissing, match="glucose4"):
        choose_engines(["glucose4"], ENGINES)
    with pytest.raises(NoSuchName, match="no benchmark"):
        expect_subject("chess")


# -- loading, reading, assuming --------------------------------------------------------------------


def loads(values: dict[str, dict[str, list[float]]], agreed: dict[str, int] | None = None) -> BenchmarkRun:
    """Values by task and contestant; an empty list is a failure."""
    more = {task.name: task.more for task in TASKS}
    instances, samples = [], []
    for task, by_name in values.items():
        instances.append(Instance(task, "", tuple(map(Contestant, by_name))))
        for name, numbers in by_name.items():
            found = {"agreed": (agreed or {}).get(name)}
            times = [{"value": one, "total": 1e6 / one if more[task] else one} for one in numbers]
            samples += [Sample(task, "", name, "done", (one,), found=found) for one in times]
            samples += [] if numbers else [Sample(task, "", name, "failed", note="crash")]
    return BenchmarkRun(load_benchmark(BenchOptions(quick=True)), tuple(instances), tuple(samples), 60.0, 1)


def test_all_contestants_must_agree() -> None:
    values = {"native": [5.0], "minisat22": [4.0], "glucose4": [9.0]}
    assert loads({"assume": values}, dict.fromkeys(values, 3)).exit_status == 0
    liar = loads({"assume": values}, {"native": 3, "minisat22": 3, "glucose4": 4})
    assert liar.wrong == ("WRONG: assume: the answers differ: native 3, minisat22 3, glucose4 4",)
    assert liar.baseline_table().rows == ()
    assert loads({"assume": {"native": []}}).exit_status == 1


def test_more_calls_and_fewer_seconds_are_better() -> None:
    run = loads(
        {
            "load": {"native, flat": [1.0, 3.0, 2.0], "minisat22, lists": [8.0]},
            "assume": {"native": [500.0], "minisat22": [1000.0]},
        }
    )
    lines = str(run).splitlines()
    assert [line.split()[-2:] for line in lines if line.startswith("  ")] == [
        ["±25%", "1.00"],
        ["8.00", "4.00"],
        ["500", "2.00"],
        ["1000", "1.00"],
    ]


def test_a_speed_is_saved_as_the_time_of_a_million_calls() -> None:
    run = loads({"assume": {"native": [500_000.0]}, "read": {"satplay": [3.0]}})
    saved_scores = {row.name: row.scores for row in run.baseline_table().rows}
    assert (saved_scores["assume"]["native"].seconds, saved_scores["read"]["satplay"].seconds) == (2.0, 3.0)


def test_a_slow_speed_is_not_a_timeout() -> None:
    slow = {"status": "done", "times": [{"value": 100.0, "total": 10_000.0}], "agreed": None}
    found = run_benchmark(
        replace(load_benchmark(BenchOptions(engines=["minisat22"], quick=True)), take=lambda *_: slow)
    )
    assert {one.status for one in found.samples} == {"done"}


# -- the command line ------------------------------------------------------------------------------


def test_the_command_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engines", "--quick", "--engine", "minisat22", "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["engines"] == ["minisat22"]
    assert {row["row"] for row in document["rows"]} == {one["row"] for one in document["instances"]}
    assert {sample["status"] for sample in document["samples"]} == {"sat", "unsat"}
    assert document["wrong"] == []
    assert "sudoku seed 1" in err


def test_the_command_exits_with_status_1_if_an_answer_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calls, "call", lambda *_: BROKEN)
    assert main(["bench", "engines", "--quick", "--engine", "minisat22", "--family", "miter"]) == 1
    out, err = capsys.readouterr()
    assert "WRONG" in out
    assert "WRONG" in err


def test_the_command_compares_with_an_earlier_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command = ["bench", "engines", "--quick", "--engine", "minisat22", "--family", "miter"]
    monkeypatch.setattr(calls, "call", lambda *_: RIGHT)
    assert main([*command, "--json"]) == 0
    path = tmp_path / "then.json"
    path.write_text(capsys.readouterr().out)
    monkeypatch.setattr(calls, "call", lambda *_: {**RIGHT, "times": [{"total": 0.25}]})
    assert main([*command, "--baseline", str(path)]) == 0
    out = capsys.readouterr().out
    assert "this run to the earlier one  minisat22" in out
    assert "miter                             0.50" in out
    assert main([*command, "--baseline", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["to_baseline"] == {"miter": {"minisat22": 0.5}}
    assert document["machine"]["cpus"] >= 1


def test_without_a_subject_all_subjects_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*subjects()]
    assert main(["bench", "--json"]) == 0
    assert [one["subject"] for one in json.loads(capsys.readouterr().out)] == [*subjects()]


def test_the_help_lists_all_subjects(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "--help"]) == 0
    assert f"Subjects: {', '.join(subjects())}" in " ".join(capsys.readouterr().out.split())


def test_the_families_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engines", "--list"]) == 0
    assert "pigeonhole 8, U" in capsys.readouterr().out
    assert main(["bench", "engines", "--list", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["family"] == "bmc"


@pytest.mark.parametrize(
    "words",
    [
        ["chess"],
        ["engines", "--engine", "minisat"],
        ["engines", "--family", "sudoko"],
        ["engines", "--samples", "0"],
        ["engines", "--baseline", "no-such-file.json"],
        ["engines", "--loads", "--family", "miter"],
        ["--quick"],
        ["--baseline", "then.json"],
    ],
)
def test_wrong_usage_exits_with_status_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_every_task_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "engines", "--loads", "--quick", "--engine", "minisat22", "--engine", "cadical195"]
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert {one["row"] for one in document["samples"]} == {one.name for one in TASKS}
    assert all(one["times"][0]["value"] > 0 for one in document["samples"])
    assert all(row["of"] and row["scores"] for row in document["kept"]["rows"])
