"""audit: compare an encoding with the rules, on all small boards and on random larger ones.

An encoding is *sound* if every model decodes to a solution, *complete* if every solution is the decoding of
some model, and *exact* if models and solutions correspond one to one, which counting needs.  The rules are
the puzzle's own checker; neither it nor the search for solutions uses clauses.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import field, replace
from itertools import chain
from random import Random
from typing import Any, TypeAlias

from satplay import puzzles
from satplay.arguments import expect_whole_number, show
from satplay.contracts.budget import Budget
from satplay.contracts.engine import Limit
from satplay.contracts.puzzle import Audit, Puzzle
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.contracts.texts import pluralize
from satplay.drawing.scene import Scene
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.inputs.encoded_instance import find_encoder
from satplay.inputs.picture import draw_marked
from satplay.inputs.writing import solution_formats, write_in_format
from satplay.verifying.encodings import Comparison, Counterexample, Property

Progress: TypeAlias = Callable[[dict[str, int]], None]


@dataclass(frozen=True, slots=True)
class AuditResult:
    """The verdict on one encoding: the number of boards on which each property held, and counterexamples.

    ``parts`` are the verdicts on its parts, each by itself, if its encoder has any.
    """

    puzzle: Puzzle[Any, Any] = field(repr=False)
    encoding: str
    held: dict[Property, int]
    failed: dict[Property, Counterexample]
    refused: int
    stopped: bool
    seconds: float
    parts: dict[str, AuditResult] = field(default_factory=dict)

    @property
    def exit_status(self) -> int:
        """The exit status of the encoding and its parts together."""
        return exit_status([self])

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        document: dict[str, Any] = {"subject": self.puzzle.name, "encoding": self.encoding}
        for kind in Property:
            wrong = self.failed.get(kind)
            entry: dict[str, Any] = {"holds": wrong is None, "boards": self.held[kind]}
            if wrong is not None:
                entry["board"], entry["text"] = _texts(self.puzzle, wrong)
                entry["solution"] = self.puzzle.solutions[0].as_json(wrong.board, wrong.solution)
                entry["broken"] = [str(broken) for broken in wrong.violations]
            document[kind.name.lower()] = entry
        document |= {
            "refused": self.refused,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
        }
        if self.parts:
            document["parts"] = {name: part.as_json() for name, part in self.parts.items()}
        return document

    def lines(self) -> Iterator[str]:
        """The verdict as text, with the smallest counterexample to each property that fails."""
        for kind in Property:
            wrong, boards = self.failed.get(kind), pluralize(self.held[kind], "board")
            name = f"{kind.name.lower() + ':':9}"
            yield f"{name} yes ({boards})" if wrong is None else f"{name} no, after {boards}"
        if self.refused:
            yield f"{pluralize(self.refused, 'board')} skipped: not supported by this encoding"
        if self.stopped:
            yield "a limit was reached before all boards were checked"
        for kind, wrong in self.failed.items():
            yield ""
            yield from describe_counterexample(self.puzzle, kind, wrong)
        for name, part in self.parts.items():
            yield ""
            yield f"-- its part {name!r} by itself: {part.encoding}"
            yield from part.lines()

    def __bool__(self) -> bool:
        """A result is true if no property failed and no limit was reached."""
        return self.exit_status == 0

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def picture(self) -> Scene | None:
        """The first counterexample, of the encoding or of a part, with the violated rules highlighted."""
        for wrong in (wrong for verdict in (self, *self.parts.values()) for wrong in verdict.failed.values()):
            return draw_marked(self.puzzle, wrong.board, wrong.solution, wrong.violations)
        return None


def exit_status(verdicts: Collection[AuditResult]) -> int:
    """0 all properties hold, 1 one fails, 3 a limit was reached without a failure; includes parts."""
    every = [one for verdict in verdicts for one in (verdict, *verdict.parts.values())]
    return 1 if any(one.failed for one in every) else 3 if any(one.stopped for one in every) else 0


def _texts(puzzle: Puzzle[Any, Any], wrong: Counterexample) -> tuple[str, str]:
    """The board and the solution as ``check`` reads them."""
    forms = solution_formats(puzzle, wrong.board)
    return (
        write_in_format(puzzle.formats, wrong.board, kind=f"{puzzle.name} format")[1],
        write_in_format(forms, wrong.solution, kind=f"{puzzle.name} solution format")[1],
    )


COUNTEREXAMPLE_TITLES = {
    Property.SOUND: ("not sound: on the board", "a model gives the wrong solution"),
    Property.COMPLETE: ("not complete: on the board", "no model gives the solution"),
    Property.EXACT: ("not exact: on the board", "several models give the solution"),
}


def describe_counterexample(puzzle: Puzzle[Any, Any], kind: Property, wrong: Counterexample) -> Iterator[str]:
    """A counterexample as text."""
    for words, text in zip(COUNTEREXAMPLE_TITLES[kind], _texts(puzzle, wrong), strict=True):
        yield words
        yield from (f"  {line}" for line in text.rstrip("\n").split("\n"))
    yield from (f"{broken.rule.name} does not hold: {broken.sentence}" for broken in wrong.violations)


def audit(
    subject: str,
    *,
    encoding: str | None = None,
    size: int | None = None,
    random: int = 200,
    boards: Sequence[Any] = (),
    seed: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> AuditResult:
    """Compare an encoding with the rules on all boards up to a size, ``random`` random boards and ``boards``.

    It ends when every property has failed, or at the time limit.  The parts of an encoding, if it has any,
    are compared after the whole, in the remaining time.

    >>> print(audit("mosaic", size=1, random=3))
    sound:    yes (13 boards)
    complete: yes (13 boards)
    exact:    yes (13 boards)
    """
    name, encoder = find_encoder(puzzles.find(subject), encoding)
    parts = encoder.parts
    whole, *others = audits(
        subject,
        [name, *parts.values()],
        size=size,
        random=random,
        boards=boards,
        seed=seed,
        seconds=seconds,
        progress=progress,
    )
    return replace(whole, parts=dict(zip(parts, others, strict=True)))


def audits(
    subject: str,
    encodings: Sequence[str] | None = None,
    *,
    size: int | None = None,
    random: int = 200,
    boards: Sequence[Any] = (),
    seed: int = 0,
    seconds: float | None = None,
    progress: Progress | None = None,
) -> Iterator[AuditResult]:
    """Compare several encodings, or all, within one time limit; without their parts."""
    puzzle = expect_request(subject, size=size, random=random, seed=seed)
    if isinstance(boards, str | bytes) or not isinstance(boards, Iterable):
        raise BadInput("boards", found=show(boards), expected="a list of boards")
    budget = Budget(Limit(seconds))
    for name in puzzle.encoders if encodings is None else encodings:
        find_encoder(puzzle, name)
        all_boards = chain(boards, list_boards(puzzle, size, random, seed))
        yield _audit_encoding(puzzle, name, all_boards, budget, progress)


def expect_request(subject: str, *, size: int | None, random: int, seed: int) -> Puzzle[Any, Any]:
    """The puzzle; raises ``BadInput`` if it or an argument is none of an audit."""
    puzzle = puzzles.find(subject)
    audit_boards(puzzle)
    if size is not None:
        expect_whole_number("size", size, 1)
    expect_whole_number("number of random boards", random)
    expect_whole_number("seed", seed)
    return puzzle


def _audit_encoding(
    puzzle: Puzzle[Any, Any],
    name: str,
    boards: Iterable[Any],
    budget: Budget,
    progress: Progress | None,
) -> AuditResult:
    started, stopped = budget.elapsed_seconds, False
    compared = Comparison(puzzle, audit_boards(puzzle), name)
    for board in boards:
        if compared.is_decided:
            break
        if budget.expired:
            stopped = True
            break
        compared.add(board)
        if progress is not None:
            progress({"boards": max(compared.held.values()), "failed": len(compared.failed)})
    seconds = budget.elapsed_seconds - started
    return AuditResult(puzzle, name, compared.held, compared.failed, compared.refused, stopped, seconds)


def audit_boards(puzzle: Puzzle[Any, Any]) -> Audit[Any, Any]:
    """The small boards of a puzzle and their solutions; ``BadInput`` if it has none."""
    if puzzle.audit is None:
        raise BadInput("audit", found=repr(puzzle.name), expected="a puzzle whose small boards are known")
    return puzzle.audit


def list_boards(puzzle: Puzzle[Any, Any], size: int | None, random: int, seed: int) -> Iterator[Any]:
    """All boards up to a size, then random ones: the same for the same arguments, in any process."""
    known = audit_boards(puzzle)
    yield from known.boards(known.size if size is None else size)
    rng = Random(seed)
    yield from (known.random(known.beyond, rng) for _ in range(random))
