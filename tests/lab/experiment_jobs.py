"""What the tests of experiments share: jobs done here, in this process, and what a report shows of them."""

from __future__ import annotations

from collections.abc import Sequence

from satplay.lab import experiments
from satplay.lab.experiment import Bars, Lines, Parameters, Section, Table
from satplay.lab.reporting.figures import draw
from satplay.store.runs import Job, Outcome


def jobs_of(name: str, parameters: Sequence[Parameters]) -> list[Job]:
    measure = experiments.find(name).measure
    return [Job(at, one, Outcome.DONE, measure(one)) for at, one in enumerate(parameters)]


def shown(name: str, jobs: Sequence[Job]) -> dict[str, Section]:
    """The sections with a name; every figure can be drawn."""
    found: dict[str, Section] = {}
    for section in experiments.find(name).report(jobs):
        if isinstance(section, Lines | Bars):
            assert draw(section).axes
        if isinstance(section, Lines | Bars | Table):
            found[section.name] = section
    return found
