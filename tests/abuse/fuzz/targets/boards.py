"""Boards and solutions of every puzzle, in every format; and small boards solved in several ways."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from itertools import islice
from typing import Any

import satplay
from satplay import puzzles
from satplay.contracts.engine import Limit
from satplay.contracts.format import Format
from satplay.contracts.puzzle import Puzzle, SolutionFormat
from satplay.drawing.svg import to_svg
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput
from satplay.inputs.reading import read_instance
from satplay.inputs.source import quote_text
from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.targets.target import (
    Target,
    bytes_of,
    expect,
    expect_same,
    read_or_refuse,
    size_class,
    text_of,
)
from tests.exams.puzzle_candidate import ANSWER, Candidate, candidate

SMALL_TEXT, SMALL_FORMULA = 300, 6000
"""Characters of a board, and clauses of its encoding, that two engines can be compared on."""

MAX_DRAWN = 2000
"""Characters of a board that is also drawn."""

MAX_LISTED = 40
SEED_BOARDS = 12
LIMIT = Limit(seconds=1.0, conflicts=2000)


def board_targets() -> Iterator[Target]:
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        for form in puzzle.formats:
            run, seeds = partial(read_board, puzzle, form), partial(board_seeds, name, form.name)
            yield Target(f"board {name} {form.name}", "boards", run, seeds, tokens(name))
        for solution_form in puzzle.solutions:
            run = partial(read_solution, puzzle, solution_form)
            seeds = partial(solution_seeds, name, solution_form.name)
            yield Target(f"solution {name} {solution_form.name}", "boards", run, seeds, tokens(name))
        run, seeds = partial(solve_small, puzzle), partial(board_seeds, name)
        yield Target(f"solve {name}", "boards", run, seeds, tokens(name), weight=0.5, seconds=20.0)


# -- seeds -------------------------------------------------------------------------------------------


@cache
def candidate_called(name: str) -> Candidate:
    return candidate(f"{puzzles.__name__}.{name.replace('-', '_')}", puzzles.find(name))


@cache
def seed_boards(name: str) -> tuple[Any, ...]:
    """Examples, boards of the folder ``wrong``, generated and audit boards."""
    it = candidate_called(name)
    wrong = [board for board, _ in wrong_answers(name)]
    generated = [it.generate(seed) for seed in range(2)]
    return (*it.examples.values(), *wrong, *generated, *it.audit_boards[-SEED_BOARDS:])


@cache
def wrong_answers(name: str) -> tuple[tuple[Any, bytes], ...]:
    it = candidate_called(name)
    found = []
    for path in sorted((it.folder / "wrong").glob("*.txt")):
        board, _, answer = path.read_text("utf-8").partition(f"{ANSWER}\n")
        found.append((it.read(board), bytes_of(answer)))
    return tuple(found)


@cache
def board_seeds(name: str, form_name: str | None = None) -> Sequence[Parts]:
    """The texts of all boards in one format, or in every format; and the examples as they are."""
    it = candidate_called(name)
    texts = [
        text
        for board in seed_boards(name)
        for form, text in it.write_in_all_formats(board)
        if form_name in (None, form.name) and (form_name is not None or len(text) <= SMALL_TEXT)
    ]
    examples = [text for text in it.puzzle.examples.values() if len(text) < MAX_DRAWN]
    return tuple(dict.fromkeys((bytes_of(text),) for text in (*texts, *examples)))


@cache
def solution_seeds(name: str, form_name: str) -> Sequence[Parts]:
    """Boards with a solution in this format, and with the answers of the folder ``wrong``."""
    it = candidate_called(name)
    form = next(form for form in it.puzzle.solutions if form.name == form_name)
    seeds: list[Parts] = []
    for board, answer in wrong_answers(name):
        seeds += [(text, answer) for text in islice(_texts(it, board), 1)]
    for board, solution in islice(it.solved_boards(), 6):
        with suppress(BadInput):
            answer = bytes_of(form.write(board, solution))
            seeds += [(text, answer) for text in islice(_texts(it, board), 1)]
    return tuple(seeds)


def _texts(it: Candidate, board: Any) -> Iterator[bytes]:
    return (bytes_of(text) for _, text in it.write_in_all_formats(board))


@cache
def tokens(name: str) -> Sequence[bytes]:
    """Words of the boards and solutions of a puzzle that have letters, and the names of its formats."""
    texts = b" ".join(part for parts in board_seeds(name) for part in parts)
    words = {word for word in texts.split() if any(65 <= c <= 122 for c in word) and len(word) < 20}
    return (*sorted(words)[:200], *(bytes_of(form.name) for form in puzzles.find(name).formats))


# -- boards ------------------------------------------------------------------------------------------


def read_board(puzzle: Puzzle[Any, Any], form: Format[Any], parts: Parts) -> Hashable:
    """A board that is read survives writing and reading, in every format that writes it."""
    text = text_of(parts[0])
    recognised = tuple(other.name for other in puzzle.formats if other.recognises(text))
    instances = form.split(text) if form.split is not None else ()
    for line, _ in instances:
        expect(1 <= line <= text.count("\n") + 1, "no place", f"an instance begins at line {line}")
    board = read_or_refuse(form.read, text)
    expect(isinstance(board, puzzle.instance), "type", f"a board of type {type(board)}")
    written = "" if _has_rules_in_comments(puzzle, form, board, text) else expect_round_trip(form, board)
    longest = len(written)  # a short text in one format may be a large board
    for other in puzzle.formats:
        if other is not form:
            with suppress(BadInput):  # this format cannot express the board
                longest = max(longest, len(other.write(board)))
                expect_same(f"lossy {other.name}", _reread(other, board), board)
    cells = getattr(board, "rows", 0) * getattr(board, "columns", 0)
    if max(longest, cells) <= MAX_DRAWN:
        draw(puzzle, board, None)
    return recognised, min(len(instances), 3), size_class(written)


def _has_rules_in_comments(puzzle: Puzzle[Any, Any], form: Format[Any], board: Any, text: str) -> bool:
    """Whether a format refuses the board only because of rules that comments state.

    Links to other programs may follow such comments, but are never written with them.  Another format must
    then write the board.
    """
    try:
        form.write(board)
    except BadInput:
        lines = [line for line in text.splitlines() if not line.lstrip().startswith("#")]
        try:
            expect_round_trip(form, form.read("\n".join(lines)))
        except BadInput:
            return False
        return any(_reread_or_none(other, board) == board for other in puzzle.formats if other is not form)
    return False


def _reread_or_none(form: Format[Any], board: Any) -> Any:
    try:
        return form.read(form.write(board))
    except BadInput:
        return None


def expect_round_trip(form: Format[Any], value: Any) -> str:
    """The text of a value that this format has read."""
    try:
        written = form.write(value)
        expect_same("round trip", form.read(written), value)
    except BadInput as error:
        expect(False, "round trip", f"{form.name} refuses its own value: {error}")
        raise
    return written


def _reread(form: Format[Any], value: Any) -> Any:
    """The value after writing and reading; only writing may refuse."""
    written = form.write(value)
    try:
        return form.read(written)
    except BadInput as error:
        expect(False, f"lossy {form.name}", f"it refuses its own text {written!r:.300}: {error}")
        raise


def draw(puzzle: Puzzle[Any, Any], board: Any, solution: Any) -> None:
    """Every picture of a board; lines for terminals are printable."""
    to_svg(puzzle.draw(board, solution))
    for ascii in (False, True):
        lines = [] if puzzle.sketch is None else to_text(puzzle.sketch(board, solution, ascii))
        expect(all(line.isprintable() for line in lines), "unprintable", f"in a sketch: {lines!r:.300}")


# -- solutions ---------------------------------------------------------------------------------------


def read_solution(puzzle: Puzzle[Any, Any], form: SolutionFormat[Any, Any], parts: Parts) -> Hashable:
    """A solution that is read survives writing and reading, is checked and drawn."""
    board = read_instance(quote_text(text_of(parts[0])), puzzle.name).board
    text = text_of(parts[1])
    recognised = tuple(other.name for other in puzzle.solutions if other.recognises(board, text))
    solution = read_or_refuse(partial(form.read, board), text)
    violated = puzzle.check(board, solution)
    form.as_json(board, solution)
    try:
        written = form.write(board, solution)
    except BadInput:  # only the first format writes everything that it reads
        expect(form is not puzzle.solutions[0], "round trip", f"{form.name} refuses its own solution")
        written = ""
    if written:
        expect_same("round trip", form.read(board, written), solution)
    cells = getattr(board, "rows", 0) * getattr(board, "columns", 0)
    if max(len(parts[0]), cells) <= MAX_DRAWN:
        draw(puzzle, board, solution)
        if puzzle.mark is not None:
            to_svg(puzzle.mark(board, solution, violated))
    return recognised, tuple(sorted({str(one.rule) for one in violated})), size_class(written)


# -- answers -----------------------------------------------------------------------------------------


def solve_small(puzzle: Puzzle[Any, Any], parts: Parts) -> Hashable:
    """All engines and encodings agree, solutions pass the rules, and counting agrees with enumerating."""
    if len(parts[0]) > SMALL_TEXT:
        return "large"
    board = read_instance(quote_text(text_of(parts[0])), puzzle.name).board
    answers: dict[str, str] = {}
    for name, encoder in puzzle.encoders.items():
        if encoder.gap is not None:
            continue
        if encoder.encode(board).formula.clause_count > SMALL_FORMULA:
            return "large"
        for engine in ("native", "reference"):
            found = satplay.solve(board, puzzle.name, encoding=name, engine=engine, limit=LIMIT)
            answers[f"{engine} {name}"] = found.status
            if found.status == "sat":
                violated = puzzle.check(board, found.solution)
                expect(not violated, "wrong solution", f"{engine} {name} violates {violated!r:.300}")
    known = set(answers.values()) - {"unknown"}
    expect(len(known) <= 1, "disagreement", f"{answers}")
    number = compare_counts(puzzle, board, known)
    return tuple(sorted(known)), None if number is None else min(number, 3)


def compare_counts(puzzle: Puzzle[Any, Any], board: Any, known: Iterable[str]) -> int | None:
    """The number of solutions, if it is found in time; raises if it contradicts the solutions found."""
    counted = satplay.count(board, puzzle.name, limit=LIMIT)
    number = counted.number
    if number is None:
        return None
    expect({"sat": number > 0, "unsat": number == 0}.get(next(iter(known), ""), True), "count",
           f"a count of {min(number, 10**9)} for a board that is {known}")  # fmt: skip
    if number > MAX_LISTED:
        return number
    listing = satplay.enumerate(board, puzzle.name, limit=LIMIT)
    listed = [found.solution for found in listing]
    if not listing.complete:
        return number
    expect(len(listed) == number, "count", f"count: {number}, enumerate: {len(listed)}")
    for solution in listed:
        expect(not puzzle.check(board, solution), "wrong solution", f"enumerated: {solution!r:.300}")
        expect(listed.count(solution) == 1, "count", f"listed twice: {solution!r:.300}")
    return number
