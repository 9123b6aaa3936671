"""Inputs of jobs: what a source says, as JSON."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import partial
from typing import Any

from satplay.inputs.source import Source


def as_parameters(source: Source) -> list[Any]:
    """A source as JSON; :func:`from_parameters` is the inverse.

    >>> from satplay.inputs.reading import find_source
    >>> board = find_source("AB\\nAB")
    >>> from_parameters(as_parameters(board)).text() == board.text()
    True
    """
    settings = [list(pair) for pair in source.settings]
    return [source.name, source.text(), source.line, settings, source.subject, source.format]


def from_parameters(parameters: Sequence[Any]) -> Source:
    """The source again, in any process."""
    name, text, line, settings, subject, format = parameters
    pairs = tuple((option, value) for option, value in settings)
    return Source(name, partial(io.BytesIO, text.encode()), line, pairs, subject, format)
