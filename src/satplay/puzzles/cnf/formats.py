"""DIMACS for formulas; the output format of the SAT competitions for models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, BinaryIO

from satplay.contracts.engine import Answer, Sat, Unknown, Unsat
from satplay.contracts.format import Format
from satplay.contracts.puzzle import Convention, PlainFormula, SolutionFormat
from satplay.contracts.texts import bad_text, lines, quote, split_words
from satplay.errors import BadInput
from satplay.logic import dimacs
from satplay.logic.formula import Formula
from satplay.logic.literal import MAX_VAR, Lit, Var
from satplay.logic.model import Model
from satplay.logic.projection import read_projection_variables

DIMACS: Format[Formula] = Format("dimacs", dimacs.read, dimacs.write, dimacs.recognises, stream=dimacs.stream)

LINE_WIDTH = 78


def read_projection(file: BinaryIO, formula: Formula) -> list[Var] | None:
    """The projection variables named by comments of a DIMACS file (``logic/projection.py``), or None."""
    variables = read_projection_variables(file)
    for var in variables or ():
        if var > formula.var_count:
            raise BadInput("projection", found=str(var), expected=f"variables from 1 to {formula.var_count}")
    return variables


PLAIN_FORMULA: PlainFormula[Formula] = PlainFormula(read_projection)


def value_lines(literals: Sequence[Lit]) -> Iterator[str]:
    """``v`` lines of at most 78 characters, the last one ending in 0.

    >>> list(value_lines([1, -2]))
    ['v 1 -2 0']
    """
    line = "v"
    for word in map(str, [*literals, 0]):
        if len(line) + 1 + len(word) > LINE_WIDTH:
            yield line
            line = "v"
        line += " " + word
    yield line


def answer_lines(answer: Answer, model: Model | None, remarks: Sequence[str]) -> Iterator[str]:
    """``c``, ``s`` and ``v`` lines."""
    for remark in remarks:
        yield f"c {remark}"
    match answer:
        case Sat():
            yield "s SATISFIABLE"
            yield from value_lines(list(model or ()))
        case Unsat():
            yield "s UNSATISFIABLE"
        case Unknown():
            yield "s UNKNOWN"


CONVENTION: Convention[Model] = Convention(answer_lines, {"sat": 10, "unsat": 20, "unknown": 0})


def write_model(formula: Formula, model: Model) -> str:
    """A model as ``s`` and ``v`` lines."""
    return "\n".join(["s SATISFIABLE", *value_lines(list(model))]) + "\n"


def read_model(formula: Formula, text: str) -> Model:
    """A model from the output of a solver, or from literals alone; ``c`` lines are skipped.

    >>> read_model(Formula(var_count=3), "s SATISFIABLE\\nv 1 -2\\nv 3 0\\n")
    Model(1 -2 3)
    >>> read_model(Formula(var_count=3), "1 -2 3")
    Model(1 -2 3)
    """
    literals: dict[Lit, None] = {}
    finished = False
    has_content = False
    for number, line in lines(text):
        words = split_words(line)
        if not words or words[0][1] == "c":
            continue
        has_content = True
        column, first = words[0]
        if first == "s":
            _expect_satisfiable(line, number, column)
            continue
        for column, word in words[1:] if first.lower() == "v" else words:
            if finished:
                raise _bad(number, column, f"{word!r}", "nothing after the closing 0")
            literal = _literal(word, number, column, formula.var_count)
            if literal == 0:
                finished = True
            elif -literal in literals:
                raise _bad(number, column, f"{literal} after {-literal}", "each variable true or false")
            else:
                literals[literal] = None
    if not has_content:
        raise _bad(1, 1, "nothing", "literals, or the 'v' lines of a solver")
    return Model(literals)


def _expect_satisfiable(line: str, number: int, column: int) -> None:
    if line.split() != ["s", "SATISFIABLE"]:
        raise _bad(number, column, f"{line.strip()!r}", "'s SATISFIABLE': only a model can be judged here")


def _literal(word: str, number: int, column: int, var_count: int) -> Lit:
    digits = word.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()):
        raise _bad(number, column, quote(word), "a literal")
    if len(digits) > 10 or int(digits) > min(var_count, MAX_VAR):
        raise _bad(number, column, quote(word), f"a literal from {-var_count} to {var_count}")
    return int(word)


def _bad(line: int, column: int, found: str, expected: str) -> BadInput:
    return bad_text("model", line, column, found, expected)


def model_json(formula: Formula, model: Model) -> Any:
    """``{"model": [1, -2, ...]}``."""
    return {"model": list(model)}


COMPETITION: SolutionFormat[Formula, Model] = SolutionFormat(
    "competition", write_model, read_model, model_json
)
