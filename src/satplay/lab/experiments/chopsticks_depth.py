"""How does the time to decide whether a win can be forced within k plies grow with k?"""

from __future__ import annotations

import resource
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from statistics import median
from typing import Any

from satplay.contracts.engine import Limit, Sat, Unknown
from satplay.contracts.qbf_engine import Holds
from satplay.games.chopsticks.analysis.goal import GoalTask
from satplay.games.chopsticks.analysis.retrograde import attractor, won_positions
from satplay.games.chopsticks.encodings.factored import factored_moves
from satplay.games.chopsticks.encodings.obligations import obligations, quantified_obligations
from satplay.games.chopsticks.encodings.quantified_tasks import QuantifiedTask
from satplay.games.chopsticks.variant import SOURCE
from satplay.lab.bench.engine_calls import open_native
from satplay.lab.bench.quantified.families.chopsticks import winning_in
from satplay.lab.experiment import Axis, Experiment, Lines, Paragraph, Parameters, Section
from satplay.lab.measuring.timing import timed
from satplay.lab.results import columns, finished_rows, matching, series_by, table
from satplay.qbf.catalogue import catalogue, open_qbf
from satplay.store.runs import Job, JobOutcome
from satplay.verbs.ask import ask
from satplay.workers.limits import cpu_seconds

FORCED, POSSIBLE = "force-win", "possible-win"
PLIES = {FORCED: range(1, 34, 2), POSSIBLE: range(1, 10)}
QUICK = {FORCED: (1, 5, 9, 13, 21, 33), POSSIBLE: (1, 5, 9)}
SAMPLES = 3
OURS, THEIRS = "abstraction", "depqbf"
PATIENCE = 20.0
"""Seconds for a quantified formula."""
LEAST = 1e-4
"""Seconds; shorter times are drawn here: the clock of CPU time is not more precise."""

Way = Callable[[int, int], tuple[bool, float]]
"""From a bound and the length of the win, in plies, to the answer and CPU seconds with encoding."""


# -- a win that is forced -------------------------------------------------------------------------------


def _retrograde(plies: int, takes: int) -> tuple[bool, float]:
    """Retrograde analysis of all positions."""
    start = winning_in(takes)
    known, seconds = timed(lambda: attractor(SOURCE, *won_positions(SOURCE)).at(start))
    return known is not None and known <= plies, seconds


def _sat(plies: int, takes: int) -> tuple[bool, float]:
    task = GoalTask(winning_in(takes))
    answer, seconds = timed(lambda: open_native(obligations(task, plies).formula).solve())
    return isinstance(answer, Sat), seconds


def _qbf(
    plies: int, takes: int, *, write: Callable[[GoalTask, int], QuantifiedTask], engine: str
) -> tuple[bool, float]:
    start = winning_in(takes)
    started = cpu_seconds() + cpu_seconds(resource.RUSAGE_CHILDREN)
    # The CPU limit of this process does not count a program that it runs.
    answer = open_qbf(engine).decide(write(GoalTask(start), plies).formula, Limit(seconds=PATIENCE))
    if isinstance(answer, Unknown):
        raise TimeoutError
    return isinstance(answer, Holds), cpu_seconds() + cpu_seconds(resource.RUSAGE_CHILDREN) - started


# -- a win that is possible -------------------------------------------------------------------------------


def _ask(plies: int, method: str) -> tuple[bool, float]:
    """From the start of the game, including the line of play and its check."""
    options = {"method": method, "within": str(plies)}
    reply, seconds = timed(lambda: ask("chopsticks", POSSIBLE, "1,1|1,1", options=options))
    return reply.exit_status == 0, seconds


FORCING: Mapping[str, Way] = {
    "retrograde": _retrograde,
    "sat, obligations": _sat,
    "qbf, obligations": partial(_qbf, write=quantified_obligations, engine=OURS),
    "qbf, factored": partial(_qbf, write=factored_moves, engine=OURS),
    "DepQBF, obligations": partial(_qbf, write=quantified_obligations, engine=THEIRS),
    "DepQBF, factored": partial(_qbf, write=factored_moves, engine=THEIRS),
}
LINES = ("retrograde", "sat", "qbf", "milestones")
POSSIBLE_FROM = 5
"""Plies of the shortest possible win from the start."""


def plan(quick: bool) -> list[Parameters]:
    """Every way at every depth; programs that are not installed are left out."""
    here = {ability.name for ability in catalogue() if ability.installed}
    ways = [way for way in FORCING if THEIRS in here or not way.startswith("DepQBF")]
    plies = QUICK if quick else PLIES
    deepest = {"DepQBF, factored": 9} if quick else {}  # deeper runs hit the time limit
    return [
        *(
            {"question": FORCED, "way": way, "plies": k}
            for way in ways
            for k in plies[FORCED]
            if k <= deepest.get(way, k)
        ),
        *({"question": POSSIBLE, "way": way, "plies": k} for way in LINES for k in plies[POSSIBLE]),
    ]


def measure(job: Parameters) -> Mapping[str, Any]:
    """Median times of questions with answer yes and with answer no; a wrong answer fails the job."""
    way, plies = job["way"], job["plies"]
    if job["question"] == POSSIBLE:
        return {"seconds": _median_time(lambda: _ask(plies, way), plies >= POSSIBLE_FROM)}
    yes = _median_time(lambda: FORCING[way](plies, plies), True)
    if plies == PLIES[FORCED][-1]:  # the longest win
        return {"yes": yes}
    return {"yes": yes, "no": _median_time(lambda: FORCING[way](plies, plies + 2), False)}


def _median_time(way: Callable[[], tuple[bool, float]], expected: bool) -> float:
    times = []
    for _ in range(SAMPLES):
        answer, seconds = way()
        if answer is not expected:
            raise ValueError(f"answered {answer}, which is wrong")
        times.append(seconds)
        if seconds > 1:
            break
    return median(times)


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """A figure for each answer, one for possible wins, and a table."""
    rows = finished_rows(jobs)
    plies, seconds = Axis("plies k"), Axis("CPU seconds, formula written and decided", log=True)
    yield Paragraph(
        "A forced win: each way decides a position where the win takes exactly k plies, so that the answer "
        "is yes, and one where it takes two more, so that it is no. A line ends where the time limit was hit."
    )
    forced, possible = matching(rows, question=FORCED), matching(rows, question=POSSIBLE)
    for answer in ("yes", "no"):
        title = f"A win forced within k plies: the answer is {answer}"
        drawn = series_by(forced, "way", FORCING, "plies", answer, least=LEAST)
        yield Lines(f"force_win_{answer}", title, plies, seconds, drawn)
    title = "A win possible within k plies of the start (from 5 on)"
    drawn = series_by(possible, "way", LINES, "plies", "seconds", least=LEAST)
    yield Lines("possible_win", title, plies, seconds, drawn)
    unfinished = {job.place: job.outcome.value for job in jobs if job.outcome not in (None, JobOutcome.DONE)}
    every = [{**job.parameters, **job.values, "": unfinished.get(job.place, "")} for job in jobs]
    shown = {"yes, s": "yes", "no, s": "no", "seconds": "seconds", "": ""}
    yield table("all", "All measurements", every, {**columns("question", "way", "plies"), **shown})


EXPERIMENT = Experiment(
    title="Chopsticks: growing depth",
    source="Holl, Wang, Székely Corsi & Srivastava 2021, who plan to increase the number of moves.",
    plan=plan,
    measure=measure,
    report=report,
    seconds=(5.0, 60.0),
)
