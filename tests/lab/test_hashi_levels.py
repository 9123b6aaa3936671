"""The experiment about levels: boards of Tatham's generator if it is installed, and our own boards if not."""

from __future__ import annotations

from pathlib import Path

import pytest

import satplay
from satplay.contracts.levels import LEVELS
from satplay.lab.experiment import Paragraph, ReportTable
from satplay.lab.experiments import hashi_levels
from tests.lab.experiment_jobs import jobs_of, report_sections


def test_without_his_generator_our_own_boards_show_the_costs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(hashi_levels, "AT_A_TIME", 2)
    planned = hashi_levels.plan(quick=True)
    assert [job["ours"] for job in planned] == list(LEVELS)
    jobs = jobs_of("hashi-levels", planned[:3])
    sections = list(hashi_levels.report(jobs))
    assert any(isinstance(one, Paragraph) and "is not installed" in one.text for one in sections)
    costs = report_sections("hashi-levels", jobs)["costs"]
    assert isinstance(costs, ReportTable)
    assert [(row[0], row[1]) for row in costs.rows] == [(level, 2) for level in LEVELS[:3]]
    assert [float(row[5]) for row in costs.rows][:2] == [1, 2]


def test_levels_are_compared_on_boards_of_his_generator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program in his place prints the same easy board for every level."""
    board = satplay.generate("hashi", size="9x9", difficulty="easy", seed=1, to="tatham").text.strip()
    program = tmp_path / hashi_levels.PROGRAM
    program.write_text(f"#!/bin/sh\necho '{board}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    monkeypatch.setattr(hashi_levels, "AT_A_TIME", 2)
    planned = hashi_levels.plan(quick=True)
    assert [job["theirs"] for job in planned] == [0, 1, 2]
    sections = report_sections("hashi-levels", jobs_of("hashi-levels", planned))
    agreement, differing = sections["agreement"], sections["disagreements"]
    assert isinstance(agreement, ReportTable) and isinstance(differing, ReportTable)
    assert [row[-1] for row in agreement.rows] == ["0 %", "100 %", "0 %"]
    assert [(row[0], row[1], row[2], row[3]) for row in differing.rows] == [
        (0, "easy", 2, "2: 2"),
        (2, "easy", 2, "2: 2"),
    ]
