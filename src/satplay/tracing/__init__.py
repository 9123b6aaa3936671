"""A CDCL run as people see it, made from the engine's events alone.

``replay``      Trace, and its events folded into numbered states
``check``       each event must fit the state before it
``derivation``  the resolution steps behind a clause, and the cut they stand for
``graph``       the implication graph of a state; ``layout`` where its nodes go
``sentence``    what happened, in plain words
``text``        plain text
``document``    JSON; ``reading`` reads it back
``latex``       LaTeX
``picture``     the implication graph as a scene
``html``        one page to step through, put together from the files ``page*``
"""

from satplay.tracing.replay import Trace

__all__ = ["Trace"]
