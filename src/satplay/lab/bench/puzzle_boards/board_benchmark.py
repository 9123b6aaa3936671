"""``satplay bench PUZZLE``: encodings, engines and other solvers on boards of a puzzle, and its contests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from functools import partial
from pathlib import Path
from typing import Any

from satplay.errors import BadInput
from satplay.lab import calls, programs
from satplay.lab.bench import puzzles
from satplay.lab.bench.benchmark import (
    CPU,
    GAVE_UP,
    REFUSED,
    TOTAL,
    Benchmark,
    Contestant,
    Instance,
    Outcome,
)
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.puzzle_boards.board_tables import PROVED, details, tables
from satplay.lab.bench.puzzle_boards.choice import (
    BoardText,
    Subject,
    choose_contests,
    choose_other_solvers,
    choose_programs,
    choose_sizes,
    choose_ways,
    new_boards,
    read_boards,
)
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import Contest, ExternalSolver, SolvingMethod
from satplay.lab.bench.score import digest
from satplay.lab.programs import Finished

ACCEPTED = ("a file", "--family", "--size", "--encoding", "--seed", "--program")


def board_benchmark(puzzle: str, options: BenchOptions) -> Benchmark:
    """Boards from files, or new ones from ``seed`` on, and the puzzle's contests.

    Without names all usual ways take part; on large boards and on boards from files our way and its rival.
    Contests are left out if files, engines, encodings or other families are named.
    """
    subject = puzzles.find(puzzle)
    if options.files and (options.sizes or options.families or options.quick):
        raise BadInput("command", found="boards and sizes", expected="one or the other")
    solvers, absent = choose_other_solvers(subject, options.engines, options.encodings)
    contests: tuple[Contest, ...] = ()
    named = options.engines or options.encodings
    if not options.files and (options.families or not named):
        contests = choose_contests(subject, options.sizes, options.families, options.quick)
    proved = [(f"{subject.ours}, and unique?", str(subject.ours), PROVED)] if subject.unique else []
    return Benchmark(
        puzzle,
        _Instances(subject, options, tuple(SolvingMethod("", one.name) for one in solvers), contests),
        partial(_take, puzzle),
        partial(tables, subject),
        repeats=5,
        seconds=10.0,
        one_process=True,
        proves=lambda sample: sample.status == "sat",
        spans=proved,
        absent=[f"{one.name} (pip install {one.distribution})" for one in absent],
        details=partial(details, subject),
        unit=(1000.0, "ms"),
    )


class _Instances:
    """Boards, each made just before it is measured, then contests."""

    def __init__(
        self,
        subject: Subject,
        options: BenchOptions,
        solvers: tuple[SolvingMethod, ...],
        contests: tuple[Contest, ...],
    ) -> None:
        self._subject, self._options, self._contests = subject, options, contests
        self._sizes = choose_sizes(subject, options.sizes, options.families, options.quick)
        ours = subject.ours
        ways = choose_ways(subject, options.engines, options.encodings)
        first = (ours, replace(ours, lazy=True), replace(ours, alone=True), subject.rival)
        named = options.engines or options.encodings
        few = ways if named else tuple(way for way in ways if way in first) or ways
        self._all, self._few = (*ways, *solvers), (*few, *solvers)
        self._without = {} if named else {size.row: size.without for size in self._sizes}
        self._large = {size.row for size in self._sizes if size.large}
        self._programs = choose_programs(subject, options.programs)
        self._given = read_boards(subject, options.files)

    def __iter__(self) -> Iterator[Callable[[Path], Instance]]:
        made = new_boards(self._subject, self._sizes, self._options.seed or 0)
        for board in self._given if self._options.files else made:
            yield partial(self._write, board)
        for contest in self._contests:
            yield partial(write_contest, contest)

    def _write(self, board: BoardText, folder: Path) -> Instance:
        (folder / "board").write_text(board.text, encoding="utf-8")
        few = board.row in self._large or not board.new
        ways = [
            way
            for way in (self._few if few else self._all)
            if way.encoding not in self._without.get(board.row, ())
        ]
        contestants = [Contestant(str(way), asdict(way), way, self._has_gap(way)) for way in ways]
        for program, path in self._programs:
            facts = asdict(SolvingMethod("", program.name))
            contestants.append(Contestant(program.name, facts, (program, path)))
        return Instance(
            board.row,
            board.name,
            tuple(contestants),
            (digest(f"{board.name}\n{board.text}"),),
            {"new": board.new, "text": board.text},
            status="sat" if board.new else None,
            unique=board.single,
            data=(folder, board.board),
        )

    def _has_gap(self, way: SolvingMethod) -> bool:
        return bool(way.encoding) and self._subject.puzzle.encoders[way.encoding].gap is not None


def write_contest(contest: Contest, folder: Path) -> Instance:
    """A contest as an instance; it needs no files."""
    facts = {"contest": contest.name, "size": contest.size, "known": dict(contest.known)}
    facts |= {"quoted": dict(contest.quoted)}
    identity = (digest(str(contest)),)
    return Instance(
        str(contest), "", (Contestant(CPU),), identity, facts, figures=contest.known, data=contest
    )


# -- samples ---------------------------------------------------------------------------------------


def _take(puzzle: str, instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
    if isinstance(instance.data, Contest):
        contest = {"puzzle": puzzle, "size": instance.data.size, "name": instance.data.name, "count": count}
        return calls.call("satplay.lab.bench.puzzle_boards.contest_sample:sample", contest, seconds)
    folder, board = instance.data
    if isinstance(contestant.data, SolvingMethod):
        arguments = {"puzzle": puzzle, "way": asdict(contestant.data), "count": count}
        arguments |= {"file": str(folder / "board")}
        return calls.call("satplay.lab.bench.puzzle_boards.board_sample:sample", arguments, seconds)
    program, path = contestant.data
    return _run_program(program, path, board, folder, seconds, count)


def _run_program(
    program: ExternalSolver[Any], path: str, board: Any, folder: Path, seconds: float, count: int
) -> Outcome:
    """A program of another author: CPU seconds from start to end."""
    text = program.write(board)
    if text is None:
        return {"status": REFUSED, "times": [], "note": f"{program.name} cannot read this board"}
    file = folder / "board-for-the-program"
    file.write_text(text, encoding="utf-8")
    times = []
    status = "sat"
    for _ in range(count):
        outcome = programs.run_program([path, *program.arguments, str(file)], seconds)
        if not isinstance(outcome, Finished):
            return outcome
        status = program.status(outcome.printed)
        if status not in ("sat", "unsat"):
            return {"status": GAVE_UP, "times": [], "note": status}
        times.append({TOTAL: outcome.cpu})
    return {"status": status, "times": times}
