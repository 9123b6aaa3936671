"""What every benchmark is made of, and what a run of it has measured.

A benchmark gives the same instances to several contestants.  Each measurement is taken in a child process;
every answer is judged, by what is known about the instance and by the answers of the other contestants.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import Any

from satplay.fast_dataclass import dataclass
from satplay.lab.bench.score import Samples, Score, ScoreRow, ScoreTable, combine, compute_score, part_seconds
from satplay.lab.calls import Failed
from satplay.workers.calls import OutOfTime

ANSWERED = ("sat", "unsat", "done")
OUT_OF_TIME, GAVE_UP, FAILED, REFUSED, BROKEN = "out of time", "gave up", "failed", "refused", "broken"
UNSOLVED = (OUT_OF_TIME, GAVE_UP)
TOTAL = "total"
CPU = "CPU s"
"""The contestant of a task that satplay does alone, named as the column of its table."""

Times = Mapping[str, float | None]
"""CPU seconds of one sample by part; ``total`` is what is compared."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """An engine, a way of solving or a program.

    ``facts``      further members of its entry in the JSON document
    ``known_gap``  it states the rules incompletely: a wrong answer is expected and no failure
    """

    name: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    data: Any = field(default=None, repr=False)
    known_gap: bool = False

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Instance:
    """A formula, a board or a task that is given to all its contestants.

    ``row``       the row of the table that it belongs to; ``name`` identifies it there, as 'seed 3'
    ``identity``  digests of its content (:func:`~satplay.lab.bench.score.digest`): two runs are compared
                  only where these agree
    ``status``    the right answer if it is known; ``unique`` if it is known to have exactly one solution
    ``figures``   numbers that the result must contain
    """

    row: str
    name: str
    contestants: tuple[Contestant, ...]
    identity: tuple[bytes, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)
    status: str | None = None
    unique: bool = False
    figures: Mapping[str, float] = field(default_factory=dict)
    data: Any = field(default=None, repr=False)

    def __str__(self) -> str:
        return self.row if self.name in ("", self.row) else f"{self.row} {self.name}"


@dataclass(frozen=True, slots=True)
class Sample:
    """What one child process measured: one sample, or several of the same.

    ``status``  'sat', 'unsat' or 'done'; 'broken' if the solution violates a rule or a clause; 'refused' if
                the instance cannot be stated for this contestant; 'out of time'; 'gave up'; 'failed'
    ``found``   further results: ``unique``, ``agreed``, which must be equal for all, ``figures``
    """

    row: str
    name: str
    contestant: str
    status: str
    times: tuple[Times, ...] = ()
    note: str = ""
    found: Mapping[str, Any] = field(default_factory=dict)

    def seconds(self, part: str = TOTAL) -> list[float]:
        """CPU seconds of all samples; empty if this part was not measured or not solved."""
        found = [] if self.status in UNSOLVED else [part_seconds(times, part) for times in self.times]
        return [time for time in found if time is not None]

    def __str__(self) -> str:
        instance = str(Instance(self.row, self.name, ()))
        return instance if self.contestant == CPU else f"{self.contestant} on {instance}"


Outcome = dict[str, Any] | OutOfTime | Failed
Take = Callable[[Instance, Contestant, float, int], Outcome]
"""Takes samples: instance, contestant, CPU seconds, how many in one process."""


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One benchmark, ready to run.

    ``instances``    functions that write an instance into a folder of its own, in the order of the tables
    ``take``         takes a sample in a child process; the returned object has ``status``, ``times``, and
                     optionally ``note`` and further results
    ``tables``       the lines of the report
    ``one_process``  all samples of an instance and a contestant are taken in one process
    ``proves``       whether a sample's answer is certain, as a solution that was checked
    ``spans``        further columns for a later comparison: title, contestant, part of the time
    ``absent``       contestants that are not installed, with the remedy
    ``unit``         factor and name of the unit in which times are printed
    ``total_is_time``  whether the time limit applies to ``total``; not if it is the inverse of a speed
    """

    name: str
    instances: Iterable[Callable[[Path], Instance]]
    take: Take
    tables: Callable[[BenchmarkRun], list[str]]
    repeats: int
    seconds: float
    one_process: bool = False
    titles: Mapping[str, str] = field(default_factory=dict)
    proves: Callable[[Sample], bool] = lambda sample: False
    spans: Sequence[tuple[str, str, str]] = ()
    absent: Sequence[str] = ()
    details: Callable[[BenchmarkRun], Mapping[str, Any]] = lambda run: {}
    unit: tuple[float, str] = (1.0, "s")
    total_is_time: bool = True


