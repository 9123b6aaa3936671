"""An experiment together with a run of it: what a report is made from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from satplay.fast_dataclass import dataclass
from satplay.lab.experiment import Experiment, Paragraph, Section
from satplay.lab.experiments import question
from satplay.store.runs import Job, JobOutcome, StoredRun

MANY = 40
"""Rows of a table; a longer table is collapsed."""


@dataclass(frozen=True, slots=True)
class ExperimentRun:
    """An experiment together with a run of it."""

    name: str
    experiment: Experiment
    run: StoredRun
    jobs: Sequence[Job]

    @property
    def question(self) -> str:
        """The question of the experiment."""
        return question(self.name)

    def sections(self) -> list[Section]:
        """The report of the jobs that have ended."""
        ended = [job for job in self.jobs if job.outcome is not None]
        return list(self.experiment.report(ended)) if ended else [Paragraph("No job has ended yet.")]

    @property
    def circumstances(self) -> str:
        """Plan, outcomes of the jobs, date, machine and versions."""
        counts = Counter(job.outcome.value if job.outcome else "waiting" for job in self.jobs)
        order = [*(outcome.value for outcome in JobOutcome), "waiting"]
        jobs = ", ".join(f"{counts[name]} {name}" for name in order if counts[name])
        machine = self.run.machine
        packages = ", ".join(f"{name} {number}" for name, number in machine["packages"].items())
        return (
            f"({self.run.plan} run, jobs: {jobs}), begun {self.run.begun}. {machine['processor']}, "
            f"{machine['cpus']} CPUs, {machine['system']}, Python {machine['python']}, {packages}."
        )


def format_value(value: Any) -> str:
    """A value as text, with three significant digits.

    >>> format_value(0.0123456), format_value(1234), format_value(None), format_value("x")
    ('0.0123', '1234', '', 'x')
    """
    if value is None:
        return ""
    return f"{value:.3g}" if isinstance(value, float) else str(value)
