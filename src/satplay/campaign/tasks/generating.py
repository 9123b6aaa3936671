"""A job of ``generate``: one instance from one seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from satplay import puzzles
from satplay.campaign.job import Task, Values
from satplay.contracts.format import Format
from satplay.inputs.board_details import board_details
from satplay.inputs.writing import find_format
from satplay.verbs.generate import GenerateResult, GenerateSeconds, generate

if TYPE_CHECKING:
    from satplay.store.collections import NewBoard


def generating(
    subject: str, seeds: range, levels: Sequence[str | None], **request: Any
) -> tuple[Task, Iterator[Values]]:
    """The task and the parameters of the jobs that generate one instance for each seed.

    The instances get the ``levels`` in their order, equally many each.  A campaign of one level goes on with
    more seeds when it is repeated with a larger number of them.
    """
    return _generating("generate_instance", subject, seeds, levels, request)


def generating_boards(
    subject: str, seeds: range, levels: Sequence[str | None], **request: Any
) -> tuple[Task, Iterator[Values]]:
    """The same for boards of a collection: the results have only what a collection stores."""
    return _generating("generate_board", subject, seeds, levels, request)


def _generating(
    function: str, subject: str, seeds: range, levels: Sequence[str | None], request: Values
) -> tuple[Task, Iterator[Values]]:
    common = {"subject": subject, **request}
    series: dict[str, Any] = {"seed": seeds.start, "levels": list(levels)}
    if len(levels) > 1:
        series["count"] = len(seeds)
    task = Task(f"generate {subject}", f"{__name__}:{function}", common, series)
    parameters = (
        {"seed": seed, "difficulty": levels[number * len(levels) // len(seeds)]}
        for number, seed in enumerate(seeds)
    )
    return task, parameters


def generate_board(*, subject: str, seed: int, **request: Any) -> dict[str, Any]:
    """A board as a collection stores it; ``request`` are arguments of ``generate``."""
    made = generate(subject, seed=seed, **request)
    details = board_details(made.puzzle, made.instance)
    return {"text": made.text, "level": made.difficulty, **details._asdict()}


def as_board(values: Values) -> NewBoard:
    """The values of :func:`generate_board` for the store."""
    from satplay.store.collections import NewBoard  # workers do not need it

    return NewBoard(**values)


def generate_instance(*, subject: str, seed: int, **request: Any) -> dict[str, Any]:
    """The document of ``generate --json``, and the solution as text.

    ``request``  arguments of ``generate``; with ``several`` the instance will be one of several in a file
    """
    made = generate(subject, seed=seed, **request)
    forms = made.puzzle.solutions
    solution = None if made.solution is None else forms[0].write(made.instance, made.solution)
    return {"document": made.as_json(), "solution": solution}


class StoredInstance(NamedTuple):
    """An instance that a job has generated, as it is stored."""

    document: Mapping[str, Any]
    solution: str | None

    @property
    def text(self) -> str:
        """The text of the instance."""
        text: str = self.document["instance"]
        return text

    @property
    def form(self) -> Format[Any]:
        """The format of the text."""
        return find_format(puzzles.find(self.document["subject"]).formats, self.document["format"])

    def as_json(self) -> Mapping[str, Any]:
        """The document that ``generate --json`` prints."""
        return self.document

    def in_format(self, name: str) -> StoredInstance:
        """The same instance in another format."""
        form = find_format(puzzles.find(self.document["subject"]).formats, name)
        text = form.write(self.form.read(self.text))
        return self._replace(document={**self.document, "format": name, "instance": text})

    def restore(self) -> GenerateResult:
        """The result of ``generate``."""
        puzzle = puzzles.find(self.document["subject"])
        board = self.form.read(self.text)
        solution = None if self.solution is None else puzzle.solutions[0].read(board, self.solution)
        return GenerateResult(
            puzzle,
            board,
            solution,
            self.document["format"],
            self.text,
            self.document["seed"],
            GenerateSeconds(**self.document["seconds"]),
            self.document.get("difficulty"),
        )
