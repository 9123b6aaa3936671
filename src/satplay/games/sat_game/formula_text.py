"""Formulas as text: DIMACS, or on one line as ``{1,-2}{2}``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from satplay.contracts.texts import quote
from satplay.errors import BadInput
from satplay.games.sat_game.state import Clause, clause
from satplay.logic import dimacs
from satplay.logic.flat_clauses import clause_lists

LITERAL = re.compile(r"-?[1-9][0-9]{0,5}")
EXPECTED = "a variable's number from 1 to 999999, perhaps with a minus sign"
TOKEN = re.compile(r"[{}]|[^\s,{}]+")


def number_clauses(clauses: Iterable[Iterable[int]]) -> tuple[Clause, ...]:
    """The clauses of a new game, named c1, c2 and so on."""
    return tuple(clause(number, lits) for number, lits in enumerate(clauses, 1))


def recognises(text: str) -> bool:
    """Whether this looks like a formula."""
    return text.lstrip().startswith("{") or dimacs.recognises(text)


def read_formula(text: str) -> tuple[Clause, ...]:
    """The clauses, in either notation.

    >>> [c.lits for c in read_formula("{-1} {1, 2}{}")], [c.lits for c in read_formula("p cnf 2 1\\n2 -1 0")]
    ([(-1,), (1, 2), ()], [(-1, 2)])
    """
    if not text.lstrip().startswith("{"):
        lists = clause_lists(dimacs.read(text).flat)
        if any(abs(lit) > 999_999 for lits in lists for lit in lits):
            raise BadInput("formula", line=1, column=1, found="a larger number", expected=EXPECTED)
        return number_clauses(lists)
    clauses: list[list[int]] = []
    inside = False
    for token in TOKEN.finditer(text):
        word = token[0]
        if word == "{" and not inside:
            clauses.append([])
            inside = True
        elif word == "}" and inside:
            inside = False
        elif inside and LITERAL.fullmatch(word):
            clauses[-1].append(int(word))
        else:
            raise _bad(text, token.start(), quote(word), f"{EXPECTED}, or '}}'" if inside else "'{'")
    if inside:
        raise _bad(text, len(text), "the end", "'}'")
    return number_clauses(clauses)


def write_formula(clauses: Iterable[Sequence[int]]) -> str:
    """The formula on one line.

    >>> write_formula([(-1,), (1, 2)])
    '{-1}{1,2}'
    """
    return "".join(f"{{{','.join(map(str, lits))}}}" for lits in clauses)


def _bad(text: str, at: int, found: str, expected: str) -> BadInput:
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return BadInput("formula", line=line, column=column, found=found, expected=expected)
