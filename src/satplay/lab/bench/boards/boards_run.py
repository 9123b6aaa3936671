"""Running the benchmark of a puzzle: every board, every way, one process at a time.

Board by board all ways run one after the other, so that whatever else the machine is doing hits all alike.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from satplay.errors import BadInput
from satplay.lab.bench import puzzles
from satplay.lab.bench.boards.puzzle_benchmark import Program, PuzzleBench, Way
from satplay.lab.bench.boards.choice import (
    Posed,
    contests_of,
    given,
    new,
    plain_of,
    programs_of,
    sizes_of,
    ways_of,
)
from satplay.lab.bench.contests_run import Held, held
from satplay.lab.bench.benchmark import Judged
from satplay.lab.bench.run import Say
from satplay.lab.child_process import Failed, Finished, OutOfTime, fresh, program

SAMPLES, SECONDS = 5, 10.0

Times = Mapping[str, float | None]
"""CPU seconds by part; of a program only ``total``."""


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
class Boards(Judged):
    """A whole run.  ``boards_report`` makes tables and JSON of it.

    ``absent``    solvers of others that would have taken part: name, and what to install
    ``contests``  what the puzzle did besides solving boards
    """

    bench: PuzzleBench[Any, Any]
    ways: tuple[Way, ...]
    posed: tuple[Posed, ...]
    results: tuple[Result, ...]
    samples: int
    seconds: float
    absent: tuple[tuple[str, str], ...] = ()
    contests: tuple[Held, ...] = ()

    @property
    def given(self) -> bool:
        """Whether somebody gave the boards, instead of having them made."""
        return not all(one.new for one in self.posed)

    @property
    def wrong(self) -> tuple[str, ...]:
        """Every answer that is not true, but for those of encodings that are known to be wrong."""
        found = (self.untrue(one) for one in self.results if not _has_gap(self.bench, one.way))
        complaints = [*found, *(one.untrue for one in self.contests)]
        return tuple(f"WRONG: {complaint}" for complaint in complaints if complaint)

    @property
    def gaps(self) -> tuple[str, ...]:
        """Where an encoding that is known to be wrong was wrong."""
        found = (self.untrue(one) for one in self.results if _has_gap(self.bench, one.way))
        return tuple(complaint for complaint in found if complaint)

    @property
    def failed(self) -> tuple[str, ...]:
        """Every process that broke down."""
        all_of_them: tuple[Result | Held, ...] = (*self.results, *self.contests)
        return tuple(f"{one} failed: {one.note}" for one in all_of_them if one.status == "failed")

    def untrue(self, result: Result) -> str:
        """What is wrong with an answer, by the rules and by what is known of the board; empty if nothing."""
        if result.status == "broken":
            return f"{result}: the solution breaks a rule: {result.note}"
        here = (result.row, result.board)
        others = [
            one for one in self.results if (one.row, one.board) == here and not _has_gap(self.bench, one.way)
        ]
        posed = [one for one in self.posed if (one.row, one.name) == here]
        if result.status == "unsat" and (
            any(one.new for one in posed) or any(one.status == "sat" for one in others)
        ):
            return f"{result}: there is a solution, and it says there is none"
        if result.unique is False and (any(one.single for one in posed) or any(one.unique for one in others)):
            return f"{result}: there is one solution, and it says there are more"
        return ""

    def __str__(self) -> str:
        from satplay.lab.bench.boards.boards_report import lines

        return "\n".join(lines(self))


def _has_gap(bench: PuzzleBench[Any, Any], way: Way) -> bool:
    return bool(way.encoding) and bench.puzzle.encoders[way.encoding].gap is not None


def boards(
    puzzle: str,
    inputs: Sequence[str] = (),
    *,
    engines: Sequence[str] = (),
    encodings: Sequence[str] = (),
    sizes: Sequence[str] = (),
    families: Sequence[str] = (),
    samples: int | None = None,
    seconds: float = SECONDS,
    seed: int = 0,
    quick: bool = False,
    programs: Mapping[str, str] | None = None,
    say: Say | None = None,
) -> Boards:
    """Solve boards of a puzzle all ways, ``samples`` times each, ``seconds`` of CPU time at most for one.

    Without ``inputs`` (files, which may hold several boards) boards are generated from ``seed`` on, those of
    the puzzle's ``families`` where it has some.  Without names all encodings on the usual engines take part;
    on large boards and on given ones our way and its rival's; plain models of other solvers always, or where
    ``engines`` names them.  ``programs`` says where programs of others are that are not on the PATH.  ``say``
    is told how far it is.  Contests are held unless files, engines or encodings are named, or other families.
    """
    bench = puzzles.find(puzzle)
    repeats = samples if samples is not None else 1 if quick else SAMPLES
    if inputs and (sizes or families or quick):
        raise BadInput("command", found="boards and sizes", expected="one or the other")
    chosen = sizes_of(bench, sizes, families, quick)
    others = inputs or ((engines or encodings) and not families)
    agreed = () if others else contests_of(bench, sizes, families, quick)
    plain, absent = plain_of(bench, engines, encodings)
    models = tuple(Way("", one.name) for one in plain)
    ways = ways_of(bench, engines, encodings)
    first = (bench.ours, replace(bench.ours, lazy=True), replace(bench.ours, alone=True), bench.rival)
    few = tuple(way for way in ways if way in first) or ways
    if engines or encodings:
        few = ways
    found = programs_of(bench, programs or {})
    posed: list[Posed] = []
    results: list[Result] = []
    todo = given(bench, inputs) if inputs else new(bench, chosen, seed)
    large = {size.row for size in chosen if size.large}
    without = {} if engines or encodings else {size.row: size.without for size in chosen}
    with tempfile.TemporaryDirectory(prefix="satplay-bench-") as folder:
        for one in todo:
            posed.append(one)
            runs = (*(few if inputs or one.row in large else ways), *models)
            runs = tuple(way for way in runs if way.encoding not in without.get(one.row, ()))
            fresh_ones = [_taken(bench, one, way, Path(folder), repeats, seconds) for way in runs]
            fresh_ones += [_timed(other, path, one, Path(folder), repeats, seconds) for other, path in found]
            results += fresh_ones
            if say is not None:
                say(_told(one, fresh_ones))
    contests = held(bench, agreed, repeats, seconds, say)
    seen = dict.fromkeys(result.way for result in results)
    missing = tuple((one.name, one.distribution) for one in absent)
    return Boards(bench, tuple(seen), tuple(posed), tuple(results), repeats, seconds, missing, contests)


# -- one board, one way ----------------------------------------------------------------------------


def _taken(
    bench: PuzzleBench[Any, Any], posed: Posed, way: Way, folder: Path, samples: int, seconds: float
) -> Result:
    file = folder / "board"
    file.write_text(posed.text, encoding="utf-8")
    how = ["lazily" if way.lazy else "", "alone" if way.alone else ""]
    arguments = [bench.puzzle.name, way.encoding, way.engine, *how, str(samples), str(file)]
    match fresh("satplay.lab.bench.boards.board_sample", arguments, seconds):
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
    from satplay.lab.bench.boards.boards_report import milliseconds

    told = ", ".join(f"{one.way} {milliseconds(one) or one.status}" for one in results)
    return f"{posed}: {told}"
