"""What a run over boards says: medians, their noise, ratios; as text.

The score of a way in a row is the median over its boards of the median over the samples.  A board that was
not solved within the limit counts twice the limit (PAR2) and is shown as ``>10000``; in ratios it counts the
limit once, and they are shown as ``>335``.  The noise of a score, ``±4%``, is half the distance between the
quartiles of its samples.
"""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median, quantiles
from typing import Any

from satplay.lab.bench.boards import Column, Part, Way
from satplay.lab.bench.boards_run import Boards, Result, Times
from satplay.lab.bench.report import SMALLEST, aligned, figures, geometric_mean, ratio

Span = Part | str
"""A part, or ``total and unique``, or ``total without lists``."""

PROVED, UNLISTED = "total and unique", "total without lists"
UNSOLVED = ("out of time", "gave up")

SHOWN = 10
"""Wrong answers of an encoding that is known to be wrong, below the table; JSON has all."""


def _seconds(times: Times, span: Span) -> float | None:
    if span == PROVED:
        total, more = times["total"], times.get("unique")
        return None if total is None or more is None else total + more
    if span == UNLISTED:
        total, less = times["total"], times.get("lists")
        return None if total is None or less is None else total - less
    return times.get(span)


def measured(result: Result, span: Span) -> list[float]:
    """CPU seconds of all samples; none where this was not measured."""
    found = (_seconds(times, span) for times in result.times)
    return [max(time, SMALLEST) for time in found if time is not None]


def score(run: Boards, row: str, way: Way, span: Span = "total") -> float | None:
    """CPU seconds; None where nobody measured it."""
    medians = []
    for result in _results(run, row, way):
        if result.status in UNSOLVED:
            medians.append(2 * run.seconds)
        elif samples := measured(result, span):
            medians.append(median(samples))
    return median(medians) if medians else None


def noise(run: Boards, row: str, way: Way, span: Span = "total") -> float | None:
    """Half the distance of the quartiles to the median; None with too few samples to tell."""
    found = []
    for result in _results(run, row, way):
        samples = measured(result, span)
        if len(samples) > 2:
            low, middle, high = quantiles(samples, n=4, method="inclusive")
            found.append((high - low) / 2 / middle)
    return median(found) if found else None


def _results(run: Boards, row: str, way: Way) -> list[Result]:
    return [one for one in run.results if one.row == row and one.way == way]


def rows(run: Boards) -> list[str]:
    """In the order in which they were measured."""
    return list(dict.fromkeys(one.row for one in run.posed))


def to_ours(run: Boards, row: str, way: Way, span: Span = "total") -> float | None:
    """How many times as long as our way; at least, where they were not done in time."""
    theirs, ours = score(run, row, way, span), score(run, row, run.bench.ours)
    return None if theirs is None or ours is None else min(theirs, run.seconds) / ours


def late(run: Boards, row: str, way: Way) -> bool:
    """Whether a way was not done in time."""
    found = score(run, row, way)
    return found is not None and found > run.seconds


def rivals(run: Boards) -> list[tuple[str, Way, Span]]:
    """What our way is compared with: a title, who, and what of it."""
    if run.bench.ours not in run.ways:
        return []
    found: list[tuple[str, Way, Span]] = []
    for way in run.ways:
        if way == run.bench.rival:
            found.append((f"{way} / {run.bench.ours}", way, "total"))
            found.append(("the same, making lists not counted", way, UNLISTED))
        elif not way.encoding:
            found.append((f"{way} / {run.bench.ours}", way, "total"))
    return found


# -- text ------------------------------------------------------------------------------------------


def lines(run: Boards) -> list[str]:
    """The tables, and all complaints."""
    text = _by_board(run) if run.given else [*_page(run), *_by_size(run)]
    if run.absent:
        names = ", ".join(f"{name} (pip install {what})" for name, what in run.absent)
        text += ["", f"not installed, so not beside us: {names}"]
    if gaps := run.gaps:
        text += ["", f"wrong answers, as known of the encoding: {len(gaps)}", *gaps[:SHOWN]]
        text += [f"... and {len(gaps) - SHOWN} more"] if len(gaps) > SHOWN else []
    return [*text, *run.failed, *run.wrong]


