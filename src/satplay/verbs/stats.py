"""stats: the results of a person's games by puzzle and level, or by game and opponent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from statistics import median
from typing import Any

from satplay.contracts.texts import pluralize
from satplay.errors import NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.playing.descriptions import duration
from satplay.playing.result import Ending, GameResult
from satplay.playing.subjects import names_to_play
from satplay.store import results
from satplay.store.opening import open_store, open_to_read
from satplay.store.results import StoredResult

SUCCESS = {Ending.SOLVED.value, Ending.WON.value}
HEADINGS = ("", "level", "played", "won", "lost", "best", "median", "hints", "streak")
NOTHING = "Nothing has been played yet: 'satplay play PUZZLE' at a terminal counts."


@dataclass(frozen=True, slots=True)
class LevelStats:
    """The results of one level of a puzzle, or against one opponent.

    ``won``     puzzles solved without looking at the solution, or games won
    ``lost``    games lost; 0 for puzzles
    ``best``, ``median``  seconds of the successful games, if any
    ``streak``  the number of successes since the last game that was not one
    """

    subject: str
    level: str
    played: int
    won: int
    lost: int
    best: float | None
    median: float | None
    hints: int
    streak: int

    def as_json(self) -> dict[str, Any]:
        """The entry in the document that ``--json`` prints."""
        return {name: getattr(self, name) for name in self.__slots__}


@dataclass(frozen=True, slots=True)
class StatsResult:
    """All rows, by subject and level."""

    rows: Sequence[LevelStats]
    exit_status: int = 0

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {"statistics": [row.as_json() for row in self.rows]}

    def lines(self) -> Iterator[str]:
        """A table."""
        if not self.rows:
            yield NOTHING
            return
        table = [HEADINGS, *(_cells(row) for row in self.rows)]
        widths = [max(len(row[at]) for row in table) for at in range(len(HEADINGS))]
        for row in table:
            text = [
                f"{cell:<{widths[at]}}" if at < 2 else f"{cell:>{widths[at]}}" for at, cell in enumerate(row)
            ]
            yield "  ".join(text).rstrip()


def _cells(row: LevelStats) -> tuple[str, ...]:
    times = ("-" if time is None else duration(time) for time in (row.best, row.median))
    counts = map(str, (row.played, row.won, row.lost))
    return row.subject, row.level or "any", *counts, *times, str(row.hints), str(row.streak)


def stats(subject: str | None = None) -> StatsResult:
    """The statistics of all games, or of one puzzle or game.  Reading creates and changes nothing."""
    _expect_subject(subject)
    found = sorted(results.all_results(open_to_read(), subject), key=_key)  # stable: the order of time stays
    return StatsResult([_summarize(key, list(rows)) for key, rows in groupby(found, key=_key)])


def _key(result: StoredResult) -> tuple[str, str]:
    return result.subject, result.level


def _summarize(key: tuple[str, str], rows: list[StoredResult]) -> LevelStats:
    times = [row.seconds for row in rows if row.ending in SUCCESS]
    failures = [at for at, row in enumerate(rows, 1) if row.ending not in SUCCESS]
    return LevelStats(
        *key,
        played=len(rows),
        won=len(times),
        lost=sum(row.ending == Ending.LOST.value for row in rows),
        best=min(times, default=None),
        median=median(times) if times else None,
        hints=sum(row.hints for row in rows),
        streak=len(rows) - max(failures, default=0),
    )


def record_result(result: GameResult) -> None:
    """Store the result of a game."""
    row = StoredResult(
        result.subject, result.level, result.ending.value, result.seconds, result.moves, result.hints
    )
    results.add(open_store(), row)


def count_results(subject: str | None = None) -> int:
    """The number of stored results."""
    _expect_subject(subject)
    return len(results.all_results(open_to_read(), subject))


def forget_results(subject: str | None = None) -> str:
    """Delete the results of all games, or of one puzzle or game; a sentence about it."""
    _expect_subject(subject)
    return f"{pluralize(results.forget(open_store(), subject), 'result')} deleted."


def _expect_subject(subject: str | None) -> None:
    if subject is not None and subject not in names_to_play():
        raise NoSuchName("puzzle or game", subject, names_to_play())
