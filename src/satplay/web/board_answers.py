"""Answers of the routes about the position of a match, for ``openapi.json``."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from satplay.web.verb_answers import LimitedAnswer


class Marked(BaseModel):
    """A rule instance with the elements of the board that it is about."""

    model_config = ConfigDict(extra="allow")

    rule: str
    sentence: str
    elements: list[str]


class Link(BaseModel):
    """One link of a chain, with what the board shows there."""

    text: str
    depth: int
    position: Any = None
    marks: dict[str, Any] | None = None


class StepAnswer(LimitedAnswer):
    """A step, a mistake, or why there is neither; in a game between seats, advice.

    ``move`` is the typed move that makes the step; the fields from ``asked`` on belong to advice.
    """

    kind: str | None = Field(None, description="step, mistake, solved, open, unsolvable, unknown or advice")
    where: str | None = Field(None, description="the place to look at, without what follows there")
    where_marks: dict[str, Any] | None = None
    facts: list[str] | None = None
    reason: str | None = None
    chain: list[Link] | None = None
    because: list[Marked] | None = None
    given: list[str] | None = Field(None, description="known facts that the step uses")
    notes: list[dict[str, Any]] | None = Field(None, description="steps that cannot be drawn")
    marks: dict[str, Any] | None = None
    position: Any = Field(None, description="the position after the step")
    move: str | None = None
    cost: int | None = None
    lines: list[str] | None = Field(None, description="the whole hint as text")
    asked: int | None = Field(None, description="the number of hints given in this position")
    more: bool | None = Field(None, description="whether asking again in this position tells more")
    has_move: bool | None = None
    hints: int | None = Field(None, description="the positions in which hints were given")
    record: str | None = Field(None, description="the record, which counts the hint")


class ExplanationAnswer(LimitedAnswer):
    """How an explanation ends; its steps are the progress events of the job."""

    steps: int | None = None
    summary: str | None = None
    level: str | None = None
    end: str | None = Field(None, description="solved, open, mistake, unsolvable or unknown")
    lines: list[str] | None = None
    because: list[Marked] | None = None
    solution: Any = None
    alternatives: list[Any] | None = None


class PositionAnswer(LimitedAnswer):
    """Whether a position is right."""

    status: str | None = Field(None, description="solved, unfinished, wrong, or unknown")
    lines: list[str] | None = None
    violations: list[Marked] | None = None
    wrong: list[str] | None = Field(None, description="elements of entries that no solution has")
    marks: dict[str, Any] | None = None


class SolutionAnswer(LimitedAnswer):
    """A solution of the board; null if there is none."""

    position: Any = None
    picture: dict[str, Any] | None = None
    lines: list[str] | None = None


class DifficultyAnswer(LimitedAnswer):
    """The difficulty of a board."""

    level: str | None = None
    lines: list[str] | None = None


class Variable(BaseModel):
    """A variable with what it means."""

    number: int
    atom: str
    denied: str
    elements: list[str]


class Clause(BaseModel):
    """A clause with the rule instance that it states; ``mentions`` are the elements of its variables."""

    number: int
    literals: list[int]
    words: list[str]
    rule: str | None
    sentence: str
    elements: list[str]
    mentions: list[str]


class ClausesAnswer(LimitedAnswer):
    """Variables about a part of the board, and the clauses that mention them."""

    encodings: list[str] | None = None
    encoding: str | None = None
    variable_count: int | None = None
    clause_count: int | None = None
    other_rules: list[str] | None = Field(None, description="rules that no clause of this formula states")
    variables: list[Variable] | None = None
    clauses: list[Clause] | None = None
    truncated: bool | None = Field(None, description="whether there are more")
