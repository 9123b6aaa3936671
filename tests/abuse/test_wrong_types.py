"""Arguments of wrong types raise our errors with a short text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import satplay
from satplay import Formula, Limit
from satplay.engines.catalogue import open_engine
from satplay.errors import SatplayError
from satplay.verbs.hint_game import hint_game

CNF: Any = "p cnf 2 2\n1 2 0\n-1 0\n"
FLOW: Any = "AB\nAB\n"
NIM: Any = "first: 1 2"
WRONG: Any = object()  # hidden from type checkers
FLOATS: Any = np.array([1.5, 0.0])

CALLS: dict[str, Callable[[], object]] = {
    **{
        f"{verb} {what}": lambda call=call: call(WRONG)
        for verb, calls in {
            "solve": {
                "instance": satplay.solve,
                "subject": lambda wrong: satplay.solve(CNF, wrong),
                "an instance of another type": lambda wrong: satplay.solve(wrong, "flow"),
                "engine": lambda wrong: satplay.solve(CNF, engine=wrong),
                "encoding": lambda wrong: satplay.solve(CNF, encoding=wrong),
                "format": lambda wrong: satplay.solve(CNF, format=wrong),
                "seed": lambda wrong: satplay.solve(CNF, seed=wrong),
                "limit": lambda wrong: satplay.solve(CNF, limit=wrong),
                "assuming": lambda wrong: satplay.solve(CNF, assuming=wrong),
                "over": lambda wrong: satplay.solve(CNF, unique=True, over=wrong),
                "proof": lambda wrong: satplay.solve(CNF, proof=wrong),
            },
            "count": {
                "over": lambda wrong: satplay.count(CNF, over=wrong),
                "limit": lambda wrong: satplay.count(CNF, limit=wrong),
            },
            "enumerate": {
                "most": lambda wrong: satplay.enumerate(CNF, most=wrong),
                "most, without clauses": lambda wrong: satplay.enumerate(FLOW, most=wrong),
                "over": lambda wrong: satplay.enumerate(CNF, over=wrong),
            },
            "backbone": {
                "over": lambda wrong: satplay.backbone(CNF, over=wrong),
                "proof": lambda wrong: satplay.backbone(CNF, proof=wrong),
            },
            "mus": {"limit": lambda wrong: satplay.mus(CNF, limit=wrong)},
            "muses": {"most": lambda wrong: satplay.muses(CNF, most=wrong)},
            "check": {
                "solution": lambda wrong: satplay.check(CNF, wrong),
                "solution of a board": lambda wrong: satplay.check(FLOW, wrong, "flow"),
            },
            "check_proof": {
                "formula": lambda wrong: satplay.check_proof(wrong, "0\n"),
                "proof": lambda wrong: satplay.check_proof(CNF, wrong),
                "memory": lambda wrong: satplay.check_proof(CNF, "0\n", memory_mib=wrong),
            },
            "check_strategy": {"formula": lambda wrong: satplay.check_strategy(wrong, "")},
            "solve_qbf": {"formula": satplay.solve_qbf},
            "generate": {
                "subject": satplay.generate,
                "size": lambda wrong: satplay.generate("flow", size=wrong),
                "difficulty": lambda wrong: satplay.generate("flow", difficulty=wrong),
                "seed": lambda wrong: satplay.generate("flow", seed=wrong),
                "to": lambda wrong: satplay.generate("flow", to=wrong),
            },
            "booklet": {
                "boards": satplay.booklet,
                "a board": lambda wrong: satplay.booklet([wrong]),
                "title": lambda wrong: satplay.booklet(FLOW, title=wrong),
                "paper": lambda wrong: satplay.booklet(FLOW, paper=wrong),
                "footer": lambda wrong: satplay.booklet(FLOW, footer=wrong),
            },
            "hint": {"instance": satplay.hint},
            "explain": {"instance": satplay.explain},
            "rate": {"instance": satplay.rate},
            "convert": {"to": lambda wrong: satplay.convert(CNF, to=wrong)},
            "encode": {"instance": satplay.encode},
            "trace": {
                "instance": satplay.trace,
                "options": lambda wrong: satplay.trace(CNF, options=wrong),
            },
            "audit": {
                "subject": satplay.audit,
                "encoding": lambda wrong: satplay.audit("mosaic", encoding=wrong),
                "size": lambda wrong: satplay.audit("mosaic", size=wrong),
                "random": lambda wrong: satplay.audit("mosaic", random=wrong),
                "seed": lambda wrong: satplay.audit("mosaic", seed=wrong),
            },
            "play": {
                "subject": satplay.play,
                "size": lambda wrong: satplay.play("flow", size=wrong),
                "seed": lambda wrong: satplay.play("nim", seed=wrong),
                "options": lambda wrong: satplay.play("nim", options=wrong),
                "players": lambda wrong: satplay.play("nim", players=wrong),
                "against": lambda wrong: satplay.play("nim", against=wrong),
                "strength": lambda wrong: satplay.play("nim", strength=wrong),
            },
            "ask": {
                "subject": lambda wrong: satplay.ask(wrong, "winner", NIM),
                "question": lambda wrong: satplay.ask("nim", wrong),
                "position": lambda wrong: satplay.ask("nim", "winner", wrong),
                "seed": lambda wrong: satplay.ask("nim", "winner", NIM, seed=wrong),
                "limit": lambda wrong: satplay.ask("nim", "winner", NIM, limit=wrong),
                "options": lambda wrong: satplay.ask("nim", "winner", NIM, options=wrong),
            },
            "hint_game": {
                "position": lambda wrong: hint_game(wrong, subject="nim"),
                "subject": lambda wrong: hint_game(NIM, subject=wrong),
                "seed": lambda wrong: hint_game(NIM, subject="nim", seed=wrong),
            },
            "keep": {
                "name": lambda wrong: satplay.keep(wrong, FLOW),
                "inputs": lambda wrong: satplay.keep("@x", wrong),
            },
            "list_boards": {
                "name": satplay.list_boards,
                "where": lambda wrong: satplay.list_boards("@x", where=wrong),
                "sort": lambda wrong: satplay.list_boards("@x", sort=wrong),
            },
            "forget": {"where": lambda wrong: satplay.forget("@x", where=wrong)},
        }.items()
        for what, call in calls.items()
    },
    "a question that is a list": lambda: satplay.ask("nim", []),  # type: ignore[arg-type]
    "an encoding that is a dict": lambda: satplay.solve(CNF, encoding={}),  # type: ignore[arg-type]
    "boards in bytes": lambda: satplay.audit("mosaic", boards=b"x"),
    "a size of boards": lambda: satplay.audit("mosaic", size=WRONG),
    "memory of a check": lambda: satplay.check_proof(CNF, "0\n", memory_mib=WRONG),
    "progress": lambda: satplay.generate("mosaic", progress=WRONG),
    "seed 1.5": lambda: satplay.solve(CNF, seed=1.5),
    "a negative seed": lambda: satplay.solve(CNF, seed=-1),
    "assumptions that are floats": lambda: satplay.solve(CNF, assuming=[1.0]),
    "assumptions in an array of floats": lambda: satplay.solve(CNF, assuming=FLOATS),
    "assumptions in a text": lambda: satplay.solve(CNF, assuming="12"),
    "assumptions of an enumeration that are floats": lambda: satplay.enumerate(CNF, assuming=FLOATS),
    "a text that is not Unicode": lambda: satplay.solve("\ud800"),
    "no clauses": lambda: Formula(WRONG),
    "a clause that is no list": lambda: Formula([WRONG]),
    "clauses of floats": lambda: Formula([FLOATS]),
    "unsigned numbers that are too large": lambda: Formula([np.array([2**63], np.uint64)]),
    "a variable count": lambda: Formula(var_count=WRONG),
    "a fraction of variables": lambda: Formula(var_count=1.5),
    "flat clauses of floats": lambda: Formula().add_flat(FLOATS),
    "rows of floats": lambda: Formula().add_rows(FLOATS.reshape(1, 2)),
}

NAMES: dict[str, Callable[[Any], object]] = {
    "engine": lambda name: satplay.solve(CNF, engine=name),
    "engine of QBF": lambda name: satplay.solve_qbf("p cnf 1 1\ne 1 0\n1 0\n", engine=name),
    "encoding": lambda name: satplay.encode(FLOW, encoding=name),
    "format": lambda name: satplay.solve(CNF, format=name),
    "output format": lambda name: satplay.convert(CNF, to=name),
    "format of a proof": lambda name: satplay.check_proof(CNF, "0\n", format=name),
    "format of a new board": lambda name: satplay.generate("flow", to=name),
    "difficulty": lambda name: satplay.generate("flow", difficulty=name),
    "question": lambda name: satplay.ask("nim", name, NIM),
    "subject": lambda name: satplay.solve(CNF, name),
}


class Mute:
    """An object that cannot be shown."""

    def __repr__(self) -> str:
        raise ValueError


@pytest.mark.parametrize("wrong", [[], {}, FLOATS, Mute()], ids=["list", "dict", "array", "mute"])
@pytest.mark.parametrize("what", NAMES)
def test_a_name_of_a_type_that_cannot_be_compared_is_our_error(what: str, wrong: object) -> None:
    """Lists have no hash, an array is not equal or unequal to a text, and not every object can be shown."""
    expect_our_error(lambda: NAMES[what](wrong))


LIMITS: dict[str, dict[str, Any]] = {
    "negative seconds": {"seconds": -1},
    "seconds that are no number": {"seconds": float("nan")},
    "seconds as text": {"seconds": "1"},
    "negative conflicts": {"conflicts": -1},
    "a fraction of conflicts": {"conflicts": 1.5},
    "negative propagations": {"propagations": -1},
    "negative memory": {"memory_mib": -1},
}


def expect_our_error(call: Callable[[], object]) -> None:
    with pytest.raises(SatplayError) as raised:
        call()
    text = str(raised.value)
    assert text and text.count("\n") < 3 and len(text) < 1000
    assert "expected" in text or "there are" in text


@pytest.mark.parametrize("name", CALLS)
def test_a_wrong_argument_is_our_error(name: str) -> None:
    expect_our_error(CALLS[name])


@pytest.mark.parametrize("name", LIMITS)
def test_a_wrong_limit_is_our_error(name: str) -> None:
    expect_our_error(lambda: Limit(**LIMITS[name]))


@pytest.mark.parametrize("engine", ["native", "reference"])
def test_engines_refuse_wrong_types(engine: str) -> None:
    for call in (
        lambda: open_engine(engine, seed=WRONG),
        lambda: open_engine(engine).add(WRONG),
        lambda: open_engine(engine).add([1.5]),
        lambda: open_engine(engine).add_flat(FLOATS),
        lambda: open_engine(engine).solve(WRONG),
        lambda: open_engine(engine).solve([1.5]),
        lambda: open_engine(engine).solve(FLOATS),
        lambda: open_engine(engine).solve((), WRONG),
        lambda: open_engine(engine).declare(WRONG),
        lambda: open_engine(engine).declare(-1),
    ):
        expect_our_error(call)


def test_numbers_of_numpy_are_accepted() -> None:
    assert satplay.solve(CNF, assuming=np.array([1], np.uint32)).status == "unsat"
    assert len(list(satplay.enumerate(CNF, assuming=np.array([2], np.uint32)))) == 1
    assert satplay.solve(CNF, seed=np.int64(3)).status == "sat"
    assert Formula([np.array([1, 2], np.uint8)], var_count=np.int32(5)).var_count == 5
    assert Limit(seconds=np.float32(1), conflicts=np.int64(5)) == Limit(1.0, 5)


def test_huge_counts_have_a_representation() -> None:
    huge = satplay.count("p cnf 100000 0\n")
    assert "number=<30103 digits>" in repr(huge) and len(repr(huge)) < 300
    assert "number=10," in repr(satplay.count("p cnf 4 2\n1 2 0\n2 3 0\n"))


def test_a_value_without_representation_can_be_reported() -> None:
    mute: Any = Mute()
    expect_our_error(lambda: satplay.solve(mute))
