"""Operation: one verb for one subject over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pydantic import BaseModel

from satplay.fast_dataclass import dataclass
from satplay.inputs.examples import default_example, example_subjects, find_examples
from satplay.web.verb_answers import Answer
from satplay.web.verb_inputs import GIVEN


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
    answer: type[Answer]
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
        taken = self.task.__annotations__
        if "seconds" not in taken:  # it does not watch the time: its worker is stopped
            del arguments["seconds"]
        if "given" in taken:
            arguments["given"] = {name: arguments.pop(name) for name in GIVEN if name in arguments}
        return arguments, seconds


def example_input(subject: str) -> dict[str, str]:
    """The request for the example of a subject that is shown first; empty if it has none."""
    has_examples = subject in example_subjects()
    return {"input": find_examples(default_example(subject))[0].text()} if has_examples else {}
