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
    subject: str,
    seeds: range,
    levels: Sequence[str | None],
    *,
    to: str | None = None,
    several: bool = True,
    **request: Any,
) -> tuple[Task, Iterator[Values]]:
    """The task and the parameters of the jobs that generate one instance for each seed.

    The instances get the ``levels`` in their order, equally many each.  A campaign of one level goes on with
    more seeds when it is repeated with a larger number of them.
    """
    common = {"subject": subject, "to": to, "several": several, **request}
    series: dict[str, Any] = {"seed": seeds.start, "levels": list(levels)}
    if len(levels) > 1:
        series["count"] = len(seeds)
    task = Task(f"generate {subject}", f"{__name__}:generate_instance", common, series)
    parameters = (
        {"seed": seed, "difficulty": levels[number * len(levels) // len(seeds)]}
        for number, seed in enumerate(seeds)
    )
    return task, parameters


def generate_instance(
    *,
    subject: str,
    size: str | None,
    options: Mapping[str, str],
    engine: str | None,
    to: str | None,
    several: bool,
    seed: int,
    difficulty: str | None,
) -> dict[str, Any]:
    """The document of ``generate --json``, the solution as text, and what a collection stores about it.

    ``several``  the instance will be one of several in a file
    """
    made = generate(
        subject,
        size=size,
        difficulty=difficulty,
        options=options,
        seed=seed,
        to=to,
        several=several,
        engine=engine,
    )
    forms = made.puzzle.solutions
    solution = None if made.solution is None else forms[0].write(made.instance, made.solution)
    described = board_details(made.puzzle, made.instance)._asdict()
    return {"document": made.as_json(), "solution": solution, **described}


class StoredInstance(NamedTuple):
    """An instance that a job has generated, as it is stored."""

    document: Mapping[str, Any]
    solution: str | None
    size: str | None = None
    canonical: str | None = None

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

    def to_keep(self) -> NewBoard:
        """The board as a collection stores it."""
        from satplay.store.collections import NewBoard  # workers do not need it

        level = self.document.get("difficulty")
        return NewBoard(self.text, level=level, size=self.size, canonical=self.canonical)

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
