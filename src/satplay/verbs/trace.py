"""trace: the CDCL run on an instance as rule applications, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.contracts.engine import UNLIMITED, Limit
from satplay.drawing.scene import Scene
from satplay.engines.reference import ReferenceEngine
from satplay.engines.reference.options import ON_PAPER, Heuristic, Options, Propagation, Scheme
from satplay.errors import BadInput, NoSuchName
from satplay.inputs.reading import instance_of
from satplay.logic.literal import Lit
from satplay.tracing.picture import implication_graph, last_conflict
from satplay.tracing.replay import Trace

__all__ = ["Heuristic", "Options", "Propagation", "Scheme", "Trace", "picture", "trace"]


def trace(
    instance: Any,
    subject: str | None = None,
    *,
    options: Options = ON_PAPER,
    encoding: str | None = None,
    assuming: Sequence[Lit] = (),
    limit: Limit = UNLIMITED,
    format: str | None = None,
) -> Trace:
    """Run the readable engine and keep every step; by default as one does it on paper.

    >>> print(trace("p cnf 2 2\\n1 2 0\\n-1 0"))
    c1 {1,2}  c2 {-1}
    <BLANKLINE>
     1 []
     2 [-1]                     unit-prop (c2)
     3 [-1,2]                   unit-prop (c1)
     4 model                    SAT: every clause is satisfied
    """
    puzzle, board = instance_of(instance, subject, format)
    name = encoding if encoding is not None else next(iter(puzzle.encoders))
    if name not in puzzle.encoders:
        raise NoSuchName(f"{puzzle.name} encoding", name, puzzle.encoders)
    formula = puzzle.encoders[name].encode(board).formula
    for lit in assuming:
        if not 1 <= abs(lit) <= formula.var_count:
            raise BadInput(
                "assumption", found=str(lit), expected=f"a literal up to {formula.var_count}, not 0"
            )
    engine = ReferenceEngine(options)
    engine.declare(formula.var_count)
    engine.add_flat(formula.flat)
    return Trace(formula, described(options), tuple(engine.trace(assuming, limit)))


def described(options: Options) -> dict[str, str]:
    """The options as words, the way the command line takes them."""
    words = {name: getattr(options, name) for name in Options.__dataclass_fields__}
    return {
        name.replace("_", "-"): str(value).lower() if isinstance(value, bool) else str(value)
        for name, value in words.items()
    }


def picture(traced: Trace, step: int | None = None) -> Scene:
    """The implication graph of a state, by default at the last conflict."""
    if step is None:
        return last_conflict(traced)
    last = sum(1 for _ in traced.steps())
    if not 1 <= step <= last:
        raise BadInput("step", found=str(step), expected=f"1 to {last}")
    return implication_graph(traced, step)
