"""Results of jobs as rows, and the tables and series that reports make of them.

A row has the parameters and the values of one job; a value is a number, or a list with one number for each
board.  A list stands for its median wherever a number is needed; None in it is unknown and does not count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import median
from typing import Any, TypeAlias

from satplay.lab.bench.score import SMALLEST, geometric_mean
from satplay.lab.experiment import ReportTable, Series
from satplay.store.runs import Job, JobOutcome

MS = 1000.0
"""Times are stored in seconds and printed in milliseconds."""

EXACT = 2.0**53
"""Below this a float represents every whole number."""

Row: TypeAlias = Mapping[str, Any]
Cell: TypeAlias = str | Callable[[Row], Any]
"""The name of a value of a row, or a function of the row."""


def finished_rows(jobs: Iterable[Job]) -> list[Row]:
    """The parameters and values of the jobs that have a result."""
    return [{**job.parameters, **job.values} for job in jobs if job.outcome is JobOutcome.DONE]


def split_rows(rows: Iterable[Row], *names: str) -> list[Row]:
    """A row for each position of the lists of these names, with the other values repeated.

    >>> split_rows([{"n": 1, "x": [2, 3], "y": [4, 5]}], "x", "y")
    [{'n': 1, 'x': 2, 'y': 4}, {'n': 1, 'x': 3, 'y': 5}]
    """
    return [
        {**row, **dict(zip(names, values, strict=True))}
        for row in rows
        for values in zip(*(row[name] for name in names), strict=True)
    ]


def matching(rows: Iterable[Row], **values: Any) -> list[Row]:
    """The rows with these values."""
    return [row for row in rows if all(row[name] == value for name, value in values.items())]


# -- cells of tables -----------------------------------------------------------------------------------


def table(name: str, title: str, rows: Iterable[Row], columns: Mapping[str, Cell]) -> ReportTable:
    """A table with a line for each row; ``columns`` has the heading and the cell of each column."""
    lines = [[_cell(row, cell) for cell in columns.values()] for row in rows]
    return ReportTable(name, title, list(columns), lines)


def columns(*names: str) -> dict[str, Cell]:
    """Columns whose heading is the name of the value."""
    return {name: name for name in names}


def milliseconds(value: str) -> Callable[[Row], float | None]:
    """A cell: the median of times, in milliseconds."""
    return lambda row: median_value(row, value, MS)


def whole_number(value: str) -> Callable[[Row], float | None]:
    """A cell: the median of counts as a whole number; one beyond the precision of a float stays as it is."""

    def cell(row: Row) -> float | None:
        found = median_value(row, value)
        return found if found is None or found >= EXACT else round(found)

    return cell


def count_of(flags: Iterable[bool]) -> str:
    """How many of the flags are true.

    >>> count_of([True, False, True])
    '2 of 3'
    """
    known = list(flags)
    return f"{sum(known)} of {len(known)}"


def median_value(row: Row, value: str, scale: float = 1.0) -> float | None:
    """The median over the boards of a row; None if no board has this value."""
    known = _known(row, value, scale, SMALLEST)
    return median(known) if known else None


# -- series of figures ---------------------------------------------------------------------------------


def series(
    label: str, rows: Iterable[Row], x: Cell, value: str, *, scale: float = 1.0, least: float = SMALLEST
) -> Series:
    """A point for each row that has the value, ordered by x: the median, with minimum and maximum.

    A value below ``least`` is drawn there: a logarithmic axis has no zero.
    """
    at = [(_cell(row, x), known) for row in rows if (known := _known(row, value, scale, least))]
    at.sort(key=lambda point: point[0])
    spread = [(min(known), max(known)) for _, known in at] if any(len(known) > 1 for _, known in at) else []
    return Series(label, [(place, median(known)) for place, known in at], spread=spread)


def series_by(
    rows: Sequence[Row],
    by: Cell,
    keys: Iterable[Any],
    x: Cell,
    value: str,
    *,
    label: Callable[[Any], str] = str,
    **options: float,
) -> list[Series]:
    """A series for each key that has points: the rows whose value of ``by`` is the key.

    ``options`` are ``scale`` and ``least`` of :func:`series`.
    """
    of_key = {key: [row for row in rows if _cell(row, by) == key] for key in keys}
    found = [series(label(key), some, x, value, **options) for key, some in of_key.items()]
    return [one for one in found if one.points]


def _cell(row: Row, cell: Cell) -> Any:
    return row.get(cell) if isinstance(cell, str) else cell(row)


def _known(row: Row, value: str, scale: float, least: float) -> list[float]:
    found = row.get(value)
    every = found if isinstance(found, list) else [found]
    return [max(one, least) * scale for one in every if one is not None]


# -- ratios --------------------------------------------------------------------------------------------


def mean_ratio(pairs: Iterable[tuple[float, float]], least: float = SMALLEST) -> float | None:
    """The geometric mean of quotients; None without any.  A number below ``least`` counts as this one."""
    ratios = [max(one, least) / max(other, least) for one, other in pairs]
    return geometric_mean(ratios) if ratios else None
