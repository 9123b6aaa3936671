"""Helpers for experiment tests: jobs measured in this process, and the sections of their report."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.lab import experiments
from satplay.lab.experiment import Bars, Lines, Parameters, ReportTable, Section
from satplay.lab.reporting.figures import draw
from satplay.store.runs import Job, JobOutcome


def jobs_of(name: str, parameters: Sequence[Parameters]) -> list[Job]:
    measure = experiments.find(name).measure
    return [Job(at, one, JobOutcome.DONE, measure(one)) for at, one in enumerate(parameters)]


def report_sections(name: str, jobs: Sequence[Job]) -> dict[str, Section]:
    """Return the named sections of the report, after drawing every figure."""
    found: dict[str, Section] = {}
    for section in experiments.find(name).report(jobs):
        if isinstance(section, Lines | Bars):
            assert draw(section).axes
        if isinstance(section, Lines | Bars | ReportTable):
            found[section.name] = section
    return found
