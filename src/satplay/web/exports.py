"""Files of a match, made by workers: pictures, texts in every format, saved games."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from satplay import puzzles
from satplay.contracts.format import Format
from satplay.drawing.scene import Scene
from satplay.errors import BadInput, GaveUp
from satplay.explaining.oracle import GradingOracle
from satplay.inputs.writing import solution_formats, write_in_format, write_losslessly
from satplay.playing.descriptions import board_level
from satplay.playing.match import Match
from satplay.playing.puzzle_state import PuzzleState, entry_of, puzzle_state
from satplay.web.board_tasks import read_match
from satplay.web.job_process import FileAnswer

BOARD, POSITION, SOLUTION = "board", "position", "solution"
PARTS = (BOARD, POSITION, SOLUTION)
"""What can be exported of a match."""

RECORD = "record"
"""The form of a saved game, which the command line resumes."""

PICTURES = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}
TEXTS = {"csv": "text/csv; charset=utf-8", "json": "application/json"}
"""Text formats whose files have an ending of their own."""

PLAIN = "text/plain; charset=utf-8"

MEDIA_TYPES = (*PICTURES.values(), *TEXTS.values(), PLAIN)
"""The types of all files."""

NO_SOLUTION = "There is no solution."
NOT_IN_TIME = "No solution was found within the time limit."


class Part(NamedTuple):
    """The board, the position or the solution of a match: its state, and the formats that may express it."""

    match: Match
    what: str
    state: Any
    value: Any
    formats: Sequence[Format[Any]]

    def draw(self) -> Scene:
        """The picture."""
        game = self.match.game
        if self.match.solo and self.what == BOARD:
            return puzzles.find(game.name).draw(self.state.board, None)
        return game.draw(self.state)

    def texts(self) -> list[dict[str, str]]:
        """The texts in all formats that can express it."""
        found = []
        for form in self.formats:
            try:
                found.append({"format": form.name, "text": write_losslessly(form, self.value)})
            except BadInput:
                continue
        return found


def export_task(
    *, record: str, what: str, form: str, paper: str, today: str, seconds: float, cells: int
) -> FileAnswer:
    """A file: a picture, the text in a format, or the saved game itself (``record``)."""
    match = read_match(record, cells)
    if form == RECORD:
        return FileAnswer(file_name(match, "game", today, "txt"), PLAIN, match.to_text().encode())
    part = find_part(match, what, seconds)
    if form in PICTURES:
        content = draw_file(part, form, paper)
        return FileAnswer(file_name(match, what, today, form), PICTURES[form], content)
    kind = f"{match.game.name} format of a {what}"
    _, text = write_in_format(part.formats, part.value, form, kind=kind)
    if form in TEXTS:
        return FileAnswer(file_name(match, what, today, form), TEXTS[form], text.encode())
    return FileAnswer(file_name(match, what, today, "txt", form), PLAIN, text.encode())


def formats_task(*, record: str, what: str | None, seconds: float, cells: int) -> dict[str, Any]:
    """The texts of the board, the position and the solution, or of one of them, in all possible formats.

    ``note`` says why there is no solution among them.
    """
    match = read_match(record, cells)
    found: dict[str, Any] = {"note": None}
    for one in PARTS if what is None else (what,):
        found[one] = []
        try:
            found[one] = find_part(match, one, seconds).texts()
        except GaveUp:
            found["note"] = NOT_IN_TIME
        except NoSolution as error:
            found["note"] = str(error)
    return found


class NoSolution(BadInput):
    """A board without a solution, or a game, which has none."""

    def __str__(self) -> str:
        return str(self.found)


def find_part(match: Match, what: str, seconds: float) -> Part:
    """A part of a match; a solution is searched for at most so many seconds."""
    if not match.solo:
        return _part_of_game(match, what)
    puzzle, state = puzzles.find(match.game.name), match.state
    if what == BOARD:
        return Part(match, what, puzzle_state(puzzle, state.board), state.board, puzzle.formats)
    if what == POSITION:
        return Part(match, what, state, state, match.game.states)
    solved = _solve(match, seconds)
    return Part(match, what, solved, solved.position, solution_formats(puzzle, state.board))


def _part_of_game(match: Match, what: str) -> Part:
    """The first state or the last one, as the persons may see it."""
    if what == SOLUTION:
        raise NoSolution("record", found="A game has no solution.", expected="a puzzle")
    state = match.visible_state(match.states[0] if what == BOARD else match.state)
    return Part(match, what, state, state, match.game.states)


def _solve(match: Match, seconds: float) -> PuzzleState:
    """The position without marks if it is a solution, otherwise another one."""
    puzzle, state = puzzles.find(match.game.name), match.state
    without_marks = entry_of(puzzle).without_marks
    if state.solved:
        return (
            state
            if without_marks is None
            else puzzle_state(puzzle, state.board, without_marks(state.position))
        )
    assert match.game.solve is not None
    solved: PuzzleState | None = match.game.solve(state, GradingOracle(seconds=seconds))
    if solved is None:
        raise NoSolution("record", found=NO_SOLUTION, expected="a board with a solution")
    return solved


def draw_file(part: Part, form: str, paper: str) -> bytes:
    """The bytes of a picture, or of a page with it."""
    picture = part.draw()
    if form == "svg":
        from satplay.drawing.svg import to_svg

        return to_svg(picture).encode()
    if form == "png":
        from satplay.drawing.png import to_png

        return to_png(picture)
    from satplay.drawing.pdf import to_pdf
    from satplay.drawing.single_page import single_page

    title, level = part.match.game.title, board_level(part.match)
    words = [level] if part.what == BOARD else [level, part.what]
    page = single_page(picture, title=title, caption=", ".join(filter(None, words)), paper=paper)
    return to_pdf([page], title=title)


def file_name(match: Match, what: str, today: str, ending: str, more: str = "") -> str:
    """The name of a file; ``today`` is a date such as 20261119.

    >>> from satplay.playing.start import start_match
    >>> from satplay.playing.subjects import game_called
    >>> file_name(start_match(game_called("nim"), level="large, easy"), "position", "20261119", "svg")[3:]
    '-large-easy-position-20261119.svg'
    """
    return name_of_file(
        match.game.name, board_level(match), "" if what == BOARD else what, today, more, ending
    )


def name_of_file(*words: str) -> str:
    """A name of these words, of which the last is the ending; only letters, digits and hyphens.

    >>> name_of_file("board", "", "3 heaps/../x", "20261119", "txt")
    'board-3-heaps-x-20261119.txt'
    """
    plain = [re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-")[:40] for word in words]
    return f"{'-'.join(filter(None, plain[:-1]))}.{plain[-1]}"
