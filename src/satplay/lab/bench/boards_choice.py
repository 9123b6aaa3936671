"""What takes part in the benchmark of a puzzle: which boards, which ways, which solvers of others."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from satplay.errors import BadInput, EngineMissing, NoSuchName
from satplay.inputs.reading import read_board, split_instances
from satplay.inputs.writing import write_in_format
from satplay.lab.bench.boards import Contest, Plain, Program, PuzzleBench, Size, Way
from satplay.lab.bench.run import available
from satplay.verbs.generate import generate

ENGINES = ("native", "reference", "pycosat", "minisat22", "glucose4", "cadical195")
"""Who is compared unless engines are named, as far as they are installed."""

Bench = PuzzleBench[Any, Any]


@dataclass(frozen=True, slots=True)
class Posed:
    """One board: the ``row`` it belongs to, its ``name`` (where it is from, or its seed) and its text.

    ``new`` ones were made here, so that they are known to have a solution; ``single`` ones have no other.
    """

    row: str
    name: str
    text: str
    new: bool
    board: Any = field(repr=False)
    single: bool = False

    def __str__(self) -> str:
        return f"{self.row} {self.name}" if self.name else self.row


# -- boards ----------------------------------------------------------------------------------------


def sizes_of(bench: Bench, names: Sequence[str], families: Sequence[str], quick: bool) -> tuple[Size, ...]:
    """The usual sizes of these families, or boards of the sizes named; one a size that is not usual."""
    known = [family.name for family in bench.families]
    others = [] if bench.contests is None else [bench.contests.name]
    for name in families:
        if name not in (*known, *others):
            raise NoSuchName(f"family of {bench.puzzle.name} boards", name, [*known, *others])
    chosen = tuple(dict.fromkeys(name for name in families if name in known))
    if not families:
        chosen = (*known,) or ("",)
    usual = [size for size in (bench.quick if quick else bench.sizes) if size.family in chosen]
    if not names:
        return tuple(usual)
    by_row = {size.row: size for size in (*bench.sizes, *usual)}
    wished = [Size(name, boards=1, family=family) for family in chosen for name in dict.fromkeys(names)]
    return tuple(by_row.get(size.row, size) for size in wished)


def given(bench: Bench, inputs: Sequence[str]) -> list[Posed]:
    """Every board of every file, each read once, so that complaints come before the work."""
    found = []
    for one in inputs:
        parts = split_instances(one, bench.puzzle.name)
        for part in parts:
            _, board = read_board(part, bench.puzzle.name)
            place = f"{Path(part.name).name}:{part.line}" if len(parts) > 1 else Path(part.name).name
            found.append(Posed(place, "", part.text(), new=False, board=board))
    return found


def new(bench: Bench, sizes: Sequence[Size], seed: int) -> Iterator[Posed]:
    """Boards of these sizes, the i-th of each from the seed plus i."""
    families = {family.name: family for family in bench.families}
    for size in sizes:
        for number in range(seed, seed + size.boards):
            if size.family:
                family = families[size.family]
                board, single = family.make(size.name, number), family.single
                _, text = write_in_format(bench.puzzle.formats, board, kind=f"{bench.puzzle.name} format")
            else:
                made = generate(bench.puzzle.name, size=size.name, seed=number)
                board, text, single = made.instance, made.text, made.solution is not None
            yield Posed(size.row, f"seed {number}", text, new=True, board=board, single=single)


def contests_of(
    bench: Bench, names: Sequence[str], families: Sequence[str], quick: bool
) -> tuple[Contest, ...]:
    """The usual contests, or all of the sizes named; where their family is named there must be some."""
    contests = bench.contests
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


def ways_of(bench: Bench, engines: Sequence[str], encodings: Sequence[str]) -> tuple[Way, ...]:
    """The usual ways whose engine is installed, or encodings and engines as they are named.

    Where the usual ways tell apart what an engine does lazily or from clauses alone, so do these.
    """
    table = bench.puzzle.encoders
    for name in encodings:
        if name not in table:
            raise NoSuchName(f"{bench.puzzle.name} encoding", name, table)
    usual = bench.ways or tuple(Way(encoding, engine) for encoding in table for engine in ENGINES)
    others = [one.name for one in bench.plain]
    own = [name for name in engines if name not in others]
    if engines and not own:
        return ()
    there = available(own, ENGINES)
    if not engines and not encodings:
        return tuple(way for way in usual if way.engine in there)
    named = dict.fromkeys(encodings or [way.encoding for way in usual])
    asked = (Way(encoding, engine) for encoding in named for engine in there)
    return tuple(dict.fromkeys(form for way in asked for form in (way, *_forms(bench, way))))


def _forms(bench: Bench, way: Way) -> list[Way]:
    """All usual ways with the same encoding and engine."""
    return [one for one in bench.ways if (one.encoding, one.engine) == (way.encoding, way.engine)]


def plain_of(
    bench: Bench, engines: Sequence[str], encodings: Sequence[str]
) -> tuple[list[Plain[Any, Any]], list[Plain[Any, Any]]]:
    """Solvers of others that take part, and those that would if they were installed.

    Who is named must be there; where only engines or encodings of ours are named, none takes part.
    """
    wanted = [one for one in bench.plain if one.name in engines or not (engines or encodings)]
    there = [one for one in wanted if find_spec(one.module.partition(".")[0]) is not None]
    absent = [one for one in wanted if one not in there]
    for one in absent:
        if one.name in engines:
            raise EngineMissing(one.name, f"pip install {one.distribution}")
    return there, absent


def programs_of(bench: Bench, places: Mapping[str, str]) -> list[tuple[Program[Any], str]]:
    """Those that are there; who is named must be."""
    known = [one.name for one in bench.programs]
    for name in places:
        if name not in known:
            raise NoSuchName("program to compare with", name, known)
    found = []
    for one in bench.programs:
        path = shutil.which(places.get(one.name, one.name))
        if path is not None:
            found.append((one, path))
        elif one.name in places:
            raise BadInput("program", found=repr(places[one.name]), expected="a program that can be run")
    return found
