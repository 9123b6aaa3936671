"""Breaking Mastermind codes with clauses: time to encode, to the first code, and to all codes.

For ``mastermind-guesses`` and ``mastermind-length``.  A board has random guesses at a random code with their
answers; with the same seed, a board with more guesses extends the one with fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Limit, Sat, Unknown
from satplay.errors import EncodingError
from satplay.lab.bench.puzzles.mastermind import BENCHMARK, random_guesses
from satplay.lab.child_process import cpu_seconds
from satplay.lab.experiment import Parameters, Series, Table
from satplay.lab.measuring.native_engine import open_native
from satplay.lab.measuring.repeated_samples import repeat
from satplay.lab.measuring.solved_boards import (
    MS,
    SAMPLES,
    Values,
    median_value,
    rounded_median,
    series,
    to_columns,
)
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.placements import max_cases, max_clauses
from satplay.puzzles.mastermind.enumeration import code_search
from satplay.store.runs import Job

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
    "be too large, if the search was out of time, or if it has too many codes to list; then the median is "
    "that of the other boards and too low, and the table has their number. To list all codes the engine "
    "decides positions before cases; the first code is searched like any model, so that with many cases it "
    "can take longer than all codes."
)

REPORT = '"Report project 1 LVM 2025/2026", section 2'

SPANS = {"encode": "formula", "solve": "first code", "all": "all codes"}


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
    row = dict.fromkeys(("variables", "clauses", *SPANS))
    row |= {"cases": _sum_over_guesses(board, max_cases), "codes": code_search.count_codes(board)}
    if name == "direct" and _sum_over_guesses(board, max_clauses) > LARGEST:
        return row
    encode = BENCHMARK.puzzle.encoders[name].encode
    built = repeat(lambda: _encoding_time(board, encode), SAMPLES)
    encoding = encode(board)
    row |= {"variables": encoding.formula.var_count, "clauses": encoding.formula.clause_count}
    row |= {
        "encode": median(built),
        "solve": _median_or_none(lambda: _first_code_time(board, encoding, limit)),
    }
    if row["codes"] is not None and row["codes"] <= most:
        row["all"] = _median_or_none(lambda: _all_codes_time(board, encoding, limit))
    return row


def _sum_over_guesses(board: Board, count: Callable[[int, int, int], int]) -> int:
    return sum(count(board.length, guess.black, guess.white or 0) for guess in board.guesses)


def _median_or_none(take: Callable[[], float | None]) -> float | None:
    found = repeat(take, SAMPLES, last=lambda seconds: seconds is None)
    known = [seconds for seconds in found if seconds is not None]
    return median(known) if len(known) == len(found) else None


def _encoding_time(board: Board, encode: Callable[[Board], Encoding[Code]]) -> float:
    started = cpu_seconds()
    encode(BENCHMARK.fresh(board))
    return cpu_seconds() - started


def _first_code_time(board: Board, encoding: Encoding[Code], limit: Limit) -> float | None:
    """CPU seconds from clauses to a code, which the rules then check; None if out of time."""
    started = cpu_seconds()
    engine = open_native(encoding.formula)
    answer = engine.solve(limit=limit)
    if not isinstance(answer, Sat):
        if isinstance(answer, Unknown):
            return None
        raise EncodingError("found no code, expected one")
    code = encoding.decode(answer.model)
    seconds = cpu_seconds() - started
    if broken := BENCHMARK.puzzle.check(board, code):
        raise EncodingError(f"the first code breaks a rule: {broken[0]}")
    return seconds


def _all_codes_time(board: Board, encoding: Encoding[Code], limit: Limit) -> float | None:
    """CPU seconds from clauses to all codes; None if out of time.

    After the clock has stopped they are compared with the codes of a search without clauses: none may be
    missing, wrong or repeated.
    """
    started = cpu_seconds()
    models = open_native(encoding.formula).enumerate(encoding.answer, limit=limit)
    batches = []
    while not models.complete:
        if models.stopped is not None:
            return None
        batches.append(models.batch(BATCH))
    seconds = cpu_seconds() - started
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


def times(jobs: Sequence[Job], x: str) -> Iterator[Series]:
    """Three series of times for each encoding, against a parameter of the jobs."""
    for name in ENCODINGS:
        of_it = [job for job in jobs if job.parameters["encoding"] == name]
        for span, title in SPANS.items():
            found = series(f"{name}: {title}", of_it, lambda job: job.parameters[x], span, MS)
            if found.points:
                yield found


def sizes(jobs: Sequence[Job], x: str, suffix: str = "") -> Iterator[Series]:
    """The clauses of each encoding, and the cases that the report counts for the same boards."""
    for name in ENCODINGS:
        of_it = [job for job in jobs if job.parameters["encoding"] == name]
        yield series(f"clauses of {name}{suffix}", of_it, lambda job: job.parameters[x], "clauses")
    # Both encodings have the same boards, but some may be missing of either.
    cases = {job.parameters[x]: median_value(job, "cases") for job in jobs}
    points = [(place, number) for place, number in sorted(cases.items()) if number is not None]
    yield Series(f"cases by the report's formulas{suffix}", points, source=True)


def table(jobs: Sequence[Job]) -> Table:
    """A row for each job: medians over its boards."""
    rows = [
        [
            *(job.parameters[name] for name in ("length", "guesses", "encoding")),
            sum(time is not None for time in job.values["solve"]),
            *(rounded_median(job, name) for name in ("codes", "cases", "variables", "clauses")),
            *(median_value(job, span, MS) for span in SPANS),
        ]
        for job in jobs
    ]
    heading = [
        "positions",
        "guesses",
        "encoding",
        "boards with a first code",
        "codes left",
        "cases, by the report",
        "variables",
        "clauses",
        *(f"{title}, CPU ms" for title in SPANS.values()),
    ]
    return Table("all", "All boards, medians", heading, rows)
