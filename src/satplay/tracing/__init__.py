"""Presentation of a CDCL run, based on the engine's events alone.

``replay``      Trace, and its events folded into numbered states
``check``       checks each event against the state before it
``derivation``  the resolution steps of a clause, and the corresponding cut
``graph``       the implication graph of a state; ``layout`` places its nodes
``sentence``    events in words
``text``        plain text
``document``    JSON; ``reading`` reads it back
``latex``       LaTeX
``picture``     the implication graph as a scene
``html``        an interactive page, assembled from the files ``page*``
"""

from satplay.tracing.replay import Trace

__all__ = ["Trace"]
