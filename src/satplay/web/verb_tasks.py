"""The verbs for puzzles and formulas, for worker processes: a request as JSON, the document of ``--json``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay import puzzles
from satplay.contracts.option import YES
from satplay.errors import BadInput
from satplay.web.answers import client_text
from satplay.web.limits import expect_cells
from satplay.web.verb_inputs import (
    PART_FOR_SEARCH,
    Document,
    Given,
    Options,
    counters,
    option_texts,
    read_given,
    time_limit,
)

MOST_SETS = 10
"""The sets of an answer, at most, if the request does not say how many."""


def solve(
    *,
    given: Given,
    seconds: float,
    conflicts: int | None = None,
    assume: Sequence[int] = (),
    over: Sequence[int] | None = None,
    **options: Any,
) -> Document:
    """Find a solution and check it by the rules.

    ``status`` is ``sat``, ``unsat`` or ``unknown``. With ``unique`` the answer says whether there is another
    solution. If there is none at all, ``reason`` lists rules that cannot hold together.
    """
    from satplay.verbs.solve import solve

    if over is not None and not options.get("unique"):
        raise BadInput("request", found="over", expected="unique with it")
    source, subject, format = read_given(given)
    chosen = {"assuming": assume, "over": over, "format": format, **options}
    limit = time_limit(seconds, conflicts)
    return solve(source, subject, limit=limit, progress=counters(), **chosen).as_json()


def count(*, given: Given, seconds: float, conflicts: int | None = None, **options: Any) -> Any:
    """Count the solutions exactly.

    ``count`` is null if the time limit is reached; then ``at_least`` is a lower bound.
    """
    from satplay.verbs.count import count

    source, subject, format = read_given(given)
    limit = time_limit(seconds, conflicts)
    return count(source, subject, limit=limit, format=format, progress=counters(), **options).as_json()


def enumerate(
    *,
    given: Given,
    seconds: float,
    max: int,
    conflicts: int | None = None,
    assume: Sequence[int] = (),
    order: bool = False,
    **options: Any,
) -> Document:
    """List solutions, each once.

    ``complete`` says whether there are no others. Each of ``solutions`` is a line of the command's output.
    """
    from satplay.verbs.enumerate import enumerate

    source, subject, format = read_given(given)
    send = counters()
    chosen = {"assuming": assume, "in_order": order, "format": format, **options}
    found = enumerate(source, subject, most=max, limit=time_limit(seconds, conflicts), **chosen)
    solutions: list[Any] = []
    try:
        for one in found:
            solutions.append(one.as_json())
            send({"found": len(solutions)})
    finally:
        found.close()
    document = {"subject": subject, "solutions": solutions, "found": len(solutions)}
    stopped = {} if found.stopped is None else {"stopped": found.stopped.value}
    return document | {"complete": found.complete} | stopped


def backbone(
    *, given: Given, seconds: float, conflicts: int | None = None, assume: Sequence[int] = (), **options: Any
) -> Document:
    """Find the literals that are true in every solution, or that the assumptions force.

    ``backbone`` is null if there is no solution.
    """
    from satplay.verbs.backbone import backbone

    source, subject, format = read_given(given)
    chosen = {"assuming": assume, "format": format, **options}
    return backbone(source, subject, limit=time_limit(seconds, conflicts), **chosen).as_json()


def mus(
    *,
    given: Given,
    seconds: float,
    conflicts: int | None = None,
    encoding: str | None = None,
    all: bool = False,
    smallest: bool = False,
    corrections: bool = False,
    max: int | None = None,
) -> Document:
    """Find a minimal unsatisfiable subset of the clauses, or of the rules of a puzzle.

    With ``all`` the answer lists every such subset, at most ``max``. Each is checked.
    """
    from satplay.verbs.mus import mus
    from satplay.verbs.muses import muses

    if all and smallest:
        raise BadInput("request", found="all and smallest", expected="one of them")
    if (corrections or max is not None) and not all:
        raise BadInput("request", found="corrections or max", expected="all with it")
    source, subject, format = read_given(given)
    shared: Document = {"encoding": encoding, "format": format, "progress": counters()}
    shared["limit"] = time_limit(seconds, conflicts)
    if all:
        most = MOST_SETS if max is None else max
        return muses(source, subject, corrections=corrections, most=most, **shared).whole_json()
    return mus(source, subject, smallest=smallest, **shared).as_json()


def split(*, given: Given, cubes: int) -> Document:
    """Split a formula into cubes, chosen by look-ahead.

    Every assignment satisfies exactly one cube.
    """
    from satplay.verbs.split import split

    source, subject, format = read_given(given)
    return split(source, subject, cubes=cubes, format=format).as_json()


def encode(*, given: Given, encoding: str | None = None) -> Document:
    """Write the clauses of an instance, with a name for every variable.

    ``dimacs`` is the text of the file that the command writes, ``cnf`` the list of clauses.
    """
    from satplay.verbs.encode import encode

    source, subject, format = read_given(given)
    encoded = encode(source, subject, encoding=encoding, format=format)
    return encoded.as_json() | {"dimacs": str(encoded)}


def convert(*, given: Given, to: str | None = None, solution: str | None = None) -> Document:
    """Convert an instance, or a solution of it, to another format.

    Without ``to`` the answer lists the formats that can represent it.
    """
    from satplay.verbs.convert import convert

    source, subject, format = read_given(given)
    stated = None if solution is None else client_text(solution, "solution")
    converted = convert(source, subject, to=to, solution=stated, format=format)
    return {"subject": subject, "formats": converted.formats()} if to is None else converted.as_json()


def generate(
    *,
    subject: str,
    cells: int,
    seconds: float,
    size: str | None = None,
    options: Options = None,
    **request: Any,
) -> Document:
    """Generate a new instance and check it: if the puzzle requires it, there is exactly one solution.

    The same ``seed`` and options give the same instance again. Progress events have the number of questions
    to the engine so far.
    """
    from satplay.verbs.generate import generate

    if size is not None and puzzles.find(subject).size is not None:
        expect_cells(size, cells)
    texts = option_texts(options, YES)
    limit = PART_FOR_SEARCH * seconds
    return generate(
        subject, size=size, options=texts, seconds=limit, progress=counters(), **request
    ).as_json()


def hint(
    *,
    given: Given,
    seconds: float,
    conflicts: int | None = None,
    so_far: str | None = None,
    where: bool = False,
    suggest: bool = False,
) -> Document:
    """Show the next logical step and the rules it follows from, or the mistake in a position.

    Every part of the reason is needed. With ``where`` the answer is only the place to look at.
    """
    from satplay.verbs.hint import hint

    if where and suggest:
        raise BadInput("request", found="where and suggest", expected="one of them")
    source, subject, format = read_given(given)
    partial_solution = None if so_far is None else client_text(so_far, "so_far")
    limit = time_limit(seconds, conflicts)
    step = hint(source, partial_solution, subject, limit=limit, format=format, suggest=suggest)
    return step.where_as_json() if where else step.as_json()


def explain(*, given: Given, seconds: float, conflicts: int | None = None, verify: bool = False) -> Document:
    """Explain the whole solution step by step, each step with the rules it follows from.

    Progress events have the number of steps so far; at the time limit the answer has the steps found.
    """
    from satplay.verbs.explain import explain

    source, subject, format = read_given(given)
    limit = time_limit(seconds, conflicts)
    return explain(source, subject, limit=limit, format=format, progress=counters(), verify=verify).as_json()


def rate(*, given: Given, seconds: float, conflicts: int | None = None) -> Document:
    """Rate the difficulty of a board, by the costs of the steps that solve it.

    There is no rating if the board has no solution or several.
    """
    from satplay.verbs.rate import rate

    source, subject, format = read_given(given)
    return rate(source, subject, limit=time_limit(seconds, conflicts), format=format).as_json()


def trace(
    *,
    given: Given,
    seconds: float,
    conflicts: int,
    assume: Sequence[int] = (),
    encoding: str | None = None,
    phase: str,
    propagation: str,
    **search: Any,
) -> Document:
    """Show a CDCL run step by step: decide, unit-prop, conflict, learn, backjump, fail.

    The defaults are those used on paper. The run ends at the limit on conflicts.
    """
    from satplay.verbs.trace import SearchOptions, trace

    source, subject, format = read_given(given)
    watches = propagation == "watches"
    chosen: Document = {"propagation": propagation, "show_watches": watches, **search}
    options = SearchOptions(phase=phase == "true", **chosen)
    limit = time_limit(seconds, conflicts)
    shared: Document = {"options": options, "encoding": encoding, "assuming": assume, "format": format}
    return trace(source, subject, limit=limit, **shared).to_json()


def check(*, given: Given, seconds: float, solution: str | None = None) -> Document:
    """Check a solution by the rules alone.

    Without a solution the input is a saved game, whose position is checked as far as it is filled in.
    """
    from satplay.verbs.check import check

    source, subject, format = read_given(given)
    judged = None if solution is None else client_text(solution, "solution")
    return check(source, judged, subject, limit=time_limit(seconds), format=format).as_json()


def audit(*, subject: str, cells: int, seconds: float, size: int | None = None, **request: Any) -> Document:
    """Compare an encoding of a puzzle with its rules, on all small boards and on random larger ones.

    ``stopped`` says that the time limit was reached before all boards were compared.
    """
    from satplay.verbs.audit import audit

    if size is not None:
        expect_cells(str(size), cells)
    limit = PART_FOR_SEARCH * seconds
    return audit(subject, size=size, seconds=limit, progress=counters(), **request).as_json()
