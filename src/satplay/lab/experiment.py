"""Experiment: a question that is answered by measuring: its jobs and its report.

One file of ``experiments/`` each.  A job takes parameters and returns values; both are JSON, so that the
store can hold them and the report is made from the store alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeAlias

from satplay.drawing.scene import Scene
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.store.runs import Job

Parameters: TypeAlias = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph."""

    text: str


@dataclass(frozen=True, slots=True)
class ReportTable:
    """Rows under a heading; ``name`` is the name of its file."""

    name: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[Any]]


@dataclass(frozen=True, slots=True)
class Axis:
    """The label of an axis, with its unit."""

    label: str
    log: bool = False


@dataclass(frozen=True, slots=True)
class Series:
    """A line of points; a series of the ``source`` has a style of its own.

    ``spread`` has the minimum and maximum that belong to each point, drawn as a band.
    """

    label: str
    points: Sequence[tuple[float, float]]
    source: bool = False
    spread: Sequence[tuple[float, float]] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """A figure of one or more series; ``marks`` are named positions on the x axis."""

    name: str
    title: str
    x: Axis
    y: Axis
    series: Sequence[Series]
    marks: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Bars:
    """A figure of groups of bars: ``values`` has a row for each group, a column for each label.

    Bars start at ``base``: ratios at 1, so that smaller values point down.
    """

    name: str
    title: str
    y: Axis
    groups: Sequence[str]
    labels: Sequence[str]
    values: Sequence[Sequence[float | None]]
    base: float = 0.0


@dataclass(frozen=True, slots=True)
class ReportPicture:
    """A drawing, with preformatted lines of text below it."""

    name: str
    title: str
    scene: Scene
    lines: Sequence[str] = ()


Section: TypeAlias = Paragraph | ReportTable | Lines | Bars | ReportPicture


@dataclass(frozen=True, slots=True)
class Experiment:
    """One experiment.

    ``source``   its origin
    ``plan``     the parameters of all jobs, of the quick run or of the full one
    ``measure``  does one job, in a child process
    ``report``   the sections of the report, from the jobs that have ended
    ``seconds``  CPU time limit of a job, in the quick run and in the full one
    ``memory``   memory limit of a job in MiB
    """

    title: str
    source: str
    plan: Callable[[bool], Sequence[Parameters]]
    measure: Callable[[Parameters], Mapping[str, Any]]
    report: Callable[[Sequence[Job]], Iterable[Section]]
    seconds: tuple[float, float] = (5.0, 60.0)
    memory: int = 2048
