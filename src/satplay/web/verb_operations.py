"""Operations: every pair of a verb and a subject that makes sense over HTTP, found by discovery.

Not here: ``play``, because a match has its own routes, and verbs about this machine: ``keep``, ``stats``,
``lab``, ``bench``, ``serve``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from pydantic import BaseModel, Field, create_model

from satplay import games, puzzles
from satplay.contracts.game import Game
from satplay.playing.subjects import game_called, game_names
from satplay.verbs.engines import own_qbf_engines
from satplay.web import game_tasks, proof_tasks
from satplay.web import verb_answers as answer
from satplay.web.operation import Operation, example_input
from satplay.web.puzzle_operations import PuzzleOperations
from satplay.web.settings import WebSettings
from satplay.web.verb_options import (
    Fields,
    Request,
    either,
    flag,
    limits,
    literals,
    model_name,
    one_of,
    question_model,
    seed,
    text,
)

QBF, PROOF, STRATEGY = "qbf", "proof", "strategy"
"""Subjects that are neither puzzles nor games."""

SMALL_FORMULA = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
SMALL_QUESTION = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"
SMALL_STRATEGY = "aag 1 1 0 1 0\n2\n3\ni0 v1\no0 v2\nc\nwinner exists\n"


def operations(settings: WebSettings) -> Iterator[Operation]:
    """All operations, by verb as the command line lists them."""
    found = [
        *(one for name in puzzles.names() for one in PuzzleOperations(puzzles.find(name), settings).all()),
        *(one for name in sorted({*games.names(), *game_names()}) for one in _of_game(name, settings)),
        *_of_proofs(settings),
    ]
    order = list(dict.fromkeys(one.verb for one in found))
    yield from sorted(found, key=lambda one: order.index(one.verb))


def verbs(settings: WebSettings) -> dict[str, list[str]]:
    """The subjects of each verb."""
    found: dict[str, list[str]] = {}
    for one in operations(settings):
        found.setdefault(one.verb, []).append(one.subject)
    return found


# -- games ---------------------------------------------------------------------------------------------


def _of_game(name: str, settings: WebSettings) -> Iterator[Operation]:
    game = game_called(name)
    run: Callable[..., Any]
    waiting = limits(settings, conflicts=False)
    fixed = {"subject": name}
    if game.judge is not None and name not in puzzles.names():
        fields = {
            "input": text(f"a position of {game.title}, or a saved game"),
            "moves": (list[str], Field(default_factory=list, max_length=100, description="moves, or 'all'")),
            "seed": seed(),
            **waiting,
        }
        model: type[BaseModel] = create_model(model_name("hint", name, "request"), __base__=Request, **fields)
        run, kind = game_tasks.hint_game, answer.GameHintAnswer
        yield Operation("hint", name, game.title, run, model, kind, fixed, example_input(name))
    asked: Fields = {"seed": seed(), **waiting}
    if game.questions:
        model, example = _questions(game, "ask", list(game.questions), asked)
        yield Operation("ask", name, game.title, game_tasks.ask, model, answer.AskAnswer, fixed, example)
    stated = [one for one, query in game.questions.items() if query.state is not None]
    if stated and name not in puzzles.names():
        model, example = _questions(game, "encode", stated, waiting)
        run = game_tasks.encode_question
        yield Operation("encode", name, game.title, run, model, answer.EncodeAnswer, fixed, example)


def _questions(
    game: Game[Any, Any], verb: str, names: Sequence[str], more: Fields
) -> tuple[type[BaseModel], dict[str, Any]]:
    """The type of requests with these questions, and an example."""
    models = [question_model(game.name, one, game.questions[one], more, verb=verb) for one in names]
    first = game.questions[names[0]]
    example: dict[str, Any] = {"question": names[0], "arguments": list(first.example)}
    bounds = {name: 3 for name, option in first.options.items() if option.takes == "K"}
    if verb == "encode" and bounds:  # only a formula needs one
        example["options"] = bounds
    return either(model_name(verb, game.name, "request"), models), example


# -- quantified formulas, proofs and strategies ----------------------------------------------------------


def _of_proofs(settings: WebSettings) -> Iterator[Operation]:
    waiting = limits(settings, conflicts=False)
    formula = text("the formula, as DIMACS")
    quantified = text("the quantified formula, as QDIMACS")
    strict = flag("require the numbers in the header to be correct")
    rows: list[tuple[str, str, str, Callable[..., Any], type[answer.Answer], Fields, dict[str, Any]]] = [
        (
            "solve",
            QBF,
            "Quantified formulas",
            proof_tasks.solve_qbf,
            answer.SolveAnswer,
            {
                "input": quantified,
                "engine": one_of(own_qbf_engines(), "engine to use"),
                "strict": strict,
                "unchecked": flag("compute and verify no strategy; faster"),
                **limits(settings),
            },
            {"input": SMALL_QUESTION},
        ),
        (
            "check",
            PROOF,
            "Proofs",
            proof_tasks.check_proof,
            answer.CheckAnswer,
            {
                "formula": formula,
                "proof": text("the proof, as text"),
                "format": one_of(["drat", "lrat"], "format of the proof; recognised if omitted"),
                "assume": literals("literals that the proof refutes together"),
                "every_line": flag("also check lines that the refutation does not use"),
                **waiting,
            },
            {"formula": SMALL_FORMULA, "proof": "1 0\n0\n"},
        ),
        (
            "check",
            STRATEGY,
            "Strategies",
            proof_tasks.check_strategy,
            answer.CheckAnswer,
            {"formula": quantified, "strategy": text("the strategy, as AIGER"), "strict": strict, **waiting},
            {"formula": SMALL_QUESTION, "strategy": SMALL_STRATEGY},
        ),
    ]
    for verb, subject, title, run, kind, fields, example in rows:
        model = create_model(model_name(verb, subject, "request"), __base__=Request, **fields)
        yield Operation(verb, subject, title, run, model, kind, {}, example, is_formula=True)
