"""A job of ``audit``: some of the boards on which an encoding is compared with the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, islice
from operator import itemgetter
from typing import Any

from satplay import puzzles
from satplay.campaign.job import FinishedJob, Task, Values, digest
from satplay.campaign.tasks.inputs import from_parameters
from satplay.contracts.puzzle import Puzzle
from satplay.errors import EncodingError
from satplay.inputs.reading import read_board
from satplay.verbs.audit import AuditResult, audit_boards, list_boards
from satplay.verifying.encodings import Comparison, Counterexample, Property

BOARDS = 50
"""The boards of one job: some milliseconds of work, which a campaign sends in chunks."""


def auditing(
    subject: str,
    encoding: str,
    *,
    size: int | None,
    random: int,
    seed: int,
    format: str | None = None,
    sources: Sequence[Sequence[Any]] = (),
) -> tuple[Task, int, Iterator[Values]]:
    """The task, the number of jobs and the parameters of each.

    ``sources`` are given boards as parameters of jobs; they are compared first, as by ``audit``.
    """
    boards: dict[str, Any] = {"size": size, "random": random, "seed": seed}
    boards |= {"format": format, "sources": list(sources)}
    count = sum(1 for _ in _all_boards(subject, **boards))
    jobs = ({"begin": begin, "end": min(begin + BOARDS, count)} for begin in range(0, count, BOARDS))
    common = {"subject": subject, "encoding": encoding, "boards": boards}
    task = Task(f"audit {subject} {encoding}", f"{__name__}:audit_range", common, {})
    return task, -(-count // BOARDS), jobs


def audit_range(
    *, subject: str, encoding: str, boards: Mapping[str, Any], begin: int, end: int
) -> dict[str, Any]:
    """Compare an encoding with the rules on the boards from ``begin`` up to ``end``.

    ``held``     the number of boards on which each property held, until one in this range on which it failed
    ``failed``   the place of that board, for each property that failed
    ``refused``  the places of boards that the encoding does not support
    """
    puzzle = puzzles.find(subject)
    compared = Comparison(puzzle, audit_boards(puzzle), encoding)
    failed: dict[str, int] = {}
    refused: list[int] = []
    for place, board in enumerate(_reader.read(subject, boards, begin, end), begin):
        if compared.is_decided:
            break
        before = compared.refused
        compared.add(board)
        if compared.refused > before:
            refused.append(place)
        for kind in compared.failed:
            failed.setdefault(kind.name, place)
    held = {kind.name: number for kind, number in compared.held.items()}
    return {"held": held, "failed": failed, "refused": refused}


class Verdict:
    """The results of the jobs of a task in their order as one result: that of ``audit`` in one process."""

    def __init__(self, task: Task) -> None:
        self._puzzle: Puzzle[Any, Any] = puzzles.find(task.common["subject"])
        self._encoding: str = task.common["encoding"]
        self._boards: Values = task.common["boards"]
        self._held = dict.fromkeys(Property, 0)
        self._failed: dict[Property, Counterexample] = {}
        self._refused = 0

    @property
    def is_decided(self) -> bool:
        """Whether every property has failed: no further result has an effect."""
        return len(self._failed) == len(Property)

    def add(self, result: FinishedJob) -> None:
        """Add the values of the next job."""
        values = result.values
        still_open = [kind for kind in Property if kind not in self._failed]
        failed: list[tuple[int, Property]] = [
            (values["failed"][kind.name], kind) for kind in still_open if kind.name in values["failed"]
        ]
        for kind in still_open:
            self._held[kind] += values["held"][kind.name]
        last = -1
        for last, kind in sorted(failed, key=itemgetter(0)):
            self._failed[kind] = self._counterexample(last, kind)
        # In one process, no board is compared after the last property has failed.
        self._refused += sum(not self.is_decided or place < last for place in values["refused"])

    def result(self, *, stopped: bool, seconds: float) -> AuditResult:
        """The verdict; ``stopped`` if jobs are missing, although a property is open."""
        return AuditResult(
            self._puzzle, self._encoding, self._held, self._failed, self._refused, stopped, seconds
        )

    def _counterexample(self, place: int, kind: Property) -> Counterexample:
        """Found again here: a wrong solution may have no text that can be read."""
        compared = Comparison(self._puzzle, audit_boards(self._puzzle), self._encoding)
        compared.add(*_reader.read(self._puzzle.name, self._boards, place, place + 1))
        if kind not in compared.failed:
            raise EncodingError(f"{self._encoding} of board {place + 1} differs between two processes")
        return compared.failed[kind]


def _all_boards(
    subject: str,
    *,
    size: int | None,
    random: int,
    seed: int,
    format: str | None,
    sources: Sequence[Sequence[Any]],
) -> Iterator[Any]:
    given = (read_board(from_parameters(source), subject, format)[1] for source in sources)
    return chain(given, list_boards(puzzles.find(subject), size, random, seed))


class _Reader:
    """Reads ranges of boards; one that begins after the last one goes on where that ended."""

    def __init__(self) -> None:
        self._key, self._place = "", 0
        self._boards: Iterator[Any] = iter(())

    def read(self, subject: str, boards: Mapping[str, Any], begin: int, end: int) -> list[Any]:
        """The boards from ``begin`` up to ``end``."""
        key = digest([subject, boards])
        if key != self._key or self._place > begin:
            self._boards, self._place = _all_boards(subject, **boards), 0
        self._key = ""  # an interrupted generator has ended: it is not used again
        found = list(islice(self._boards, begin - self._place, end - self._place))
        if len(found) != end - begin:
            raise ValueError(f"{len(found)} boards from {begin} to {end}")
        self._key, self._place = key, end
        return found


_reader = _Reader()
