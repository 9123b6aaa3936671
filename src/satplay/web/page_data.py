"""What the scripts of the pages work on: subjects, formats with examples, engines, levels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satplay.contracts.format import Format
from satplay.contracts.levels import LEVELS, LevelBounds
from satplay.errors import SatplayError
from satplay.verbs.engines import engines
from satplay.web.operation import example_input
from satplay.web.subject_data import example_picture, formats_of

MAX_EXAMPLE = 400
"""Characters of an example on the help page."""


HOME = (
    *("name", "title", "path", "kind", "summary", "rules", "has_board_script"),
    *("first_board", "start", "sizes", "size_words", "levels", "daily"),
)
"""What the first page knows of a subject: as little as it needs, so that it loads fast."""


def home_data(subjects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The data of the first page; a game, which is begun on the server, is shown as a picture."""
    return {
        "subjects": [
            {name: subject[name] for name in HOME} | {"picture": _picture(subject)} for subject in subjects
        ]
    }


def _picture(subject: Mapping[str, Any]) -> dict[str, Any] | None:
    is_begun_later = subject["kind"] == "game" and subject["has_board_script"]
    return example_picture(subject["name"]) if is_begun_later else None


def help_data(subjects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The data of the help page: formats with examples, levels, engines."""
    return {
        "subjects": [
            {
                "name": subject["name"],
                "title": subject["title"],
                "has_board_script": subject["has_board_script"],
                "formats": _formats(subject),
            }
            for subject in subjects
        ],
        "levels": [[level, _level(level)] for level in LEVELS],
        "engines": [[one.name, one.version, one.summary] for one in engines() if one.installed],
    }


def api_data(subjects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The data of the API page: the puzzle of its examples."""
    return {"puzzle": next((one["name"] for one in subjects if one["kind"] == "puzzle"), None)}


def _formats(subject: Mapping[str, Any]) -> list[dict[str, str]]:
    """The formats, each with the subject's first board, or its first example, written in it."""
    name = subject["name"]
    formats = formats_of(name)
    first = subject["first_board"] if subject["kind"] == "puzzle" else None
    text = first or example_input(name).get("input")
    board = None if text is None else next(one for one in formats if one.recognises(text)).read(text)
    return [{"name": one.name, "example": _example(one, board)} for one in formats]


def _example(form: Format[Any], board: Any) -> str:
    """The board in this format; empty if the format cannot hold it."""
    try:
        text = "" if board is None else form.write(board)
    except SatplayError:
        return ""
    return text if len(text) <= MAX_EXAMPLE else f"{text[:MAX_EXAMPLE]} …"


def _level(level: str) -> str:
    """What the steps of a board of this level need.

    >>> _level("beginner"), _level("extreme")
    ('No step costs more than 1.', 'Some step costs more than 6.')
    """
    bounds = LevelBounds()
    highest = bounds.highest(level)
    if highest is None:
        return f"Some step costs more than {bounds.expert}."
    words = f"No step costs more than {highest}"
    if level == "medium":
        return f"{words}, and at most {bounds.most_dear} cost more than {bounds.easy}."
    if level == "hard":
        return f"{words}, and more than {bounds.most_dear} cost more than {bounds.easy}."
    return f"{words}."
