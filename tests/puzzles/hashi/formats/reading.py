"""How tests read texts of boards and of solutions."""

from __future__ import annotations

from functools import partial

from satplay.puzzles.hashi.board import Board
from satplay.puzzles.hashi.formats import FORMATS, SOLUTIONS
from tests.exams import broken_texts

BY_NAME = {form.name: form for form in FORMATS}


def read(text: str) -> Board:
    """As the program does: by the first format that recognises the text, or else the first of all."""
    return next((form for form in FORMATS if form.recognises(text)), FORMATS[0]).read(text)


def recognised(text: str) -> list[str]:
    """The formats that take a text for their own."""
    return [form.name for form in FORMATS if form.recognises(text)]


def complaint(name: str, text: str) -> str:
    """What a format says about a board that it refuses; it says where."""
    return broken_texts.complaint(BY_NAME[name].read, text)


def complaint_about_solution(board: Board, name: str, text: str) -> str:
    """What a format says about a solution that it refuses; it says where."""
    form = next(form for form in SOLUTIONS if form.name == name)
    return broken_texts.complaint(partial(form.read, board), text)


def drawn(*rows: str) -> str:
    """Lines of text."""
    return "\n".join(rows) + "\n"
