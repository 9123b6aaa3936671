"""The benchmark of quantified formulas: same seed, same formula; contradictions are said loudly."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.errors import EngineMissing, NoSuchName
from satplay.lab.bench.quantified.benchmark import Instance, QbfBench, Sample, available, bench_qbf
from satplay.lab.bench.quantified.quantified_families import families, named
from satplay.lab.bench.quantified.report import as_json, kept, lines
from satplay.lab.child_process import Failed, Finished, program
from satplay.logic.quantified import Quantifier
from satplay.qbf.program import DEPQBF

ONE = Instance("random-2", "seed 1", 9, 20, 2)
RAN = QbfBench(
    engines=("abstraction", "abstraction-checked", "depqbf"),
    absent=(),
    titles={"random-2": "random"},
    instances=(ONE,),
    samples=(
        Sample("random-2", "seed 1", "abstraction", "sat", 0.5),
        Sample("random-2", "seed 1", "abstraction-checked", "sat", 1.0),
        Sample("random-2", "seed 1", "depqbf", "sat", 2.0),
    ),
    seconds=20.0,
    repeats=1,
    quick=False,
)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_the_same_seed_gives_the_same_formula_with_a_witness_inside(family) -> None:
    for build, (first, second, *_) in ((family.build, family.seeds), (family.quick, family.quick_seeds)):
        assert build(first) == build(first) != build(second)
        prefix = build(first).prefix
        assert prefix[-1].quantifier is Quantifier.EXISTS
        if family.name.startswith("random"):
            assert all(one.quantifier is not two.quantifier for one, two in pairwise(prefix))


def test_a_family_that_nobody_knows_is_refused() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'random-2'"):
        named("random-22")


def test_times_stand_beside_their_ratios() -> None:
    assert lines(RAN) == [
        "CPU seconds  abstraction  abstraction-checked  depqbf  abstraction-checked / abstraction  "
        "depqbf / abstraction",
        "random             0.500                 1.00    2.00                               2.00  "
        "                4.00",
    ]
    assert RAN.exit_status == 0 and as_json(RAN)["rows"][0]["scores"]["depqbf"] == 2.0


def test_what_was_not_solved_counts_twice_the_limit() -> None:
    late = replace(RAN, samples=(*RAN.samples[:2], Sample("random-2", "seed 1", "depqbf", "out of time")))
    assert lines(late)[1].split()[-3:] == ["(0/1)", "2.00", "80"] and ">20 (0/1)" in lines(late)[1]
    assert late.exit_status == 0


def test_whoever_contradicts_a_checked_answer_is_wrong() -> None:
    liar = replace(RAN, samples=(*RAN.samples[:2], Sample("random-2", "seed 1", "depqbf", "unsat", 2.0)))
    assert liar.wrong == ("WRONG: depqbf says that random-2 seed 1 is unsat; it is sat",)
    assert liar.exit_status == 1
    unchecked = replace(liar, samples=(liar.samples[0], liar.samples[2]))
    assert unchecked.wrong[0].startswith("WRONG: somebody is, about random-2 seed 1")


def test_what_is_contradicted_or_failed_is_not_kept() -> None:
    (row,) = kept(RAN).rows
    assert set(row.scores) == set(RAN.engines)
    failed = replace(RAN, samples=(*RAN.samples[:2], replace(RAN.samples[2], status="failed", cpu=None)))
    assert set(kept(failed).rows[0].scores) == {"abstraction", "abstraction-checked"}
    assert failed.failed[0].startswith("depqbf failed on random-2 seed 1")
    assert kept(replace(RAN, samples=(*RAN.samples[:2], replace(RAN.samples[2], status="unsat")))).rows == ()


def test_exit_statuses_of_solvers_are_answers() -> None:
    answer = program(["sh", "-c", "echo s; exit 20"], 5.0, good=(10, 20))
    assert isinstance(answer, Finished) and (answer.status, answer.printed) == (20, "s\n")
    assert program(["sh", "-c", "exit 20"], 5.0) == Failed("exit status 20")


def test_engines_that_are_named_must_be_there(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoSuchName, match="no QBF engine is called 'depqbf-checked'"):
        available(["depqbf-checked"])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineMissing):
        available(["depqbf"])
    assert "depqbf" in available([])[1]


@pytest.mark.skipif(DEPQBF.path() is None, reason="DepQBF is not installed")
def test_files_are_rows_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.qdimacs"
    file.write_text("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n")
    assert main(["bench", "qbf", str(file), "--engine", "depqbf", "--samples", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [(one["engine"], one["status"]) for one in document["samples"]] == [("depqbf", "sat")]
    assert document["rows"][0]["title"] == "small.qdimacs"


def test_our_engine_is_measured_bare_and_checked() -> None:
    ran = bench_qbf(engines=["abstraction", "abstraction-checked"], families=["random-2"], quick=True)
    assert ran.exit_status == 0 and {one.status for one in ran.samples} <= {"sat", "unsat"}
    assert str(ran).startswith("CPU seconds")


@pytest.mark.parametrize("words", [["--loads"], ["--size", "3x3"], ["f.qdimacs", "--family", "random-2"]])
def test_options_of_other_benchmarks_are_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "qbf", *words]) == 2
    assert "with 'qbf', expected see satplay bench --help" in capsys.readouterr().err


def test_families_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "qbf", "--list"]) == 0
    assert "random-2                random a12 e30, 180 clauses\n" in capsys.readouterr().out


def test_chopsticks_asks_what_is_known() -> None:
    ran = bench_qbf(engines=["abstraction-checked"], families=["chopsticks-factored"], quick=True)
    assert [one.status for one in ran.samples] == ["sat", "unsat"]
