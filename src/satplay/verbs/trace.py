"""trace: the CDCL run on an instance as rule applications, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from satplay.arguments import show
from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit
from satplay.drawing.scene import Scene
from satplay.engines.reference import ReferenceEngine
from satplay.engines.reference.options import ON_PAPER, Heuristic, Propagation, Scheme, SearchOptions
from satplay.errors import BadInput
from satplay.inputs.encoded_instance import encode_instance
from satplay.logic.literal import Lit
from satplay.solving.projection import check_assumptions
from satplay.solving.session import load_formula
from satplay.tracing.picture import implication_graph, last_conflict
from satplay.tracing.replay import Trace

__all__ = ["Heuristic", "Propagation", "Scheme", "SearchOptions", "Trace", "picture", "trace"]


def trace(
    instance: Any,
    subject: str | None = None,
    *,
    options: SearchOptions = ON_PAPER,
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
    budget = Budget(limit)
    if not isinstance(options, SearchOptions):
        raise BadInput("trace", found=show(options), expected="options of type SearchOptions")
    encoded = encode_instance(instance, subject, encoding=encoding, format=format, needs_projection=False)
    formula = encoded.encoding.formula
    check_assumptions(assuming, formula)
    engine = ReferenceEngine(options)
    load_formula(engine, formula)
    return Trace(formula, describe_options(options), tuple(engine.trace(assuming, budget.remaining_time())))


def describe_options(options: SearchOptions) -> dict[str, str]:
    """The options as words, the way the command line takes them."""
    words = {name: getattr(options, name) for name in SearchOptions.__dataclass_fields__}
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
