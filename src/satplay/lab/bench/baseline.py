"""A run compared with an earlier one: the ratio of every score to the earlier score.

Rows with the same instances are compared column by column.  Scores that hit a time limit are compared only
if both runs had the same limit; then the ratio is a bound, and unknown if both medians hit it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from satplay.fast_dataclass import dataclass
from satplay.lab.bench.report import align, optional
from satplay.lab.bench.score import Score, ScoreRow, ScoreTable, geometric_mean, ratio

TITLE = "this run to the earlier one"
MEAN = "geometric mean"
NOTHING = "the earlier run has nothing in common with this one"

WIDE = 100
"""Characters; a wider table is transposed if that makes it narrower."""

NOISE, AT_LEAST, AT_MOST = "~", ">", "<"
LEGEND = {
    NOISE: "within the noise of both runs",
    AT_LEAST: "at least, out of time in this run",
    AT_MOST: "at most, out of time in the earlier run",
}


@dataclass(frozen=True, slots=True)
class Change:
    """A ratio to the earlier run.

    ``mark``   printed before it, explained in ``LEGEND``; empty for a significant difference
    ``noise``  whether the noise of both runs is known
    """

    ratio: float
    mark: str = ""
    noise: bool = True

    def __str__(self) -> str:
        return f"{self.mark}{ratio(self.ratio)}"


@dataclass(frozen=True, slots=True)
class Changes:
    """The ratios of a run to an earlier one, by row and column."""

    rows: tuple[tuple[ScoreRow, Mapping[str, Change]], ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns that were compared, in the order of this run."""
        return tuple(dict.fromkeys(name for row, found in self.rows for name in row.scores if name in found))

    def of(self, column: str) -> list[Change]:
        """The ratios of a column, in the order of the rows."""
        return [found[column] for _, found in self.rows if column in found]

    def mean(self, column: str) -> Change | None:
        """The geometric mean over all rows; a bound if one of them is, None if bounds of both kinds are."""
        ratios_of_column = self.of(column)
        bounds = {one.mark for one in ratios_of_column} & {AT_LEAST, AT_MOST}
        if len(bounds) > 1:
            return None
        return Change(geometric_mean([one.ratio for one in ratios_of_column]), "".join(bounds))


def compare_tables(now: ScoreTable, then: ScoreTable) -> Changes:
    """The ratios of everything that was measured in both runs."""
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
    """Ratios by row and column, their marks, and means by column."""
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
    """A table for rows that share columns, and the meaning of its marks."""
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
    """Rows without a common column are printed in separate tables."""
    parts: list[list[tuple[ScoreRow, Mapping[str, Change]]]] = []
    for row in changes.rows:
        near = [part for part in parts if any(set(found) & set(row[1]) for _, found in part)]
        for part in near:
            parts.remove(part)
        parts.append([*(one for part in near for one in part), row])
    return [Changes(tuple(part)) for part in parts]


def _laid_out(part: Changes) -> list[str]:
    """Rows as lines, or columns as lines if that is narrower."""
    columns = part.columns
    body = [[row.title, *(optional(found.get(name)) for name in columns)] for row, found in part.rows]
    grid = [[TITLE, *columns], *body]
    if len(body) > 1:
        grid.append([MEAN, *(optional(part.mean(name)) for name in columns)])
    upright, lying = align(grid), align([*zip(*grid, strict=True)])
    return lying if _width(upright) > max(WIDE, _width(lying)) else upright


def _width(text: Iterable[str]) -> int:
    return max(map(len, text))
