"""How do encoding, the first code and listing all codes of Mastermind slow down with longer codes?"""

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

GUESSES = (2, 8)
"""With two the cases of nine positions can still be written; with eight all codes can be listed."""

LENGTHS = (4, 5, 6, 7, 8, 9)
LONGER = (12, 16, 24, 36, 50)
"""Only for the encoding counting: the number of cases is factorial."""


def plan(quick: bool) -> list[Parameters]:
    """Every length with the same number of guesses, both encodings on the same boards."""
    lengths = {"direct": (4, 5, 6, 7), "counting": (4, 5, 6, 7, 9)}
    if not quick:
        lengths = {"direct": LENGTHS, "counting": (*LENGTHS, *LONGER)}
    how = QUICK if quick else FULL
    return [
        {"length": length, "guesses": number, "encoding": encoding, **how}
        for number in (GUESSES[1:] if quick else GUESSES)
        for encoding in ENCODINGS
        for length in lengths[encoding]
    ]


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Times and sizes, a figure of each for every number of guesses; longer codes separately."""
    ended = finished_jobs(jobs)
    length, spent, number = Axis("positions of the code"), Axis("CPU ms", log=True), Axis("number", log=True)
    yield Words(
        "The report does not state the number of guesses of its figure 5, and we have no numbers of that "
        "figure; its count of cases is drawn and tabled beside the clauses of the same boards. "
        f"{NO_POINT}"
    )
    for guesses in GUESSES:
        of_it = [job for job in ended if job.parameters["guesses"] == guesses]
        short = [job for job in of_it if job.parameters["length"] in LENGTHS]
        if short:
            title = f"{guesses} guesses (figure 5 of the report)"
            yield Lines(f"times_{guesses}", title, length, spent, list(times(short, "length")))
            size = list(sizes(short, "length"))
            yield Lines(f"sizes_{guesses}", f"Formulas: {guesses} guesses", length, number, size)
        if len(of_it) > len(short):
            counted = [job for job in of_it if job.parameters["encoding"] == "counting"]
            title = f"{guesses} guesses, longer codes"
            yield Lines(f"longer_{guesses}", title, length, spent, list(times(counted, "length")))
    yield table(ended)


EXPERIMENT = Experiment(
    title="Mastermind: longer codes",
    source=f"{REPORT}.2, figure 5",
    plan=plan,
    measure=measure_codes,
    report=report,
    seconds=(10.0, 60.0),
    memory=6144,
)
