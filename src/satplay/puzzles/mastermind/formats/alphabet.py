"""Which symbols a text means that does not list them, and how to say of a board which it has.

Small letters are those of colours, or else capitals unless a text has both.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase

from satplay.puzzles.mastermind.board import COLOURS, DIGITS

CAPITALS, SMALL = ascii_uppercase, ascii_lowercase
EVERY = DIGITS + CAPITALS + SMALL
"""All symbols that texts know, in order."""

SHORT = "".join(COLOURS)
NAMED = {name: letter for letter, name in COLOURS.items()}
"""The letter of every colour by its name."""

WIDER = (CAPITALS, DIGITS + CAPITALS, CAPITALS + SMALL, EVERY)


def meant(plain: Sequence[str], named: Sequence[str] = (), count: int | None = None) -> str:
    """The symbols of a board whose guesses have these: the first of the usual alphabets that has them all.

    Digits, the first six, eight or all ten colours, letters, digits with letters; of each the first ``count``
    where their number is said.  ``plain`` was written as it is, ``named`` as the name of a colour.

    >>> meant("0123"), meant("Rgb"), meant("RGBW"), meant("", "RC"), meant("ABCD")[:5], meant("aB1") == EVERY
    ('0123456789', 'RGBYOP', 'RGBYOPWK', 'RGBYOPWKCN', 'ABCDE', True)
    >>> meant("01", count=6), meant("RGB", count=4), meant("ABC", count=4), meant("", count=12)
    ('012345', 'RGBY', 'ABCD', '0123456789AB')
    """
    told_apart = {*plain, *named} or {DIGITS[0]}
    used = {symbol.upper() for symbol in told_apart}
    if not used <= set(SHORT) and any(map(str.islower, plain)) and any(map(str.isupper, plain)):
        used = told_apart
    if count is None:
        usual = (DIGITS, SHORT[:6], SHORT[:8], SHORT, *WIDER)
        return next((alphabet for alphabet in usual if used <= set(alphabet)), EVERY)
    long_enough = [alphabet for alphabet in (DIGITS, SHORT, *WIDER) if len(alphabet) >= count]
    fitting = [alphabet[:count] for alphabet in long_enough if used <= set(alphabet[:count])]
    # Where some symbol is beyond the last one, of its own kind: that is the complaint one understands.
    fitting += [alphabet[:count] for alphabet in long_enough if used <= set(alphabet)]
    return (*fitting, EVERY[:count])[0]


def index(symbols: str, sign: str) -> int | None:
    """The number of a symbol, also by its letter of the other size; None if there is no such symbol.

    >>> index("RGBY", "g"), index("Gg", "g"), index("RGBY", "x")
    (1, 1, None)
    """
    at = symbols.find(sign)
    if at < 0 and sign.isascii():  # other letters may turn into one of these
        at = symbols.find(sign.swapcase())
    return at if at >= 0 else None


def is_count(word: str) -> bool:
    """Whether digits say how many symbols there are, rather than which: one or two, the first not 0.

    >>> is_count("6"), is_count("62"), is_count("012345"), is_count("06")
    (True, True, False, False)
    """
    return re.fullmatch("[1-9][0-9]?", word) is not None


def said(symbols: str, used: str) -> str | None:
    """The shortest way to say which symbols there are beside those used; None if nothing need be said.

    >>> said("0123456789", "01"), said("012345", "01"), said("XYZ", "XX"), said("12", "21")
    (None, '6', 'XYZ', '"12"')
    """
    if meant(used) == symbols:
        return None
    if meant(used, count=len(symbols)) == symbols:
        return str(len(symbols))
    return f'"{symbols}"' if is_count(symbols) else symbols
