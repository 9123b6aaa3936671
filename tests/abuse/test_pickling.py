"""All errors, and all results of all public functions, survive pickle, copy and deepcopy."""

from __future__ import annotations

import copy
import importlib
import pickle
import pkgutil
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

import satplay
from satplay import errors, games, puzzles
from satplay.contracts.engine import Sat
from satplay.engines.catalogue import open_engine
from satplay.engines.native import NativeEngine
from satplay.errors import BadInput, SatplayError
from satplay.playing.subjects import game_called, game_names, game_to_play, playable_names
from satplay.reasoning.count import Counting
from satplay.reasoning.groups import GroupSession, clause_groups
from satplay.reasoning.models import models
from satplay.solving.session import Session
from satplay.store.server_failures import TryAgain
from satplay.verbs.hint import hint
from satplay.web.answers import Refused
from satplay.web.exports import NoSolution
from satplay.web.jobs import NoSuchJob
from satplay.web.limits import TooLarge
from satplay.web.recognise import NotRecognised
from satplay.web.shared_boards import NoSuchShare
from tests.abuse.observation import observe
from tests.abuse.public_results import NOW, RESULTS, UNSATISFIABLE, Rain, exhaust

Copy = Callable[[Any], Any]


def pickled(value: Any, protocol: int) -> Any:
    return pickle.loads(pickle.dumps(value, protocol))


WAYS: dict[str, Copy] = {
    **{f"protocol {number}": partial(pickled, protocol=number) for number in range(2, 6)},
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}
each_way = pytest.mark.parametrize("again", WAYS.values(), ids=list(WAYS))
once = pytest.mark.parametrize("again", [WAYS["protocol 5"], copy.deepcopy], ids=["pickle", "deepcopy"])
"""For tests of what all protocols have in common."""


# -- errors ------------------------------------------------------------------------------------------


def error_classes() -> list[type[SatplayError]]:
    """Every subclass, in every module of the package."""
    for module in pkgutil.walk_packages(satplay.__path__, "satplay."):
        if "migrations" not in module.name and not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    found: list[type[SatplayError]] = [SatplayError]
    for kind in found:
        found += [below for below in kind.__subclasses__() if below not in found]
    return [kind for kind in found if kind.__module__.startswith("satplay.")]


EXAMPLES: dict[type[SatplayError], SatplayError] = {
    type(error): error
    for error in (
        SatplayError("something", 3),
        BadInput("board", line=3, column=7, found="'9'", expected="1 to 8").at("a.txt"),
        errors.IllegalMove("A9", "there are 2", state="first: 2"),
        errors.NoSuchName("engine", "refrence", ["reference", "native"]),
        errors.EngineMissing("glucose4", "pip install python-sat"),
        errors.NativeCoreMissing("counting models"),
        errors.PackageMissing("--cluster", "distributed", "cluster"),
        errors.GaveUp("instance", "out of time"),
        errors.EngineError("a wrong model"),
        errors.EncodingError("a wrong solution"),
        errors.KnownGap("source", "it admits loops", "LOOP: no ring"),
        errors.GeneratorError("no solution"),
        errors.PlayerError("an illegal move"),
        TryAgain("store", found="a connection that was lost", expected="a server", source="--store"),
        TooLarge("board", "200x100", "10000 cells"),
        Refused(429, "TooMany", "2 jobs of this client are not finished", retry=1),
        NotRecognised("input", line=1, column=1, found="'hello'", expected="a board"),
        NoSolution("board", found="the board has no solution", expected="a board with a solution"),
        NoSuchJob("x"),
        NoSuchShare("x"),
    )
}


def test_every_error_class_has_an_example() -> None:
    assert set(error_classes()) == set(EXAMPLES)


@pytest.mark.parametrize("kind", EXAMPLES, ids=lambda kind: kind.__name__)
@each_way
def test_an_error_survives(kind: type[SatplayError], again: Copy) -> None:
    error = copy.deepcopy(EXAMPLES[kind])
    error.add_note("in line 3 of a script")
    other = again(error)
    assert type(other) is kind and other is not error
    assert (str(other), repr(other), other.args) == (str(error), repr(error), error.args)
    assert other.__dict__ == error.__dict__ and other.__notes__ == ["in line 3 of a script"]
    assert other.exit_status == error.exit_status


# -- results -----------------------------------------------------------------------------------------


def test_every_public_name_has_results() -> None:
    assert set(RESULTS) == set(satplay.HOMES)


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SATPLAY_DATA", str(tmp_path))


@cache
def results(name: str) -> list[tuple[str, Any]]:
    made = list(RESULTS[name]())
    assert made, f"no result of {name}"
    return made


@pytest.mark.parametrize("name", satplay.HOMES)
@each_way
@pytest.mark.usefixtures("store")
def test_results_survive(name: str, again: Copy) -> None:
    for label, result in results(name):
        other = again(result)
        assert type(other) is type(result), label
        if type(result).__eq__ is not object.__eq__:
            assert other == result, label
        seen, expected = observe(other), observe(result)
        for what, value in expected.items():
            assert seen[what] == value, f"{label}: {what}"
        assert seen.keys() == expected.keys(), label


def test_the_results_are_observed_completely() -> None:
    seen = observe(satplay.solve("p cnf 2 1\n1 2 0\n"))
    assert seen["lines"][-1].startswith("v ") and seen["as_json"]["status"] == "sat"
    assert seen["_repr_svg_"].startswith("<svg") and seen["reason"] is None and seen["exit_status"] == 10


@pytest.mark.parametrize("name", sorted(set(satplay.HOMES) - {"__version__"}))
@each_way
def test_public_functions_are_found_by_name(name: str, again: Copy) -> None:
    assert again(getattr(satplay, name)) is getattr(satplay, name)


