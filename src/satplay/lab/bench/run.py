"""Running the benchmark: every formula, every engine, one process at a time.

Instance by instance all engines run one after the other, so that whatever else the machine is doing hits all
of them alike.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from satplay.engines.catalogue import catalogue
from satplay.errors import EngineMissing, NoSuchName
from satplay.lab.bench import puzzles, suite
from satplay.lab.bench.benchmark import Judged, breakdowns, in_turn
from satplay.lab.bench.score import fingerprint
from satplay.lab.bench.formula_families import FAMILIES, Family, Status
from satplay.lab.child_process import Failed, OutOfTime, fresh

ENGINES = ("native", "minisat22", "glucose4", "cadical195", "cadical300", "kissat404", "pycosat")
"""Who is compared unless engines are named, as far as they are installed."""

SAMPLES, SECONDS = 3, 60.0

Say = Callable[[str], None]
Outcome = dict[str, Any] | OutOfTime | Failed
Take = Callable[[str, Path, int, float], Outcome]
"""How a sample is taken: engine, file, variables, seconds."""


@dataclass(frozen=True, slots=True)
class Instance:
    """One formula, what it is known to be, and the fingerprint of its clauses."""

    family: str
    seed: int
    status: Status
    variables: int
    clauses: int
    digest: str = ""

    def __str__(self) -> str:
        return f"{self.family} seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Sample:
    """One run of one engine; times in CPU seconds, None where there are none.

    ``status``  'sat', 'unsat', 'out of time', or 'failed' with a ``note``
    ``valid``   whether the model makes every clause true; None without one
    """

    family: str
    seed: int
    engine: str
    status: str
    cpu: float | None = None
    load: float | None = None
    solve: float | None = None
    convert: float | None = None
    valid: bool | None = None
    note: str = ""

    def __str__(self) -> str:
        return f"{self.family} seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Bench(Judged):
    """A whole run.  ``report`` makes tables of it, ``document`` JSON."""

    engines: tuple[str, ...]
    instances: tuple[Instance, ...]
    samples: tuple[Sample, ...]
    seconds: float
    repeats: int
    quick: bool

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every answer that is not so."""
        return tuple(complaint for sample in self.samples if (complaint := self.untrue(sample)))

    @property
    def failed(self) -> tuple[str, ...]:
        """Every run that broke down."""
        return breakdowns(self.samples)

    def untrue(self, sample: Sample) -> str:
        """What is wrong with an answer; empty where nothing is."""
        asked = next(one for one in self.instances if (one.family, one.seed) == (sample.family, sample.seed))
        return wrong(sample, asked)

    def __str__(self) -> str:
        from satplay.lab.bench.report import lines

        return "\n".join(lines(self))


def wrong(sample: Sample, instance: Instance) -> str:
    """What is wrong with an answer; empty where nothing is."""
    if sample.valid is False:
        return f"WRONG: the model of {sample.engine} for {instance} makes a clause false"
    if sample.status in ("sat", "unsat") and sample.status != instance.status:
        return f"WRONG: {sample.engine} says that {instance} is {sample.status}; it is {instance.status}"
    return ""


def in_fresh_process(engine: str, file: Path, variables: int, seconds: float) -> Outcome:
    """The usual way to take a sample."""
    return fresh("satplay.lab.bench.engine_sample", [engine, str(file), str(variables)], seconds)


