"""encode: the written clauses are the solved clauses, and every variable has its meaning as a name."""

from __future__ import annotations

import pytest

import satplay
from satplay import puzzles
from satplay.errors import BadInput, NoSuchName
from satplay.logic import dimacs
from tests.verbs.lazy_puzzle import LAZY

EXAMPLES = dict(puzzles.find("mosaic").examples)


@pytest.fixture
def lazy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles, "find", lambda name: LAZY)


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_the_text_is_the_formula_with_its_names(text: str) -> None:
    encoded = satplay.encode(text, "mosaic")
    assert dimacs.read(str(encoded)) == encoded.formula
    names = dict(dimacs.read(str(encoded)).atoms())
    for lit in encoded.encoding.answer:
        assert str(names[abs(lit)]) == str(encoded.formula.atom(lit))


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_the_models_of_a_complete_formula_are_the_solutions_of_the_puzzle(text: str) -> None:
    encoded = satplay.encode(text, "mosaic")
    models, solutions = satplay.count(str(encoded), "cnf").number, satplay.count(text, "mosaic").number
    assert models is not None and solutions is not None
    assert models == solutions if encoded.complete else models > solutions


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES.keys())
def test_json_has_the_same_clauses_and_names(text: str) -> None:
    encoded = satplay.encode(text, "mosaic")
    document = encoded.as_json()
    assert document["cnf"] == [list(clause) for clause in encoded.formula]
    assert (document["variables"], document["clauses"]) == (encoded.formula.var_count, len(document["cnf"]))
    assert document["names"] == {str(var): str(atom) for var, atom in encoded.formula.atoms()}


def test_a_formula_keeps_its_names_and_its_projection() -> None:
    text = "p cnf 3 1\nc name 2 rain\nc p show 1 3 0\n1 2 -3 0\n"
    written = str(satplay.encode(text))
    assert dimacs.read(written) == dimacs.read(text)
    assert satplay.count(written).number == satplay.count(text).number == 4


def test_an_empty_projection_is_preserved() -> None:
    assert satplay.count(str(satplay.encode("p cnf 2 1\nc p show 0\n1 2 0\n"))).number == 1


def test_many_answer_variables_use_several_lines() -> None:
    written = str(satplay.encode("." * 30, "mosaic"))
    assert written.count("c p show") == 2
    assert satplay.count(written).number == 2**30


def test_an_incomplete_encoding_is_marked(lazy: None) -> None:
    assert satplay.encode("#.", "mosaic").complete
    encoded = satplay.encode("#.", "mosaic", encoding="lazy")
    assert not encoded.complete and not encoded.as_json()["complete"]
    assert "\nc some rules are missing here" in str(encoded)


def test_unknown_names_are_refused() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'direct'"):
        satplay.encode("1\n", "mosaic", encoding="dirct")
    with pytest.raises(BadInput, match="<argument>:1:1: bad board"):
        satplay.encode("?", "mosaic")
