"""Size and time of encodings as boards grow: ``flow-encodings``, ``hashi-encodings`` and ``flow-table``."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Page, PuzzleBenchmark, SolvingMethod
from satplay.lab.experiment import Axis, Experiment, Lines, Paragraph, Parameters, Section, Series
from satplay.lab.measuring.solved_boards import SPANS, boards, solved_boards
from satplay.lab.results import (
    MS,
    Cell,
    Row,
    columns,
    count_of,
    finished_rows,
    milliseconds,
    series,
    series_by,
    table,
    whole_number,
)
from satplay.store.runs import Job

ENGINE = "native"
SIDE, TIME = Axis("side of the board, cells"), Axis("CPU ms", log=True)
SEEDS = [1, 2, 3, 4, 5]

TITLES = {"encode": "From the board to clauses", "solve": "From clauses to a solution"}
"""The parts of the time that are drawn."""

PRINTED = "printed_"
"""Prefix of values that are computed by the source's formulas, not measured."""


def growth_experiment(
    title: str,
    source: str,
    bench: PuzzleBenchmark[Any, Any],
    *,
    words: str,
    sizes: Sequence[str],
    quick: tuple[Sequence[str], Sequence[int]],
    printed: Mapping[str, Callable[[Any], int]],
    page: Mapping[str, Sequence[Series]] | None = None,
) -> Experiment:
    """All encodings of a puzzle on the native engine, on the same boards of several sizes.

    ``quick``    sizes and seeds of the quick run
    ``printed``  the size of the source's encoding by its own formulas, for a board
    ``page``     times of the source by part
    """
    names = list(bench.puzzle.encoders)

    def plan(small: bool) -> list[Parameters]:
        planned, seeds = quick if small else (sizes, SEEDS)
        return [{"size": size, "encoding": name, "seeds": [*seeds]} for size in planned for name in names]

    def measure(job: Parameters) -> Mapping[str, Any]:
        new = boards(bench.puzzle.name, job["size"], job["seeds"])
        found = solved_boards(replace(bench, unique=False), SolvingMethod(job["encoding"], ENGINE), new)
        if job["encoding"] == "source":
            found |= {PRINTED + name: [count(board) for board in new] for name, count in printed.items()}
        return found

    def report(jobs: Sequence[Job]) -> Iterator[Section]:
        yield Paragraph(words)
        yield from _growth_sections(finished_rows(jobs), names, page or {})

    return Experiment(title, source, plan, measure, report, seconds=(10.0, 60.0))


def _growth_sections(
    rows: Sequence[Row], names: Sequence[str], page: Mapping[str, Sequence[Series]]
) -> Iterator[Section]:
    """Variables, clauses and times against the side of the board, and a table."""
    for value in ("variables", "clauses"):
        printed = series("as the page counts them", rows, by_side, PRINTED + value)
        others = [replace(printed, source=True)] if printed.points else []
        drawn = series_by(rows, "encoding", names, by_side, value)
        yield Lines(value, value.capitalize(), SIDE, Axis(value, log=True), [*drawn, *others])
    for span, title in TITLES.items():
        drawn = series_by(rows, "encoding", names, by_side, span, scale=MS)
        yield Lines(span, title, SIDE, TIME, [*drawn, *page.get(span, ())])
    counted = [name for name in ("variables", "clauses") if any(PRINTED + name in row for row in rows)]
    found: dict[str, Cell] = {f"the page's {name}": whole_number(PRINTED + name) for name in counted}
    found = {**columns("size", "encoding"), **SIZE_COLUMNS, **found, **time_columns("{}, CPU ms")}
    yield table("all", "All encodings, medians over the boards", rows, found)


# -- parts of reports ----------------------------------------------------------------------------------

SIZE_COLUMNS: Mapping[str, Cell] = {
    "right": lambda row: count_of(status == "sat" for status in row["status"]),
    "variables": whole_number("variables"),
    "clauses": whole_number("clauses"),
}
"""How many boards were answered correctly, and the size of their formulas."""


def time_columns(heading: str, **names: str) -> dict[str, Cell]:
    """The parts of the time; ``names`` of parts that are called otherwise."""
    return {heading.format(names.get(span, span)): milliseconds(span) for span in SPANS}


def by_side(row: Row) -> float:
    """The side of the boards of a job, for the x axis."""
    return _side(row["size"])


def page_series(page: Page) -> list[Series]:
    """The columns of a published table as series."""
    return [
        Series(
            f"the page: {column.title}",
            [(_side(size), figures[at]) for size, figures in page.figures.items()],
            source=True,
        )
        for at, column in enumerate(page.columns)
    ]


def _side(size: str) -> float:
    """The side of a square board.

    >>> _side("12x12")
    12.0
    """
    return float(size.partition("x")[0])
