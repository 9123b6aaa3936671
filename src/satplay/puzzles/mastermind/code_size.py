"""The size of a code as options state it: ``size``, ``length`` and ``symbols``, alike in all commands."""

from __future__ import annotations

import re
from collections.abc import Mapping

from satplay.contracts.generator_options import GeneratorOptions
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.puzzles.mastermind.board import LONGEST, SYMBOLS

SIZE = re.compile(r"([0-9]{1,3})(?:[xX×*,]([0-9]{1,2}))?")

LENGTH, POSITIONS_BY_SYMBOLS = 4, "POSITIONSxSYMBOLS"
"""The default number of positions, and the placeholder of ``size``."""

SYMBOL_COUNT = "6"
"""The default number of symbols."""


@dataclass(frozen=True, slots=True)
class CodeSize:
    """What options state: the number of positions, and the symbols or their number; None if they do not."""

    length: int | None = None
    symbols: str | None = None


def code_size(options: Mapping[str, str]) -> CodeSize:
    """The size that options state; ``symbols`` decides about the symbols, also beside a ``size``.

    >>> code_size({"size": "4x6"}), code_size({"size": "5"}), code_size({"length": "5", "symbols": "6"})
    (CodeSize(length=4, symbols='6'), CodeSize(length=5, symbols=None), CodeSize(length=5, symbols='6'))
    """
    length, symbols = GeneratorOptions(extra=options).number("length", 1, LONGEST), options.get("symbols")
    size = options.get("size")
    if size is None:
        return CodeSize(length, symbols)
    if length is not None:
        raise BadInput("generator option", found="size and length", expected="one of them")
    found = SIZE.fullmatch(size.replace(" ", ""))
    if found is None or not (1 <= int(found[1]) <= LONGEST and 1 <= int(found[2] or 1) <= SYMBOLS):
        expected = f"{POSITIONS_BY_SYMBOLS}, up to {LONGEST}x{SYMBOLS}, or POSITIONS"
        raise BadInput("size", found=repr(size), expected=expected)
    return CodeSize(int(found[1]), found[2] if symbols is None else symbols)
