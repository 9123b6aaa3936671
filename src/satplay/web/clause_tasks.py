"""The clauses view, for workers: variables about a part of the board, and clauses that mention them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

import numpy as np

from satplay.arguments import expect_name
from satplay.contracts.encoding import Encoding
from satplay.errors import BadInput
from satplay.inputs.writing import write_in_format
from satplay.rule import RuleInstance
from satplay.web.board_tasks import Position, read_position

MOST_VARIABLES = 200
MOST_INDEXES = 4
DEFINITION = "says what a variable means"


class ClauseIndex:
    """An encoding of a board, with the elements that its variables are about."""

    def __init__(self, encoding: Encoding[Any], found: Position) -> None:
        self.formula = encoding.formula
        self._about: dict[int, tuple[str, ...]] = {}
        self._variables: dict[str, list[int]] = {}
        stated = {instance.rule for instance in self.formula.instances()}
        self.other_rules = [rule.name for rule in found.puzzle.rules if rule not in stated]
        browser = found.match.game.browser
        if browser is None:
            return
        for var, atom in self.formula.atoms():
            names = tuple(browser.elements(found.state, atom))
            if names:
                self._about[var] = names
            for name in dict.fromkeys(part for one in names for part in (one, *one.split("-"))):
                self._variables.setdefault(name, []).append(var)

    def elements(self, lit: int) -> list[str]:
        """The elements that a literal is about."""
        return list(self._about.get(abs(lit), ()))

    def variables(self, element: str) -> list[int]:
        """The variables about an element; of a cell also those about the pairs that it belongs to."""
        return self._variables.get(element, [])

    def clauses_with(self, variables: Iterable[int]) -> list[int]:
        """The numbers of the clauses that mention some of the variables, from 0."""
        flat = self.formula.flat
        wanted = np.zeros(self.formula.var_count + 1, np.bool_)
        wanted[list(variables)] = True
        places = np.flatnonzero(wanted[np.abs(flat)])
        return [int(number) for number in np.unique(np.searchsorted(self.formula.ends, places))]


_indexes: OrderedDict[tuple[str, str, str], ClauseIndex] = OrderedDict()
"""The indexes used last in this process: one is asked for again with every element that is clicked."""


def _index(found: Position, encoding: str) -> ClauseIndex:
    puzzle = found.puzzle
    form, text = write_in_format(puzzle.formats, found.board, kind=f"{puzzle.name} format")
    key = (puzzle.name, f"{form.name} {text}", encoding)
    index = _indexes.pop(key, None) or ClauseIndex(puzzle.encoders[encoding].encode(found.board), found)
    _indexes[key] = index
    while len(_indexes) > MOST_INDEXES:
        _indexes.popitem(last=False)
    return index


def clauses_task(
    *,
    record: str,
    element: str | None = None,
    variable: int | None = None,
    encoding: str | None = None,
    most: int = 200,
    seconds: float | None = None,
    cells: int,
) -> dict[str, Any]:
    """The variables about an element, or one variable, and the clauses that mention them with their rules.

    Without both: the first clauses.
    """
    found = read_position(record, cells)
    puzzle = found.puzzle
    name = next(iter(puzzle.encoders)) if encoding is None else encoding
    expect_name(f"{puzzle.name} encoding", name, puzzle.encoders)
    index = _index(found, name)
    formula = index.formula
    if variable is not None and not 1 <= variable <= formula.var_count:
        raise BadInput("variable", found=str(variable), expected=f"1 to {formula.var_count}")
    chosen = index.variables(element) if element is not None else []
    chosen = [variable] if variable is not None else chosen
    if element is None and variable is None:
        numbers = list(range(min(most + 1, formula.clause_count)))
    else:
        numbers = index.clauses_with(chosen)
    view = found.view
    return {
        "encodings": list(puzzle.encoders),
        "encoding": name,
        "variable_count": formula.var_count,
        "clause_count": formula.clause_count,
        "other_rules": index.other_rules,
        "variables": [
            {
                "number": var,
                "atom": formula.fact(var),
                "denied": formula.fact(-var),
                "elements": index.elements(var),
            }
            for var in chosen[:MOST_VARIABLES]
        ],
        "clauses": [_clause(index, view, found, number) for number in numbers[:most]],
        "truncated": len(numbers) > most or len(chosen) > MOST_VARIABLES,
    }


def _clause(index: ClauseIndex, view: Any, found: Position, number: int) -> dict[str, Any]:
    """A clause with its literals as sentences and the rule instance that it states."""
    formula = index.formula
    literals = list(formula.clause(number))
    origin = formula.origin(number)
    is_rule = isinstance(origin, RuleInstance)
    place = view.instance(found.position, origin) if is_rule else {"elements": []}
    mentioned = dict.fromkeys(one for lit in literals for one in index.elements(lit))
    return {
        "number": number + 1,
        "literals": literals,
        "words": [formula.fact(lit) for lit in literals],
        "rule": origin.rule.name if isinstance(origin, RuleInstance) else None,
        "sentence": origin.sentence if isinstance(origin, RuleInstance) else DEFINITION if origin else "",
        "elements": place["elements"],
        "mentions": list(mentioned),
    }
