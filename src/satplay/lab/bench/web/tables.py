"""The report of ``satplay bench web``: a table for each family, with the goals of the application."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from satplay.lab.bench.benchmark import ANSWERED, FAILED, BenchmarkRun, Sample
from satplay.lab.bench.report import Column, align, figures, noise, table

FIRST_PAGE, OTHER_PAGE = 100, 40
"""Kilobytes that the first page may bring, and another page more than that."""

PLAYABLE, PAINTED, TOO_LONG, RESTARTED = 1.0, 0.050, 2.0, 2.0
"""Seconds until a page can be played, an input is painted, an answer comes, the server is there again."""

KB, MS = 1000, 1000

MISSED = " !"
EXPLAINED = "! the goal is missed"

Samples = Mapping[str, list[Sample]]


def tables(run: BenchmarkRun) -> list[str]:
    """A table for each row, separated by blank lines."""
    lines: list[str] = []
    for row in run.rows:
        found = _samples(run, row)
        if found:
            lines += [""] if lines else []
            lines += TABLES[row](run, row, found)
    return [*lines, EXPLAINED] if any(MISSED in line for line in lines) else lines


def _samples(run: BenchmarkRun, row: str) -> Samples:
    """The samples of each contestant that has answers, or failed with figures."""
    found: dict[str, list[Sample]] = {}
    for one in run.of(row):
        if one.status in ANSWERED or (one.status == FAILED and one.found):
            found.setdefault(one.contestant, []).append(one)
    return found


def _median(samples: Sequence[Sample], part: str) -> float | None:
    times = [time for one in samples for time in one.seconds(part)]
    return median(times) if times else None


def _cell(value: float | None, goal: float | None = None, unit: float = 1) -> str:
    """A value in a unit, with a mark if it misses the goal; a dash if there is none."""
    if value is None:
        return "-"
    return figures(unit * value) + (MISSED if goal is not None and value > goal else "")


# -- pages ---------------------------------------------------------------------------------------------


def _pages(run: BenchmarkRun, row: str, samples: Samples) -> list[str]:
    """The first page counts as a whole; the others by what they bring after it."""
    by = ", ".join(dict.fromkeys(str(one.found["by"]) for several in samples.values() for one in several))
    first, more, files, playable = [], [], [], []
    for path, several in samples.items():
        found = several[-1].found
        whole, rest = found["first_visit"], found["after_first_page"]
        first.append(_kilobytes(whole, FIRST_PAGE if path == "/" else None))
        more.append(_kilobytes(rest, OTHER_PAGE))
        files.append(str(whole["files"]))
        score = run.score(row, path)
        playable.append(_cell(_median(several, "total"), PLAYABLE) + noise(score))
    columns = [
        Column(f"KB, goal {FIRST_PAGE} for /", first),
        Column("files", files),
        Column(f"KB after /, goal {OTHER_PAGE}", more),
        Column(f"playable s, goal {PLAYABLE:g}", playable),
    ]
    return table(f"{run.title(row)}, by {by}", [*samples], columns)


def _kilobytes(weight: Mapping[str, int] | None, goal: float | None) -> str:
    if weight is None:
        return "-"
    size = weight["bytes"] / KB
    return f"{size:.1f}" + (MISSED if goal is not None and size > goal else "")


# -- times ---------------------------------------------------------------------------------------------


def _inputs(run: BenchmarkRun, row: str, samples: Samples) -> list[str]:
    columns = [
        Column("inputs", [str(sum(one.found["inputs"] for one in several)) for several in samples.values()])
    ]
    for part, title, goal in (
        ("p50", "median ms", None),
        ("p95", f"95 % ms, goal {MS * PAINTED:g}", PAINTED),
        ("max", "longest", None),
    ):
        columns.append(Column(title, [_cell(_median(one, part), goal, MS) for one in samples.values()]))
    return table(run.title(row), [*samples], columns)


def _hints(run: BenchmarkRun, row: str, samples: Samples) -> list[str]:
    values = samples.values()
    columns = [
        Column("first ms", [_cell(_median(one, "total"), TOO_LONG, MS) for one in values]),
        Column("later hints", [str(one[-1].found["hints"]) for one in values]),
        *(
            Column(title, [_cell(_median(one, part), TOO_LONG, MS) for one in values])
            for part, title in (("p50", "median ms"), ("p95", "95 % ms"), ("max", "longest"))
        ),
    ]
    return table(run.title(row), [*samples], columns)


def _restart(run: BenchmarkRun, row: str, samples: Samples) -> list[str]:
    values = samples.values()
    columns = [
        Column(f"answers s, goal {RESTARTED:g}", [_cell(_median(one, "total"), RESTARTED) for one in values]),
        Column("and the page", [_cell(_median(one, "page")) for one in values]),
        Column("and a move", [_cell(_median(one, "move")) for one in values]),
    ]
    return table(run.title(row), [*samples], columns)


# -- players -------------------------------------------------------------------------------------------


def _players(run: BenchmarkRun, row: str, samples: Samples) -> list[str]:
    """A table for each sample, with what the server has used."""
    return [line for several in samples.values() for one in several for line in _game(one.found)]


def _game(found: Mapping[str, Any]) -> Iterator[str]:
    clock = found["seconds"]
    heading = f"{found['players']} players, {clock:.0f} s"
    titles = [heading, "requests", "per s", "median ms", "95 % ms", "longest", "errors"]
    lines = [titles]
    for kind, one in found["kinds"].items():
        goal = None if kind in found["long"] else TOO_LONG
        times = [_cell(one["p50"], None, MS), _cell(one["p95"], None, MS), _cell(one["max"], goal, MS)]
        errors = ", ".join(f"{count} of {status}" for status, count in one["errors"].items()) or "-"
        lines.append([kind, str(one["requests"]), f"{one['requests'] / clock:.1f}", *times, errors])
    yield from align(lines)
    long = " and ".join(found["long"])
    yield f"over {TOO_LONG:g} s, without {long}: {found['slow']} of {found['requests']} requests"
    usage = found["usage"]
    if usage:
        for name in ("server", "workers"):
            before, after = usage[0], usage[-1]
            most = max(one[f"{name}_mib"] for one in usage)
            cpu = after[f"{name}_cpu"] - before[f"{name}_cpu"]
            number = f" ({after['workers']})" if name == "workers" else ""
            yield (
                f"{name}{number}: {before[f'{name}_mib']:.0f} MiB before, {most:.0f} at most, "
                f"{after[f'{name}_mib']:.0f} after; {cpu:.1f} CPU s"
            )


TABLES: Mapping[str, Callable[[BenchmarkRun, str, Samples], list[str]]] = {
    "pages": _pages,
    "inputs": _inputs,
    "hints": _hints,
    "players": _players,
    "restart": _restart,
}
