"""An earlier run, read from the output of ``--json``; every value is checked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from satplay.contracts.texts import TOO_MUCH, quote, quote_json
from satplay.errors import BadInput
from satplay.lab.bench.score import SMALLEST, Score, ScoreRow, ScoreTable

MOST = 1e12
"""The largest number accepted, in seconds or any other unit."""


def read_baseline(path: Path, benchmark: str) -> ScoreTable:
    """The table of an earlier run of the same benchmark."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        found = error.strerror or str(error)
        raise BadInput("baseline", found=found, expected="a file to read", source=str(path)) from None
    except ValueError as error:
        raise _bad_baseline(path, benchmark, str(error)) from None
    try:
        table = _table(_member(json.loads(text), "kept", dict))
    except json.JSONDecodeError as error:
        raise _bad_baseline(path, benchmark, error.msg, error.lineno, error.colno) from None
    except RecursionError:
        raise _bad_baseline(path, benchmark, TOO_MUCH) from None
    except ValueError as error:
        raise _bad_baseline(path, benchmark, str(error)) from None
    if table.benchmark != benchmark:
        raise _bad_baseline(path, benchmark, f"a run of {quote(table.benchmark)}")
    return table


def _bad_baseline(
    path: Path, benchmark: str, found: str, line: int | None = None, column: int | None = None
) -> BadInput:
    expected = f"what 'satplay bench {benchmark} --json' prints"
    return BadInput("baseline", found=found, expected=expected, line=line, column=column, source=str(path))


def _table(scores: dict[str, Any]) -> ScoreTable:
    rows = tuple(map(_row, _member(scores, "rows", list)))
    return ScoreTable(_member(scores, "benchmark", str), _number(scores, "limit", least=0.0), rows)


def _row(value: Any) -> ScoreRow:
    name, title, of = (_member(value, key, str) for key in ("name", "title", "of"))
    scores = _member(value, "scores", dict)
    return ScoreRow(name, title, of, {column: _score(score) for column, score in scores.items()})


def _score(value: Any) -> Score:
    noise = None if _member(value, "noise", object) is None else _number(value, "noise", least=0.0)
    seconds, least = _number(value, "seconds"), _number(value, "least")
    return Score(seconds, least, noise, _member(value, "late", bool))


def _member(value: Any, key: str, kind: type) -> Any:
    if not isinstance(value, dict):
        raise ValueError(f"{quote_json(value)} instead of an object with {key!r}")
    if key not in value:
        raise ValueError(f"an object without {key!r}")
    if not isinstance(value[key], kind):
        raise ValueError(f"{quote_json(value[key])} as {key!r}")
    return value[key]


def _number(value: Any, key: str, least: float = SMALLEST) -> float:
    found = _member(value, key, object)
    if isinstance(found, int | float) and not isinstance(found, bool) and least <= found <= MOST:
        return float(found)
    raise ValueError(f"{quote_json(found)} as {key!r}")