def milliseconds(result: Result) -> str:
    """The median of all samples; empty where there is none."""
    samples = measured(result, "total")
    return f"{figures(1000 * median(samples))} ms" if samples else ""


def _cell(run: Boards, row: str, way: Way, span: Span = "total", *, noisy: bool = False) -> str:
    seconds = score(run, row, way, span)
    if seconds is None:
        return "-"
    if seconds > run.seconds:
        return f">{1000 * run.seconds:g}"
    spread = noise(run, row, way, span) if noisy else None
    return figures(1000 * seconds) + (f" ±{100 * spread:.0f}%" if spread is not None else "")


def _judged(run: Boards, row: str, way: Way, span: Span = "total") -> str:
    """The time with its noise, and how many of the answers were wrong; of answers that all are, no time."""
    results = _results(run, row, way)
    wrong = sum(1 for one in results if run.untrue(one))
    if wrong and wrong == len(results):
        return "wrong"
    time = _cell(run, row, way, span, noisy=True)
    return f"{time}, {wrong} of {len(results)} wrong" if wrong else time


def _ratio(number: float | None, *, at_least: bool = False) -> str:
    return "-" if number is None else (">" if at_least else "") + ratio(number)


def _to_ours(run: Boards, row: str, way: Way, span: Span) -> str:
    return _ratio(to_ours(run, row, way, span), at_least=late(run, row, way))


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
        text.append([*line, "-" if most is None else f"±{100 * most:.0f}%"])
    who = ", ".join(
        f"{column.title} is {column.way.engine}" for column in page.columns if column.part == "solve"
    )
    return [page.title, *aligned(text), f"with {source}: {who}", ""]


def _by_size(run: Boards) -> list[str]:
    sizes = rows(run)
    text = [["encode + solve + check, CPU ms", *sizes]]
    for way in run.ways:
        text.append([str(way), *(_judged(run, size, way) for size in sizes)])
        if way == run.bench.ours:
            title = f"{way}, and unique?"
            text.append([title, *(_cell(run, size, way, PROVED, noisy=True) for size in sizes)])
    for title, way, span in rivals(run):
        text.append([title, *(_to_ours(run, size, way, span) for size in sizes)])
    return [*aligned(text), *_means(run)]


def _means(run: Boards) -> list[str]:
    found = []
    for title, way, span in rivals(run):
        ratios = [number for row in rows(run) if (number := to_ours(run, row, way, span)) is not None]
        if ratios:
            mean = _ratio(geometric_mean(ratios), at_least=any(late(run, row, way) for row in rows(run)))
            found.append(f"{title}, geometric mean of {len(ratios)} rows: {mean}")
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
        + [title for title, *_ in compared]
    ]
    boards = rows(run)
    for row in boards:
        line = [row, *(_judged(run, row, way, span) for _, way, span in columns), _number(run, row)]
        text.append(line + [_to_ours(run, row, way, span) for _, way, span in compared])
    for title, over in (("all together", sum), ("the longest", max)):
        line = [title]
        for _, way, span in columns:
            line.append(_altogether(run, boards, way, span, over))
        line.append("")
        for _, way, span in compared:
            at_least = any(late(run, row, way) for row in boards)
            line.append(_ratio(total_ratio(run, way, span), at_least=at_least) if over is sum else "")
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


def total_ratio(run: Boards, way: Way, span: Span = "total") -> float | None:
    """The sum of their times to the sum of ours, over the boards that both were measured on."""
    pairs = [
        (min(theirs, run.seconds), ours)
        for row in rows(run)
        if (theirs := score(run, row, way, span)) is not None
        and (ours := score(run, row, run.bench.ours)) is not None
    ]
    return sum(theirs for theirs, _ in pairs) / sum(ours for _, ours in pairs) if pairs else None
