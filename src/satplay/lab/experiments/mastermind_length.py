"""How does the time to encode Mastermind and to find one code or all codes grow with the code length?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from satplay.lab.experiment import Axis, Lines, Paragraph, Parameters, Section
from satplay.lab.measuring.code_breaking import (
    ENCODINGS,
    NO_POINT,
    REPORT,
    TIME,
    code_experiment,
    code_figures,
    code_table,
    plan_codes,
    time_series,
)
from satplay.lab.results import finished_rows, matching
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
    guesses = GUESSES[1:] if quick else GUESSES
    return plan_codes(quick, [(n, g, name) for g in guesses for name in ENCODINGS for n in lengths[name]])


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Times and sizes, a figure of each for every number of guesses; longer codes separately."""
    rows = finished_rows(jobs)
    length = Axis("positions of the code")
    yield Paragraph(
        "The report does not state the number of guesses of its figure 5, and the figure has no numbers; "
        "its count of cases is drawn and listed next to the clauses of the same boards. "
        f"{NO_POINT}"
    )
    for guesses in GUESSES:
        every = matching(rows, guesses=guesses)
        short = [row for row in every if row["length"] in LENGTHS]
        titles = (f"{guesses} guesses (figure 5 of the report)", f"Formulas: {guesses} guesses")
        yield from code_figures(guesses, titles, short, length, "length")
        if len(every) > len(short):
            drawn = time_series(matching(every, encoding="counting"), "length")
            yield Lines(f"longer_{guesses}", f"{guesses} guesses, longer codes", length, TIME, drawn)
    yield code_table(rows)


EXPERIMENT = code_experiment(
    title="Mastermind: longer codes", source=f"{REPORT}.2, figure 5", plan=plan, report=report
)
