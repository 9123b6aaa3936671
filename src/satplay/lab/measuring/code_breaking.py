"""Breaking Mastermind codes with clauses: time to encode, to the first code, and to all codes.

For ``mastermind-guesses`` and ``mastermind-length``.  A board has random guesses at a random code with their
answers; with the same seed, a board with more guesses extends the one with fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Limit, Sat, Unknown
from satplay.errors import EncodingError
from satplay.lab.bench.engine_calls import open_native
from satplay.lab.bench.puzzles.mastermind import BENCHMARK, random_guesses
from satplay.lab.experiment import Axis, Experiment, Lines, Parameters, ReportTable, Series
from satplay.lab.measuring.solved_boards import SAMPLES, Values, to_columns
from satplay.lab.measuring.timing import complete_median, repeat, timed
from satplay.lab.results import (
    MS,
    Row,
    columns,
    matching,
    median_value,
    milliseconds,
    series,
    table,
    whole_number,
)
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.placements import max_cases, max_clauses
from satplay.puzzles.mastermind.enumeration import code_search

SYMBOLS = 10
"""The digits, as in the report."""

ENCODINGS = ("direct", "counting")

LARGEST = 70_000_000
"""Maximum number of clauses by the report's count; larger formulas take gigabytes."""

BATCH = 4096
"""Codes that are enumerated in one call."""

QUICK = {"seeds": [1], "most": 20_000, "limit": 1.0}
FULL = {"seeds": [1, 2], "most": 200_000, "limit": 4.0}
"""Seeds of the boards of a job, maximum number of codes to list, time limit of a search."""

NO_POINT = (
    "A point is the median over boards, the band their range. A board has no time if its formula would "
    "be too large, if the search was out of time, or if it has too many codes to list; the median is then "
    "taken over the other boards and is too low, and the table lists how many there are. To list all codes "
    "the engine decides positions before cases; the first code is searched like any model, so that with many "
    "cases it can take longer than all codes."
)

REPORT = '"Report project 1 LVM 2025/2026", section 2'

SPANS = {"encode": "formula", "solve": "first code", "all": "all codes"}
TIME, NUMBER = Axis("CPU ms", log=True), Axis("number", log=True)


def plan_codes(quick: bool, choices: Iterable[tuple[int, int, str]]) -> list[Parameters]:
    """A job for each choice of code length, number of guesses and encoding."""
    how = QUICK if quick else FULL
    return [{"length": n, "guesses": guesses, "encoding": name, **how} for n, guesses, name in choices]


def measure_codes(job: Parameters) -> Values:
    """All boards of a job with one encoding on the native engine."""
    size = f"{job['length']}x{SYMBOLS}"
    boards = [random_guesses(size, seed, job["guesses"]) for seed in job["seeds"]]
    return to_columns(
        [_measure_board(board, job["encoding"], job["most"], Limit(job["limit"])) for board in boards]
    )


def _measure_board(board: Board, name: str, most: int, limit: Limit) -> Values:
    """Median CPU seconds to build the formula of a board, and from there to the first code and to all.

    A search that hits the limit has no time, and neither has a list of more than ``most`` codes.
    """
    row: Values = dict.fromkeys(("variables", "clauses", *SPANS))
    row |= {"cases": _sum_over_guesses(board, max_cases), "codes": code_search.count_codes(board)}
    if name == "direct" and _sum_over_guesses(board, max_clauses) > LARGEST:
        return row
    encode = BENCHMARK.puzzle.encoders[name].encode
    encoding = encode(board)
    row |= {"variables": encoding.formula.var_count, "clauses": encoding.formula.clause_count}
    row["encode"] = _median_time(lambda: timed(lambda: encode(BENCHMARK.fresh(board)))[1])
    row["solve"] = _median_time(lambda: _first_code_time(board, encoding, limit))
    if row["codes"] is not None and row["codes"] <= most:
        row["all"] = _median_time(lambda: _all_codes_time(board, encoding, limit))
    return row


def _sum_over_guesses(board: Board, count: Callable[[int, int, int], int]) -> int:
    return sum(count(board.length, guess.black, guess.white or 0) for guess in board.guesses)


