"""The reference engine: CDCL in readable Python, one concern per file; it can show every step.

The files have the names of those in ``native/``, so that they can be read side by side:

``options``    the options of the engine
``clauses``    the clause database
``trail``      the partial assignment with levels and reasons
``propagate``  unit propagation: by scanning, or with two watched literals
``decide``     decision heuristics and phases
``analyze``    conflict analysis as resolution steps
``minimize``   removes redundant learned literals
``restart``    the restart schedule
``reduce``     deletion of learned clauses
``pure``       pure literals
``proof``      the run as a DRAT or LRAT proof
``search``     the main loop: the engine
"""

from satplay.engines.reference.options import SearchOptions
from satplay.engines.reference.search import ReferenceEngine

__all__ = ["ReferenceEngine", "SearchOptions"]
