"""One board solved one way, several times, in a child process that measures its own CPU time.

The parts of the time of a sample:

``encode``  from the board to clauses, for libraries to lists of lists, the only form they accept; for
            another solver from the board to its model, clingo's grounding included
``lists``   the part of ``encode`` that makes those lists
``solve``   from clauses to a solution: loading, search, decoding, and solving again after lazy clauses were
            added; for our own engines with the warm start, unless the way is ``alone``
``check``   the rules of the puzzle, independent of the clauses
``unique``  the search for a second solution; only for encodings without a gap
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from satplay.contracts.engine import Unknown
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import read_board
from satplay.lab.bench import puzzles
from satplay.lab.bench.benchmark import BROKEN, REFUSED
from satplay.lab.bench.engine_calls import OWN, convert_clauses, open_solver
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import OtherSolver, PuzzleBenchmark, SolvingMethod
from satplay.lab.measuring.timing import repeat
from satplay.solving.lazy_refinement import Result, Solution
from satplay.solving.solution_search import SolutionSearch
from satplay.workers.limits import cpu_seconds


@dataclass(frozen=True, slots=True)
class Times:
    """CPU seconds of one sample."""

    encode: float
    lists: float
    solve: float
    check: float
    unique: float | None = None

    @property
    def total(self) -> float:
        """What is compared: without the search for a second solution."""
        return self.encode + self.solve + self.check


@dataclass(frozen=True, slots=True)
class BoardSample:
    """``status`` is 'sat', 'unsat', 'broken' if the solution violates a rule, 'refused' without an encoding.

    ``variables`` and ``clauses`` are the size of the encoding without its lazy clauses.
    """

    status: str
    times: Times
    unique: bool | None = None
    note: str = ""
    variables: int | None = None
    clauses: int | None = None


def sample(puzzle: str, way: dict[str, Any], file: str, count: int) -> dict[str, Any]:
    """``count`` samples in a child process, or fewer if they take long."""
    subject = puzzles.find(puzzle)
    _, board = read_board(Path(file), puzzle)
    found = samples(subject, SolvingMethod(**way), board, count)
    bad = next((one for one in found if one.status != "sat"), found[0])
    times = [{**asdict(one.times), "total": one.times.total} for one in found if one.status != REFUSED]
    return {"status": bad.status, "times": times, "note": bad.note, "unique": bad.unique}


def samples(
    subject: PuzzleBenchmark[Any, Any], way: SolvingMethod, board: Any, count: int
) -> list[BoardSample]:
    """``count`` samples, or fewer if they take long."""
    take = _sampler(subject, way)
    return repeat(lambda: take(board), count, last=lambda one: one.status == REFUSED)


def _sampler(subject: PuzzleBenchmark[Any, Any], way: SolvingMethod) -> Callable[[Any], BoardSample]:
    """A function that takes one sample; another solver is imported here, before the clock starts."""
    if way.encoding:
        return lambda board: solve_board(subject, way, board)
    solver = next(one for one in subject.other_solvers if one.name == way.engine)
    import_module(solver.module)
    return lambda board: solve_with_other_solver(subject, solver, board)


def solve_board(subject: PuzzleBenchmark[Any, Any], way: SolvingMethod, board: Any) -> BoardSample:
    """One sample of an encoding on an engine."""
    encoder = subject.puzzle.encoders[way.encoding]
    started = cpu_seconds()
    fresh = subject.fresh(board)
    try:
        encoding = encoder.encode(fresh)
    except BadInput as error:
        return BoardSample(REFUSED, Times(0.0, 0.0, 0.0, 0.0), note=str(error))
    size = encoding.formula.var_count, encoding.formula.clause_count  # lazy clauses will add to it
    stated = cpu_seconds()
    lists = convert_clauses(encoding.formula, way.engine)
    encoded = cpu_seconds()
    search = SolutionSearch(
        encoding,
        open_solver(way.engine, encoding.formula, lists),
        connectivity=not way.lazy,
        warm_start=way.engine in OWN and not way.alone,
    )
    first = _solution(search.solve())
    ended = cpu_seconds()
    broken = [] if first is None else subject.puzzle.check(fresh, first.value)
    checked = cpu_seconds()
    unique, searched = None, None
    if subject.unique and encoder.gap is None and first is not None:
        unique = _solution(search.find_another(first, encoding.answer)) is None
        searched = cpu_seconds() - checked
    times = Times(encoded - started, encoded - stated, ended - encoded, checked - ended, searched)
    if broken:
        return BoardSample(BROKEN, times, unique, str(broken[0]), *size)
    return BoardSample("unsat" if first is None else "sat", times, unique, "", *size)


def _solution(result: Result[Any]) -> Solution[Any] | None:
    """The solution, or None if there is none."""
    if isinstance(result, Unknown):
        raise RuntimeError(f"no answer without a limit: {result.stopped.value}")
    return result if isinstance(result, Solution) else None


def solve_with_other_solver(
    subject: PuzzleBenchmark[Any, Any], solver: OtherSolver[Any, Any], board: Any
) -> BoardSample:
    """One sample of a solver of another author."""
    started = cpu_seconds()
    fresh = subject.fresh(board)
    find = solver.build(fresh)
    built = cpu_seconds()
    solution = find()
    ended = cpu_seconds()
    broken = [] if solution is None else subject.puzzle.check(fresh, solution)
    times = Times(built - started, 0.0, ended - built, cpu_seconds() - ended)
    if broken:
        return BoardSample(BROKEN, times, note=str(broken[0]))
    return BoardSample("unsat" if solution is None else "sat", times)
