"""JSON documents that satplay reads: runs of the traced engine, and earlier benchmarks."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Hashable, Iterator, Sequence
from functools import cache
from pathlib import Path

import satplay
from satplay.engines.reference.options import SearchOptions
from satplay.errors import EngineError
from satplay.lab.bench.baseline_file import read_baseline
from satplay.tracing.document import from_json, to_json
from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.targets.formulas import small_formulas
from tests.abuse.fuzz.targets.target import Target, bytes_of, expect_same, text_of

BENCHMARK = "engines"
TOKENS = (
    b"null",
    b"true",
    b"[]",
    b"{}",
    b'""',
    b"-1",
    b"1e999",
    b'"kind":',
    b'"events":',
    b'"lit":',
    b"[1,[2]]",
)


def document_targets() -> Iterator[Target]:
    yield Target("trace document", "formulas", read_trace, trace_seeds, TOKENS)
    yield Target("baseline document", "formulas", read_earlier_run, baseline_seeds, TOKENS, weight=0.5)


@cache
def trace_seeds() -> Sequence[Parts]:
    """Short runs with all features of the traced engine, without the derived fields."""
    traces = [satplay.trace(formula) for formula in small_formulas()[:5]]
    traces += [satplay.trace(formula, options=SearchOptions()) for formula in small_formulas()[:3]]
    return tuple((bytes_of(json.dumps(to_json(trace, detailed=False))),) for trace in traces)


def read_trace(parts: Parts) -> Hashable:
    """A document is refused, or it is a run that can be written; a run that is not CDCL is refused later."""
    try:
        document = json.loads(parts[0])
    except (ValueError, RecursionError):
        return "not JSON"
    trace = from_json(document)
    try:
        texts = [trace.to_text(), trace.to_latex(), json.dumps(to_json(trace, detailed=False))]
    except EngineError as error:  # the documented refusal of a run that CDCL does not allow
        return "impossible run", str(error)[:20]
    expect_same("round trip", from_json(json.loads(texts[2])).events, trace.events)
    return "run", tuple(sorted({type(event).__name__ for event in trace.events}))


@cache
def baseline_seeds() -> Sequence[Parts]:
    score = {"seconds": 1.5, "least": 1.0, "noise": 0.1, "late": False}
    row = {
        "name": "a",
        "title": "A",
        "of": "seconds",
        "scores": {"native": score, "other": {**score, "noise": None}},
    }
    kept = {"benchmark": BENCHMARK, "limit": 10.0, "rows": [row]}
    return ((bytes_of(json.dumps({"kept": kept})),),)


def read_earlier_run(parts: Parts) -> Hashable:
    """An earlier run is read or refused."""
    handle, name = tempfile.mkstemp()
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(parts[0])
        table = read_baseline(Path(name), BENCHMARK)
    finally:
        Path(name).unlink()
    return len(table.rows), text_of(parts[0]).count("scores")
