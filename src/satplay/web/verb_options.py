"""Requests of the verbs: the options of each verb, and those that a subject adds, as typed models.

Names of encodings, formats, levels and engines are those that discovery finds; others are refused before any
work begins.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, RootModel, create_model

from satplay.contracts.option import Option
from satplay.contracts.puzzle import Puzzle
from satplay.contracts.question import Query
from satplay.inputs.catalogue import variant_options
from satplay.web.settings import WebSettings

Fields: TypeAlias = dict[str, Any]
"""Types and descriptions by name, as ``create_model`` takes them."""

LARGEST_NUMBER = (1 << 31) - 1
LONGEST_LIST = 100_000
MOST_RESULTS = 1000
"""The most solutions, sets or cubes of one answer."""

TRACED_CONFLICTS = 100
"""Conflicts of a traced run if the request does not limit them: the answer lists every step."""


class Request(BaseModel):
    """A request: unknown names and values of another type are errors."""

    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False, defer_build=True)


Literals: TypeAlias = list[Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]]
Variables: TypeAlias = list[Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]]


# -- fields --------------------------------------------------------------------------------------------


def text(help: str, *, required: bool = True, example: str | None = None) -> Any:
    """A field for a text: a board, a formula, a solution; never the name of a file."""
    shown = [] if example is None else [example]
    if required:
        return (str, Field(description=help, examples=shown))
    return (str | None, Field(None, description=help, examples=shown))


def whole_number(help: str, default: int | None = None, *, least: int = 0, most: int = LARGEST_NUMBER) -> Any:
    """A field for a whole number."""
    kind = Annotated[int, Field(ge=least, le=most)]
    return (kind | None if default is None else kind, Field(default, description=help))


def flag(help: str, default: bool = False) -> Any:
    """A field for yes or no."""
    return (bool, Field(default, description=help))


def one_of(names: Sequence[str], help: str, default: str | None = None) -> Any:
    """A field for one of some names."""
    kind: Any = Literal[tuple(names)]
    return (kind | None if default is None else kind, Field(default, description=help))


def literals(help: str) -> Any:
    """A field for literals."""
    return (Literals, Field(default_factory=list, description=help, max_length=LONGEST_LIST, fail_fast=True))


def variables(help: str) -> Any:
    """A field for variables; None, an absent list, is a different request than an empty one."""
    return (Variables | None, Field(None, description=help, max_length=LONGEST_LIST, fail_fast=True))


def seed() -> Any:
    """The field ``seed``."""
    return whole_number("random seed", 0)


def limits(settings: WebSettings, *, conflicts: bool = True) -> Fields:
    """The fields ``seconds`` and ``conflicts``."""
    longest = settings.longest_job_seconds
    kind = Annotated[float, Field(gt=0, le=longest)]
    about = "time limit in seconds; the answer is 'unknown' if it is reached"
    fields: Fields = {"seconds": (kind, Field(min(settings.job_seconds, longest), description=about))}
    return fields | ({"conflicts": whole_number("limit on the number of conflicts")} if conflicts else {})


def instance(puzzle: Puzzle[Any, Any], example: str | None) -> Fields:
    """The fields of an instance: its text, format and rule variants."""
    names = [form.name for form in puzzle.formats]
    fields: Fields = {
        "input": text(f"an instance of {puzzle.title}, or a saved game of it", example=example),
        "format": one_of(names, "format of the input; recognised if omitted"),
    }
    chosen = options_model(f"{model_name(puzzle.name)}Variants", variant_options(puzzle.name))
    return fields | (
        {} if chosen is None else {"variants": (chosen | None, Field(None, description="rule variants"))}
    )


def encodings(puzzle: Puzzle[Any, Any]) -> Fields:
    """The field ``encoding``."""
    return {"encoding": one_of(list(puzzle.encoders), "CNF encoding; the first if omitted")}


def engines(names: Sequence[str]) -> Fields:
    """The field ``engine``."""
    return {"engine": one_of(names, "engine to use; the best that is installed if omitted")}


# -- options of a subject ------------------------------------------------------------------------------


def options_model(name: str, options: Mapping[str, Option]) -> type[Request] | None:
    """The options that a puzzle, a game or a question takes by name; None if there are none."""
    if not options:
        return None
    fields: Fields = {}
    for number, (option, about) in enumerate(options.items()):
        kind = option_type(about)
        fields[f"option_{number}"] = (kind | None, Field(None, alias=option, description=about.help))
    return create_model(name, __base__=Request, **fields)


def option_type(option: Option) -> Any:
    """The type of an option by its placeholder.

    >>> option_type(Option("a flag")), option_type(Option("a choice", "yes|no"))
    (<class 'bool'>, typing.Literal['yes', 'no'])
    """
    match option.takes:
        case None:
            return bool
        case "N" | "K":
            return Annotated[int, Field(ge=0, le=LARGEST_NUMBER)]
        case "X":
            return Annotated[float, Field(ge=0, le=LARGEST_NUMBER)]
        case str(takes) if "|" in takes:
            return Literal[tuple(takes.split("|"))]
        case _:
            return Annotated[str, Field(max_length=1000)]


def model_name(*words: str) -> str:
    """The name of a model.

    >>> model_name("sat-game", "force-win")
    'SatGameForceWin'
    """
    return "".join(part.capitalize() for word in words for part in word.replace("_", "-").split("-"))


# -- questions -----------------------------------------------------------------------------------------


def question_model(subject: str, name: str, query: Query, others: Fields, *, verb: str) -> type[Request]:
    """The request of one question about a game; its arguments are texts."""
    least, most = len(query.arguments), len(query.arguments) + len(query.optional)
    named = " ".join((*query.arguments, *(f"[{each}]" for each in query.optional)))
    required: dict[str, Any] = {} if least else {"default_factory": list}
    arguments = Field(
        description=f"texts: {named}" if named else "none", min_length=least, max_length=most, **required
    )
    fields: Fields = {
        "question": (Literal[name], Field(description=query.help)),
        "arguments": (list[str], arguments),
    }
    chosen = options_model(model_name(verb, subject, name, "options"), query.options)
    if chosen is not None:
        fields["options"] = (chosen | None, Field(None, description="options of the question"))
    return create_model(model_name(verb, subject, name, "request"), __base__=Request, **fields, **others)


def either(name: str, models: Sequence[type[Request]]) -> type[BaseModel]:
    """The requests of several questions as one, told apart by the question."""
    if len(models) == 1:
        return models[0]
    kind: Any = Annotated[reduce(or_, models), Field(discriminator="question")]
    return create_model(name, __base__=RootModel[kind])