@dataclass(frozen=True, slots=True)
class BenchmarkRun:
    """Everything that was measured.  ``report`` makes tables of it, ``document`` JSON."""

    benchmark: Benchmark
    instances: tuple[Instance, ...]
    samples: tuple[Sample, ...]
    seconds: float
    repeats: int
    quick: bool = False

    @property
    def rows(self) -> list[str]:
        """The rows of the table, in the order of measurement."""
        return list(dict.fromkeys(one.row for one in self.instances))

    @property
    def contestants(self) -> list[Contestant]:
        """All contestants, in the order of the first instance that has them."""
        found = {one.name: one for instance in self.instances for one in instance.contestants}
        return [*found.values()]

    def title(self, row: str) -> str:
        """The row's title in the tables; small instances have no title of their own."""
        return row if self.quick else self.benchmark.titles.get(row, row)

    def of(self, row: str, contestant: str | None = None, name: str | None = None) -> list[Sample]:
        """The samples of a row, of one contestant or of one instance."""
        return [
            one
            for one in self.samples
            if one.row == row and contestant in (None, one.contestant) and name in (None, one.name)
        ]

    # -- scores ------------------------------------------------------------------------------------

    def score(self, row: str, contestant: str, part: str = TOTAL) -> Score | None:
        """The score of a contestant in a row; None if nothing was measured."""
        measured = self.times_by_instance(row, contestant, part)
        return compute_score(measured, self.seconds) if measured else None

    def times_by_instance(self, row: str, contestant: str, part: str = TOTAL) -> list[Samples]:
        """CPU seconds of all samples, one list for each instance of the row; None is out of time."""
        by_name: dict[str, list[float | None]] = {}
        for one in self.of(row, contestant):
            by_name.setdefault(one.name, []).extend([None] if one.status in UNSOLVED else one.seconds(part))
        return [times for times in by_name.values() if times]

    def baseline_table(self) -> ScoreTable:
        """What a later run is compared with: complete rows without wrong answers."""
        rows = []
        for row in self.rows:
            here = [one for one in self.instances if one.row == row]
            names = {one.name for instance in here for one in instance.contestants}
            spans = [(one.name, one.name, TOTAL) for one in self.contestants if one.name in names]
            spans += [span for span in self.benchmark.spans if span[1] in names]
            scores = {title: self._baseline_score(row, who, part) for title, who, part in spans}
            if any(map(self._contradiction, here)):
                continue
            known = {title: one for title, one in scores.items() if one is not None}
            identity = combine(part for one in here for part in one.identity)
            rows.append(ScoreRow(row, self.title(row), identity, known))
        return ScoreTable(self.benchmark.name, self.seconds, tuple(rows))

    def _baseline_score(self, row: str, contestant: str, part: str) -> Score | None:
        for one in self.of(row, contestant):
            missing = one.status != OUT_OF_TIME and (one.status not in ANSWERED or not one.seconds(part))
            if missing or self.complaint(one):
                return None
        return self.score(row, contestant, part)

    # -- judging -----------------------------------------------------------------------------------

    @property
    def wrong(self) -> tuple[str, ...]:
        """A complaint for every wrong answer, and for every instance whose answers contradict each other."""
        gaps = self._gaps()
        found = [self.complaint(one) for one in self.samples if one.contestant not in gaps]
        found += [self._contradiction(one) for one in self.instances]
        return tuple(f"WRONG: {complaint}" for complaint in dict.fromkeys(found) if complaint)

    @property
    def gaps(self) -> tuple[str, ...]:
        """The wrong answers of contestants with a known gap."""
        gaps = self._gaps()
        found = (self.complaint(one) for one in self.samples if one.contestant in gaps)
        return tuple(dict.fromkeys(complaint for complaint in found if complaint))

    @property
    def failed(self) -> tuple[str, ...]:
        """A line for every child process that failed."""
        return tuple(f"{one} failed: {one.note}" for one in self.samples if one.status == FAILED)

    @property
    def exit_status(self) -> int:
        """1 if an answer is wrong or a process failed."""
        return 1 if self.wrong or self.failed else 0

    def complaint(self, sample: Sample) -> str:
        """What is wrong with an answer; empty if nothing is."""
        if sample.status == BROKEN:
            return f"{sample}: the solution is wrong: {sample.note}"
        instance = next(one for one in self.instances if (one.row, one.name) == (sample.row, sample.name))
        status = self._right_status(instance)
        if status is not None and sample.status in ("sat", "unsat") and sample.status != status:
            return f"{sample}: answered {sample.status}, expected {status}"
        if sample.found.get("unique") is False and (instance.unique or self._found_unique(instance)):
            return f"{sample}: found a second solution, expected exactly one"
        figures = sample.found.get("figures", {})
        for name, known in instance.figures.items():
            if name in figures and figures[name] != known:
                return f"{sample}: {name} is {figures[name]:g}, expected {known:g}"
        return ""

    def _gaps(self) -> set[str]:
        return {one.name for one in self.contestants if one.known_gap}

    def _trusted_samples(self, instance: Instance) -> list[Sample]:
        gaps = self._gaps()
        here = self.of(instance.row, name=instance.name)
        return [one for one in here if one.contestant not in gaps]

    def _right_status(self, instance: Instance) -> str | None:
        proved = (one.status for one in self._trusted_samples(instance) if self.benchmark.proves(one))
        return instance.status or next((status for status in proved if status in ANSWERED), None)

    def _found_unique(self, instance: Instance) -> bool:
        return any(one.found.get("unique") for one in self._trusted_samples(instance))

    def _contradiction(self, instance: Instance) -> str:
        """A complaint about contradictory answers if the right one is not known."""
        trusted = self._trusted_samples(instance)
        for key in ("status", "agreed"):
            if key == "status" and self._right_status(instance) is not None:
                continue
            answers = {
                one.contestant: one.status if key == "status" else one.found.get("agreed")
                for one in trusted
                if one.status in ANSWERED
            }
            known = {who: answer for who, answer in answers.items() if answer is not None}
            if len(set(known.values())) > 1:
                every = ", ".join(f"{who} {answer}" for who, answer in known.items())
                return f"{instance}: the answers differ: {every}"
        return ""

    def __str__(self) -> str:
        from satplay.lab.bench.report import report_lines

        return "\n".join(report_lines(self))
