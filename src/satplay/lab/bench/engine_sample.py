"""One sample of a SAT engine: from clauses to an answer, measured in CPU time by the process itself.

Modules are imported and files read before the clock starts; a model is evaluated after it has stopped.
Converting flat clauses to lists, for libraries that accept nothing else, is measured apart and not counted:
the users of such a library have lists already.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from typing import Any

import numpy as np

from satplay.contracts.engine import Sat, Unknown
from satplay.engines.catalogue import open_engine
from satplay.engines.verify import first_false_clause
from satplay.fast_dataclass import dataclass
from satplay.lab.bench.engine_calls import LIBRARIES, PICOSAT, LibrarySolver, import_library, open_own
from satplay.lab.measuring.timing import timed
from satplay.logic.flat_clauses import clause_lists
from satplay.logic.literal import FlatClauses
from satplay.logic.model import complete


@dataclass(frozen=True, slots=True)
class EngineSample:
    """What one sample has found.

    ``literals``  the true literals of a model; None if unsatisfiable
    ``load``      None for a library that loads and solves in one call
    ``valid``     whether the model satisfies all clauses; None without a model
    """

    literals: Iterable[int] | None
    solve: float
    load: float | None = None
    convert: float = 0.0
    counters: Mapping[str, int | float] = field(default_factory=dict)
    valid: bool | None = None

    @property
    def status(self) -> str:
        """The answer."""
        return "unsat" if self.literals is None else "sat"

    @property
    def cpu(self) -> float:
        """What is compared: CPU seconds from clauses to the answer."""
        return (self.load or 0.0) + self.solve


def sample(engine: str, file: str, variables: int) -> dict[str, Any]:
    """One sample in a child process; the file holds the clauses flat, as int32."""
    found = measure(engine, np.load(file), variables)
    times = {"load": found.load, "solve": found.solve, "convert": found.convert, "total": found.cpu}
    if found.valid is False:
        return {"status": "broken", "times": [times], "note": "the model makes a clause false"}
    return {"status": found.status, "times": [times]}


def measure(engine: str, clauses: FlatClauses, variables: int) -> EngineSample:
    """Open the engine, load the clauses and solve them; then evaluate the model."""
    found = decide(engine, clauses, variables)
    if found.literals is None:
        return found
    model = complete(found.literals, variables)
    return replace(found, valid=first_false_clause(clauses, model) is None)


def decide(engine: str, clauses: FlatClauses, variables: int) -> EngineSample:
    """The answer of an engine, not yet evaluated.  Reading the model is part of the answer."""
    if engine not in LIBRARIES:
        open_engine(engine).close()  # imports its modules
        session, load = timed(lambda: open_own(engine, clauses, variables))
        answer, solve = timed(session.solve)
        if isinstance(answer, Unknown):
            raise RuntimeError(f"no answer without a limit: {answer.stopped.value}")
        model = answer.model if isinstance(answer, Sat) else None
        return EngineSample(model, solve, load, counters=dict(session.statistics()))
    import_library(engine)
    lists, convert = timed(lambda: clause_lists(clauses))
    library, load = timed(lambda: LibrarySolver(engine, variables, lists))
    literals, solve = timed(library.literals)
    if engine == PICOSAT:
        return EngineSample(literals, load + solve, None, convert)
    return EngineSample(literals, solve, load, convert, library.statistics())