def _median_time(take: Callable[[], float | None]) -> float | None:
    return complete_median(repeat(take, SAMPLES, last=lambda seconds: seconds is None))


def _first_code_time(board: Board, encoding: Encoding[Code], limit: Limit) -> float | None:
    """CPU seconds from clauses to a code, which the rules then check; None if out of time."""

    def search() -> Code | Unknown:
        answer = open_native(encoding.formula).solve(limit=limit)
        if isinstance(answer, Sat):
            return encoding.decode(answer.model)
        if isinstance(answer, Unknown):
            return answer
        raise EncodingError("found no code, expected one")

    code, seconds = timed(search)
    if isinstance(code, Unknown):
        return None
    if broken := BENCHMARK.puzzle.check(board, code):
        raise EncodingError(f"the first code breaks a rule: {broken[0]}")
    return seconds


def _all_codes_time(board: Board, encoding: Encoding[Code], limit: Limit) -> float | None:
    """CPU seconds from clauses to all codes; None if out of time.

    After the clock has stopped they are compared with the codes of a search without clauses: none may be
    missing, wrong or repeated.
    """

    def search() -> list[NDArray[np.int32]] | None:
        models = open_native(encoding.formula).enumerate(encoding.answer, limit=limit)
        batches = []
        while not models.complete:
            if models.stopped is not None:
                return None
            batches.append(models.batch(BATCH))
        return batches

    batches, seconds = timed(search)
    if batches is None:
        return None
    found = _codes(board, np.concatenate(batches))
    if not np.array_equal(found, np.concatenate(list(code_search.consistent_codes(board)))):
        raise EncodingError(f"{len(found)} codes, which differ from those of a search without clauses")
    return seconds


def _codes(board: Board, models: NDArray[np.int32]) -> NDArray[np.uint8]:
    """The symbols of each code, in lexicographic order."""
    true = models.reshape(-1, board.length, len(board.symbols)) > 0
    codes: NDArray[np.uint8] = true.argmax(axis=2).astype(np.uint8)
    return codes[np.lexsort(codes.T[::-1])]


# -- reports -------------------------------------------------------------------------------------------


def code_figures(
    number: int, titles: tuple[str, str], rows: Sequence[Row], x: Axis, value: str
) -> Iterator[Lines]:
    """A figure of times and one of sizes, against a parameter of the jobs; none without rows."""
    if rows:
        yield Lines(f"times_{number}", titles[0], x, TIME, time_series(rows, value))
        yield Lines(f"sizes_{number}", titles[1], x, NUMBER, _size_series(rows, value))


def time_series(rows: Sequence[Row], x: str) -> list[Series]:
    """Three series of times for each encoding, against a parameter of the jobs."""
    return [
        found
        for name in ENCODINGS
        for span, title in SPANS.items()
        if (found := series(f"{name}: {title}", matching(rows, encoding=name), x, span, scale=MS)).points
    ]


def _size_series(rows: Sequence[Row], x: str) -> list[Series]:
    """The clauses of each encoding, and the cases that the report counts for the same boards."""
    clauses = [
        series(f"clauses of {name}", matching(rows, encoding=name), x, "clauses") for name in ENCODINGS
    ]
    # Both encodings have the same boards, but some may be missing of either.
    cases = {row[x]: median_value(row, "cases") for row in rows}
    points = [(place, number) for place, number in sorted(cases.items()) if number is not None]
    return [*clauses, Series("cases by the report's formulas", points, source=True)]


def code_table(rows: Iterable[Row]) -> ReportTable:
    """A line for each job: medians over its boards."""
    return table(
        "all",
        "All boards, medians",
        rows,
        {
            "positions": "length",
            **columns("guesses", "encoding"),
            "boards with a first code": lambda row: sum(time is not None for time in row["solve"]),
            "codes left": whole_number("codes"),
            "cases, by the report": whole_number("cases"),
            **{name: whole_number(name) for name in ("variables", "clauses")},
            **{f"{title}, CPU ms": milliseconds(span) for span, title in SPANS.items()},
        },
    )


code_experiment = partial(Experiment, measure=measure_codes, seconds=(10.0, 60.0), memory=6144)
"""An experiment of this kind: title, source, plan, report."""
