"""The subjects with what the pages know of them, and what a pasted text is."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field

from satplay.errors import BadInput, cut
from satplay.web.pages import the_site
from satplay.web.recognise import recognise_text

if TYPE_CHECKING:
    from satplay.web.application import Services


class StartAnswer(BaseModel):
    """A board and a position on it, as the subject's board script takes them."""

    board: Any
    position: Any


class OptionAnswer(BaseModel):
    """An option of a new board or game."""

    name: str
    takes: str | None = Field(description="placeholder of its value; null for a flag")
    help: str


class DailyAnswer(BaseModel):
    """How the daily board is made."""

    size: str | None
    difficulty: str | None


class SubjectAnswer(BaseModel):
    """What the pages know of a puzzle or game."""

    model_config = ConfigDict(extra="allow")

    name: str
    title: str
    path: str = Field(description="path of its page")
    kind: Literal["puzzle", "game"] = Field(description="a puzzle is filled in by one person")
    summary: str
    rules: list[str] = Field(description="the rules in short")
    has_board_script: bool
    first_board: str | None = Field(description="text of a board for a first visit")
    first_solution: str | None
    sizes: list[str]
    levels: list[str]
    daily: DailyAnswer | None
    options: list[OptionAnswer]
    formats: list[str]
    encodings: list[str]
    start: StartAnswer | None = Field(description="the first board before the first move")
    example: StartAnswer | None = Field(description="the first board, solved")


class RecogniseRequest(BaseModel):
    """A text of any kind."""

    model_config = ConfigDict(extra="forbid", strict=True)

    input: str = Field(description="a board, a link, a level, a formula or a saved game")


class Recognised(BaseModel):
    """What a text is."""

    kind: Literal["board", "position", "solution", "record", "formula"]
    subject: str = Field(description="name of the puzzle or game")
    title: str
    format: str | None
    size: str | None
    count: int = Field(description="the number of boards in the text")
    page: str | None = Field(description="path of the page that opens it; null if there is none")


class Unrecognised(BaseModel):
    """Why a text is not recognised: an answer like the others, not an error of the request."""

    kind: Literal["unknown"]
    message: str = Field(description="what is wrong with the text, as a sentence")
    line: int | None = Field(description="where it is wrong, from 1")
    column: int | None
    found: str
    expected: str


RecogniseAnswer: TypeAlias = Annotated[Recognised | Unrecognised, Field(discriminator="kind")]


def router(services: Services) -> APIRouter:
    """The routes."""
    routes = APIRouter(tags=["lists"])
    cells = services.settings.cells

    @routes.get("/api/subjects", operation_id="subjects", summary="List what the pages know of each subject")
    def list_subjects() -> list[SubjectAnswer]:
        return [SubjectAnswer(**subject) for subject in the_site().subjects.values()]

    @routes.post(
        "/api/recognise",
        operation_id="recognise",
        summary="Recognise a text",
        response_model=RecogniseAnswer,
    )
    def recognise(body: RecogniseRequest) -> RecogniseAnswer:
        """Say which puzzle or game a text belongs to, and what it is; ``unknown`` if it is none of these.

        It is never taken as a file name.
        """
        try:
            return Recognised(**asdict(recognise_text(body.input, cells)))
        except BadInput as error:
            return _unrecognised(error)

    return routes


def _unrecognised(error: BadInput) -> Unrecognised:
    return Unrecognised(
        kind="unknown",
        message=str(error),
        line=error.line,
        column=error.column,
        found=cut(error.found),
        expected=error.expected,
    )
