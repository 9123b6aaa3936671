"""Helpers that read boards and solutions for format tests."""

from __future__ import annotations

from functools import partial

from satplay.puzzles.mastermind.board import Board
from satplay.puzzles.mastermind.formats import FORMATS, SOLUTIONS
from tests.exams import broken_texts

BY_NAME = {form.name: form for form in FORMATS}


def read(text: str) -> Board:
    """Read as the program does: in the first format that recognises the text, or else the first format."""
    return next((form for form in FORMATS if form.recognises(text)), FORMATS[0]).read(text)


def recognising_formats(text: str) -> list[str]:
    """Return the names of the formats that recognise the text."""
    return [form.name for form in FORMATS if form.recognises(text)]


def complaint(name: str, text: str) -> str:
    """Return the error message for a refused board; it must have line and column."""
    return broken_texts.complaint(BY_NAME[name].read, text)


def complaint_about_solution(board: Board, name: str, text: str) -> str:
    """Return the error message for a refused solution; it must have line and column."""
    form = next(form for form in SOLUTIONS if form.name == name)
    return broken_texts.complaint(partial(form.read, board), text)
