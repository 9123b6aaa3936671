"""One board solved one way, several times, in a process of its own that measures its own CPU time.

    python -m satplay.lab.bench.boards_sample PUZZLE ENCODING ENGINE LAZILY ALONE SAMPLES FILE SECONDS

Without an ENCODING the ENGINE is another solver, given a plain model of the rules.  LAZILY and ALONE are
empty or not.

The one line printed is JSON: ``status``, a ``note`` where something is to be said, and ``times``, one row for
each sample: CPU seconds of

``encode``  from the board to clauses, for libraries to lists of lists, the only thing they take; from the
            board to what another solver takes, clingo's grounding included
``lists``   the part of ``encode`` that makes those lists
``solve``   from clauses to a solution: loading, search, decoding, and all questions again after a rule that
            the encoding states lazily was broken; with an engine of ours also looking for a solution another
            way, as the verb does, unless clauses are to be compared with the same clauses
``check``   the rules of the puzzle, which know nothing of clauses
``unique``  whether there is another solution; asked only of encodings without a gap

The first time warms up and is not counted, unless it took long; who takes long is not asked as often.  After
``SECONDS`` of CPU time in one sample the kernel ends the process, even in the midst of foreign code.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput
from satplay.inputs.reading import read_board
from satplay.lab.bench import puzzles
from satplay.lab.bench.boards import Plain, PuzzleBench, Way
from satplay.lab.bench.sessions import OWN, Clauses, Session, opened
from satplay.lab.process import cpu_seconds, limit_cpu
from satplay.lab.repeating import repeated
from satplay.logic.literal import Lit

Likely = Callable[[], Sequence[Lit]]


@dataclass(frozen=True, slots=True)
class Times:
    """CPU seconds of one sample."""

    encode: float
    lists: float
    solve: float
    check: float
    unique: float | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """``status`` is 'sat', 'unsat', 'broken' for a solution that breaks a rule, 'refused' for no encoding.

    ``variables`` and ``clauses`` are those of the encoding, without what is stated lazily.
    """

    status: str
    times: Times
    unique: bool | None = None
    note: str = ""
    variables: int | None = None
    clauses: int | None = None


def solved(bench: PuzzleBench[Any, Any], way: Way, board: Any) -> Found:
    """One sample."""
    encoder = bench.puzzle.encoders[way.encoding]
    started = cpu_seconds()
    fresh = bench.fresh(board)
    try:
        encoding = encoder.encode(fresh)
    except BadInput as error:
        return Found("refused", Times(0.0, 0.0, 0.0, 0.0), note=str(error))
    stated = cpu_seconds()
    clauses = Clauses(encoding.formula, way.engine)
    encoded = cpu_seconds()
    session = opened(way.engine, clauses, None if way.lazy else encoding.connectivity)
    likely = encoding.warm_start if way.engine in OWN and not way.alone else None
    solution = first_solution(session, encoding, likely)
    ended = cpu_seconds()
    broken = [] if solution is None else bench.puzzle.check(fresh, solution)
    checked = cpu_seconds()
    unique, asked = None, None
    if bench.unique and encoder.gap is None and solution is not None:
        unique = not _has_another(session, encoding, likely)
        asked = cpu_seconds() - checked
    times = Times(encoded - started, encoded - stated, ended - encoded, checked - ended, asked)
    formula = encoding.formula
    size = formula.var_count, formula.clause_count
    if broken:
        return Found("broken", times, unique, str(broken[0]), *size)
    return Found("unsat" if solution is None else "sat", times, unique, "", *size)


def solved_plainly(bench: PuzzleBench[Any, Any], plain: Plain[Any, Any], board: Any) -> Found:
    """One sample of another solver."""
    started = cpu_seconds()
    fresh = bench.fresh(board)
    find = plain.build(fresh)
    built = cpu_seconds()
    solution = find()
    ended = cpu_seconds()
    broken = [] if solution is None else bench.puzzle.check(fresh, solution)
    times = Times(built - started, 0.0, ended - built, cpu_seconds() - ended)
    if broken:
        return Found("broken", times, note=str(broken[0]))
    return Found("unsat" if solution is None else "sat", times)


def first_solution(session: Session, encoding: Encoding[Any], likely: Likely | None = None) -> Any:
    """None where there is none; rules that are stated lazily are stated as solutions break them.

    What ``likely`` finds is asked about before everything else.
    """
    assuming = () if likely is None else likely()
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


def _has_another(session: Session, encoding: Encoding[Any], likely: Likely | None) -> bool:
    model = session.last
    session.add([-lit if model.value(lit) else lit for lit in encoding.answer])
    return first_solution(session, encoding, likely) is not None


def samples(
    bench: PuzzleBench[Any, Any],
    way: Way,
    board: Any,
    count: int,
    limit: Callable[[], None] = lambda: None,
) -> list[Found]:
    """So many samples, or fewer that took long; ``limit`` is set before each."""
    take = _taker(bench, way)
    return repeated(lambda: take(board), count, limit=limit, last=lambda one: one.status == "refused")


def _taker(bench: PuzzleBench[Any, Any], way: Way) -> Callable[[Any], Found]:
    """Who takes a sample; another solver is imported here, so that no sample pays for it."""
    if way.encoding:
        return lambda board: solved(bench, way, board)
    plain = next(one for one in bench.plain if one.name == way.engine)
    import_module(plain.module)
    return lambda board: solved_plainly(bench, plain, board)


def main(arguments: list[str]) -> None:
    """Measure what the arguments say and print it."""
    puzzle, encoding, engine, lazily, alone, count, file, seconds = arguments
    bench = puzzles.find(puzzle)
    _, board = read_board(Path(file), bench.puzzle.name)
    way = Way(encoding, engine, bool(lazily), bool(alone))
    # Here and not above: the limit ends the process, which must be this one's own.
    found = samples(bench, way, board, int(count), lambda: limit_cpu(float(seconds)))
    bad = next((one for one in found if one.status != "sat"), found[0])
    document = {
        "status": bad.status,
        "unique": bad.unique,
        "note": bad.note,
        "times": [asdict(one.times) for one in found if one.status != "refused"],
    }
    print(json.dumps(document))


if __name__ == "__main__":
    main(sys.argv[1:])
