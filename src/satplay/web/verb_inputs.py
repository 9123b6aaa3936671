"""Inputs of the verbs as texts, their limits, and reports of progress; for worker processes.

An input is always a text: it is never the name of a file, of standard input or of a collection.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from satplay import puzzles
from satplay.contracts.engine import Limit
from satplay.errors import BadInput
from satplay.inputs.reading import read_instance, split_instances
from satplay.inputs.source import Source
from satplay.web.answers import client_text
from satplay.web.limits import expect_cells
from satplay.workers.worker import report

Document: TypeAlias = dict[str, Any]
"""What ``--json`` prints."""

GIVEN = ("subject", "cells", "input", "format", "variants")

Given: TypeAlias = Mapping[str, Any]
"""The fields of a request that give an instance: those of ``GIVEN``; ``cells`` is the limit of the server."""

Options: TypeAlias = Mapping[str, Any] | None
"""Options of a subject by name; None if there are none."""

PART_FOR_SEARCH = 0.9
"""The part of the time limit for the verb; in the rest its answer is put together."""

EVERY = 0.1
"""Seconds between two progress events."""


def text_sources(texts: Iterable[str]) -> list[Source]:
    """The sources of the arguments of a question."""
    return [client_text(text, f"argument {number}") for number, text in enumerate(texts, 1)]


def read_given(given: Given) -> tuple[Source, str, str | None]:
    """The source of one instance under its rule variants, its subject, and its format if it is named."""
    subject, format = given["subject"], given.get("format")
    sources = split_instances(client_text(given["input"]), subject, format)
    if len(sources) != 1:
        raise BadInput("input", found=f"{len(sources)} instances", expected="one instance")
    puzzle = puzzles.find(subject)
    if puzzle.size is not None:
        expect_cells(puzzle.size(read_instance(sources[0], subject, format).board), given["cells"])
    variants = option_texts(given.get("variants"), "")
    return replace(sources[0], settings=tuple(variants.items())), subject, format


def option_texts(options: Options, flag: str) -> dict[str, str]:
    """The options as the command line takes them; ``flag`` is the value of one that takes none.

    >>> option_texts({"most": 3, "ratio": 4.0, "planted": True, "core": False}, "yes")
    {'most': '3', 'ratio': '4', 'planted': 'yes'}
    """
    texts: dict[str, str] = {}
    for name, value in (options or {}).items():
        if isinstance(value, bool):
            if value:
                texts[name] = flag
        elif value is not None:
            texts[name] = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    return texts


def time_limit(seconds: float, conflicts: int | None = None) -> Limit:
    """The limit of a verb."""
    return Limit(seconds=PART_FOR_SEARCH * seconds, conflicts=conflicts)


def counters() -> Callable[[Mapping[str, int | float]], None]:
    """A function that reports counters as progress, with the seconds so far; at most ten times a second."""
    started, last = time.monotonic(), -math.inf

    def send(numbers: Mapping[str, int | float]) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last >= EVERY:
            last = now
            report({**numbers, "seconds": round(now - started, 1)})

    return send
