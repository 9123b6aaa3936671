"""``satplay bench explain``: the whole path of explanations on generated boards, or on boards from files.

The explanation engine and the way explanations were found before it take turns on the same boards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from satplay import puzzles
from satplay.contracts.levels import LEVELS
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, NoSuchName
from satplay.explaining.whole_path import WAYS
from satplay.inputs.reading import read_board, split_instances
from satplay.lab import calls
from satplay.lab.bench.benchmark import Benchmark, Contestant, Instance, Outcome
from satplay.lab.bench.explanations.board_families import FAMILIES
from satplay.lab.bench.explanations.sample import LEVEL_NUMBER
from satplay.lab.bench.explanations.tables import details, tables
from satplay.lab.bench.family import choose_families
from satplay.lab.bench.options import BenchOptions
from satplay.lab.bench.score import digest
from satplay.verbs.generate import GenerateResult

ACCEPTED = ("a file", "--family", "--list", "--seed")


def explanation_benchmark(options: BenchOptions) -> Benchmark:
    """The families chosen, or a row for each file; ``seed`` is added to the seeds of the families."""
    if options.files and (options.families or options.seed is not None):
        raise BadInput("command", found="boards and families", expected="one or the other")
    for name in options.engines:
        if name not in WAYS:
            raise NoSuchName("way to explain", name, WAYS)
    contestants = tuple(map(Contestant, dict.fromkeys(options.engines) or WAYS))
    titles = {family.name: family.title for family in FAMILIES}
    titles |= {file: Path(file).name for file in options.files}
    return Benchmark(
        "explain",
        list(_file_instances(options.files, contestants))
        if options.files
        else list(_new_instances(options, contestants)),
        _take,
        tables,
        repeats=3,
        seconds=10.0,
        one_process=True,
        titles=titles,
        proves=lambda sample: sample.status == "sat" and sample.found.get("unique") is True,
        spans=[(f"{name}, first step", name, "first") for name in WAYS],
        details=details,
        unit=(1000.0, "ms"),
    )


def _file_instances(
    files: Sequence[str], contestants: tuple[Contestant, ...]
) -> Iterator[Callable[[Path], Instance]]:
    """Every board of every file, read before the first measurement so that errors are reported early."""
    for file in dict.fromkeys(files):
        parts = split_instances(file)
        for part in parts:
            puzzle, _ = read_board(part)
            _expect_explained(puzzle, part.name)
            name = f"line {part.line}" if len(parts) > 1 else ""
            yield partial(_write, file, name, puzzle.name, part.text(), contestants)


def _expect_explained(puzzle: Puzzle[Any, Any], source: str) -> None:
    if puzzle.facts is None:
        known = [name for name in puzzles.names() if puzzles.find(name).facts is not None]
        expected = f"a board of {', '.join(known)}"
        raise BadInput("input", found=f"{source}, of {puzzle.name}", expected=expected)


def _new_instances(
    options: BenchOptions, contestants: tuple[Contestant, ...]
) -> Iterator[Callable[[Path], Instance]]:
    for family in choose_families(FAMILIES, options.families, "family of boards"):
        for seed, make in family.formulas(quick=options.quick, shift=options.seed or 0):
            yield partial(_generate, family.name, f"seed {seed}", make, contestants)


def _generate(
    row: str, name: str, make: Callable[[], GenerateResult], contestants: tuple[Contestant, ...], folder: Path
) -> Instance:
    made = make()
    return _write(row, name, made.puzzle.name, made.text, contestants, folder, made.difficulty, is_new=True)


def _write(
    row: str,
    name: str,
    subject: str,
    text: str,
    contestants: tuple[Contestant, ...],
    folder: Path,
    difficulty: str | None = None,
    *,
    is_new: bool = False,
) -> Instance:
    """The board as a file; a generated one has one solution and the level that was asked for."""
    file = folder / "board"
    file.write_text(text, encoding="utf-8")
    return Instance(
        row,
        name,
        contestants,
        (digest(f"{name}\n{text}"),),
        {"subject": subject, "new": is_new, "difficulty": difficulty, "text": text},
        status="sat" if is_new else None,
        unique=is_new,
        figures={} if difficulty is None else {LEVEL_NUMBER: LEVELS.index(difficulty)},
        data=(subject, file),
    )


def _take(instance: Instance, contestant: Contestant, seconds: float, count: int) -> Outcome:
    subject, file = instance.data
    arguments = {"way": contestant.name, "subject": subject, "file": str(file)}
    arguments |= {"seconds": seconds, "count": count}
    return calls.call("satplay.lab.bench.explanations.sample:sample", arguments, seconds)
