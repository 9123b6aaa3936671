"""Who is asked what, how often, and that wrong answers do not pass."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from satplay.cli import main
from satplay.errors import EngineMissing, NoSuchName
from satplay.lab.bench import loads_run, run
from satplay.lab.bench.load_benchmark import MEASUREMENTS
from satplay.lab.bench.loads_run import Loads, Reading
from satplay.lab.bench.run import available, bench
from satplay.lab.child_process import Failed, OutOfTime

pytest.importorskip("pysat.solvers", reason="python-sat is not installed")

RIGHT = {"status": "unsat", "cpu": 0.5, "load": 0.1, "solve": 0.4, "convert": 0.2, "valid": None}
PAIR = ("minisat22", "reference")


def quick(take: run.Take, samples: int = 2, seconds: float = 60) -> run.Bench:
    return bench(
        engines=PAIR, families=["pigeonhole"], samples=samples, seconds=seconds, quick=True, take=take
    )


def test_engines_take_turns_on_each_instance() -> None:
    asked: list[str] = []

    def take(engine: str, *_: Any) -> run.Outcome:
        asked.append(engine)
        return RIGHT

    found = quick(take)
    assert asked == ["minisat22", "reference"] * 2
    assert [sample.cpu for sample in found.samples] == [0.5] * 4
    assert (found.exit_status, found.wrong, found.failed) == (0, (), ())


def test_who_ran_out_of_time_is_not_asked_again() -> None:
    found = quick(lambda engine, *_: RIGHT if engine == "reference" else OutOfTime())
    assert [(s.engine, s.status) for s in found.samples] == [
        ("minisat22", "out of time"),
        ("reference", "unsat"),
        ("reference", "unsat"),
    ]
    assert found.exit_status == 0


def test_an_answer_after_the_limit_is_none() -> None:
    found = quick(lambda *_: RIGHT, samples=1, seconds=0.4)
    assert {(s.status, s.cpu) for s in found.samples} == {("out of time", None)}


@pytest.mark.parametrize(
    ("lie", "complaint"),
    [
        (
            {"status": "sat", "valid": True},
            "WRONG: minisat22 says that pigeonhole seed 1 is sat; it is unsat",
        ),
        ({"status": "sat", "valid": False}, "WRONG: the model of minisat22 for pigeonhole seed 1"),
    ],
)
def test_a_wrong_answer_is_said_loudly(lie: dict[str, Any], complaint: str) -> None:
    found = quick(lambda engine, *_: {**RIGHT, **lie} if engine == "minisat22" else RIGHT)
    assert found.exit_status == 1
    assert found.wrong[0].startswith(complaint)
    assert complaint in str(found)


def test_a_wrong_answer_after_the_limit_is_wrong_all_the_same() -> None:
    found = quick(lambda *_: {**RIGHT, "status": "sat", "valid": False}, seconds=0.4)
    assert found.wrong


def test_a_breakdown_is_told() -> None:
    found = quick(lambda *_: Failed("segmentation fault"))
    assert found.exit_status == 1
    assert "minisat22 failed on pigeonhole seed 1: segmentation fault" in str(found)


def test_engines_must_be_known_and_there(monkeypatch: pytest.MonkeyPatch) -> None:
    assert available(["pycosat", "reference", "pycosat"]) == ("pycosat", "reference")
    assert set(available([])) <= set(run.ENGINES)
    with pytest.raises(NoSuchName):
        available(["minisat"])
    monkeypatch.setattr("satplay.engines.library.backends.Backend.folders", lambda self: None)
    with pytest.raises(EngineMissing, match="glucose4"):
        available(["glucose4"])
    with pytest.raises(NoSuchName, match="no benchmark"):
        run.known_subject("chess")


# -- the second table ------------------------------------------------------------------------------


def test_everybody_must_find_the_same() -> None:
    one, other = (
        Reading("assume", "native", (5.0,), agreed=3),
        Reading("assume", "minisat22", (4.0,), agreed=3),
    )
    assert Loads((one, other), quick=True).exit_status == 0
    liar = Reading("assume", "glucose4", (9.0,), agreed=4)
    assert "WRONG: assume" in Loads((one, other, liar), quick=True).wrong[0]
    assert Loads((Reading("assume", "native", (), note="crash"),), quick=True).exit_status == 1


def test_more_calls_and_fewer_seconds_are_better() -> None:
    table = Loads(
        (
            Reading("load", "native, flat", (1.0, 3.0, 2.0)),
            Reading("load", "minisat22, lists", (8.0,)),
            Reading("assume", "native", (500.0,)),
            Reading("assume", "minisat22", (1000.0,)),
        ),
        quick=False,
    )
    lines = str(table).splitlines()
    assert [line.split()[-2:] for line in lines if line.startswith("  ")] == [
        ["±25%", "1.00"],
        ["8.00", "4.00"],
        ["500", "2.00"],
        ["1000", "1.00"],
    ]


def test_what_does_more_in_a_second_takes_less_time() -> None:
    table = Loads((Reading("assume", "native", (500_000.0,)), Reading("read", "satplay", (3.0,))), quick=True)
    kept = {row.name: row.scores for row in loads_run.kept(table).rows}
    assert (kept["assume"]["native"].seconds, kept["read"]["satplay"].seconds) == (2.0, 3.0)
    assert kept["load"] == {}


# -- the command line ------------------------------------------------------------------------------


def test_the_command_prints_one_document(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "engines", "--quick", "--engine", "minisat22", "--json"]) == 0
    out, err = capsys.readouterr()
    document = json.loads(out)
    assert document["engines"] == ["minisat22"]
    assert {row["family"] for row in document["rows"]} == {one["family"] for one in document["instances"]}
    assert {sample["status"] for sample in document["samples"]} == {"sat", "unsat"}
    assert document["wrong"] == []
    assert "sudoku seed 1" in err


def test_the_command_ends_with_one_when_an_answer_is_wrong(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "fresh", lambda *_: {**RIGHT, "status": "sat", "valid": False})
    assert main(["bench", "engines", "--quick", "--engine", "minisat22", "--family", "miter"]) == 1
    out, err = capsys.readouterr()
    assert "WRONG" in out
    assert "WRONG" in err


def test_the_command_compares_with_an_earlier_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    command = ["bench", "engines", "--quick", "--engine", "minisat22", "--family", "miter"]
    monkeypatch.setattr(run, "fresh", lambda *_: RIGHT)
    assert main([*command, "--json"]) == 0
    path = tmp_path / "then.json"
    path.write_text(capsys.readouterr().out)
    monkeypatch.setattr(run, "fresh", lambda *_: {**RIGHT, "cpu": 0.25})
    assert main([*command, "--baseline", str(path)]) == 0
    out = capsys.readouterr().out
    assert "this run to the earlier one  minisat22" in out
    assert "miter                             0.50" in out
    assert main([*command, "--baseline", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["to_baseline"] == {"miter": {"minisat22": 0.5}}
    assert document["machine"]["cpus"] >= 1


def test_without_a_subject_all_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == run.subjects()
    assert main(["bench", "--json"]) == 0
    assert [one["subject"] for one in json.loads(capsys.readouterr().out)] == run.subjects()


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
def test_wrong_usage_is_two(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_the_second_table_is_filled(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["bench", "engines", "--loads", "--quick", "--engine", "minisat22", "--engine", "cadical195"]
    assert main([*command, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    readings = document["readings"]
    assert {one["measurement"] for one in readings} == {one.name for one in MEASUREMENTS}
    assert all(one["values"] for one in readings)
    assert all(row["of"] and row["scores"] for row in document["kept"]["rows"])
