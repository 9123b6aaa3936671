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

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput
from satplay.inputs.reading import read, source
from satplay.lab.bench import puzzles
from satplay.lab.bench.benchmark import BROKEN, REFUSED
from satplay.lab.bench.puzzle_boards.direct_sessions import OWN, Clauses, Session, open_session
from satplay.lab.bench.puzzle_boards.puzzle_benchmark import OtherSolver, PuzzleBenchmark, Way
from satplay.lab.child_process import cpu_seconds
from satplay.lab.measuring.repeated_samples import repeat
from satplay.logic.literal import Lit

WarmStart = Callable[[], Sequence[Lit]]


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
    board = read(source(Path(file)), subject.puzzle)
    found = samples(subject, Way(**way), board, count)
    bad = next((one for one in found if one.status != "sat"), found[0])
    times = [{**asdict(one.times), "total": one.times.total} for one in found if one.status != REFUSED]
    return {"status": bad.status, "times": times, "note": bad.note, "unique": bad.unique}


def samples(subject: PuzzleBenchmark[Any, Any], way: Way, board: Any, count: int) -> list[BoardSample]:
    """``count`` samples, or fewer if they take long."""
    take = _sampler(subject, way)
    return repeat(lambda: take(board), count, last=lambda one: one.status == REFUSED)


def _sampler(subject: PuzzleBenchmark[Any, Any], way: Way) -> Callable[[Any], BoardSample]:
    """A function that takes one sample; another solver is imported here, before the clock starts."""
    if way.encoding:
        return lambda board: solve_board(subject, way, board)
    solver = next(one for one in subject.other_solvers if one.name == way.engine)
    import_module(solver.module)
    return lambda board: solve_with_other_solver(subject, solver, board)


def solve_board(subject: PuzzleBenchmark[Any, Any], way: Way, board: Any) -> BoardSample:
    """One sample of an encoding on an engine."""
    encoder = subject.puzzle.encoders[way.encoding]
    started = cpu_seconds()
    fresh = subject.fresh(board)
    try:
        encoding = encoder.encode(fresh)
    except BadInput as error:
        return BoardSample(REFUSED, Times(0.0, 0.0, 0.0, 0.0), note=str(error))
    stated = cpu_seconds()
    clauses = Clauses(encoding.formula, way.engine)
    encoded = cpu_seconds()
    session = open_session(way.engine, clauses, None if way.lazy else encoding.connectivity)
    warm_start = encoding.warm_start if way.engine in OWN and not way.alone else None
    solution = first_solution(session, encoding, warm_start)
    ended = cpu_seconds()
    broken = [] if solution is None else subject.puzzle.check(fresh, solution)
    checked = cpu_seconds()
    unique, searched = None, None
    if subject.unique and encoder.gap is None and solution is not None:
        unique = not _has_another(session, encoding, warm_start)
        searched = cpu_seconds() - checked
    times = Times(encoded - started, encoded - stated, ended - encoded, checked - ended, searched)
    size = encoding.formula.var_count, encoding.formula.clause_count
    if broken:
        return BoardSample(BROKEN, times, unique, str(broken[0]), *size)
    return BoardSample("unsat" if solution is None else "sat", times, unique, "", *size)


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


def first_solution(session: Session, encoding: Encoding[Any], warm_start: WarmStart | None = None) -> Any:
    """A solution that violates no lazy clause, or None; what the warm start suggests is tried first."""
    assuming = () if warm_start is None else warm_start()
    while True:
        model = session.model(assuming)
        if model is None and assuming:
            assuming = ()
            continue
        if model is None:
            return None
        solution = encoding.decode(model)
        missing = [clause for _, clause in encoding.lazy_clauses(solution)]
        if not missing:
            return solution
        for clause in missing:
            session.add(clause)


def _has_another(session: Session, encoding: Encoding[Any], warm_start: WarmStart | None) -> bool:
    model = session.last
    session.add([-lit if model.value(lit) else lit for lit in encoding.answer])
    return first_solution(session, encoding, warm_start) is not None
