"""A run beside an earlier one: how many times as long everything takes now.

Rows of the same instances are compared, column by column.  Where a limit was hit it must have been the same
in both runs; then a ratio is only a bound, and where both medians were late nobody can say anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from satplay.lab.bench.report import aligned, ratio
from satplay.lab.bench.score import Row, Score, Table, geometric_mean

TITLE = "this run to the earlier one"
MEAN = "geometric mean"
NOTHING = "the earlier run has nothing in common with this one"

WIDE = 100
"""Characters; narrower tables are all well."""

NOISE, AT_LEAST, AT_MOST = "~", ">", "<"
LEGEND = {
    NOISE: "within the noise of both runs",
    AT_LEAST: "at least, out of time in this run",
    AT_MOST: "at most, out of time in the earlier run",
}


@dataclass(frozen=True, slots=True)
class Change:
    """A ratio to the earlier run.

    ``mark``   what is written before it, of ``LEGEND``; empty for a difference that counts
    ``noise``  whether the noise of both runs is known
    """

    ratio: float
    mark: str = ""
    noise: bool = True

    def __str__(self) -> str:
        return f"{self.mark}{ratio(self.ratio)}"


@dataclass(frozen=True, slots=True)
class Changes:
    """Of rows of this run, column by column."""

    rows: tuple[tuple[Row, Mapping[str, Change]], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """In the order of this run."""
        return tuple(dict.fromkeys(name for row, found in self.rows for name in row.scores if name in found))

    def of(self, column: str) -> list[Change]:
        """One for each row that has one."""
        return [found[column] for _, found in self.rows if column in found]

    def mean(self, column: str) -> Change | None:
        """Over all rows; a bound where some are.  None where some are lower and some upper bounds."""
        all_of_them = self.of(column)
        bounds = {one.mark for one in all_of_them} & {AT_LEAST, AT_MOST}
        if len(bounds) > 1:
            return None
        return Change(geometric_mean([one.ratio for one in all_of_them]), "".join(bounds))


def compared(now: Table, then: Table) -> Changes:
    """Everything that was measured both times."""
    earlier = {row.name: row for row in then.rows}
    found = []
    for row in now.rows:
        before = earlier.get(row.name)
        if before is None or before.of != row.of:
            continue
        both = ((name, one, before.scores[name]) for name, one in row.scores.items() if name in before.scores)
        changes = {name: _change(one, other, now.limit == then.limit) for name, one, other in both}
        known = {name: one for name, one in changes.items() if one is not None}
        if known:
            found.append((row, known))
    return Changes(tuple(found))


def _change(now: Score, then: Score, same_limit: bool) -> Change | None:
    if ((now.late or then.late) and not same_limit) or (now.unknown and then.unknown):
        return None
    number = now.least / then.least
    if now.unknown or then.unknown:
        return Change(number, AT_LEAST if now.unknown else AT_MOST)
    if now.noise is None or then.noise is None:
        return Change(number, noise=False)
    within = abs(now.least - then.least) <= now.noise * now.least + then.noise * then.least
    return Change(number, NOISE if within else "")


def as_json(changes: Changes) -> dict[str, Any]:
    """Ratios by row and column, their marks where they have one, and means by column."""
    means = {column: changes.mean(column) for column in changes.columns}
    return {
        "to_baseline": {row.name: {c: one.ratio for c, one in found.items()} for row, found in changes.rows},
        "to_baseline_marks": {
            row.name: {c: one.mark for c, one in found.items() if one.mark} for row, found in changes.rows
        },
        "to_baseline_mean": {c: None if mean is None else mean.ratio for c, mean in means.items()},
    }


# -- text ------------------------------------------------------------------------------------------


def lines(changes: Changes) -> list[str]:
    """A table for rows that share columns, and what its signs mean."""
    if not changes.rows:
        return [NOTHING]
    text: list[str] = []
    for part in _parts(changes):
        text += [*_laid_out(part), ""]
    every = [one for _, found in changes.rows for one in found.values()]
    signs = [
        f"{mark} {meaning}" for mark, meaning in LEGEND.items() if any(one.mark == mark for one in every)
    ]
    if not all(one.noise for one in every):
        signs.append("noise is not known of fewer than 3 samples")
    return [*text[:-1], "; ".join(["below 1 is faster now", *signs])]


def _parts(changes: Changes) -> list[Changes]:
    """Rows that have no column in common stand in tables of their own."""
    parts: list[list[tuple[Row, Mapping[str, Change]]]] = []
    for row in changes.rows:
        near = [part for part in parts if any(set(found) & set(row[1]) for _, found in part)]
        for part in near:
            parts.remove(part)
        parts.append([*(one for part in near for one in part), row])
    return [Changes(tuple(part)) for part in parts]


def _laid_out(part: Changes) -> list[str]:
    """Rows as lines; columns as lines where the other is wide, and this narrower."""
    columns = part.columns
    body = [[row.title, *(_cell(found.get(name)) for name in columns)] for row, found in part.rows]
    grid = [[TITLE, *columns], *body]
    if len(body) > 1:
        grid.append([MEAN, *(_cell(part.mean(name)) for name in columns)])
    upright, lying = aligned(grid), aligned([*zip(*grid, strict=True)])
    return lying if _width(upright) > max(WIDE, _width(lying)) else upright


def _cell(change: Change | None) -> str:
    return "-" if change is None else str(change)


def _width(text: Iterable[str]) -> int:
    return max(map(len, text))
