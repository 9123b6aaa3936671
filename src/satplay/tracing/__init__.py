"""A CDCL run as people see it, made from the engine's events alone.

``replay``      Trace, and its events folded into numbered states
``check``       each event must fit the state before it
``derivation``  the resolution steps behind a clause, and the cut they stand for
``graph``       the implication graph of a state, and where its nodes go
``sentence``    what happened, in plain words
``text``        plain text        ``document``  JSON, both ways
``latex``       LaTeX             ``picture``   the implication graph as a scene
``html``        one page to step through (``page.html``, ``page.css``, ``page.js``)
"""

from satplay.tracing.replay import Trace

__all__ = ["Trace"]
