"""Each experiment measures its smallest job correctly and reports it next to the values of the source."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from satplay.errors import EncodingError
from satplay.lab import experiments
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import SolvingMethod
from satplay.lab.bench.puzzles.flow import BENCHMARK, PAGE
from satplay.lab.experiment import Axis, Lines, ReportTable, Section, Series
from satplay.lab.measuring import code_breaking
from satplay.lab.measuring.solved_boards import boards, solved_boards
from satplay.lab.reporting.figures import draw, write_figure
from satplay.lab.results import finished_rows, median_value, series, series_by, whole_number
from satplay.puzzles.flow import rules
from satplay.store.runs import Job, JobOutcome
from tests.lab.experiment_jobs import jobs_of, report_sections

MASTERMIND = {"length": 4, "guesses": 2, "seeds": [1], "most": 1000, "limit": 5.0}


def lines(section: Section) -> Mapping[str, Series]:
    assert isinstance(section, Lines)
    return {one.label: one for one in section.series}


def table(section: Section) -> list[dict[str, Any]]:
    assert isinstance(section, ReportTable)
    return [dict(zip(section.columns, row, strict=True)) for row in section.rows]


# -- mastermind ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["mastermind-guesses", "mastermind-length"])
def test_both_encodings_of_mastermind_solve_the_same_boards(name: str) -> None:
    length = {"mastermind-guesses": 6, "mastermind-length": 4}[name]
    wanted = [
        {**MASTERMIND, "length": length, "guesses": 8, "encoding": encoding}
        for encoding in code_breaking.ENCODINGS
    ]
    jobs = jobs_of(name, wanted)
    direct, counting = (job.values for job in jobs)
    assert direct["codes"] == counting["codes"] and direct["cases"] == counting["cases"]
    assert all(values[span][0] > 0 for values in (direct, counting) for span in code_breaking.SPANS)
    sections = report_sections(name, jobs)
    times = sections["times_6" if name == "mastermind-guesses" else "times_8"]
    assert set(lines(times)) == {
        f"{encoding}: {title}"
        for encoding in code_breaking.ENCODINGS
        for title in code_breaking.SPANS.values()
    }
    assert isinstance(times, Lines) and times.y == Axis("CPU ms", log=True)
    sizes = lines(sections["sizes_6" if name == "mastermind-guesses" else "sizes_8"])
    (source,) = (one for one in sizes.values() if one.source)
    assert [number for _, number in source.points] == direct["cases"]
    assert [row["boards with a first code"] for row in table(sections["all"])] == [1, 1]


def test_a_limit_on_size_time_or_number_of_codes_leaves_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    many = code_breaking.measure_codes({**MASTERMIND, "encoding": "counting", "most": 1})
    assert many["codes"][0] > 1 and many["all"] == [None] and many["solve"][0] > 0
    late = code_breaking.measure_codes({**MASTERMIND, "encoding": "counting", "limit": 0.0})
    assert late["solve"] == late["all"] == [None] and late["encode"][0] > 0
    monkeypatch.setattr(code_breaking, "LARGEST", 10)
    large = code_breaking.measure_codes({**MASTERMIND, "encoding": "direct"})
    assert large["encode"] == large["clauses"] == [None] and large["cases"][0] > 0


def test_times_of_wrong_codes_are_not_reported() -> None:
    with pytest.raises(EncodingError):
        code_breaking.measure_codes({**MASTERMIND, "encoding": "source"})


# -- flow and hashi ------------------------------------------------------------------------------------


def test_the_table_of_the_source_is_shown_next_to_ours() -> None:
    wanted = [
        {"size": "6x6", "encoding": encoding, "engine": engine, "seeds": [1]}
        for encoding, engine in (("source", "native"), ("source", "reference"), ("edges", "native"))
    ]
    jobs = jobs_of("flow-table", wanted)
    assert [job.values["status"] for job in jobs] == [["sat"]] * 3
    sections = report_sections("flow-table", jobs)
    first = table(sections["page"])[0]
    assert first["its own engine, page"] == PAGE.figures["6x6"][1] and first["its own engine, ours"] > 0
    assert first["PycoSAT, ours"] is None  # not measured
    assert [one.source for one in lines(sections["solve_source"]).values()] == [False] * 2 + [True] * 3


def test_engines_that_are_missing_are_not_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    from satplay.lab.experiments import flow_table

    monkeypatch.setattr(flow_table, "choose_engines", lambda named, usual: ("native",))
    assert {job["engine"] for job in flow_table.plan(False)} == {"native"}


@pytest.mark.parametrize("puzzle", ["flow", "hashi"])
def test_every_encoding_is_measured_on_the_same_boards(puzzle: str) -> None:
    name = f"{puzzle}-encodings"
    jobs = jobs_of(name, [one for one in experiments.find(name).plan(True) if one["size"] == "6x6"])
    sections = report_sections(name, jobs)
    rows = {row["encoding"]: row for row in table(sections["all"])}
    assert {"direct", "source"} <= set(rows)
    boards_each = len(jobs[0].parameters["seeds"])
    assert rows["direct"]["right"] == f"{boards_each} of {boards_each}"
    assert rows["source"]["variables"] <= rows["source"]["the page's variables"]
    for row in rows.values():
        assert (row["solve, CPU ms"] is None) == row["right"].startswith("0 ")
    assert any(one.source for one in lines(sections["variables"]).values())


def test_only_correct_answers_have_a_solving_time() -> None:
    (board,) = boards("flow", "6x6", [1])
    found = solved_boards(BENCHMARK, SolvingMethod("edges", "native"), [board], 1)
    assert found["status"] == ["sat"] and found["solve"][0] > 0
    lost = rules.pair(board, 0)
    strict = replace(BENCHMARK, puzzle=replace(BENCHMARK.puzzle, check=lambda board, flow: [lost]))
    liar = solved_boards(strict, SolvingMethod("edges", "native"), [board], 1)
    assert liar["status"] == ["broken"] and liar["solve"] == liar["check"] == [None]
    assert liar["clauses"] == found["clauses"]


# -- parts of reports ----------------------------------------------------------------------------------


def test_a_point_has_the_median_minimum_and_maximum_of_the_known_values() -> None:
    rows = finished_rows(
        [
            Job(0, {"x": 2}, JobOutcome.DONE, {"time": [0.3, None, 0.1]}),
            Job(1, {"x": 1}, JobOutcome.DONE, {"time": [0.5]}),
            Job(2, {"x": 3}, JobOutcome.DONE, {"time": [None]}),
            Job(3, {"x": 4}, JobOutcome.OUT_OF_TIME),
        ]
    )
    found = series("ours", rows, "x", "time", scale=1000)
    assert found.points == [(1, 500), (2, 200)] and found.spread == [(500, 500), (100, 300)]
    assert median_value(rows[2], "time") is None
    assert whole_number("n")({"n": [10, 12]}) == 11
    assert write_figure(draw(Lines("x", "X", Axis("x"), Axis("y", log=True), [found])), "png").startswith(
        b"\x89PNG"
    )


def test_a_series_for_each_key_that_has_points() -> None:
    rows = [{"way": "a", "n": 2, "s": 0.5}, {"way": "a", "n": 1, "s": 0.0}, {"way": "b", "n": 1, "s": None}]
    (found,) = series_by(rows, "way", ["b", "a", "c"], "n", "s", label=str.upper, least=0.1)
    assert (found.label, found.points) == ("A", [(1, 0.1), (2, 0.5)])


def test_series_of_the_source_have_distinct_styles() -> None:
    pair = [Series(name, [(1, 1), (2, 2)], source=True) for name in ("one", "other")]
    (axes,) = draw(Lines("x", "X", Axis("x"), Axis("y"), pair)).axes
    one, other = axes.get_lines()
    assert one.get_color() == other.get_color() and one.get_linestyle() != other.get_linestyle()