@once
def test_an_encoding_still_decodes_and_refines(again: Copy) -> None:
    for label, result in results("encode"):
        other = again(result)
        assert [other.formula.origin(i) for i in range(len(other.formula))] == [
            result.formula.origin(i) for i in range(len(result.formula))
        ], label
        engine = open_engine()
        engine.declare(result.formula.var_count)
        engine.add_flat(result.formula.flat)
        answer = engine.solve()
        if isinstance(answer, Sat):
            one, two = result.encoding, other.encoding
            solution = one.decode(answer.model)
            assert two.decode(answer.model) == solution, label
            assert list(two.lazy_clauses(solution)) == list(one.lazy_clauses(solution)), label
            assert (two.warm_start is None) == (one.warm_start is None), label
            if one.warm_start is not None and two.warm_start is not None:
                assert two.warm_start() == one.warm_start(), label


@pytest.mark.parametrize("name", playable_names())
@once
def test_a_match_goes_on(name: str, again: Copy) -> None:
    match = satplay.play(name, seed=1)
    other = again(match)
    for line in ("hint", "undo", "rules", "time", "check", "moves", "help", ""):
        ours, theirs = match.respond(line), other.respond(line)
        assert theirs == ours, line
    assert other.game is match.game and other.commands == match.commands


def test_a_rule_is_the_same_in_every_copy() -> None:
    result = satplay.check("mosaic\n22.\n...", "---\n---")
    other = pickled(result, 5)
    assert [one.rule for one in other.violations] == [one.rule for one in result.violations]
    assert all(one.rule is two.rule for one, two in zip(other.violations, result.violations, strict=True))


# -- formulas and models -----------------------------------------------------------------------------


@each_way
def test_copies_of_a_formula_are_independent(again: Copy) -> None:
    formula = satplay.Formula([[1, 2]])
    formula.name(1, Rain("May"))
    other = again(formula)
    other.add(3, 4)
    other.name(2, Rain("June"))
    formula.add(-5)
    assert list(formula) == [(1, 2), (-5,)] and list(other) == [(1, 2), (3, 4)]
    assert formula.atom(2) is None and other.atom(2) == "June" and other.lit(Rain("May")) == 1
    assert (formula.var_count, other.var_count) == (5, 4)


@each_way
def test_a_copy_in_the_middle_of_a_statement_goes_on_with_it(again: Copy) -> None:
    formula = satplay.Formula()
    with formula.defining():
        formula.add(1)
        other = again(formula)
    other.add(2)
    assert other.origin(0) is other.origin(1) is formula.origin(0)


@each_way
def test_the_literals_of_a_copied_model_are_read_only(again: Copy) -> None:
    other = again(satplay.Model([1, -7]))
    assert not other.literals.flags.writeable and other[-7] and hash(other) == hash(satplay.Model([1, -7]))


# -- records -----------------------------------------------------------------------------------------

RECORDS = [
    *map(puzzles.find, puzzles.names()),
    *map(games.find, games.names()),
    *map(game_called, game_names()),
    *(game_to_play(name, hinter) for name in playable_names() for hinter in (None, hint)),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{type(record).__name__} {record.name}")
@each_way
def test_a_record_is_found_by_name(record: Any, again: Copy) -> None:
    assert again(record) is record


def another_check(board: Any, solution: Any) -> list[Any]:
    return []


@pytest.mark.parametrize("protocol", range(2, 6))
def test_a_variant_of_a_puzzle_does_not_become_the_puzzle(protocol: int) -> None:
    small = replace(puzzles.find("cnf"), examples={}, formats=(), check=another_check)
    assert pickled(small, protocol) == small != puzzles.find("cnf")
    assert pickled(small, protocol).check is another_check
    assert copy.copy(small) is copy.deepcopy(small) is small


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"{type(record).__name__} {record.name}")
def test_a_variant_with_local_functions_is_refused(record: Any) -> None:
    variant = replace(record, draw=lambda state: None)
    with pytest.raises((AttributeError, pickle.PicklingError), match="Can't pickle"):
        pickle.dumps(variant)
    assert copy.copy(variant) is copy.deepcopy(variant) is variant


# -- running work ------------------------------------------------------------------------------------


FORMULA = satplay.Formula([[1, 2], [-1, 3]])


def begun_enumeration() -> Any:
    found = satplay.enumerate(FORMULA)
    next(found)
    return found


RUNNING: dict[str, Callable[[], Any]] = {
    "enumerate, begun": begun_enumeration,
    "enumerate, at its maximum": lambda: exhaust(satplay.enumerate(FORMULA, most=1)),
    "enumerate, at its limit": lambda: exhaust(satplay.enumerate(FORMULA, limit=NOW)),
    "enumerate, without clauses": lambda: satplay.enumerate("mosaic\n22.\n...\n"),
    "muses": lambda: satplay.muses(UNSATISFIABLE),
    "muses, at its limit": lambda: exhaust(satplay.muses(UNSATISFIABLE, limit=NOW)),
    "Counting": lambda: Counting(FORMULA),
    "GroupSession": lambda: GroupSession(clause_groups(FORMULA)),
    "LibraryEngine": lambda: open_engine("minisat22"),
    "Models": lambda: models(FORMULA),
    "NativeEngine": NativeEngine,
    "Solver": satplay.Solver,
    "NativeEngine.enumerate": lambda: NativeEngine().enumerate(),
    "Session": lambda: Session(FORMULA),
}


@pytest.mark.parametrize("name", RUNNING)
@each_way
def test_running_work_is_refused_in_one_line(name: str, again: Copy) -> None:
    with pytest.raises(TypeError, match=r"\Acannot pickle or copy an? [^\n]+: (use|pickle) [^\n]+\Z"):
        again(RUNNING[name]())
