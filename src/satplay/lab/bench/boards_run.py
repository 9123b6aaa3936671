"""Running the benchmark of a puzzle: every board, every way, one process at a time.

Board by board all ways run one after the other, so that whatever else the machine is doing hits all alike.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from satplay.errors import BadInput, NoSuchName
from satplay.lab.bench import puzzles
from satplay.lab.bench.boards import Program, PuzzleBench, Size, Way
from satplay.lab.bench.process import Failed, Finished, OutOfTime, fresh, program
from satplay.lab.bench.run import Say, available
from satplay.verbs.generate import generate
from satplay.verbs.reading import instances, read

ENGINES = ("native", "reference", "pycosat", "minisat22", "glucose4", "cadical195")
"""Who is compared unless engines are named, as far as they are installed."""

SAMPLES, SECONDS = 5, 10.0

Times = Mapping[str, float | None]
"""CPU seconds by part; of a program only ``total``."""


@dataclass(frozen=True, slots=True)
class Posed:
    """One board: the ``row`` it belongs to, its ``name`` (where it is from, or its seed) and its text.

    ``new`` ones were made by the generator, so that they are known to have one solution.
    """

    row: str
    name: str
    text: str
    new: bool
    board: Any = field(repr=False)

    def __str__(self) -> str:
        return f"{self.row} {self.name}" if self.name else self.row


@dataclass(frozen=True, slots=True)
class Result:
    """One board solved one way, several times.

    ``status``  'sat', 'unsat', 'broken' (the solution breaks a rule), 'refused' (it cannot be said this way),
                'out of time', 'gave up' (a program, in words of its own) or 'failed'
    """

    row: str
    board: str
    way: Way
    status: str
    times: tuple[Times, ...] = ()
    unique: bool | None = None
    note: str = ""

    def __str__(self) -> str:
        return f"{self.way} on {self.row} {self.board}".rstrip()


@dataclass(frozen=True, slots=True)
class Boards:
    """A whole run.  ``boards_report`` makes tables and JSON of it."""

    bench: PuzzleBench[Any, Any]
    ways: tuple[Way, ...]
    posed: tuple[Posed, ...]
    results: tuple[Result, ...]
    samples: int
    seconds: float

    @property
    def given(self) -> bool:
        """Whether somebody gave the boards, instead of having them made."""
        return not all(one.new for one in self.posed)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every answer of an encoding without a gap that is not true, and of programs."""
        found = (_wrong(self, result) for result in self.results)
        return tuple(complaint for complaint in found if complaint)

    @property
    def gaps(self) -> tuple[str, ...]:
        """Where an encoding that is known to be wrong was wrong."""
        return tuple(
            f"{result}: {result.note}"
            for result in self.results
            if result.status == "broken" and _has_gap(self.bench, result.way)
        )

    @property
    def failed(self) -> tuple[str, ...]:
        """Every process that broke down."""
        return tuple(f"{one} failed: {one.note}" for one in self.results if one.status == "failed")

    @property
    def exit_status(self) -> int:
        return 1 if self.wrong or self.failed else 0

    def __str__(self) -> str:
        from satplay.lab.bench.boards_report import lines

        return "\n".join(lines(self))


def _has_gap(bench: PuzzleBench[Any, Any], way: Way) -> bool:
    return bool(way.encoding) and bench.puzzle.encoders[way.encoding].gap is not None


def _wrong(run: Boards, result: Result) -> str:
    if _has_gap(run.bench, result.way):
        return ""
    if result.status == "broken":
        return f"WRONG: {result}: the solution breaks a rule: {result.note}"
    others = [
        one
        for one in run.results
        if (one.row, one.board) == (result.row, result.board) and not _has_gap(run.bench, one.way)
    ]
    new = any((one.row, one.name) == (result.row, result.board) and one.new for one in run.posed)
    if result.status == "unsat" and (new or any(one.status == "sat" for one in others)):
        return f"WRONG: {result}: there is a solution, and it says there is none"
    if result.unique is False and (new or any(one.unique for one in others)):
        return f"WRONG: {result}: there is one solution, and it says there are more"
    return ""


def boards(
    puzzle: str,
    inputs: Sequence[str] = (),
    *,
    engines: Sequence[str] = (),
    encodings: Sequence[str] = (),
    sizes: Sequence[str] = (),
    samples: int | None = None,
    seconds: float = SECONDS,
    seed: int = 0,
    quick: bool = False,
    programs: Mapping[str, str] | None = None,
    say: Say | None = None,
) -> Boards:
    """Solve boards of a puzzle all ways, ``samples`` times each, ``seconds`` of CPU time at most for one.

    Without ``inputs`` (files, which may hold several boards) boards are generated from ``seed`` on.  Without
    names all encodings on the usual engines take part; on large boards and on given ones our way and its
    rival's.  ``programs`` says where programs of others are that are not on the PATH.  ``say`` is told how
    far it is.
    """
    bench = puzzles.find(puzzle)
    repeats = samples if samples is not None else 1 if quick else SAMPLES
    if inputs and (sizes or quick):
        raise BadInput("command", found="boards and sizes", expected="one or the other")
    chosen = _sizes(bench, sizes, quick)
    ways = _ways(bench, engines, encodings)
    few = tuple(way for way in ways if way in (bench.ours, bench.rival)) or ways
    if engines or encodings:
        few = ways
    found = _programs(bench, programs or {})
    posed: list[Posed] = []
    results: list[Result] = []
    todo = _given(bench, inputs) if inputs else _new(bench, chosen, seed)
    large = {size.name for size in chosen if size.large}
    with tempfile.TemporaryDirectory(prefix="satplay-bench-") as folder:
        for one in todo:
            posed.append(one)
            runs = few if inputs or one.row in large else ways
            fresh_ones = [_taken(bench, one, way, Path(folder), repeats, seconds) for way in runs]
            fresh_ones += [_timed(other, path, one, Path(folder), repeats, seconds) for other, path in found]
            results += fresh_ones
            if say is not None:
                say(_told(one, fresh_ones))
    seen = dict.fromkeys(result.way for result in results)
    return Boards(bench, tuple(seen), tuple(posed), tuple(results), repeats, seconds)


