"""Running the benchmark of quantified formulas: every formula, every engine, one process at a time.

Programs of others are timed from their start to their end, reading included; engines of ours from the formula
in memory to the answer.  Formula by formula all run one after the other, so that whatever else the machine is
doing hits all of them alike.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from satplay.errors import EngineMissing, NoSuchName
from satplay.lab.bench.judged import Judged, breakdowns, in_turn
from satplay.lab.bench.quantified.suite import families as all_families
from satplay.lab.bench.quantified.suite import named
from satplay.lab.bench.score import fingerprint
from satplay.lab.process import Failed, Finished, OutOfTime, fresh, program
from satplay.logic import qdimacs
from satplay.logic.prefix import merged
from satplay.logic.quantified import Quantified
from satplay.qbf.catalogue import catalogue
from satplay.qbf.program import PROGRAMS, normalise

CHECKED = "-checked"
"""Behind the name of an engine: with a strategy, and its check."""

SAMPLES, SECONDS = 3, 20.0
STATUS = {10: "sat", 20: "unsat"}

Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Instance:
    """One formula, and the fingerprint of what it says."""

    family: str
    name: str
    variables: int
    clauses: int
    blocks: int
    digest: str = ""

    def __str__(self) -> str:
        return _called(self.family, self.name)


@dataclass(frozen=True, slots=True)
class Sample:
    """One run; ``status`` is 'sat' (true), 'unsat' (false), 'out of time', or 'failed' with a ``note``."""

    family: str
    name: str
    engine: str
    status: str
    cpu: float | None = None
    note: str = ""

    def __str__(self) -> str:
        return _called(self.family, self.name)


def _called(family: str, name: str) -> str:
    return family if family == name else f"{family} {name}"


@dataclass(frozen=True, slots=True)
class QbfBench(Judged):
    """A whole run; ``report`` makes a table of it."""

    engines: tuple[str, ...]
    absent: tuple[str, ...]
    titles: dict[str, str]
    instances: tuple[Instance, ...]
    samples: tuple[Sample, ...]
    seconds: float
    repeats: int
    quick: bool

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every answer that another one contradicts; one that was checked is right."""
        found = []
        for instance in self.instances:
            answers = self.answers(instance)
            checked = next((answers[engine] for engine in answers if engine.endswith(CHECKED)), None)
            for engine, status in answers.items():
                if checked is not None and status != checked:
                    found.append(f"WRONG: {engine} says that {instance} is {status}; it is {checked}")
            if checked is None and len(set(answers.values())) > 1:
                found.append(f"WRONG: somebody is, about {instance}: {answers}")
        return tuple(found)

    @property
    def failed(self) -> tuple[str, ...]:
        """Every run that broke down."""
        return breakdowns(self.samples)

    def answers(self, instance: Instance) -> dict[str, str]:
        """What everybody says who says anything, by engine."""
        here = (instance.family, instance.name)
        return {
            one.engine: one.status
            for one in self.samples
            if (one.family, one.name) == here and one.status in ("sat", "unsat")
        }

    def __str__(self) -> str:
        from satplay.lab.bench.quantified.report import lines

        return "\n".join(lines(self))


def bench_qbf(
    files: Sequence[str] = (),
    *,
    engines: Sequence[str] = (),
    families: Sequence[str] = (),
    samples: int | None = None,
    seconds: float = SECONDS,
    seed: int = 0,
    quick: bool = False,
    say: Say | None = None,
) -> QbfBench:
    """Run engines on families of formulas, or on the files given, ``seconds`` of CPU time at most each.

    Without names: our engine, bare and checked, and the programs that are installed.  ``seed`` is added to
    the seeds of the families.
    """
    chosen, absent = available(engines)
    repeats = samples if samples is not None else 1 if quick else SAMPLES
    instances: list[Instance] = []
    taken: list[Sample] = []
    titles: dict[str, str] = {}
    with tempfile.TemporaryDirectory(prefix="satplay-bench-") as folder:
        for family, title, name, question in _formulas(files, families, seed, quick):
            file = Path(folder) / "formula.qdimacs"
            with file.open("wb") as out:
                qdimacs.write_to(normalise(question), out)
            matrix, digest = question.matrix, fingerprint(file.read_bytes())
            instance = Instance(
                family, name, matrix.var_count, matrix.clause_count, len(merged(question)), digest
            )
            titles[family] = title
            instances.append(instance)
            new = _sampled(instance, file, chosen, repeats, seconds)
            taken += new
            if say is not None:
                say(_told(instance, new))
    return QbfBench(chosen, absent, titles, tuple(instances), tuple(taken), seconds, repeats, quick)


def available(engines: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who is compared, and who is not there; those that are named must be."""
    table = {ability.name: ability for ability in catalogue()}
    checked = [f"{name}{CHECKED}" for name in table if table[name].strategies]
    for name in engines:
        if name not in table and name not in checked:
            raise NoSuchName("QBF engine", name, [*table, *checked])
        ability = table[name.removesuffix(CHECKED)]
        if not ability.installed:
            raise EngineMissing(name, ability.remedy)
    if engines:
        return tuple(dict.fromkeys(engines)), ()
    usual = ["abstraction", f"abstraction{CHECKED}", *PROGRAMS]
    there = [name for name in usual if table[name.removesuffix(CHECKED)].installed]
    return tuple(there), tuple(name for name in usual if name not in there)


def _formulas(
    files: Sequence[str], names: Sequence[str], seed: int, quick: bool
) -> Iterator[tuple[str, str, str, Quantified]]:
    """Family, its title, which of it, and the formula."""
    if files:
        for given in files:
            yield given, Path(given).name, given, qdimacs.load(given)
        return
    for family in [named(name) for name in dict.fromkeys(names)] or all_families():
        for one in family.quick_seeds if quick else family.seeds:
            question = (family.quick if quick else family.build)(seed + one)
            yield family.name, family.name if quick else family.title, f"seed {seed + one}", question


def _sampled(
    instance: Instance, file: Path, engines: Sequence[str], repeats: int, seconds: float
) -> list[Sample]:
    def sample(engine: str) -> Sample:
        return Sample(instance.family, instance.name, engine, *take(engine, file, seconds))

    return in_turn(engines, repeats, sample)


def take(engine: str, file: Path, seconds: float) -> tuple[str, float | None, str]:
    """Status, CPU seconds, and what went wrong."""
    if engine in PROGRAMS:
        made = PROGRAMS[engine]
        outcome = program([made.name, *made.arguments, str(file)], seconds, good=tuple(STATUS))
        if isinstance(outcome, Finished):
            late = outcome.cpu > seconds
            return ("out of time", None, "") if late else (STATUS[outcome.status], outcome.cpu, "")
    else:
        checked = "yes" if engine.endswith(CHECKED) else "no"
        words = [engine.removesuffix(CHECKED), checked, str(file)]
        found = fresh("satplay.lab.bench.quantified.sample", words, seconds)
        if isinstance(found, dict):
            late = found["cpu"] > seconds
            return ("out of time", None, "") if late else (found["status"], found["cpu"], "")
        outcome = found
    match outcome:
        case OutOfTime():
            return "out of time", None, ""
        case Failed(why=why):
            return "failed", None, why


def _told(instance: Instance, samples: Sequence[Sample]) -> str:
    told = ", ".join(
        f"{one.engine} {one.status if one.cpu is None else f'{one.status} {one.cpu:.3f}'}" for one in samples
    )
    size = f"{instance.variables} variables, {instance.clauses} clauses, {instance.blocks} blocks"
    return f"{instance} ({size}): {told}"
