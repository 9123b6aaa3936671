"""The operations of a puzzle, among them those of formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, get_args

from pydantic import create_model

from satplay.contracts.puzzle import Puzzle
from satplay.verbs.engines import engines as catalogue
from satplay.verbs.trace import Heuristic, Propagation, Scheme
from satplay.web import verb_answers as answer
from satplay.web import verb_tasks as task
from satplay.web.operation import Operation, example_input
from satplay.web.settings import WebSettings
from satplay.web.verb_options import (
    MOST_RESULTS,
    TRACED_CONFLICTS,
    Fields,
    Request,
    encodings,
    engines,
    flag,
    instance,
    limits,
    literals,
    model_name,
    one_of,
    options_model,
    seed,
    text,
    variables,
    whole_number,
)

SATISFIABLE, MODEL = "p cnf 3 3\n1 2 0\n-1 2 0\n-2 3 0\n", "v 1 2 3 0\n"
"""A formula and a solution of it, as examples of what is checked."""


@cache
def engine_names() -> list[str]:
    """The names of all engines, installed or not."""
    return [one.name for one in catalogue()]


class PuzzleOperations:
    """The operations of a puzzle; its attributes are fields that several of them have."""

    def __init__(self, puzzle: Puzzle[Any, Any], settings: WebSettings) -> None:
        name = puzzle.name
        self.puzzle = puzzle
        self.example = example_input(name)
        self.fixed = {"subject": name, "cells": settings.cells}
        self.given = instance(puzzle, None)
        self.bounded, self.waiting = limits(settings), limits(settings, conflicts=False)
        self.encoding, self.engine = encodings(puzzle), engines(engine_names())
        self.assume = literals("literals to assume")

    def all(self) -> Iterator[Operation]:
        """All operations of the puzzle."""
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
        example: dict[str, Any] = self._checked_example()
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

    def _checked_example(self) -> dict[str, Any]:
        """An instance with a solution; without the solution if none is known before one is searched for."""
        if self.puzzle.plain_formula is not None:
            return {"input": SATISFIABLE, "solution": MODEL}
        view = self.puzzle.browser
        if view is None or not (view.first_board and view.first_solution):
            return {**self.example, "solution": ""}
        return {"input": view.first_board, "solution": view.first_solution}

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
