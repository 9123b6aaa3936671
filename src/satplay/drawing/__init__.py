"""Pictures: ``scene`` says what to draw, ``svg`` and ``png`` how."""
