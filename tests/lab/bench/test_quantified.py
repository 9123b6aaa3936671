"""The benchmark of quantified formulas: reproducible by seed; contradicting answers are reported."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from satplay.cli import main
from satplay.errors import EngineMissing, NoSuchName
from satplay.lab.bench.benchmark import BenchmarkRun, Contestant, Instance, Sample
from satplay.lab.bench.document import as_json
from satplay.lab.bench.family import Family, find_family
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.quantified.benchmark import available, qbf_benchmark
from satplay.lab.bench.quantified.quantified_families import families
from satplay.lab.bench.run import run_benchmark
from satplay.logic.quantified import Quantified, Quantifier
from satplay.qbf.program import DEPQBF

ENGINES = ("abstraction", "abstraction-checked", "depqbf")
RAN = BenchmarkRun(
    replace(qbf_benchmark(BenchOptions(families=["random-2"])), titles={"random-2": "random"}, absent=()),
    instances=(Instance("random-2", "seed 1", tuple(map(Contestant, ENGINES))),),
    samples=tuple(
        Sample("random-2", "seed 1", engine, "sat", ({"total": time},))
        for engine, time in zip(ENGINES, (0.5, 1.0, 2.0), strict=True)
    ),
    seconds=20.0,
    repeats=1,
)


def quick(family: str, *engines: str) -> BenchmarkRun:
    return run_benchmark(
        qbf_benchmark(BenchOptions(engines=engines, families=[family], quick=True)), quick=True
    )


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_the_same_seed_gives_the_same_formula_with_a_witness_inside(family) -> None:
    for build, (first, second, *_) in ((family.build, family.seeds), (family.quick, family.quick_seeds)):
        assert build(first) == build(first) != build(second)
        prefix = build(first).prefix
        assert prefix[-1].quantifier is Quantifier.EXISTS
        if family.name.startswith("random"):
            assert all(one.quantifier is not two.quantifier for one, two in pairwise(prefix))


def test_an_unknown_family_is_refused() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'random-2'"):
        find_family(families(), "random-22")


def test_times_are_printed_next_to_their_ratios() -> None:
    assert str(RAN).splitlines() == [
        "CPU seconds  abstraction  abstraction-checked  depqbf  abstraction-checked / abstraction  "
        "depqbf / abstraction",
        "random             0.500                 1.00    2.00                               2.00  "
        "                4.00",
    ]
    assert RAN.exit_status == 0 and as_json(RAN)["rows"][0]["scores"]["depqbf"] == 2.0


def test_a_ratio_to_an_unsolved_formula_is_a_bound() -> None:
    late = replace(RAN, samples=(*RAN.samples[:2], Sample("random-2", "seed 1", "depqbf", "out of time")))
    assert str(late).splitlines()[1].split()[-3:] == [">20", "2.00", ">40"]
    assert late.baseline_table().rows[0].scores["depqbf"].seconds == 40.0
    assert late.exit_status == 0


def test_an_answer_that_contradicts_a_checked_one_is_wrong() -> None:
    liar = replace(RAN, samples=(*RAN.samples[:2], replace(RAN.samples[2], status="unsat")))
    assert liar.wrong == ("WRONG: depqbf on random-2 seed 1: answered unsat, expected sat",)
    assert liar.exit_status == 1
    unchecked = replace(liar, samples=(liar.samples[0], liar.samples[2]))
    assert unchecked.wrong == ("WRONG: random-2 seed 1: the answers differ: abstraction sat, depqbf unsat",)


def test_contradicted_and_failed_answers_are_not_saved() -> None:
    (row,) = RAN.baseline_table().rows
    assert set(row.scores) == set(ENGINES)
    failed = replace(RAN, samples=(*RAN.samples[:2], replace(RAN.samples[2], status="failed", times=())))
    assert set(failed.baseline_table().rows[0].scores) == {"abstraction", "abstraction-checked"}
    assert failed.failed[0].startswith("depqbf on random-2 seed 1 failed")
    liar = replace(RAN, samples=(*RAN.samples[:2], replace(RAN.samples[2], status="unsat")))
    assert set(liar.baseline_table().rows[0].scores) == {"abstraction", "abstraction-checked"}
    assert replace(liar, samples=(liar.samples[0], liar.samples[2])).baseline_table().rows == ()


def test_named_engines_must_be_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(NoSuchName, match="no QBF engine is called 'depqbf-checked'"):
        available(["depqbf-checked"])
    monkeypatch.setenv("PATH", "")
    with pytest.raises(EngineMissing):
        available(["depqbf"])
    assert "depqbf" in available([])[1]


@pytest.mark.skipif(DEPQBF.path() is None, reason="DepQBF is not installed")
def test_each_file_is_a_separate_row(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "small.qdimacs"
    file.write_text("p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n")
    assert main(["bench", "qbf", str(file), "--engine", "depqbf", "--samples", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [(one["contestant"], one["status"]) for one in document["samples"]] == [("depqbf", "sat")]
    assert document["rows"][0]["title"] == "small.qdimacs"


def test_our_engine_is_measured_with_and_without_the_strategy_check() -> None:
    run = run_benchmark(
        qbf_benchmark(
            BenchOptions(engines=["abstraction", "abstraction-checked"], families=["random-2"], quick=True)
        ),
        quick=True,
    )
    assert run.exit_status == 0 and {one.status for one in run.samples} <= {"sat", "unsat"}
    assert str(run).startswith("CPU seconds")


@pytest.mark.parametrize("words", [["--loads"], ["--size", "3x3"], ["f.qdimacs", "--family", "random-2"]])
def test_options_of_other_benchmarks_are_refused(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", "qbf", *words]) == 2
    assert "with 'qbf', expected see satplay bench --help" in capsys.readouterr().err


def test_families_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "qbf", "--list"]) == 0
    assert "random-2                random a12 e30, 180 clauses\n" in capsys.readouterr().out


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
@pytest.mark.parametrize("shift", [-40, 0, 65, 10**6])
def test_a_family_has_a_formula_for_every_seed(family: Family[Quantified], shift: int) -> None:
    for _, build in family.formulas(quick=True, shift=shift):
        assert build().matrix.clause_count > 0


def test_chopsticks_questions_have_the_known_answers() -> None:
    run = run_benchmark(
        qbf_benchmark(
            BenchOptions(engines=["abstraction-checked"], families=["chopsticks-factored"], quick=True)
        ),
        quick=True,
    )
    assert [one.status for one in run.samples] == ["sat", "unsat"]
