"""Reading a quantified formula: QDIMACS, plain or compressed."""

from __future__ import annotations

from pathlib import Path

from satplay.inputs.reading import find_source
from satplay.inputs.source import Source, name_errors
from satplay.logic import qdimacs
from satplay.logic.quantified import Quantified


def read_quantified(formula: Quantified | str | Path | Source, *, strict: bool = False) -> Quantified:
    """The quantified formula that a caller gave: text, a path, a source, or the formula itself.

    ``strict`` refuses a file that does not match the numbers in its header.
    """
    if isinstance(formula, Quantified):
        return formula
    source = find_source(formula)
    with name_errors(source), source.open() as file:
        return qdimacs.stream(file, strict=strict)