def bench(
    *,
    engines: Sequence[str] = (),
    families: Sequence[str] = (),
    samples: int | None = None,
    seconds: float = SECONDS,
    quick: bool = False,
    say: Say | None = None,
    take: Take = in_fresh_process,
) -> Bench:
    """Run engines on families of formulas, ``samples`` times each, ``seconds`` of CPU time at most.

    Without names: all of them.  ``quick`` takes small formulas once.  ``say`` is told how far it is.
    """
    chosen = available(engines)
    rows = [suite.named(name) for name in dict.fromkeys(families)] or list(FAMILIES)
    repeats = samples if samples is not None else 1 if quick else SAMPLES
    instances: list[Instance] = []
    taken: list[Sample] = []
    with tempfile.TemporaryDirectory(prefix="satplay-bench-") as folder:
        for family in rows:
            for seed in family.quick_seeds if quick else family.seeds:
                instance, file = _written(family, seed, quick, Path(folder))
                instances.append(instance)
                fresh_ones = _sampled(instance, file, chosen, repeats, seconds, take)
                taken += fresh_ones
                file.unlink()
                if say is not None:
                    say(_told(instance, fresh_ones))
    return Bench(chosen, tuple(instances), tuple(taken), seconds, repeats, quick)


def subjects() -> list[str]:
    """What can be benchmarked: engines, those for quantified formulas, and puzzles by their names."""
    return ["engines", "qbf", *puzzles.names()]


def described() -> list[tuple[str, str]]:
    """Every subject, and what is compared there."""
    found = [
        (
            "engines",
            "engines on families of formulas; with --loads at loading, reading, assuming, propagating",
        ),
        ("qbf", "engines for quantified formulas, on families of these or on files"),
    ]
    for name in puzzles.names():
        bench = puzzles.find(name)
        more = f"; {bench.contests.title}" if bench.contests is not None else ""
        found.append(
            (name, f"encodings and engines on boards of {bench.puzzle.title}, new ones or of files{more}")
        )
    return found


def known_subject(subject: str) -> None:
    """Refuse what cannot be benchmarked."""
    if subject not in subjects():
        raise NoSuchName("benchmark", subject, subjects())


def available(engines: Sequence[str], usual: Sequence[str] = ENGINES) -> tuple[str, ...]:
    """The engines of these names, which must be installed; without names the usual ones that are."""
    table = {ability.name: ability for ability in catalogue()}
    for name in engines:
        ability = catalogue().named(name)
        if not ability.installed:
            raise EngineMissing(name, ability.remedy)
    there = [name for name in usual if name in table and table[name].installed]
    return tuple(dict.fromkeys(engines)) or tuple(there)


def _written(family: Family, seed: int, quick: bool, folder: Path) -> tuple[Instance, Path]:
    formula = (family.quick if quick else family.build)(seed)
    file = folder / f"{family.name}-{seed}.npy"
    np.save(file, formula.flat)
    digest = fingerprint(formula.flat.tobytes())
    return Instance(family.name, seed, family.status, formula.var_count, formula.clause_count, digest), file


def _sampled(
    instance: Instance, file: Path, engines: Sequence[str], repeats: int, seconds: float, take: Take
) -> list[Sample]:
    def sample(engine: str) -> Sample:
        return _judged(instance, engine, take(engine, file, instance.variables, seconds), seconds)

    return in_turn(engines, repeats, sample)


def _judged(instance: Instance, engine: str, outcome: Outcome, seconds: float) -> Sample:
    match outcome:
        case OutOfTime():
            return Sample(instance.family, instance.seed, engine, "out of time")
        case Failed(why=why):
            return Sample(instance.family, instance.seed, engine, "failed", note=why)
    late = outcome["cpu"] > seconds
    return Sample(
        instance.family,
        instance.seed,
        engine,
        "out of time" if late else outcome["status"],
        cpu=None if late else outcome["cpu"],
        load=outcome["load"],
        solve=outcome["solve"],
        convert=outcome["convert"],
        valid=outcome["valid"],
    )


def _told(instance: Instance, samples: Sequence[Sample]) -> str:
    told = ", ".join(
        f"{sample.engine} {sample.status if sample.cpu is None else f'{sample.cpu:.3f}'}"
        for sample in samples
    )
    complaints = "".join(f"\n{complaint}" for sample in samples if (complaint := wrong(sample, instance)))
    return f"{instance} ({instance.variables} variables, {instance.clauses} clauses): {told}{complaints}"
