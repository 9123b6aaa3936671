"""How do encoding, the first code and listing all codes of Mastermind slow down with more guesses?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satplay.lab.experiment import Axis, Experiment, Lines, Parameters, Section, Words
from satplay.lab.measuring.code_breaking import (
    ENCODINGS,
    FULL,
    NO_POINT,
    QUICK,
    REPORT,
    measure_codes,
    sizes,
    table,
    times,
)
from satplay.lab.measuring.solved_boards import finished_jobs
from satplay.store.runs import Job

FIGURES = {6: 1, 7: 2, 8: 3, 9: 4}
"""The figure of the report by length of the code."""


def plan(quick: bool) -> list[Parameters]:
    """Every length with every number of guesses, both encodings on the same boards."""
    lengths, guesses = ((6, 7), (1, 5, 10)) if quick else (tuple(FIGURES), range(1, 11))
    how = QUICK if quick else FULL
    return [
        {"length": length, "guesses": number, "encoding": encoding, **how}
        for length in lengths
        for number in guesses
        for encoding in ENCODINGS
    ]


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """A figure for each length, as in the report, and one of the size of the formulas."""
    ended = finished_jobs(jobs)
    guesses = Axis("guesses")
    yield Words(
        "The report shows its times in figures only; we have no numbers of them. For its encoding it "
        "counts cases, B times W times Perm for each guess: they are drawn and tabled here for the same "
        f"boards. {NO_POINT}"
    )
    for length, figure in FIGURES.items():
        of_it = [job for job in ended if job.parameters["length"] == length]
        if of_it:
            title = f"Codes of {length} positions (figure {figure} of the report)"
            yield Lines(
                f"times_{length}", title, guesses, Axis("CPU ms", log=True), list(times(of_it, "guesses"))
            )
            size = list(sizes(of_it, "guesses"))
            yield Lines(
                f"sizes_{length}", f"Formulas: {length} positions", guesses, Axis("number", log=True), size
            )
    yield table(ended)


EXPERIMENT = Experiment(
    title="Mastermind: more guesses",
    source=f"{REPORT}.1, figures 1 to 4",
    plan=plan,
    measure=measure_codes,
    report=report,
    seconds=(10.0, 60.0),
    memory=6144,
)
