"""What do the encodings of Flow Free cost, in variables, clauses and time, as boards grow?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from satplay.lab.bench.puzzles.flow import BENCHMARK, PAGE
from satplay.lab.experiment import Experiment, Parameters, Section, Words
from satplay.lab.measuring.encoding_growth import compared, measured, planned
from satplay.lab.measuring.solved_boards import boards, page_series
from satplay.puzzles.flow.board import Board
from satplay.store.runs import Job

SIZES = ("6x6", "8x8", "10x10", "12x12", "15x15", "20x20")
DIRECTIONS = 6
"""What a cell can be, apart from its colour, on the page: two straight lines and four corners."""


def plan(quick: bool) -> list[Parameters]:
    """Every size with every encoding."""
    return (
        planned(BENCHMARK, ("6x6", "9x9", "12x12"), [1])
        if quick
        else planned(BENCHMARK, SIZES, [1, 2, 3, 4, 5])
    )


def variables(board: Board) -> int:
    """The page's: a colour and a direction for every cell."""
    return board.rows * board.columns * (len(board.dots) + DIRECTIONS)


def measure(job: Parameters) -> Mapping[str, Any]:
    """Sizes and times of each board."""
    posed = boards("flow", job["size"], job["seeds"])
    return measured(BENCHMARK, job, posed, {"variables": variables})


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Four figures and a table."""
    yield Words(
        "All encodings run on the native engine, on boards that satplay generates; a point is a median over "
        "the boards of a size, the band around it all of them. Loops are cut when they appear, which is "
        "counted in the time and not among the clauses. The encoding source has no such rule, so that some "
        "of its answers may be wrong: only right ones have a time. The page counts rows x columns x "
        "(colours + 6) variables, and tells milliseconds on a machine of its own."
    )
    creation, _, *libraries = page_series(PAGE)
    page = {"encode": [creation], "solve": libraries}
    yield from compared(jobs, list(BENCHMARK.puzzle.encoders), page)


EXPERIMENT = Experiment(
    title="Flow Free: encodings",
    source=f"{PAGE.title}, and our own",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(10.0, 60.0),
)
