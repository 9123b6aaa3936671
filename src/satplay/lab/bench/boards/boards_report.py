"""What a run over boards says, as text.

What was not solved within the limit is shown as ``>10000``, a ratio to it as ``>335``; the noise of a score
as ``±4%``.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any

from satplay.lab.bench.boards.puzzle_benchmark import Column, Way
from satplay.lab.bench.boards.boards_run import Boards, Result
from satplay.lab.bench.boards.boards_score import (
    PROVED,
    Rival,
    Span,
    late,
    measured,
    noise,
    results,
    rivals,
    rows,
    score,
    to_ours,
    total_ratio,
)
from satplay.lab.bench.contests_run import lines as contest_lines
from satplay.lab.bench.report import aligned, figures, noisy, ratio
from satplay.lab.bench.score import geometric_mean

SHOWN = 10
"""Wrong answers of an encoding that is known to be wrong, and rows that one is not for; JSON has all."""


# -- text ------------------------------------------------------------------------------------------


def lines(run: Boards) -> list[str]:
    """The tables, and all complaints."""
    text = _by_board(run) if run.given else [*_page(run), *_by_size(run)]
    text += _refused(run)
    if run.contests and run.bench.contests is not None:
        text += [*([""] if text else []), *contest_lines(run.bench.contests, run.contests, run.seconds)]
    if run.absent:
        names = ", ".join(f"{name} (pip install {what})" for name, what in run.absent)
        text += ["", f"not installed, so not beside us: {names}"]
    if gaps := run.gaps:
        text += ["", f"wrong answers, as known of the encoding: {len(gaps)}", *gaps[:SHOWN]]
        text += [f"... and {len(gaps) - SHOWN} more"] if len(gaps) > SHOWN else []
    return [*text, *run.failed, *run.wrong]


def _refused(run: Boards) -> list[str]:
    """A line for every way that could not be said on some boards: on which, and why on the first."""
    text = []
    for way in run.ways:
        refused = [one for one in run.results if one.way == way and one.status == "refused"]
        where = list(dict.fromkeys(one.row for one in refused))
        if where:
            some = [*where[:SHOWN], f"{len(where) - SHOWN} more"] if len(where) > SHOWN else where
            text.append(f"{way} is not for {', '.join(some)}: {refused[0].note}")
    return ["", *text] if text else []


def milliseconds(result: Result) -> str:
    """The median of all samples; empty where there is none."""
    samples = measured(result, "total")
    return f"{figures(1000 * median(samples))} ms" if samples else ""


def _cell(run: Boards, row: str, way: Way, span: Span = "total", *, with_noise: bool = False) -> str:
    seconds = score(run, row, way, span)
    if seconds is None:
        return "-"
    if seconds > run.seconds:
        return f">{1000 * run.seconds:g}"
    return figures(1000 * seconds) + (noisy(noise(run, row, way, span)) if with_noise else "")


def _judged(run: Boards, row: str, way: Way, span: Span = "total") -> str:
    """The time with its noise, and how many of the answers were wrong; of answers that all are, no time."""
    here = results(run, row, way)
    wrong = sum(1 for one in here if run.untrue(one))
    if wrong and wrong == len(here):
        return "wrong"
    time = _cell(run, row, way, span, with_noise=True)
    return f"{time}, {wrong} of {len(here)} wrong" if wrong else time


def _ratio(number: float | None, *, at_least: bool = False) -> str:
    return "-" if number is None else (">" if at_least else "") + ratio(number)


def _to_ours(run: Boards, row: str, rival: Rival) -> str:
    number = to_ours(run, row, rival.way, rival.span, rival.ours)
    return _ratio(number, at_least=late(run, row, rival.way))


def _page(run: Boards) -> list[str]:
    """The published table, and ours beside it."""
    page = run.bench.page
    here = [] if page is None else [row for row in rows(run) if row in page.figures]
    if page is None or not here:
        return []
    source, ours = run.bench.rival.encoding, run.bench.ours
    own = Way(source, ours.engine)
    more: list[Column] = [
        Column(f"{own}: solve", own, "solve"),
        Column("check", own, "check"),
        Column(f"{ours}: clauses", ours, "encode"),
        Column("solve", ours, "solve"),
        Column("check", ours, "check"),
    ]
    columns = [*page.columns, *more]
    text = [["ms, page | ours", *(column.title for column in columns), "noise up to"]]
    for row in here:
        line = [row]
        for column, figure in zip(page.columns, page.figures[row], strict=True):
            line.append(f"{figures(figure)} | {_cell(run, row, column.way, column.part):>5}")
        spreads = [noise(run, row, column.way, column.part) for column in columns]
        most = max((spread for spread in spreads if spread is not None), default=None)
        line += [_cell(run, row, column.way, column.part) for column in more]
        text.append([*line, noisy(most).strip() or "-"])
    who = ", ".join(
        f"{column.title} is {column.way.engine}" for column in page.columns if column.part == "solve"
    )
    return [page.title, *aligned(text), f"with {source}: {who}", ""]


def _by_size(run: Boards) -> list[str]:
    sizes = rows(run)
    text = [["encode + solve + check, CPU ms", *sizes]]
    for way in run.ways:
        text.append([str(way), *(_judged(run, size, way) for size in sizes)])
        if way == run.bench.ours and run.bench.unique:
            title = f"{way}, and unique?"
            text.append([title, *(_cell(run, size, way, PROVED, with_noise=True) for size in sizes)])
    text += [[one.title, *(_to_ours(run, size, one) for size in sizes)] for one in rivals(run)]
    return [*aligned(text), *_means(run)] if sizes else []


def _means(run: Boards) -> list[str]:
    found = []
    for one in rivals(run):
        ratios = [
            number
            for row in rows(run)
            if (number := to_ours(run, row, one.way, one.span, one.ours)) is not None
        ]
        if ratios:
            at_least = any(late(run, row, one.way) for row in rows(run))
            mean = _ratio(geometric_mean(ratios), at_least=at_least)
            found.append(f"{one.title}, geometric mean of {len(ratios)} rows: {mean}")
    return found


def _by_board(run: Boards) -> list[str]:
    columns: list[tuple[str, Way, Span]] = []
    for way in run.ways:
        columns.append((str(way), way, "total"))
        if any(measured(result, PROVED) for result in run.results if result.way == way):
            columns.append(("and unique?", way, PROVED))
    compared = rivals(run)
    text = [
        ["encode + solve + check, CPU ms", *(title for title, *_ in columns), "solutions"]
        + [rival.title for rival in compared]
    ]
    boards = rows(run)
    for row in boards:
        line = [row, *(_judged(run, row, way, span) for _, way, span in columns), _number(run, row)]
        text.append(line + [_to_ours(run, row, rival) for rival in compared])
    for title, over in (("all together", sum), ("the longest", max)):
        line = [title]
        for _, way, span in columns:
            line.append(_altogether(run, boards, way, span, over))
        line.append("")
        for one in compared:
            at_least = any(late(run, row, one.way) for row in boards)
            number = total_ratio(run, one.way, one.span, one.ours) if over is sum else None
            line.append(_ratio(number, at_least=at_least) if over is sum else "")
        text.append(line)
    return aligned(text)


def _number(run: Boards, row: str) -> str:
    """How many solutions, as far as anybody looked: 0, 1 or more."""
    found = [one for one in run.results if one.row == row]
    if any(one.unique is not None for one in found):
        return "1" if any(one.unique for one in found) else "more"
    return "0" if any(one.status == "unsat" for one in found) else "-"


def _altogether(run: Boards, boards: Sequence[str], way: Way, span: Span, over: Any) -> str:
    """Over the boards that this was measured on; a ``>`` where some were not solved in time."""
    scores = [found for row in boards if (found := score(run, row, way, span)) is not None]
    if not scores:
        return "-"
    unsolved = any(found > run.seconds for found in scores)
    return (">" if unsolved else "") + figures(1000 * over(min(found, run.seconds) for found in scores))
