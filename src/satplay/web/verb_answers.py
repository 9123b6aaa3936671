"""Answers of the verbs: what their documents have in common, for ``openapi.json``.

Documents are those of ``--json``.  They have further fields, by subject and answer.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

Status: TypeAlias = Literal["sat", "unsat", "unknown"]


class Answer(BaseModel):
    """A document: the fields that are known, and others."""

    model_config = ConfigDict(extra="allow", defer_build=True)


class LimitedAnswer(Answer):
    """An answer, or ``status`` "unknown" if the time or memory of the whole job was not enough."""

    status: str | None = Field(None, description="'unknown' if a limit was reached")
    stopped: str | bool | None = Field(None, description="the limit that was reached")


class StageSeconds(Answer):
    """Seconds spent on each stage."""

    encode: float = 0.0
    solve: float = 0.0
    verify: float = 0.0


class BrokenRule(Answer):
    """A rule at one place."""

    rule: str
    sentence: str
    place: list[Any]


class SolveAnswer(LimitedAnswer):
    """The answer to one instance; its solution has been checked by the rules."""

    status: Status
    subject: str | None = None
    solution: Any = Field(None, description="the solution in the subject's own shape")
    reason: list[BrokenRule] | None = Field(None, description="rules that cannot hold together")
    unique: bool | None = Field(None, description="whether this is the only solution")
    engine: str | None = None
    encoding: str | None = None
    variables: int | None = None
    clauses: int | None = None
    seconds: StageSeconds | None = None


class CountAnswer(LimitedAnswer):
    """The number of solutions."""

    count: int | None = Field(None, description="exact; null if a limit was reached")
    at_least: int | None = None
    subject: str | None = None


class EnumerateAnswer(LimitedAnswer):
    """Some solutions, or all."""

    solutions: list[Any] = Field(default_factory=list, description="each in the subject's own shape")
    found: int | None = None
    complete: bool | None = Field(None, description="whether there are no others")


class BackboneAnswer(LimitedAnswer):
    """The literals that are true in every solution."""

    backbone: list[int] | None = Field(None, description="null if there is no solution")
    undecided: list[int] | None = None


class MusAnswer(LimitedAnswer):
    """A minimal unsatisfiable subset, or all of them."""

    status: Status
    mus: list[Any] | None = Field(None, description="clauses, or rules of a puzzle")
    muses: list[Any] | None = Field(None, description="with 'all': every subset")
    minimal: bool | None = None


class SplitAnswer(LimitedAnswer):
    """Cubes."""

    cubes: list[list[int]] | None = None


class EncodeAnswer(LimitedAnswer):
    """Clauses with a name for every variable that has a meaning."""

    encoding: str | None = None
    variables: int | None = None
    clauses: int | None = None
    names: dict[str, str] | None = None
    cnf: list[list[int]] | None = None
    dimacs: str | None = Field(None, description="the text of the file")


class ConvertAnswer(LimitedAnswer):
    """The text in another format, or the formats that are possible."""

    format: str | None = None
    text: str | None = None
    formats: list[str] | None = None


class GenerateAnswer(LimitedAnswer):
    """A new instance."""

    instance: str | None = Field(None, description="the text of the instance")
    format: str | None = None
    seed: int | None = None
    solution: Any = None


class HintAnswer(LimitedAnswer):
    """The next step, a mistake, or why there is neither."""

    kind: str | None = Field(None, description="step, mistake, solved, open, unsolvable or unknown")
    facts: list[str] | None = None
    reason: list[BrokenRule] | None = None
    where: str | None = None


class GameHintAnswer(LimitedAnswer):
    """Verdicts on moves."""

    kind: str | None = Field(None, description="move, unknown, over or chance")
    to_move: str | None = None
    moves: list[Any] | None = None


class ExplainAnswer(LimitedAnswer):
    """All steps to the solution, and how they end."""

    steps: list[HintAnswer] | None = None
    end: HintAnswer | None = None
    solution: Any = None
    level: str | None = None


class RateAnswer(LimitedAnswer):
    """The difficulty of a board."""

    status: Literal["rated", "unsolvable", "several", "unknown"]
    level: str | None = None


class CheckAnswer(LimitedAnswer):
    """Whether a solution is right."""

    valid: bool | None = None
    broken: list[BrokenRule] | None = None


class AuditAnswer(LimitedAnswer):
    """Whether an encoding agrees with the rules."""

    encoding: str | None = None


class TraceAnswer(LimitedAnswer):
    """A run as events."""


class AskAnswer(LimitedAnswer):
    """The answer to a question; its fields are those of the question."""


class EngineRow(Answer):
    """One engine."""

    name: str
    kind: str
    version: str
    installed: bool
    quantified: bool = Field(description="whether it is for quantified formulas")


class SubjectRow(Answer):
    """What a puzzle or a game offers by name."""

    name: str
    kind: Literal["puzzle", "game"]
    summary: str
    rules: dict[str, str]
    formats: list[str]
    levels: list[str]
    encodings: dict[str, str]
    verbs: list[str]


class ExampleAnswer(BaseModel):
    """An example that comes with satplay."""

    subject: str
    name: str
    text: str


class JobAnswer(BaseModel):
    """A job that will have the answer: ``GET /api/jobs/ID``, or its events."""

    job: str
