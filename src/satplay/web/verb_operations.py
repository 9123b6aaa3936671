"""Operations: every pair of a verb and a subject that makes sense over HTTP, found by discovery.

Not here: ``play``, because a match has its own routes, and verbs about this machine: ``keep``, ``stats``,
``lab``, ``bench``, ``serve``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, Field, create_model

from satplay import games, puzzles
from satplay.contracts.game import Game
from satplay.contracts.puzzle import Puzzle
from satplay.fast_dataclass import dataclass
from satplay.inputs.examples import default_example, example_subjects, find_examples
from satplay.playing.subjects import game_called, game_names
from satplay.verbs.engines import engines as catalogue
from satplay.verbs.engines import own_qbf_engines
from satplay.verbs.trace import Heuristic, Propagation, Scheme
from satplay.web import verb_answers as answer
from satplay.web import verb_tasks as task
from satplay.web.settings import WebSettings
from satplay.web.verb_options import (
    MOST_RESULTS,
    TRACED_CONFLICTS,
    Fields,
    Request,
    either,
    encodings,
    engines,
    flag,
    instance,
    limits,
    literals,
    model_name,
    one_of,
    options_model,
    question_model,
    seed,
    text,
    variables,
    whole_number,
)

QBF, PROOF, STRATEGY = "qbf", "proof", "strategy"
"""Subjects that are neither puzzles nor games."""

SMALL_FORMULA = "p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"
SMALL_QUESTION = "p cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"


@dataclass(frozen=True, slots=True)
class Operation:
    """One verb for one subject.

    ``task``     what a worker does; its docstring describes the operation
    ``request``  the type of the request
    ``fixed``    arguments of the task besides the request
    ``answer``   the type of the answer
    ``example``  a request that can be sent as it is
    ``for_board`` whether people wait for it at a board
    ``is_formula`` whether the input is a formula, which may be larger than a board
    """

    verb: str
    subject: str
    title: str
    task: Callable[..., Any]
    request: type[BaseModel]
    answer: type[answer.Answer]
    fixed: Mapping[str, Any]
    example: Mapping[str, Any]
    for_board: bool = False
    is_formula: bool = False

    @property
    def path(self) -> str:
        """The path of its route."""
        return f"/api/{self.verb}/{self.subject}"

    def call(self, request: BaseModel) -> tuple[dict[str, Any], float]:
        """The arguments of the task, as JSON, and its time limit."""
        arguments = {**self.fixed, **request.model_dump(by_alias=True, exclude_none=True)}
        seconds: float = arguments["seconds"]
        if "seconds" not in self.task.__annotations__:  # it does not watch the time: its worker is stopped
            del arguments["seconds"]
        return arguments, seconds


def operations(settings: WebSettings) -> Iterator[Operation]:
    """All operations, by verb as the command line lists them."""
    found = [
        *(one for name in puzzles.names() for one in _PuzzleOperations(puzzles.find(name), settings).all()),
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


# -- puzzles -------------------------------------------------------------------------------------------


class _PuzzleOperations:
    """The operations of a puzzle; its attributes are fields that several of them have."""

    def __init__(self, puzzle: Puzzle[Any, Any], settings: WebSettings) -> None:
        name = puzzle.name
        self.puzzle = puzzle
        self.example = {"input": example_text(name)} if name in example_subjects() else {}
        self.fixed = {"subject": name, "cells": settings.cells}
        self.given = instance(puzzle, None)
        self.bounded, self.waiting = limits(settings), limits(settings, conflicts=False)
        self.encoding, self.engine = encodings(puzzle), engines([one.name for one in catalogue()])
        self.assume = literals("literals to assume")

    def all(self) -> Iterator[Operation]:
        """All of them."""
        yield from self._solving()
        yield from self._subsets()
        if self.puzzle.facts is not None:
            yield from self._explanations()
        yield from self._texts()
        yield from self._runs()

    def _operation(
        self, verb: str, run: Callable[..., Any], kind: type[answer.Answer], fields: Fields, **more: Any
    ) -> Operation:
        puzzle = self.puzzle
        model = create_model(model_name(verb, puzzle.name, "request"), __base__=Request, **fields)
        shown, is_formula = {**more.pop("example", self.example)}, puzzle.plain_formula is not None
        return Operation(
            verb,
            puzzle.name,
            puzzle.title,
            run,
            model,
            kind,
            self.fixed,
            shown,
            is_formula=is_formula,
            **more,
        )

    def _solving(self) -> Iterator[Operation]:
        solving = {**self.given, **self.encoding, **self.engine, "seed": seed(), "assume": self.assume}
        fields: Fields = {
            **solving,
            "unique": flag("also decide whether the solution is unique"),
            "over": variables("with unique: projection variables"),
            **self.bounded,
        }
        yield self._operation("solve", task.solve, answer.SolveAnswer, fields)
        over = variables("projection variables; by default as the input says, or those of the answer")
        fields = {**self.given, **self.encoding, "over": over, **self.bounded}
        yield self._operation("count", task.count, answer.CountAnswer, fields)
        most = whole_number("stop after this number of solutions", 10, most=MOST_RESULTS)
        order = flag("in binary order: first variable first, false before true")
        fields = {**solving, "over": over, "max": most, "order": order, **self.bounded}
        yield self._operation("enumerate", task.enumerate, answer.EnumerateAnswer, fields)
        fields = {**solving, "over": variables("variables to examine"), **self.bounded}
        yield self._operation("backbone", task.backbone, answer.BackboneAnswer, fields)

    def _subsets(self) -> Iterator[Operation]:
        fields: Fields = {
            **self.given,
            **self.encoding,
            "smallest": flag("find a smallest one"),
            "all": flag("list all minimal unsatisfiable subsets"),
            "corrections": flag("with all: also list all minimal correction sets"),
            "max": whole_number("with all: stop after this number of sets", least=1, most=MOST_RESULTS),
            **self.bounded,
        }
        yield self._operation("mus", task.mus, answer.MusAnswer, fields)
        if self.puzzle.plain_formula is not None:
            cubes = whole_number("number of cubes, at most", 8, least=1, most=MOST_RESULTS)
            fields = {name: self.given[name] for name in ("input", "format")}
            fields |= {"cubes": cubes, **self.waiting}
            yield self._operation("split", task.split, answer.SplitAnswer, fields)

    def _explanations(self) -> Iterator[Operation]:
        given: Fields = {**self.given, **self.bounded}
        so_far = text("a partial solution; the hint continues it", required=False)
        fields = {**given, "so_far": so_far, "where": flag("only the place to look at")}
        if self.puzzle.suggest is not None:
            fields["suggest"] = flag("suggest the next move, too")
        yield self._operation("hint", task.hint, answer.HintAnswer, fields)
        fields = {**given, "verify": flag("verify every step with the reference engine")}
        yield self._operation("explain", task.explain, answer.ExplainAnswer, fields, for_board=True)
        yield self._operation("rate", task.rate, answer.RateAnswer, given)

    def _texts(self) -> Iterator[Operation]:
        solution = text("the solution; a saved game as input needs none", required=False)
        fields: Fields = {**self.given, "solution": solution, **self.waiting}
        example: dict[str, Any] = {**self.example, "solution": ""}
        yield self._operation("check", task.check, answer.CheckAnswer, fields, example=example)
        fields = {**self.given, **self.encoding, **self.waiting}
        yield self._operation("encode", task.encode, answer.EncodeAnswer, fields)
        forms = self.puzzle.formats, self.puzzle.solutions
        names = dict.fromkeys(one.name for several in forms for one in several)
        fields = {
            **self.given,
            "to": one_of(list(names), "format of the result; if omitted, the possible formats are listed"),
            "solution": text("convert this solution of the instance instead", required=False),
            **self.waiting,
        }
        yield self._operation("convert", task.convert, answer.ConvertAnswer, fields)
        fields = {**_generator_fields(self.puzzle), **self.engine, **self.waiting}
        example = {"seed": 7}
        kind = answer.GenerateAnswer
        yield self._operation("generate", task.generate, kind, fields, example=example, for_board=True)

    def _runs(self) -> Iterator[Operation]:
        fields: Fields = {
            **self.given,
            **self.encoding,
            "assume": self.assume,
            **_search_fields(),
            **self.waiting,
        }
        yield self._operation("trace", task.trace, answer.TraceAnswer, fields)
        if self.puzzle.audit is not None:
            fields = {
                **self.encoding,
                "size": whole_number("try all boards up to this size", least=1, most=20),
                "random": whole_number("number of larger random boards to try", 200, most=MOST_RESULTS),
                "seed": seed(),
                **self.waiting,
            }
            example = {"size": 1, "random": 5}
            yield self._operation("audit", task.audit, answer.AuditAnswer, fields, example=example)


def _generator_fields(puzzle: Puzzle[Any, Any]) -> Fields:
    about = "size of the board, as 6x5; one number for a square"
    fields: Fields = {"size": text(about, required=False)}
    if puzzle.levels:
        fields["difficulty"] = one_of(list(puzzle.levels), "difficulty level")
    chosen = options_model(model_name("generate", puzzle.name, "options"), puzzle.generator_options)
    if chosen is not None:
        fields["options"] = (chosen | None, None)
    fields["seed"] = whole_number("random seed; chosen and returned if omitted")
    names = [one.name for one in puzzle.formats]
    return fields | {"to": one_of(names, "format of the instance; the first that fits if omitted")}


def _search_fields() -> Fields:
    scan = "scan all clauses, or watch two literals of each"
    most = 100 * TRACED_CONFLICTS
    return {
        "learn": one_of(get_args(Scheme), "learning scheme", "decisions"),
        "decide": one_of(get_args(Heuristic), "decision heuristic", "order"),
        "phase": one_of(["true", "false"], "value tried first", "true"),
        "propagation": one_of(get_args(Propagation), scan, "scan"),
        "learning": flag("keep learned clauses", True),
        "minimise": flag("remove learned literals that the others imply"),
        "backjumping": flag("jump over levels instead of backtracking one at a time", True),
        "phase_saving": flag("decide the last value of a variable again"),
        "restarts": flag("restart by Luby's sequence"),
        "restart_unit": whole_number("conflicts between restarts", 64, least=1),
        "deletion": flag("delete learned clauses from time to time"),
        "pure": flag("decide pure literals first"),
        "seed": seed(),
        "conflicts": whole_number("limit on the number of conflicts", TRACED_CONFLICTS, most=most),
    }


def example_text(subject: str) -> str:
    """The text of the example of a subject that is shown first."""
    return find_examples(default_example(subject))[0].text()


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
        shown = {"input": example_text(name)} if name in example_subjects() else {}
        run = task.hint_game
        yield Operation("hint", name, game.title, run, model, answer.GameHintAnswer, fixed, shown)
    asked: Fields = {"seed": seed(), **waiting}
    if game.questions:
        model, example = _questions(game, "ask", list(game.questions), asked)
        yield Operation("ask", name, game.title, task.ask, model, answer.AskAnswer, fixed, example)
    stated = [one for one, query in game.questions.items() if query.state is not None]
    if stated and name not in puzzles.names():
        model, example = _questions(game, "encode", stated, waiting)
        run = task.encode_question
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
            task.solve_qbf,
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
            task.check_proof,
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
            task.check_strategy,
            answer.CheckAnswer,
            {"formula": quantified, "strategy": text("the strategy, as AIGER"), "strict": strict, **waiting},
            {"formula": SMALL_QUESTION, "strategy": ""},
        ),
    ]
    for verb, subject, title, run, kind, fields, example in rows:
        model = create_model(model_name(verb, subject, "request"), __base__=Request, **fields)
        yield Operation(verb, subject, title, run, model, kind, {}, example, is_formula=True)
