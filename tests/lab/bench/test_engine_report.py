"""The arithmetic of the report, on handmade numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from satplay.lab.bench.benchmark import BenchmarkRun, Contestant, Instance, Sample
from satplay.lab.bench.engine_benchmark import engine_benchmark, means
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.report import to_best
from satplay.lab.bench.score import ratio

SECONDS = 60.0


def bench(times: dict[str, dict[str, list[list[float | None]]]]) -> BenchmarkRun:
    """Samples by family, engine and seed; None is a timeout."""
    engines = tuple(map(Contestant, next(iter(times.values()))))
    instances: list[Instance] = []
    samples: list[Sample] = []
    for family, by_engine in times.items():
        seeds = range(len(next(iter(by_engine.values()))))
        instances += [Instance(family, f"seed {seed}", engines, status="unsat") for seed in seeds]
        for engine, by_seed in by_engine.items():
            for seed, cpus in enumerate(by_seed):
                samples += [
                    Sample(family, f"seed {seed}", engine, "out of time")
                    if cpu is None
                    else Sample(family, f"seed {seed}", engine, "unsat", ({"total": cpu},))
                    for cpu in cpus
                ]
    return BenchmarkRun(engine_benchmark(BenchOptions()), tuple(instances), tuple(samples), SECONDS, 3)


TWO = bench(
    {
        "pigeonhole": {"native": [[1.0]], "cadical195": [[2.0]]},
        "miter": {"native": [[8.0]], "cadical195": [[1.0]]},
    }
)


def test_a_score_is_the_median_over_seeds_of_medians_over_samples() -> None:
    run = bench({"miter": {"native": [[1, 9, 2], [30, 31, 32], [4, 4, 50]]}})
    assert [one.seconds for one in [run.score("miter", "native")] if one] == [4]


def test_a_timeout_counts_twice_its_limit() -> None:
    run = bench({"miter": {"native": [[None]], "pycosat": [[30.0]]}})
    scores = [run.score("miter", engine) for engine in ("native", "pycosat")]
    assert [one.seconds for one in scores if one is not None] == [120.0, 30.0]
    assert to_best(run, "miter", "native") == 4.0
    assert ">60" in str(run)


def test_means_are_geometric_and_the_worst_is_relative_to_the_best_of_its_row() -> None:
    # Relative to the yardstick: the root of 1/2 times 8.
    assert [*means(TWO, "native").values()] == pytest.approx([2.0, 8**0.5, 8.0])
    assert [*means(TWO, "cadical195").values()] == pytest.approx([1.0, 2**0.5, 2.0])


def test_the_table_is_formatted() -> None:
    assert str(TWO).splitlines() == [
        "CPU seconds                   native  cadical195  native to the best",
        "pigeonhole 8, U                 1.00        2.00                1.00",
        "multiplier miter 6, U           8.00        1.00                8.00",
        "geometric mean to cadical195    2.00        1.00",
        "geometric mean to the best      2.83        1.41",
        "worst to the best of the row    8.00        2.00",
    ]


def test_without_the_yardstick_there_is_no_mean_relative_to_it() -> None:
    text = str(bench({"miter": {"minisat22": [[1.0]]}}))
    assert "cadical195" not in text
    assert "native" not in text


def test_a_time_of_zero_makes_no_ratio_infinite() -> None:
    run = bench({"miter": {"native": [[0.0]], "pycosat": [[1.0]]}})
    assert to_best(run, "miter", "pycosat") == pytest.approx(1e6)


def test_known_noise_is_printed_after_a_time() -> None:
    lines = str(bench({"miter": {"native": [[4.0, 5.0, 8.0]], "pycosat": [[None]]}})).splitlines()
    assert lines[1].split()[4:] == ["5.00", "±20%", ">60", "1.00"]


def test_failed_and_wrong_samples_are_not_saved() -> None:
    (row,) = bench({"miter": {"native": [[1.0]], "pycosat": [[None]]}}).baseline_table().rows
    assert set(row.scores) == {"native", "pycosat"}
    run = bench({"miter": {"native": [[1.0]], "pycosat": [[1.0]]}})
    for lie in ("sat", "failed"):
        (row,) = (
            replace(run, samples=(replace(run.samples[0], status=lie), run.samples[1])).baseline_table().rows
        )
        assert set(row.scores) == {"pycosat"}


def test_different_formulas_are_a_different_row() -> None:
    run = bench({"miter": {"native": [[1.0]]}})
    other = replace(run, instances=(replace(run.instances[0], identity=(b"another",)),))
    assert run.baseline_table().rows[0].of != other.baseline_table().rows[0].of


@pytest.mark.parametrize(("number", "text"), [(0.9951, "1.00"), (9.994, "9.99"), (9.996, "10"), (61.4, "61")])
def test_ratios_are_short(number: float, text: str) -> None:
    assert ratio(number) == text


def test_a_failed_engine_has_no_time_and_no_ratio() -> None:
    run = bench({"miter": {"native": [[1.0]], "pycosat": [[2.0]]}})
    failed = replace(run, samples=(replace(run.samples[0], status="failed", times=()), run.samples[1]))
    lines = str(failed).splitlines()
    assert lines[1].split()[4:] == ["-", "2.00", "-"]
    assert lines[-1] == "native on miter seed 0 failed: "


def test_the_number_of_solved_formulas_is_printed_if_some_are_unsolved() -> None:
    run = bench({"miter": {"native": [[1.0], [2.0], [None]], "pycosat": [[1.0], [1.0], [1.0]]}})
    assert str(run).splitlines()[1].split()[4:7] == ["2.00", "(2/3)", "1.00"]
