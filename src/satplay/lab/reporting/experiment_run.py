"""What a report is about: an experiment together with a run of it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from satplay.lab.experiment import Experiment, Section, Words
from satplay.lab.experiments import question
from satplay.store.runs import Job, Outcome, Run

MANY = 40
"""Rows of a table; longer ones are folded away."""


@dataclass(frozen=True, slots=True)
class Ran:
    """One experiment together with its run."""

    name: str
    experiment: Experiment
    run: Run
    jobs: Sequence[Job]

    @property
    def question(self) -> str:
        """What was asked."""
        return question(self.name)

    def sections(self) -> list[Section]:
        """What the jobs that have ended show."""
        ended = [job for job in self.jobs if job.outcome is not None]
        return list(self.experiment.report(ended)) if ended else [Words("No job has ended yet.")]

    @property
    def circumstances(self) -> str:
        """How much was done, when, on what machine, and with which versions."""
        counts = Counter(job.outcome.value if job.outcome else "waiting" for job in self.jobs)
        order = [*(outcome.value for outcome in Outcome), "waiting"]
        jobs = ", ".join(f"{counts[name]} {name}" for name in order if counts[name])
        machine = self.run.machine
        packages = ", ".join(f"{name} {number}" for name, number in machine["packages"].items())
        return (
            f"({self.run.plan} run, jobs: {jobs}), begun {self.run.begun}. {machine['processor']}, "
            f"{machine['cpus']} CPUs, {machine['system']}, Python {machine['python']}, {packages}."
        )


def shown(value: Any) -> str:
    """A value for people: three digits that matter.

    >>> shown(0.0123456), shown(1234), shown(None), shown("x")
    ('0.0123', '1234', '', 'x')
    """
    if value is None:
        return ""
    return f"{value:.3g}" if isinstance(value, float) else str(value)
