"""The audit of formulas: all small formulas occur, and a wrong encoding is refuted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from satplay import puzzles
from satplay.contracts.encoding import Encoding
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf import PUZZLE
from satplay.puzzles.cnf.audit_boards import AUDIT
from satplay.puzzles.cnf.encodings.clauses import encode
from satplay.verbs.audit import audit
from satplay.verifying.encodings import Property


def clauses(formula: Formula) -> list[tuple[int, ...]]:
    return [formula.clause(index) for index in range(formula.clause_count)]


def test_all_formulas_with_one_variable_occur() -> None:
    """Clauses over one variable: empty, 1, -1 and the tautology; all pairs in which the variable occurs."""
    found = [clauses(board) for board in AUDIT.boards(3) if board.var_count == 1]
    ones, pairs = [one for one in found if len(one) == 1], [one for one in found if len(one) == 2]
    assert ones == [[(1,)], [(-1,)], [(1, -1)]]
    assert len(pairs) == 6


def test_no_formula_is_repeated_and_every_variable_occurs() -> None:
    seen = [tuple(clauses(board)) for board in AUDIT.boards(4)]
    assert len(seen) == len(set(seen))
    rng = Random(1)
    for board in [*AUDIT.boards(4), *(AUDIT.random(8, rng) for _ in range(50))]:
        assert board.occurring().tolist() == list(range(1, board.var_count + 1))


def encode_without_last_clause(formula: Formula) -> Encoding[Model]:
    """Encode the formula without its last clause."""
    left = Formula(clauses(formula)[:-1], var_count=formula.var_count)
    return replace(encode(left), answer=formula.occurring().tolist())


def encode_with_extra_clause(formula: Formula) -> Encoding[Model]:
    """Encode the formula with the first variable, if any, forced to true."""
    return encode(Formula([*clauses(formula), [1]]) if formula.var_count else formula)


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [(encode_without_last_clause, Property.SOUND), (encode_with_extra_clause, Property.COMPLETE)],
)
def test_a_wrong_encoding_is_refuted(
    wrong: Callable[[Formula], Encoding[Model]], kind: Property, monkeypatch: pytest.MonkeyPatch
) -> None:
    encoders = {"wrong": replace(PUZZLE.encoders["clauses"], encode=wrong)}
    monkeypatch.setattr(puzzles, "find", lambda name: replace(PUZZLE, encoders=encoders))
    audited = audit("cnf", size=3, random=0)
    assert kind in audited.failed and audited.failed[kind].board.var_count <= 1
