"""Experiments on engines, cardinality constraints and the SAT game report correct measurements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from satplay.errors import EngineError
from satplay.games.sat_game.formula_text import number_clauses
from satplay.games.sat_game.state import P, Q, State
from satplay.lab.bench.family import find_family
from satplay.lab.bench.formula_families import FAMILIES
from satplay.lab.experiment import Bars, ReportTable, Section
from satplay.lab.experiments import engine_ablation, engine_race, sat_game_theorem
from satplay.lab.measuring.counting_problems import GUARDS, PROBLEMS, WAYS
from satplay.store.runs import Job, JobOutcome
from tests.lab.experiment_jobs import jobs_of, report_sections


def table(section: Section) -> list[dict[str, Any]]:
    assert isinstance(section, ReportTable)
    return [dict(zip(section.columns, row, strict=True)) for row in section.rows]


def bars(section: Section) -> Mapping[str, Mapping[str, float | None]]:
    assert isinstance(section, Bars)
    return {
        group: dict(zip(section.labels, row, strict=True))
        for group, row in zip(section.groups, section.values, strict=True)
    }


# -- engines -------------------------------------------------------------------------------------------


def test_a_disabled_feature_is_compared_with_all_features_enabled() -> None:
    family = "pigeonhole 5"
    jobs = jobs_of(
        "engine-ablation",
        [
            {"off": [engine_ablation.NOTHING], "families": [family], "seeds": [1], "limit": 5.0},
            {"off": ["learning"], "families": [family], "seeds": [1], "limit": 5.0},
            {"off": ["deletion"], "families": [family], "seeds": [1], "limit": 0.0},
        ],
    )
    sections = report_sections("engine-ablation", jobs)
    conflicts, seconds = bars(sections["conflicts"]), bars(sections["seconds"])
    on, off, _ = (job.values["conflicts"][0] for job in jobs)
    assert conflicts["learning"][family] == pytest.approx(off / on) and off > on
    assert conflicts["watches"][family] is None  # not measured
    assert conflicts["deletion"][family] is None and seconds["deletion"][family] is not None  # out of time
    assert [row["answered"] for row in table(sections["all"])] == ["1 of 1", "1 of 1", "0 of 1"]


def test_every_feature_of_the_engine_can_be_disabled_separately() -> None:
    variants = [replace(engine_ablation.ALL_ON, **change) for change in engine_ablation.OFF.values()]
    assert len(set(variants)) == len(engine_ablation.OFF)


def test_engines_are_compared_with_ours_formula_by_formula() -> None:
    small = [["pigeonhole", 1], ["sudoku", 1]]
    wanted = [{"engine": engine, "formulas": small, "small": True} for engine in ("native", "reference")]
    ours, theirs = jobs_of("engine-race", wanted)
    ended = [ours, theirs, Job(2, {**wanted[0], "engine": "late"}, JobOutcome.OUT_OF_TIME)]
    sections = report_sections("engine-race", ended)
    ratios = {row["family"]: row for row in table(sections["ratios"])}
    assert ratios["sudoku"]["native"] == pytest.approx(1) and ratios["all formulas"]["reference"] > 1
    assert ratios["all formulas"]["late"] is None
    answered = {(row["family"], row["engine"]): row["answered"] for row in table(sections["all"])}
    assert answered["sudoku", "reference"] == "1 of 1" and answered["sudoku", "late"] == "0 of 1"


def test_a_wrong_answer_has_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    liar = replace(find_family(FAMILIES, "pigeonhole"), status="sat")
    monkeypatch.setattr(engine_race.formula_families, "FAMILIES", (liar,))
    with pytest.raises(EngineError):
        engine_race.measure({"engine": "native", "formulas": [["pigeonhole", 1]], "small": True})


# -- counting ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("way", list(WAYS))
def test_every_cardinality_encoding_solves_the_same_problems(way: str) -> None:
    problems = {"queens": [6], "guarding": [4], "one guard less": [4], "tomography": [5]}
    job = {"way": way, "sizes": [10], "problems": problems, "limit": 5.0}
    jobs = jobs_of("cardinality", [job])
    sections = report_sections("cardinality", jobs)
    solved = {row["problem"]: row["solving, CPU ms"] is not None for row in table(sections["problems"])}
    one_only = way == "product"
    assert solved == {name: name in ("queens", "one guard less") or not one_only for name in problems}
    assert all(row["writing, CPU ms"] is not None for row in table(sections["constraints"]))


def test_formulas_that_are_too_large_are_not_built() -> None:
    job = {"way": "pairwise", "sizes": [30], "problems": {"guarding": [8]}, "limit": 5.0}
    (measured,) = jobs_of("cardinality", [job])
    half = [row for row in measured.values["constraints"] if row["bound"] == "n/2"]
    assert all(row["seconds"] is None and row["clauses"] > 10**8 for row in half)
    assert measured.values["problems"][0]["solve"] is None


def test_problems_predict_the_size_of_their_formulas() -> None:
    for name, problem in PROBLEMS.items():
        for way in WAYS.values():
            side = min(GUARDS)
            predicted = problem(side).predicted_size(way)
            if predicted is not None:
                formula = problem(side).formula(way)
                assert (formula.clause_count, formula.var_count) == (
                    predicted.clauses,
                    predicted.variables,
                ), name


# -- the SAT game --------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", sat_game_theorem.MODES)
def test_the_theorem_holds_for_all_formulas_over_two_variables(mode: str) -> None:
    job = {"mode": mode, "variables": 2, "tautologies": False, "formulas": None}
    (measured,) = jobs_of("sat-game-theorem", [job])
    assert measured.values["against"] == 0
    assert measured.values["satisfiable"] + measured.values["unsatisfiable"] == 2**8
    (row,) = table(report_sections("sat-game-theorem", [measured])["all"])
    assert row["clauses at most"] == "all sets"


def test_a_win_is_distinguished_from_a_loss() -> None:
    contradiction = State(number_clauses([[1], [-1]]))
    assert sat_game_theorem.wins(contradiction, Q, {}) and not sat_game_theorem.wins(contradiction, P, {})
    assert not sat_game_theorem.has_model(((1,), (-1,))) and sat_game_theorem.has_model(((1, -1),))


def test_counterexamples_to_the_theorem_are_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sat_game_theorem, "has_model", lambda clauses: True)
    job = {"mode": "strict", "variables": 1, "tautologies": False, "formulas": None}
    (measured,) = jobs_of("sat-game-theorem", [job])
    assert measured.values["such as"] == ["{1}{-1}"]


def test_perfect_players_do_not_lose_won_positions() -> None:
    jobs = jobs_of("sat-game-tournament", [{"mode": "strict", "variables": 4, "games": 4, "seed": 1}])
    sections = report_sections("sat-game-tournament", jobs)
    rows = {(row["P"], row["Q"]): row for row in table(sections["all"])}
    assert len(rows) == 9 and all(row["P wins"] + row["Q wins"] == 4 for row in rows.values())
    fair = rows["perfect", "perfect"]["P wins"]
    assert all(row["P wins"] >= fair for (p, _), row in rows.items() if p == "perfect")
    assert all(row["P wins"] <= fair for (_, q), row in rows.items() if q == "perfect")
    assert bars(sections["seats"])["strict"]["perfect"] == fair / 4
