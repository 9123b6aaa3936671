"""Pictures: ``scene`` describes what to draw, ``svg`` and ``png`` render it."""
