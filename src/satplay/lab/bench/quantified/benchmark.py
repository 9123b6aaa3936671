"""``satplay bench qbf``: engines for quantified formulas, on families of formulas or on files.

Programs of other authors are timed from start to end, reading included; our own engines from the formula in
memory to the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path

from satplay.errors import BadInput, EngineMissing, NoSuchName
from satplay.lab import calls, programs
from satplay.lab.bench.benchmark import TOTAL, Benchmark, BenchmarkRun, Contestant, Instance, Outcome
from satplay.lab.bench.family import choose_families
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.quantified.quantified_families import families
from satplay.lab.bench.report import Comparison, optional, ratio_column, table, time_column
from satplay.lab.bench.score import digest, fingerprint, mean
from satplay.lab.programs import Finished
from satplay.logic import qdimacs
from satplay.logic.prefix import merge_blocks
from satplay.logic.quantified import Quantified
from satplay.qbf.catalogue import catalogue
from satplay.qbf.program import PROGRAMS, normalise

CHECKED = "-checked"
"""Suffix of an engine's name: with a strategy, which is checked."""

STATUS = {10: "sat", 20: "unsat"}
ACCEPTED = ("a file", "--family", "--list", "--seed")


def qbf_benchmark(options: BenchOptions) -> Benchmark:
    """The engines and families chosen, or files; ``seed`` is added to the seeds of the families."""
    if options.files and options.families:
        found = "--family with a file with 'qbf'"
        raise BadInput("command", found=found, expected="see satplay bench --help")
    engines, absent = available(options.engines)
    contestants = tuple(map(Contestant, engines))
    formulas = list(_formulas(options))
    return Benchmark(
        "qbf",
        [partial(_write, row, name, build, contestants) for row, _, name, build in formulas],
        take,
        _tables,
        repeats=3,
        seconds=20.0,
        titles={row: title for row, title, _, _ in formulas},
        proves=lambda sample: sample.contestant.endswith(CHECKED),
        absent=absent,
    )


def available(engines: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The engines to compare and those that are not installed; engines that are named must be."""
    abilities = {ability.name: ability for ability in catalogue()}
    checked = [f"{name}{CHECKED}" for name in abilities if abilities[name].strategies]
    for name in engines:
        if name not in abilities and name not in checked:
            raise NoSuchName("QBF engine", name, [*abilities, *checked])
        ability = abilities[name.removesuffix(CHECKED)]
        if not ability.installed:
            raise EngineMissing(name, ability.remedy)
    if engines:
        return tuple(dict.fromkeys(engines)), ()
    usual = ["abstraction", f"abstraction{CHECKED}", *PROGRAMS]
    there = [name for name in usual if abilities[name.removesuffix(CHECKED)].installed]
    return tuple(there), tuple(name for name in usual if name not in there)


def _formulas(options: BenchOptions) -> Iterator[tuple[str, str, str, Callable[[], Quantified]]]:
    """Row, its title, the name of the instance, and a function that builds the formula."""
    for file in options.files:
        yield file, Path(file).name, file, partial(qdimacs.load, file)
    if options.files:
        return
    for family in choose_families(families(), options.families):
        for seed, build in family.formulas(quick=options.quick, shift=options.seed or 0):
            yield family.name, family.title, f"seed {seed}", build


def _write(
    row: str, name: str, build: Callable[[], Quantified], contestants: tuple[Contestant, ...], folder: Path
) -> Instance:
    question = build()
    file = folder / "formula.qdimacs"
    with file.open("wb") as out:
        qdimacs.write_to(normalise(question), out)
    content = fingerprint(file.read_bytes())
    matrix = question.matrix
    facts = {
        "variables": matrix.var_count,
        "clauses": matrix.clause_count,
        "blocks": len(merge_blocks(question)),
        "digest": content,
    }
    return Instance(row, name, contestants, (digest(f"{name} {content}"),), facts, data=file)


def take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
    """One sample of an engine of ours or of a program."""
    engine, file = contestant.name, str(instance.data)
    if engine not in PROGRAMS:
        checked = engine.endswith(CHECKED)
        arguments = {"engine": engine.removesuffix(CHECKED), "checked": checked, "file": file}
        return calls.call("satplay.lab.bench.quantified.sample:sample", arguments, seconds)
    program = PROGRAMS[engine]
    outcome = programs.run_program([program.name, *program.arguments, file], seconds, tuple(STATUS))
    if isinstance(outcome, Finished):
        return {"status": STATUS[outcome.status], "times": [{TOTAL: outcome.cpu}]}
    return outcome


def _tables(run: BenchmarkRun) -> list[str]:
    engines = [one.name for one in run.contestants]
    if not engines:
        return []
    own, *others = engines
    comparisons = [Comparison(f"{engine} / {own}", engine, own) for engine in others]
    columns = [time_column(run, engine) for engine in engines]
    several = len(run.rows) > 1 and bool(others)
    for one in comparisons:
        footer = [optional(mean(one.ratios(run)))] if several else []
        columns.append(ratio_column(run, one, footer))
    titles = [run.title(row) for row in run.rows]
    return table("CPU seconds", titles, columns, ["geometric mean"] if several else [])
