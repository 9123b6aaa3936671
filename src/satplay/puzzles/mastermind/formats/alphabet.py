"""The symbols of a text that does not list them, and the shortest way to state the symbols of a board.

Lower-case letters mean colours, or else capitals unless a text has both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from satplay.puzzles.mastermind.board import COLOURS, DIGITS

CAPITALS, SMALL = ascii_uppercase, ascii_lowercase
EVERY = DIGITS + CAPITALS + SMALL
"""All symbols that a text may have, in order."""

SHORT = "".join(COLOURS)
NAMED = {name: letter for letter, name in COLOURS.items()}
"""The letter of every colour by its name."""

WIDER = (CAPITALS, DIGITS + CAPITALS, CAPITALS + SMALL, EVERY)


def infer_symbols(plain: Sequence[str], named: Sequence[str] = (), count: int | None = None) -> str:
    """The symbols of a board with these in its guesses: the first of the usual alphabets that has them all.

    The alphabets are digits, the first six, eight or all ten colours, letters, digits with letters; of each
    the first ``count`` if that is given.  ``plain`` are written as they are, ``named`` as names of colours.

    >>> [infer_symbols(used) for used in ("0123", "Rgb", "RGBW")], infer_symbols("", "RC")
    (['0123456789', 'RGBYOP', 'RGBYOPWK'], 'RGBYOPWKCN')
    >>> infer_symbols("ABCD")[:5], infer_symbols("aB1") == EVERY, infer_symbols("", count=12)
    ('ABCDE', True, '0123456789AB')
    >>> infer_symbols("01", count=6), infer_symbols("RGB", count=4), infer_symbols("ABC", count=4)
    ('012345', 'RGBY', 'ABCD')
    """
    distinct = {*plain, *named} or {DIGITS[0]}
    used = {symbol.upper() for symbol in distinct}
    if not used <= set(SHORT) and any(map(str.islower, plain)) and any(map(str.isupper, plain)):
        used = distinct
    if count is None:
        usual = (DIGITS, SHORT[:6], SHORT[:8], SHORT, *WIDER)
        return next((alphabet for alphabet in usual if used <= set(alphabet)), EVERY)
    long_enough = [alphabet for alphabet in (DIGITS, SHORT, *WIDER) if len(alphabet) >= count]
    fitting = [alphabet[:count] for alphabet in long_enough if used <= set(alphabet[:count])]
    # If a symbol is beyond the last one, take its own alphabet: the error message is clearer then.
    fitting += [alphabet[:count] for alphabet in long_enough if used <= set(alphabet)]
    return (*fitting, EVERY[:count])[0]


def index(symbols: str, sign: str) -> int | None:
    """The index of a symbol, in either case; None if there is no such symbol.

    >>> index("RGBY", "g"), index("Gg", "g"), index("RGBY", "x")
    (1, 1, None)
    """
    at = symbols.find(sign)
    if at < 0 and sign.isascii():  # other letters may change into one of these
        at = symbols.find(sign.swapcase())
    return at if at >= 0 else None


def is_count(word: str) -> bool:
    """Whether digits are the number of symbols, not the symbols: one or two, the first not 0.

    >>> is_count("6"), is_count("62"), is_count("012345"), is_count("06")
    (True, True, False, False)
    """
    return re.fullmatch("[1-9][0-9]?", word) is not None


def symbols_term(symbols: str, used: str) -> str | None:
    """The shortest statement of the symbols, given those used in guesses; None if none is needed.

    >>> symbols_term("0123456789", "01"), symbols_term("012345", "01"), symbols_term("12", "21")
    (None, '6', '"12"')
    """
    if infer_symbols(used) == symbols:
        return None
    if infer_symbols(used, count=len(symbols)) == symbols:
        return str(len(symbols))
    return f'"{symbols}"' if is_count(symbols) else symbols
