"""What the pages know of a puzzle or game before any request: rules, first boards, choices by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from satplay import games, puzzles
from satplay.contracts.browser import BrowserView
from satplay.contracts.format import Format
from satplay.contracts.game import Game
from satplay.contracts.option import Option
from satplay.drawing.shape_elements import scene_as_json
from satplay.inputs.examples import default_example, example_subjects, find_examples
from satplay.playing.puzzle_state import puzzle_state
from satplay.playing.start import start_match
from satplay.playing.strength import STRENGTHS
from satplay.playing.subjects import game_to_play, is_filled_in

DAILY_LEVEL = "medium"


def subject_data(name: str, *, has_board_script: bool) -> dict[str, Any]:
    """The data of one subject; a board or a position is written by its browser view.

    ``kind``     ``puzzle`` if one person fills it in, otherwise ``game``
    ``rules``    the rules in at most three lines
    ``seats``    the seats of a game, and ``strengths`` of an opponent; none in a puzzle
    ``start``    the first board before the first move; ``example``: solved; null if it is not known
    ``daily``    size and difficulty of the daily board; null if there is none
    """
    game, view = game_to_play(name), game_to_play(name).browser
    first_board = _first_board(name, view)
    start = _start(game, first_board)
    return {
        "name": name,
        "title": game.title,
        "path": f"/{name}",
        "kind": "puzzle" if is_filled_in(name) else "game",
        "summary": _summary(name),
        "rules": [] if game.rules is None else list(game.rules(start)),
        "has_board_script": has_board_script,
        "first_board": first_board,
        "first_solution": (view.first_solution or None) if view is not None else None,
        "sizes": list(view.sizes) if view is not None else [],
        "size_words": dict(view.size_words) if view is not None else {},
        "seats": _seats(game),
        "strengths": list(STRENGTHS) if len(game.seats) > 1 and game.players else [],
        **_choices(name, game, view),
        "start": _as_json(view, start),
        "example": _as_json(view, _solved(name, game, view, start)),
    }


def formats_of(name: str) -> Sequence[Format[Any]]:
    """The formats of boards of a puzzle, or of states of a game."""
    return puzzles.find(name).formats if name in puzzles.names() else games.find(name).states


def example_picture(name: str) -> dict[str, Any] | None:
    """The picture of a game at its end, as a page draws it; None if no end is known."""
    game = game_to_play(name)
    state = _solved(name, game, game.browser, None)
    return None if state is None else scene_as_json(game.draw(state))


def _summary(name: str) -> str:
    """What to do, as a sentence."""
    summaries = puzzles.summaries() if name in puzzles.names() else games.summaries()
    title, _, aim = summaries[name].partition(": ")
    return f"{aim[:1].upper()}{aim[1:]}" if aim else title


def _first_board(name: str, view: BrowserView[Any] | None) -> str | None:
    """The text of the board for a first visit: of the view, or an example; None if a game needs none."""
    if view is not None and view.first_board:
        return view.first_board
    if not is_filled_in(name) or name not in example_subjects():
        return None
    return find_examples(default_example(name))[0].text()


def _start(game: Game[Any, Any], text: str | None) -> Any:
    """The state before the first move."""
    if text is None:
        return start_match(game).visible_state()
    return _read(game.states, text)


def _solved(name: str, game: Game[Any, Any], view: BrowserView[Any] | None, start: Any) -> Any:
    """The state at the end: of a puzzle the first board with its solution, of a game the text of a state."""
    if view is None or not view.first_solution:
        return None
    if not is_filled_in(name):
        return _read(game.states, view.first_solution)
    puzzle, text = puzzles.find(name), view.first_solution
    recognised = (form for form in puzzle.solutions if form.recognises(start.board, text))
    form = next(recognised, puzzle.solutions[0])
    return puzzle_state(puzzle, start.board, form.read(start.board, text))


def _read(formats: Sequence[Format[Any]], text: str) -> Any:
    return next((form for form in formats if form.recognises(text)), formats[0]).read(text)


def _as_json(view: BrowserView[Any] | None, state: Any) -> dict[str, Any] | None:
    if view is None or state is None:
        return None
    return {"board": view.board(state), "position": view.position(state)}


def _seats(game: Game[Any, Any]) -> list[dict[str, str]]:
    """The seats that a person can choose from, each with what to do there; none in a puzzle."""
    if len(game.seats) == 1:
        return []
    return [{"name": seat, "title": game.seat_titles.get(seat, seat)} for seat in game.seats]


def _choices(name: str, game: Game[Any, Any], view: BrowserView[Any] | None) -> dict[str, Any]:
    """What a person can choose from, by name."""
    if name not in puzzles.names():
        return {
            "levels": [],
            "daily": None,
            "options": _describe(game.start_options),
            "formats": [form.name for form in game.states],
            "encodings": [],
        }
    puzzle, is_solo = puzzles.find(name), is_filled_in(name)
    return {
        "levels": list(puzzle.levels) if is_solo else [],
        "daily": _daily(view, puzzle.levels) if is_solo else None,
        "options": _describe(puzzle.generator_options if is_solo else game.start_options),
        "formats": [form.name for form in puzzle.formats],
        "encodings": list(puzzle.encoders),
    }


def _describe(options: Mapping[str, Option]) -> list[dict[str, str | None]]:
    return [{"name": name, "takes": one.takes, "help": one.help} for name, one in options.items()]


def _daily(view: BrowserView[Any] | None, levels: Sequence[str]) -> dict[str, str | None] | None:
    """The second smallest size, and a level in the middle."""
    if view is None or not view.sizes:
        return None
    level = DAILY_LEVEL if DAILY_LEVEL in levels else levels[len(levels) // 2] if levels else None
    return {"size": view.sizes[min(1, len(view.sizes) - 1)], "difficulty": level}