# -- what takes part -------------------------------------------------------------------------------


def _sizes(bench: PuzzleBench[Any, Any], names: Sequence[str], quick: bool) -> tuple[Size, ...]:
    usual = bench.quick if quick else bench.sizes
    known = {size.name: size for size in bench.sizes} | {size.name: size for size in usual}
    return tuple(known.get(name, Size(name, boards=1)) for name in dict.fromkeys(names)) or usual


def _ways(bench: PuzzleBench[Any, Any], engines: Sequence[str], encodings: Sequence[str]) -> tuple[Way, ...]:
    table = bench.puzzle.encoders
    for name in encodings:
        if name not in table:
            raise NoSuchName(f"{bench.puzzle.name} encoding", name, table)
    there = available(engines, ENGINES)
    return tuple(Way(encoding, engine) for encoding in dict.fromkeys(encodings or table) for engine in there)


def _programs(bench: PuzzleBench[Any, Any], places: Mapping[str, str]) -> list[tuple[Program[Any], str]]:
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


def _given(bench: PuzzleBench[Any, Any], inputs: Sequence[str]) -> list[Posed]:
    """Every board of every file, each read once, so that complaints come before the work."""
    found = []
    for given in inputs:
        parts = instances(given, bench.puzzle.name)
        for part in parts:
            board = read(part, bench.puzzle)
            place = f"{Path(part.name).name}:{part.line}" if len(parts) > 1 else Path(part.name).name
            found.append(Posed(place, "", part.text(), new=False, board=board))
    return found


def _new(bench: PuzzleBench[Any, Any], sizes: Sequence[Size], seed: int) -> Iterator[Posed]:
    for size in sizes:
        for number in range(seed, seed + size.boards):
            made = generate(bench.puzzle.name, size=size.name, seed=number)
            yield Posed(size.name, f"seed {number}", made.text, new=True, board=made.instance)


# -- one board, one way ----------------------------------------------------------------------------


def _taken(
    bench: PuzzleBench[Any, Any], posed: Posed, way: Way, folder: Path, samples: int, seconds: float
) -> Result:
    file = folder / "board"
    file.write_text(posed.text, encoding="utf-8")
    arguments = [bench.puzzle.name, way.encoding, way.engine, str(samples), str(file)]
    match fresh("satplay.lab.bench.boards_sample", arguments, seconds):
        case OutOfTime():
            return Result(posed.row, posed.name, way, "out of time")
        case Failed(why=why):
            return Result(posed.row, posed.name, way, "failed", note=why)
        case found:
            times = tuple(
                {**times, "total": times["encode"] + times["solve"] + times["check"]}
                for times in found["times"]
            )
    status = found["status"]
    if any(one["total"] > seconds for one in times):
        status, times = "out of time", ()
    return Result(posed.row, posed.name, way, status, times, found["unique"], found["note"])


def _timed(
    other: Program[Any], path: str, posed: Posed, folder: Path, samples: int, seconds: float
) -> Result:
    """Somebody else's program: CPU seconds from its start to its end."""
    way = Way("", other.name)
    text = other.write(posed.board)
    if text is None:
        return Result(posed.row, posed.name, way, "refused", note=f"not a board for {other.name}")
    file = folder / "board-for-a-program"
    file.write_text(text, encoding="utf-8")
    times: list[Times] = []
    status = "sat"
    for _ in range(samples):
        match program([path, *other.arguments, str(file)], seconds):
            case OutOfTime():
                return Result(posed.row, posed.name, way, "out of time")
            case Failed(why=why):
                return Result(posed.row, posed.name, way, "failed", note=why)
            case Finished(printed=printed, cpu=cpu):
                status = other.status(printed)
                if status not in ("sat", "unsat"):
                    return Result(posed.row, posed.name, way, "gave up", note=status)
                times.append({"total": cpu})
    return Result(posed.row, posed.name, way, status, tuple(times))


def _told(posed: Posed, results: Sequence[Result]) -> str:
    from satplay.lab.bench.boards_report import milliseconds

    told = ", ".join(f"{one.way} {milliseconds(one) or one.status}" for one in results)
    return f"{posed}: {told}"
