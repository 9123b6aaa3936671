"""Breaking codes by clauses: how long until the formula stands, until the first code, until all of them.

What ``mastermind-guesses`` and ``mastermind-length`` have in common.  A board is random guesses at a random
code with their right answers; of one seed the board with more guesses begins with the one with fewer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray

from satplay.contracts.encoding import Encoding
from satplay.contracts.engine import Limit, Sat, Unknown
from satplay.engines.native import NativeEngine
from satplay.errors import EncodingError
from satplay.lab.bench.puzzles.mastermind import BENCHMARK, guessed
from satplay.lab.child_process import cpu_seconds
from satplay.lab.experiment import Parameters, Series, Table
from satplay.lab.measuring.repeated_samples import repeat
from satplay.lab.measuring.solved_boards import MS, SAMPLES, Values, columns, middle, series, whole
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings.placements import most_cases, most_clauses
from satplay.puzzles.mastermind.enumeration import code_search
from satplay.store.runs import Job

SYMBOLS = 10
"""The digits, as in the report."""

ENCODINGS = ("direct", "counting")

LARGEST = 70_000_000
"""Clauses that a board may have, by the report's count; beyond this a formula takes gigabytes."""

BATCH = 4096
"""Codes that are asked for at a time."""

QUICK = {"seeds": [1], "most": 20_000, "limit": 1.0}
FULL = {"seeds": [1, 2], "most": 200_000, "limit": 4.0}
"""Boards of a job, codes that are listed at most, and seconds that a search may take."""

NO_POINT = (
    "A point is a median over boards, the band around it all of them. There is none where a formula "
    "would be too large, where a search was not done in a few seconds, or where codes are too many to "
    "list; where that is so of some boards the median is that of the others and so too low, and the "
    "table tells how many there are. To list all codes the engine decides positions before cases; the "
    "first code is looked for as any model is, so that with many cases it can take longer than all."
)

REPORT = '"Report project 1 LVM 2025/2026", section 2'

SPANS = {"encode": "formula", "solve": "first code", "all": "all codes"}


def measured(job: Parameters) -> Values:
    """The boards of a job, one after the other, with one encoding on the native engine."""
    size = f"{job['length']}x{SYMBOLS}"
    boards = [guessed(size, seed, job["guesses"]) for seed in job["seeds"]]
    return columns([_broken(board, job["encoding"], job["most"], Limit(job["limit"])) for board in boards])


def _broken(board: Board, name: str, most: int, limit: Limit) -> Values:
    """One board: the median CPU seconds to build its formula, and from there to a code and to all of them.

    A search that is not done within the limit has no time, nor has a list of more codes than ``most``.
    """
    row = dict.fromkeys(("variables", "clauses", *SPANS))
    row |= {"cases": _added(board, most_cases), "codes": code_search.count_codes(board)}
    if name == "direct" and _added(board, most_clauses) > LARGEST:
        return row
    encode = BENCHMARK.puzzle.encoders[name].encode
    built = repeat(lambda: _built(board, encode), SAMPLES)
    encoding = encode(board)
    row |= {"variables": encoding.formula.var_count, "clauses": encoding.formula.clause_count}
    row |= {"encode": median(built), "solve": _middle(lambda: _first(board, encoding, limit))}
    if row["codes"] is not None and row["codes"] <= most:
        row["all"] = _middle(lambda: _listed(board, encoding, limit))
    return row


def _added(board: Board, count: Callable[[int, int, int], int]) -> int:
    return sum(count(board.length, guess.black, guess.white or 0) for guess in board.guesses)


def _middle(take: Callable[[], float | None]) -> float | None:
    found = repeat(take, SAMPLES, last=lambda taken: taken is None)
    known = [taken for taken in found if taken is not None]
    return median(known) if len(known) == len(found) else None


def _built(board: Board, encode: Callable[[Board], Encoding[Code]]) -> float:
    started = cpu_seconds()
    encode(BENCHMARK.fresh(board))
    return cpu_seconds() - started


def _loaded(encoding: Encoding[Code]) -> NativeEngine:
    engine = NativeEngine()
    engine.declare(encoding.formula.var_count)
    engine.add_flat(encoding.formula.flat)
    return engine


def _first(board: Board, encoding: Encoding[Code], limit: Limit) -> float | None:
    """CPU seconds from clauses to a code, which the rules then judge; None where the limit came first."""
    started = cpu_seconds()
    engine = _loaded(encoding)
    answer = engine.solve(limit=limit)
    if not isinstance(answer, Sat):
        if isinstance(answer, Unknown):
            return None
        raise EncodingError("no code, though there is one")
    code = encoding.decode(answer.model)
    taken = cpu_seconds() - started
    if broken := BENCHMARK.puzzle.check(board, code):
        raise EncodingError(f"the first code breaks a rule: {broken[0]}")
    return taken


def _listed(board: Board, encoding: Encoding[Code], limit: Limit) -> float | None:
    """CPU seconds from clauses to all codes; None where the limit came first.

    They are compared, when the clock has stopped, with what a search over positions finds, which knows
    nothing of clauses: none may be missing, none too many, none twice.
    """
    started = cpu_seconds()
    models = _loaded(encoding).enumerate(encoding.answer, limit=limit)
    batches = []
    while not models.complete:
        if models.stopped is not None:
            return None
        batches.append(models.batch(BATCH))
    taken = cpu_seconds() - started
    found = _codes(board, np.concatenate(batches))
    if not np.array_equal(found, np.concatenate(list(code_search.consistent_codes(board)))):
        raise EncodingError(f"{len(found)} codes, and a search over positions finds others")
    return taken


def _codes(board: Board, models: NDArray[np.int32]) -> NDArray[np.uint8]:
    """The symbols of each code, in lexicographic order."""
    true = models.reshape(-1, board.length, len(board.symbols)) > 0
    codes: NDArray[np.uint8] = true.argmax(axis=2).astype(np.uint8)
    return codes[np.lexsort(codes.T[::-1])]


# -- reports -------------------------------------------------------------------------------------------


def times(jobs: Sequence[Job], x: str) -> Iterator[Series]:
    """Three series for each encoding, against a parameter of the jobs."""
    for name in ENCODINGS:
        of_it = [job for job in jobs if job.parameters["encoding"] == name]
        for span, title in SPANS.items():
            found = series(f"{name}: {title}", of_it, lambda job: job.parameters[x], span, MS)
            if found.points:
                yield found


def sizes(jobs: Sequence[Job], x: str, suffix: str = "") -> Iterator[Series]:
    """How many clauses each encoding has, and how many cases the report counts of the same boards."""
    for name in ENCODINGS:
        of_it = [job for job in jobs if job.parameters["encoding"] == name]
        yield series(f"clauses of {name}{suffix}", of_it, lambda job: job.parameters[x], "clauses")
    # Both encodings have the same boards; either may have fewer of them.
    cases = {job.parameters[x]: middle(job, "cases") for job in jobs}
    points = [(place, number) for place, number in sorted(cases.items()) if number is not None]
    yield Series(f"cases by the report's formulas{suffix}", points, source=True)


def table(jobs: Sequence[Job]) -> Table:
    """Every job: medians over its boards."""
    rows = [
        [
            *(job.parameters[name] for name in ("length", "guesses", "encoding")),
            sum(time is not None for time in job.values["solve"]),
            *(whole(job, name) for name in ("codes", "cases", "variables", "clauses")),
            *(middle(job, span, MS) for span in SPANS),
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
