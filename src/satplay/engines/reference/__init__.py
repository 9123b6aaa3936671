"""The readable engine: CDCL in plain Python, one concern a file, every step of which can be watched.

The files have the names of ``native/``, to be read side by side:

``options``    what can be chosen and switched off
``clauses``    the clause database
``trail``      the partial valuation, its levels and reasons
``propagate``  unit propagation: by scanning, or with two watched literals
``decide``     decision heuristics and phases
``analyze``    what to learn from a conflict, as resolution steps
``minimize``   which learned literals say nothing new
``restart``    when to start afresh
``reduce``     which learned clauses to forget
``pure``       pure literals
``proof``      the run as a DRAT or LRAT proof
``search``     the loop that puts them together: the engine
"""

from satplay.engines.reference.options import Options
from satplay.engines.reference.search import ReferenceEngine

__all__ = ["Options", "ReferenceEngine"]
