"""The boards, ways, programs and contests that take part in the benchmark of a puzzle."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from satplay.errors import BadInput, EngineMissing, NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_board, split_instances
from satplay.inputs.writing import write_in_format
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import (
    BoardSize,
    Contest,
    ExternalSolver,
    OtherSolver,
    PuzzleBenchmark,
    SolvingMethod,
)
from satplay.lab.bench.run import choose_engines
from satplay.verbs.generate import generate

ENGINES = ("native", "reference", "pycosat", "minisat22", "glucose4", "cadical195")
"""The engines that are compared if none is named."""

Subject = PuzzleBenchmark[Any, Any]


@dataclass(frozen=True, slots=True)
class BoardText:
    """One board: the ``row`` of the table, its ``name`` there (its seed) and its text.

    ``new`` boards were made here, so that a solution exists; ``single`` ones have exactly one.
    """

    row: str
    name: str
    text: str
    new: bool
    board: Any = field(repr=False)
    single: bool = False


# -- boards ----------------------------------------------------------------------------------------


def choose_sizes(
    subject: Subject, names: Sequence[str], families: Sequence[str], quick: bool
) -> tuple[BoardSize, ...]:
    """The usual sizes of these families, or the sizes named: one board of a size that is not usual."""
    known = [family.name for family in subject.families]
    others = [] if subject.contests is None else [subject.contests.name]
    for name in families:
        if name not in (*known, *others):
            raise NoSuchName(f"family of {subject.puzzle.name} boards", name, [*known, *others])
    chosen = tuple(dict.fromkeys(name for name in families if name in known))
    if not families:
        chosen = (*known,) or ("",)
    usual = [size for size in (subject.quick if quick else subject.sizes) if size.family in chosen]
    if not names:
        return tuple(usual)
    by_row = {size.row: size for size in (*subject.sizes, *usual)}
    named = [BoardSize(name, boards=1, family=family) for family in chosen for name in dict.fromkeys(names)]
    return tuple(by_row.get(size.row, size) for size in named)


def read_boards(subject: Subject, inputs: Sequence[str]) -> list[BoardText]:
    """Every board of every file, read before the first measurement so that errors are reported early."""
    found = []
    for one in inputs:
        parts = split_instances(one, subject.puzzle.name)
        for part in parts:
            _, board = read_board(part, subject.puzzle.name)
            place = f"{Path(part.name).name}:{part.line}" if len(parts) > 1 else Path(part.name).name
            found.append(BoardText(place, "", part.text(), new=False, board=board))
    return found


def new_boards(subject: Subject, sizes: Sequence[BoardSize], seed: int) -> Iterator[BoardText]:
    """Boards of these sizes, the i-th of each from the seed plus i."""
    families = {family.name: family for family in subject.families}
    for size in sizes:
        for number in range(seed, seed + size.boards):
            if size.family:
                family = families[size.family]
                board, single = family.make(size.name, number), family.single
                _, text = write_in_format(subject.puzzle.formats, board, kind=f"{subject.puzzle.name} format")
            else:
                made = generate(subject.puzzle.name, size=size.name, seed=number)
                board, text, single = made.instance, made.text, made.solution is not None
            yield BoardText(size.row, f"seed {number}", text, new=True, board=board, single=single)


def choose_contests(
    subject: Subject, names: Sequence[str], families: Sequence[str], quick: bool
) -> tuple[Contest, ...]:
    """The usual contests, or all of the sizes named; if their family is named there must be one."""
    contests = subject.contests
    if contests is None or (families and contests.name not in families):
        return ()
    if not names:
        usual = ("quick",) if quick else ("quick", "usual")
        return tuple(one for one in contests.all if one.when in usual)
    found = tuple(one for one in contests.all if one.size in names)
    if families and not found:
        raise NoSuchName(f"size of {contests.name}", names[0], [one.size for one in contests.all])
    return found


# -- ways ------------------------------------------------------------------------------------------


def choose_ways(
    subject: Subject, engines: Sequence[str], encodings: Sequence[str]
) -> tuple[SolvingMethod, ...]:
    """The usual ways whose engine is installed, or the encodings and engines named.

    Variants of the usual ways (lazily, clauses alone) take part with their encoding and engine.
    """
    table = subject.puzzle.encoders
    for name in encodings:
        if name not in table:
            raise NoSuchName(f"{subject.puzzle.name} encoding", name, table)
    usual = subject.ways or tuple(SolvingMethod(encoding, engine) for encoding in table for engine in ENGINES)
    others = [one.name for one in subject.other_solvers]
    own = [name for name in engines if name not in others]
    if engines and not own:
        return ()
    there = choose_engines(own, ENGINES)
    if not engines and not encodings:
        return tuple(way for way in usual if way.engine in there)
    named = dict.fromkeys(encodings or [way.encoding for way in usual])
    chosen = [SolvingMethod(encoding, engine) for encoding in named for engine in there]
    return tuple(dict.fromkeys(variant for way in chosen for variant in (way, *_variants(subject, way))))


def _variants(subject: Subject, way: SolvingMethod) -> list[SolvingMethod]:
    """All usual ways with the same encoding and engine."""
    return [one for one in subject.ways if (one.encoding, one.engine) == (way.encoding, way.engine)]


def choose_other_solvers(
    subject: Subject, engines: Sequence[str], encodings: Sequence[str]
) -> tuple[list[OtherSolver[Any, Any]], list[OtherSolver[Any, Any]]]:
    """Solvers of other authors that take part, and those that are not installed.

    A solver that is named must be installed; if only engines or encodings of ours are named, none takes part.
    """
    selected = [one for one in subject.other_solvers if one.name in engines or not (engines or encodings)]
    available = [one for one in selected if find_spec(one.module.partition(".")[0]) is not None]
    absent = [one for one in selected if one not in available]
    for one in absent:
        if one.name in engines:
            raise EngineMissing(one.name, f"pip install {one.distribution}")
    return available, absent


def choose_programs(subject: Subject, paths: Mapping[str, str]) -> list[tuple[ExternalSolver[Any], str]]:
    """The programs that are installed, with their paths; a program with a given path must exist."""
    known = [one.name for one in subject.programs]
    for name in paths:
        if name not in known:
            raise NoSuchName("program to compare with", name, known)
    found = []
    for one in subject.programs:
        path = shutil.which(paths.get(one.name, one.name))
        if path is not None:
            found.append((one, path))
        elif one.name in paths:
            raise BadInput("program", found=repr(paths[one.name]), expected="a program that can be run")
    return found
