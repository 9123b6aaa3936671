"""Numbers of a run over boards: medians, their noise, ratios.

The score of a way in a row is the median over its boards of the median over the samples.  A board that was
not solved within the limit counts twice the limit (PAR2); in ratios it counts the limit once.  The noise of a
score is that of :mod:`~satplay.lab.bench.score`.
"""

from __future__ import annotations

from dataclasses import dataclass
from statistics import median

from satplay.lab.bench.boards.puzzle_benchmark import Part, Way
from satplay.lab.bench.boards.boards_run import Boards, Result, Times
from satplay.lab.bench.contests_run import SECONDS as CPU
from satplay.lab.bench.score import SMALLEST, Row, Samples, Score, Table, fingerprint, scored, spread
from satplay.lab.bench.direct_sessions import OWN

Span = Part | str
"""A part, or ``total and unique``, or ``total without lists``."""

PROVED, UNLISTED = "total and unique", "total without lists"
UNSOLVED = ("out of time", "gave up")


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
    for result in results(run, row, way):
        if result.status in UNSOLVED:
            medians.append(2 * run.seconds)
        elif samples := measured(result, span):
            medians.append(median(samples))
    return median(medians) if medians else None


def noise(run: Boards, row: str, way: Way, span: Span = "total") -> float | None:
    """Half the distance of the quartiles to the median; None with too few samples to tell."""
    found = [spread(measured(result, span)) for result in results(run, row, way)]
    known = [one for one in found if one is not None]
    return median(known) if known else None


def results(run: Boards, row: str, way: Way) -> list[Result]:
    """One a board."""
    return [one for one in run.results if one.row == row and one.way == way]


def rows(run: Boards) -> list[str]:
    """In the order in which they were measured."""
    return list(dict.fromkeys(one.row for one in run.posed))


def to_ours(run: Boards, row: str, way: Way, span: Span = "total", ours: Way | None = None) -> float | None:
    """How many times as long as our way; at least, where they were not done in time.

    Where ours was not, nobody can say.
    """
    theirs, own = score(run, row, way, span), score(run, row, ours or run.bench.ours, span)
    if theirs is None or own is None or own > run.seconds:
        return None
    return min(theirs, run.seconds) / own


def late(run: Boards, row: str, way: Way) -> bool:
    """Whether a way was not done in time."""
    found = score(run, row, way)
    return found is not None and found > run.seconds


@dataclass(frozen=True, slots=True)
class Rival:
    """Who is compared with which way of ours, and what of the time is counted."""

    title: str
    way: Way
    ours: Way
    span: Span = "total"


def rivals(run: Boards) -> list[Rival]:
    """All comparisons of which both sides ran; of those on the same clauses solving counts alone."""
    ours = run.bench.ours
    found = []
    for way in run.ways:
        if way == run.bench.rival:
            found.append(Rival(f"{way} / {ours}", way, ours))
            if way.engine not in OWN:
                found.append(Rival("the same, making lists not counted", way, ours, UNLISTED))
        elif not way.encoding:
            found.append(Rival(f"{way} / {ours}", way, ours))
    for way, own in run.bench.versus:
        if way.encoding == own.encoding:
            found.append(Rival(f"solving: {way} / {own}", way, own, "solve"))
        else:
            found.append(Rival(f"{way} / {own}", way, own))
    return [one for one in found if one.way in run.ways and one.ours in run.ways]


def total_ratio(run: Boards, way: Way, span: Span = "total", ours: Way | None = None) -> float | None:
    """The sum of their times to the sum of ours, over the boards that both were measured on."""
    pairs = [
        (min(theirs, run.seconds), own)
        for row in rows(run)
        if (theirs := score(run, row, way, span)) is not None
        and (own := score(run, row, ours or run.bench.ours, span)) is not None
    ]
    return sum(theirs for theirs, _ in pairs) / sum(own for _, own in pairs) if pairs else None


# -- for a later run -------------------------------------------------------------------------------


def kept(run: Boards) -> Table:
    """What a later run is compared with: all ways on all boards, our way also with uniqueness; contests."""
    spans = [(str(way), way, "total") for way in run.ways]
    if run.bench.unique:
        spans.append((f"{run.bench.ours}, and unique?", run.bench.ours, PROVED))
    found = []
    for row in rows(run):
        boards = fingerprint(*(f"{one.name}\n{one.text}" for one in run.posed if one.row == row))
        scores = {title: _kept(run, row, way, span) for title, way, span in spans}
        found.append(Row(row, row, boards, {name: one for name, one in scores.items() if one is not None}))
    for held in run.contests:
        if (held.status == "done" and not held.untrue) or held.status == "out of time":
            score = scored([held.times or [None]], run.seconds)
            found.append(Row(str(held), str(held), fingerprint(str(held)), {CPU: score}))
    return Table(run.bench.puzzle.name, run.seconds, tuple(found))


def _kept(run: Boards, row: str, way: Way, span: Span) -> Score | None:
    """None where any answer is missing or not true."""
    boards: list[Samples] = []
    for result in results(run, row, way):
        samples = measured(result, span)
        if result.status == "out of time":
            boards.append([None])
        elif samples and not run.untrue(result):
            boards.append(samples)
        else:
            return None
    return scored(boards, run.seconds) if boards else None
