"""How does the time to encode Mastermind and to find one code or all codes grow with the guesses?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from satplay.lab.experiment import Axis, Paragraph, Parameters, Section
from satplay.lab.measuring.code_breaking import (
    ENCODINGS,
    NO_POINT,
    REPORT,
    code_experiment,
    code_figures,
    code_table,
    plan_codes,
)
from satplay.lab.results import finished_rows, matching
from satplay.store.runs import Job

FIGURES = {6: 1, 7: 2, 8: 3, 9: 4}
"""The figure of the report by length of the code."""


def plan(quick: bool) -> list[Parameters]:
    """Every length with every number of guesses, both encodings on the same boards."""
    lengths, guesses = ((6, 7), (1, 5, 10)) if quick else (tuple(FIGURES), range(1, 11))
    return plan_codes(quick, product(lengths, guesses, ENCODINGS))


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Figures for each length, as in the report: times, and the size of the formulas."""
    rows = finished_rows(jobs)
    yield Paragraph(
        "The report shows its times in figures only, without numbers. For its encoding it counts cases, "
        "B times W times Perm for each guess; these counts are drawn and listed here for the same boards. "
        f"{NO_POINT}"
    )
    for length, figure in FIGURES.items():
        title = f"Codes of {length} positions (figure {figure} of the report)"
        titles = (title, f"Formulas: {length} positions")
        yield from code_figures(length, titles, matching(rows, length=length), Axis("guesses"), "guesses")
    yield code_table(rows)


EXPERIMENT = code_experiment(
    title="Mastermind: more guesses", source=f"{REPORT}.1, figures 1 to 4", plan=plan, report=report
)
