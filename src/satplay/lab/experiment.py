"""Experiment: a question that is answered by measuring, as jobs and what they show.

One file of ``experiments/`` each.  A job is told its parameters and returns what it measured; both are what
JSON can say, so that the store can keep them and the report is made from the store alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from satplay.drawing.scene import Scene

if TYPE_CHECKING:
    from satplay.store.runs import Job

Parameters: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a heading; ``name`` is that of its file."""

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Axis:
    """What is drawn along one side, with its unit."""

    label: str
    log: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """Points that belong together; those of the ``source`` are drawn so that one sees whose they are.

    ``spread`` has the lowest and the highest of what each point stands for; without it none is drawn.
    """

    label: str
    points: Sequence[tuple[float, float]]
    source: bool = False
    spread: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """A figure of one or more series; ``marks`` are places on the x axis with a name."""

    name: str
    title: str
    x: Axis
    y: Axis
    series: Sequence[Series]
    marks: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bars:
    """A figure of groups of bars: ``values`` has a row for each group, a column for each label.

    Bars stand on ``base``: those of ratios on 1, so that what is less hangs down.
    """

    name: str
    title: str
    y: Axis
    groups: Sequence[str]
    labels: Sequence[str]
    values: Sequence[Sequence[float | None]]
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, with lines of text below it that stand as they are."""

    name: str
    title: str
    scene: Scene
    lines: Sequence[str] = ()


Section: TypeAlias = Words | Table | Lines | Bars | Picture


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment.

    ``source``   where it comes from
    ``plan``     the parameters of all jobs: of the quick run, or of the full one
    ``measure``  does one job, in a process of its own
    ``report``   what the jobs that have ended show
    ``seconds``  CPU time that a job may take, in the quick run and in the full one
    ``memory``   MiB that it may take
    """

    title: str
    source: str
    plan: Callable[[bool], Sequence[Parameters]]
    measure: Callable[[Parameters], Mapping[str, Any]]
    report: Callable[[Sequence[Job]], Iterable[Section]]
    seconds: tuple[float, float] = (5.0, 60.0)
    memory: int = 2048
