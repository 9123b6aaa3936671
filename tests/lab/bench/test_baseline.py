"""Comparison with an earlier run: compared values, noise, bounds, and invalid baselines."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from satplay.cli import main
from satplay.errors import BadInput
from satplay.lab.bench.baseline import NOTHING, Change, as_json, compare_tables, lines
from satplay.lab.bench.baseline_file import read_baseline
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.run import run_benchmark
from satplay.lab.bench.score import Score, ScoreRow, ScoreTable, compute_score
from satplay.lab.bench.subjects import make_benchmark
from satplay.workers.calls import OutOfTime

LIMIT = 60.0
LATE = compute_score([[None]], LIMIT)

times = st.floats(1e-6, 1e6)
noises = st.none() | st.floats(0, 2)
documents = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(),
    lambda some: (
        st.lists(some)
        | st.dictionaries(st.sampled_from(["rows", "benchmark", "limit", "scores", "name", "of"]), some)
    ),
)
scores = st.builds(lambda time, noise: Score(time, time, noise), times, noises)


def exact(seconds: float, noise: float | None = None) -> Score:
    return Score(seconds, seconds, noise)


def table(rows: dict[str, dict[str, Score]], *, of: str = "same", limit: float = LIMIT) -> ScoreTable:
    return ScoreTable(
        "engines", limit, tuple(ScoreRow(name, name, of, found) for name, found in rows.items())
    )


def change(now: Score, then: Score, *, limit: float = LIMIT) -> str:
    """Return the change as printed text."""
    found = compare_tables(table({"a": {"x": now}}), table({"a": {"x": then}}, limit=limit))
    return str(found.rows[0][1]["x"]) if found.rows else "-"


# -- what is compared ------------------------------------------------------------------------------


def test_rows_of_the_same_instances_are_compared_column_by_column() -> None:
    now = table({"a": {"x": exact(2.0), "y": exact(1.0)}, "b": {"x": exact(1.0)}})
    then = table({"a": {"x": exact(1.0), "z": exact(1.0)}, "c": {"x": exact(1.0)}})
    assert as_json(compare_tables(now, then))["to_baseline"] == {"a": {"x": 2.0}}
    assert lines(compare_tables(now, table({"a": {"x": exact(1.0)}}, of="other"))) == [NOTHING]


@given(scores, scores)
def test_the_reverse_ratio_is_the_inverse_and_an_equal_run_has_no_change(one: Score, other: Score) -> None:
    there, back = (
        compare_tables(table({"a": {"x": now}}), table({"a": {"x": then}})).rows[0][1]["x"]
        for now, then in ((one, other), (other, one))
    )
    assert there.ratio * back.ratio == pytest.approx(1)
    assert there.mark == back.mark
    assert compare_tables(table({"a": {"x": one}}), table({"a": {"x": one}})).mean("x") == Change(1.0)


@pytest.mark.parametrize(
    ("now", "then", "printed"),
    [
        (exact(1.1, 0.05), exact(1.0, 0.05), "~1.10"),
        (exact(1.2, 0.05), exact(1.0, 0.05), "1.20"),
        (exact(0.8, 0.3), exact(1.0, 0.0), "~0.80"),
        (exact(1.01), exact(1.0, 0.5), "1.01"),
        (LATE, exact(30.0, 0.01), ">2.00"),
        (exact(30.0), LATE, "<0.50"),
        (LATE, LATE, "-"),
    ],
)
def test_noise_is_marked_and_bounds_are_bounds(now: Score, then: Score, printed: str) -> None:
    assert change(now, then) == printed


def test_values_at_a_limit_are_compared_only_under_the_same_limit() -> None:
    assert change(exact(1.0), exact(2.0), limit=10) == "0.50"
    assert change(exact(1.0), LATE, limit=10) == "-"
    one_of_three = compute_score([[1.0], [2.0], [None]], LIMIT)
    assert change(one_of_three, exact(1.0)) == "2.00"
    assert change(one_of_three, exact(1.0), limit=10) == "-"


def test_a_median_between_a_finished_and_an_unfinished_sample_gives_a_bound() -> None:
    assert change(compute_score([[1.0], [None]], LIMIT), exact(1.0)) == ">30"


def test_means_are_geometric_and_bounds_if_some_ratio_is_a_bound() -> None:
    def mean(*pairs: tuple[Score, Score]) -> Change | None:
        now, then = ({str(i): {"x": pair[side]} for i, pair in enumerate(pairs)} for side in (0, 1))
        return compare_tables(table(now), table(then)).mean("x")

    slower, late, faster = (exact(8.0), exact(1.0)), (LATE, exact(30.0)), (exact(30.0), LATE)
    assert mean(slower, (exact(1.0), exact(2.0))) == Change(pytest.approx(2.0))
    assert mean(slower, late) == Change(pytest.approx(4.0), ">")
    assert mean(late, faster) is None


# -- text ------------------------------------------------------------------------------------------


def test_the_table_is_formatted() -> None:
    now = table({"a": {"x": exact(1.0, 0.1), "y": LATE}, "b": {"x": exact(3.0)}})
    then = table({"a": {"x": exact(1.1, 0.1), "y": exact(30.0)}, "b": {"x": exact(1.0)}})
    assert lines(compare_tables(now, then)) == [
        "this run to the earlier one      x      y",
        "a                            ~0.91  >2.00",
        "b                             3.00      -",
        "geometric mean                1.65  >2.00",
        "below 1 is faster now; ~ within the noise of both runs; > at least, out of time in this run; "
        "noise is not known of fewer than 3 samples",
    ]
    document = as_json(compare_tables(now, then))
    assert document["to_baseline_marks"] == {"a": {"x": "~", "y": ">"}, "b": {}}
    assert document["to_baseline_mean"]["y"] == 2.0


def test_columns_become_lines_if_that_is_narrower() -> None:
    wide = {f"{way}, a way of many words": exact(1.0, 0.1) for way in "uvxyz"}
    assert lines(compare_tables(table({"a": wide, "b": wide}), table({"a": wide, "b": wide})))[:2] == [
        "this run to the earlier one      a      b  geometric mean",
        "u, a way of many words       ~1.00  ~1.00            1.00",
    ]


def test_rows_without_a_common_column_are_listed_separately() -> None:
    run = table({"a": {"x": exact(1.0)}, "b": {"y": exact(1.0)}, "c": {"x": exact(1.0)}})
    text = lines(compare_tables(run, run))
    assert [line.split()[-1] for line in text if line.startswith("this run")] == ["y", "x"]


# -- reading ---------------------------------------------------------------------------------------


@given(st.dictionaries(st.text(), st.dictionaries(st.text(), scores), max_size=3), st.floats(0, 1e6))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=40)
def test_a_saved_run_is_read_back(tmp_path: Path, rows: dict[str, dict[str, Score]], limit: float) -> None:
    path = tmp_path / "then.json"
    run = table(rows, limit=limit)
    path.write_text(json.dumps({"kept": asdict(run)}), encoding="utf-8")
    assert read_baseline(path, "engines") == run


def baseline_text(**changed: Any) -> str:
    score = {**asdict(exact(1.0, 0.1)), **changed}
    return json.dumps({"kept": {"benchmark": "engines", "limit": 1, "rows": [
        {"name": "a", "title": "a", "of": "", "scores": {"x": score}}
    ]}})  # fmt: skip


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", r"then\.json:1:1: bad baseline: found Expecting value"),
        ('{"kept":\n]', r"then\.json:2:1: "),
        ("[]", "instead of an object with 'kept'"),
        ('{"benchmark": "engines"}', "an object without 'kept'"),
        ('{"kept": {"rows": 3}}', "'3' as 'rows'"),
        ('{"kept": {"rows": [3]}}', "'3' instead of an object with 'name'"),
        ('{"kept": {"rows": [], "benchmark": "flow", "limit": 3}}', "found a run of 'flow'"),
        (baseline_text(seconds=0), "'0' as 'seconds'"),
        (baseline_text(least=float("nan")), "'NaN' as 'least'"),
        (baseline_text(least=10**400), "as 'least'"),
        (baseline_text(noise=True), "'true' as 'noise'"),
        (baseline_text(noise=-1), "'-1' as 'noise'"),
        (baseline_text(late=None), "'null' as 'late'"),
        ("[" * 100_000, "bad baseline"),
        ("1" * 10_000, "bad baseline"),
        ("\udcff", "bad baseline"),
    ],
    ids=lambda value: value[:20],
)
def test_an_invalid_baseline_is_refused_in_one_line(tmp_path: Path, text: str, complaint: str) -> None:
    path = tmp_path / "then.json"
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    with pytest.raises(BadInput, match=complaint) as found:
        read_baseline(path, "engines")
    assert "what 'satplay bench engines --json' prints" in str(found.value)


@given(documents)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
def test_any_other_document_is_refused(tmp_path: Path, document: Any) -> None:
    path = tmp_path / "then.json"
    path.write_text(json.dumps({"kept": document, "benchmark": "engines"}), encoding="utf-8")
    with pytest.raises(BadInput):
        read_baseline(path, "no such benchmark")


@pytest.mark.parametrize(
    ("subject", "options", "row", "identity"),
    [
        ("engines", BenchOptions(families=["pigeonhole"], quick=True), "pigeonhole", "e1374ead79dcbda2"),
        ("engines", BenchOptions(loads=True, quick=True), "assume", "866e92b9ad328bdd"),
        ("qbf", BenchOptions(families=["random-2"], quick=True), "random-2", "fcc110330d63d9cd"),
        ("hashi", BenchOptions(families=["twos"], quick=True), "twos 10x10", "3c31b57615487384"),
        ("mastermind", BenchOptions(families=["breakers"], quick=True), "4x6 minimax", "0f4ac2db636bcd8b"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_instances_have_the_identity_of_earlier_versions(
    subject: str, options: BenchOptions, row: str, identity: str
) -> None:
    """Documents written before the benchmarks had one pipeline are comparable."""
    benchmark = replace(make_benchmark(subject, options), take=lambda *_: OutOfTime())
    rows = {one.name: one for one in run_benchmark(benchmark, quick=True).baseline_table().rows}
    assert rows[row].of == identity
    if subject == "mastermind":
        assert set(rows[row].scores) == {"CPU s"}
    if subject == "hashi":
        assert {"direct, native", "direct, native, lazily", "direct, native, and unique?"} >= {
            name for name in rows[row].scores if name.startswith("direct, native")
        }


# -- the command line ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["qbf", "--family", "random-2", "--engine", "abstraction", "--quick"],
        ["hashi", "--family", "twos", "--size", "4x4", "--engine", "native", "--encoding", "direct"],
        ["mastermind", "--family", "breakers", "--size", "4x6"],
    ],
    ids=lambda words: words[0],
)
def test_every_subject_is_compared_with_itself(
    words: list[str], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    command = ["bench", *words, "--samples", "1"]
    assert main([*command, "--json"]) == 0
    path = tmp_path / "then.json"
    path.write_text(capsys.readouterr().out, encoding="utf-8")
    assert main([*command, "--baseline", str(path), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    compared_ones = {row: set(found) for row, found in document["to_baseline"].items()}
    assert compared_ones == {row["name"]: set(row["scores"]) for row in document["kept"]["rows"]}
    assert all(compared_ones.values())
    assert main(["bench", "engines", "--baseline", str(path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
