"""The arithmetic of the report, on numbers made by hand."""

from __future__ import annotations

import pytest

from satplay.lab.bench import report
from satplay.lab.bench.run import Bench, Instance, Sample

SECONDS = 60.0


def bench(times: dict[str, dict[str, list[list[float | None]]]], clauses: int = 9) -> Bench:
    """From family to engine to seed to samples; None did not finish."""
    engines = tuple(next(iter(times.values())))
    instances: list[Instance] = []
    samples: list[Sample] = []
    for family, by_engine in times.items():
        seeds = range(len(next(iter(by_engine.values()))))
        instances += [Instance(family, seed, "unsat", 3, clauses) for seed in seeds]
        for engine, by_seed in by_engine.items():
            for seed, cpus in enumerate(by_seed):
                samples += [
                    Sample(family, seed, engine, "unsat" if cpu is not None else "out of time", cpu=cpu)
                    for cpu in cpus
                ]
    return Bench(engines, tuple(instances), tuple(samples), SECONDS, 3, quick=False)


TWO = bench(
    {
        "pigeonhole": {"native": [[1.0]], "cadical195": [[2.0]]},
        "miter": {"native": [[8.0]], "cadical195": [[1.0]]},
    }
)


def test_a_score_is_the_median_over_seeds_of_medians_over_samples() -> None:
    run = bench({"miter": {"native": [[1, 9, 2], [30, 31, 32], [4, 4, 50]]}})
    assert report.rows(run)[0].scores == {"native": 4}


def test_what_did_not_finish_counts_twice_its_limit() -> None:
    run = bench({"miter": {"native": [[None]], "pycosat": [[30.0]]}})
    (row,) = report.rows(run)
    assert row.scores == {"native": 120.0, "pycosat": 30.0}
    assert row.to_best("native") == 4.0
    assert ">60" in str(run)


def test_means_are_geometric_and_the_worst_is_to_the_best_of_its_row() -> None:
    table = report.rows(TWO)
    assert report.mean_to(table, "native", "cadical195") == pytest.approx(2.0)  # root of 1/2 times 8
    assert report.mean_to(table, "cadical195", "cadical195") == pytest.approx(1.0)
    assert report.mean_to_best(table, "native") == pytest.approx(8**0.5)
    assert report.worst_to_best(table, "native") == 8.0
    assert report.worst_to_best(table, "cadical195") == 2.0


def test_the_table_reads_well() -> None:
    assert str(TWO).splitlines() == [
        "CPU seconds                   native  cadical195  native to the best",
        "pigeonhole 8, U                 1.00        2.00                1.00",
        "multiplier miter 6, U           8.00        1.00                8.00",
        "geometric mean to cadical195    2.00        1.00",
        "geometric mean to the best      2.83        1.41",
        "worst to the best of the row    8.00        2.00",
    ]


def test_without_the_yardstick_there_is_no_mean_to_it() -> None:
    text = str(bench({"miter": {"minisat22": [[1.0]]}}))
    assert "cadical195" not in text
    assert "native" not in text


def test_a_clock_that_did_not_move_makes_no_ratio_infinite() -> None:
    (row,) = report.rows(bench({"miter": {"native": [[0.0]], "pycosat": [[1.0]]}}))
    assert row.to_best("pycosat") == pytest.approx(1e6)


def test_an_earlier_run_is_compared_row_by_row() -> None:
    then = bench({"miter": {"native": [[4.0]], "minisat22": [[1.0]]}})
    (row,) = report.against(TWO, then)
    assert (row.name, row.scores) == ("miter", {"native": 2.0})
    lines = report.lines(TWO, then)
    assert "this run to the earlier one  native" in lines
    assert "geometric mean                 2.00" in lines


def test_rows_of_other_formulas_are_not_compared() -> None:
    then = bench({"miter": {"native": [[4.0]]}}, clauses=10)
    assert report.against(TWO, then) == []
    assert "no formula and engine in common" in report.lines(TWO, then)[-1]


@pytest.mark.parametrize(
    ("number", "shown"), [(0.9951, "1.00"), (9.994, "9.99"), (9.996, "10"), (61.4, "61")]
)
def test_ratios_are_short(number: float, shown: str) -> None:
    assert report.ratio(number) == shown
