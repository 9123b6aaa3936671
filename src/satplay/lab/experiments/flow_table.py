"""How long do Flow Free boards take, from 6x6 to 12x12, on a readable engine and on those of others?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from satplay.lab.bench.puzzle_boards.choice import ENGINES
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Part, Way
from satplay.lab.bench.puzzles.flow import BENCHMARK, PAGE
from satplay.lab.bench.run import installed
from satplay.lab.experiment import Axis, Experiment, Lines, Parameters, Section, Series, Table, Words
from satplay.lab.measuring.solved_boards import (
    MS,
    boards,
    by_side,
    done,
    middle,
    page_series,
    right,
    series,
    solved_boards,
    whole,
)
from satplay.store.runs import Job

ENCODINGS = ("source", "edges")
SIDE, TIME = Axis("side of the board, cells"), Axis("CPU ms", log=True)


def plan(quick: bool) -> list[Parameters]:
    """Every size of the page, each encoding on each engine that is installed, the same boards for all."""
    sizes, seeds = (("6x6", "9x9"), [1]) if quick else (tuple(PAGE.figures), [1, 2, 3, 4, 5])
    ways = [Way(encoding, engine) for encoding in ENCODINGS for engine in installed((), ENGINES)]
    if quick:
        ways = [way for way in ways if way.encoding == "source" or way == BENCHMARK.ours]
    return [
        {"size": size, "encoding": way.encoding, "engine": way.engine, "seeds": seeds}
        for size in sizes
        for way in ways
    ]


def measure(job: Parameters) -> Mapping[str, Any]:
    """Times of each board.  The page asked for one solution, so nobody is asked for another."""
    way = Way(job["encoding"], job["engine"])
    return solved_boards(replace(BENCHMARK, unique=False), way, boards("flow", job["size"], job["seeds"]))


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """The page's table with ours in it, clause creation, and engines on either encoding."""
    ended = done(jobs)
    by_way = {(job.parameters["size"], _way(job)): job for job in ended}
    yield Words(
        "Ours are medians over boards that satplay generates, in CPU milliseconds on this machine; the "
        "page's boards and its machine are not known, nor which engine of PySAT it took: beside that column "
        "stands MiniSat 2.2, which PySAT takes unless told. A band is all boards of a size. Only answers "
        "that the rules find right have a time; the second table tells how many there are."
    )
    yield _beside(by_way)
    listing = next((way.engine for _, way in by_way if way.engine not in ("native", "reference")), "")
    creation = {
        Way("source", listing): "source, as lists for libraries",
        Way("source", "native"): "source, as flat clauses",
        Way("edges", "native"): "edges, as flat clauses",
    }
    found = [_of(ended, way, label, "encode") for way, label in creation.items()]
    created, *solved = page_series(PAGE)
    yield Lines("creation", "Clause creation", SIDE, TIME, [*_drawn(found), created])
    for encoding in ENCODINGS:
        found = [_of(ended, Way(encoding, engine), engine, "solve") for engine in ENGINES]
        title = f"From clauses to a solution: encoding {encoding}"
        yield Lines(f"solve_{encoding}", title, SIDE, TIME, [*_drawn(found), *solved])
    yield Table(
        "all",
        "All ways, medians",
        [
            "size",
            "encoding",
            "engine",
            "right",
            "variables",
            "clauses",
            "creation, ms",
            "solve, ms",
            "check, ms",
        ],
        [
            [
                *(job.parameters[name] for name in ("size", "encoding", "engine")),
                right(job),
                *(whole(job, name) for name in ("variables", "clauses")),
                *(middle(job, span, MS) for span in ("encode", "solve", "check")),
            ]
            for job in ended
        ],
    )


def _way(job: Job) -> Way:
    return Way(job.parameters["encoding"], job.parameters["engine"])


def _of(jobs: Sequence[Job], way: Way, label: str, part: Part) -> Series:
    return series(label, [job for job in jobs if _way(job) == way], by_side, part, MS)


def _drawn(found: Iterable[Series]) -> list[Series]:
    return [one for one in found if one.points]


def _beside(by_way: Mapping[tuple[str, Way], Job]) -> Table:
    """The page's columns, ours beside each."""
    heading = [f"{column.title}, {whose}" for column in PAGE.columns for whose in ("page", "ours")]
    rows: list[list[Any]] = []
    for size, figures in PAGE.figures.items():
        row: list[Any] = [size]
        for column, figure in zip(PAGE.columns, figures, strict=True):
            job = by_way.get((size, column.way))
            row += [figure, None if job is None else middle(job, column.part, MS)]
        rows.append(row)
    title = f"{PAGE.title}: its milliseconds, and ours with its encoding"
    return Table("page", title, ["size", *heading], rows)


EXPERIMENT = Experiment(
    title="Flow Free: the table of the page",
    source=PAGE.title,
    plan=plan,
    measure=measure,
    report=report,
    seconds=(10.0, 60.0),
)
