"""Booklets: many new boards with their solutions at the end, generated and drawn by a worker."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from satplay import puzzles
from satplay.contracts.engine import Limit
from satplay.errors import GaveUp
from satplay.verbs.booklet import booklet
from satplay.verbs.generate import GenerateResult, generate, new_seed
from satplay.web.exports import PICTURES, name_of_file
from satplay.web.job_process import FileAnswer
from satplay.web.limits import TooLarge, cells_of_size, expect_cells
from satplay.workers.worker import report

MOST_BOARDS = 60
MOST_CELLS = 50_000
"""Cells of all boards of a booklet."""

PART_FOR_BOARDS = 0.75
"""The part of the time limit for generating; in the rest the pages are drawn."""


def booklet_task(
    *,
    subject: str,
    count: int,
    size: str | None,
    difficulty: str | None,
    seed: int | None,
    options: Mapping[str, str],
    title: str | None,
    paper: str,
    today: str,
    seconds: float,
    cells: int,
) -> FileAnswer:
    """The booklet as PDF; the boards have consecutive seeds, as those of ``satplay generate --count``.

    Progress events say how many boards are made (``boards``, ``of``) and pages drawn (``page``, ``pages``).
    If the time is over, the booklet has the boards made so far, and the last event has ``stopped``.
    """
    if count * expect_cells(size, cells) > MOST_CELLS:
        most = f"{MOST_CELLS // cells_of_size(size)} boards of this size"
        raise TooLarge("booklet", f"{count} boards of {size}", most)
    first = new_seed() if seed is None else seed
    end = time.monotonic() + PART_FOR_BOARDS * seconds
    wishes = {"size": size, "difficulty": difficulty, "options": dict(options)}
    made = [*generate_boards(subject, range(first, first + count), wishes, end, time.monotonic)]
    rest = max(1.0, (1 - PART_FOR_BOARDS) * seconds / 2)
    footer = _command(subject, size, difficulty, options, len(made), first, paper)
    pages = booklet(made, subject, title=title, paper=paper, footer=footer, limit=Limit(seconds=rest))
    total = len(pages.pages)
    stopped = {} if len(made) == count else {"stopped": "time"}
    numbers = {"boards": len(made), "of": count, "pages": total, **stopped}
    content = pages.to_pdf(lambda page: report({**numbers, "page": page}))
    boards = "1-board" if len(made) == 1 else f"{len(made)}-boards"
    name = name_of_file(subject, size or "", difficulty or "", boards, today, "pdf")
    return FileAnswer(name, PICTURES["pdf"], content)


def generate_boards(
    subject: str, seeds: range, wishes: Mapping[str, Any], end: float, clock: Callable[[], float]
) -> Iterator[GenerateResult]:
    """A board for each seed, until the time ``end`` of the clock; ``GaveUp`` if there is none by then."""
    count = len(seeds)
    report({"boards": 0, "of": count})
    for number, seed in enumerate(seeds):
        left = end - clock()
        try:
            if left <= 0:
                raise GaveUp(f"booklet of {puzzles.find(subject).title}", "out of time")
            made = generate(subject, seed=seed, seconds=left, **wishes)
        except GaveUp:
            if number == 0:
                raise
            return
        report({"boards": number + 1, "of": count})
        yield made


def _command(
    subject: str,
    size: str | None,
    difficulty: str | None,
    options: Mapping[str, str],
    count: int,
    seed: int,
    paper: str,
) -> str:
    """The command that makes the same booklet again: the small line on each page."""
    words = ["satplay", "generate", subject]
    for option, value in (("--size", size), ("--difficulty", difficulty)):
        words += [] if value is None else [option, value]
    for name, value in options.items():
        words += ["--option", f"{name}={value}"]
    return shlex.join([*words, "--count", str(count), "--seed", str(seed), "--paper", paper])
