"""A match as JSON, from record to record: the record is the match, and the server keeps nothing.

``open_match`` reads what a client has; ``advance`` makes typed lines of it; ``document`` is the answer.
A puzzle is played here, by its rules alone.  In a game the other seats may think, so it is played in a
worker, by ``play_task``; ``new_match_task`` generates a board.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from satplay import puzzles
from satplay.contracts.game import Game
from satplay.contracts.phrases import StepMarks
from satplay.drawing.shape_elements import scene_as_json
from satplay.errors import BadInput, GaveUp
from satplay.inputs.source import quote_text
from satplay.playing.descriptions import board_level
from satplay.playing.match import Match
from satplay.playing.puzzle_state import entry_of
from satplay.playing.record import Record, is_record, read_record
from satplay.playing.resume import resume
from satplay.playing.rules_text import all_rules
from satplay.playing.start import start_match
from satplay.playing.subjects import game_to_play, is_filled_in
from satplay.rule import RuleInstance
from satplay.verbs.play import play as start_play
from satplay.web.limits import expect_cells, expect_moves, expect_text, size_of_state, without_source
from satplay.web.match_cache import MatchCache
from satplay.web.sealed_records import hides_nothing, is_sealed, record_text, unseal

BUTTONS = {
    "hint": "Hint",
    "hint!": "Hint",
    "check": "Check",
    "show": "Solve",
    "save": "Export",
    "save!": "Export",
    "new": "New",
    "quit": "Home",
}
"""Commands that are buttons of the page, which do what needs an engine, a file or another page."""

IN_GAMES = ("hint", "hint!", "check", "show")
"""Those that can be typed in a game between seats, which is played in a worker anyway."""

SECONDS = 5.0
"""Time limit of the typed lines of one request."""

QUICK_MOVES = 300_000
"""Moves of a record times cells of its board that are replayed in the server itself."""

MOST_VIOLATIONS = 50

MOST_CHOICES = 30
"""Legal moves that a page without a board script offers as buttons."""

matches = MatchCache()
"""The matches of this process."""


class NeedsWorker(Exception):
    """A match that takes too long to replay in the server itself."""


class Reply(NamedTuple):
    """What a typed line has led to: sentences, and whether the position has changed."""

    line: str
    lines: Sequence[str]
    changed: bool


# -- reading ------------------------------------------------------------------------------------------


def open_match(
    subject: str,
    text: str,
    seats: Mapping[str, str] | None = None,
    *,
    cells: int,
    replay: int | None = None,
) -> Match:
    """The match of a record, or a new one on a board or position in any format of the subject.

    The text is never the name of a file.  ``cells`` bounds the size of the board; ``NeedsWorker`` if the
    moves of a record times its cells are more than ``replay``.
    """
    known = matches.get(subject, text) if not seats else None
    if known is not None:
        return known
    game = game_to_play(subject)
    expect_text("input", text)
    with without_source():
        if seats and is_sealed(text):
            raise BadInput(
                "request", found="another seat in a game with something hidden", expected="a new game"
            )
        text = unseal(text)
        if is_record(text):
            match = _resume(game, read_record(text), cells, replay)
            return match if not seats else _take_seats(match, seats)
        if not is_filled_in(subject):
            return _start_game(subject, text, None, seats or {})
        if seats:
            raise BadInput("request", found="seats for a puzzle", expected="a game")
        text = first_board(subject, text)
        form = next((form for form in game.states if form.recognises(text)), game.states[0])
        state = form.read(text)
    expect_cells(size_of_state(game, state), cells)
    return start_match(game, state)


def first_board(subject: str, text: str) -> str:
    """The first board of a text that may hold several; the text itself if it holds one."""
    puzzle = puzzles.find(subject)
    form = next((form for form in puzzle.formats if form.recognises(text)), None)
    parts = form.split(text) if form is not None and form.split is not None else ()
    return parts[0][1] if len(parts) > 1 else text


def first_match(record: Record, game: Game[Any, Any] | None = None) -> Match:
    """The match of a record before its first move."""
    return resume(replace(record, moves=(), undone=(), resigned=None), game)


def _resume(game: Game[Any, Any], record: Record, most: int, replay: int | None) -> Match:
    first = first_match(record, game)
    cells = expect_cells(size_of_state(game, first.state), most)
    moves = len(record.moves) + len(record.undone)
    expect_moves(moves, cells)
    if replay is not None and moves * cells > replay:
        raise NeedsWorker
    return resume(record, game)


def _take_seats(match: Match, seats: Mapping[str, str]) -> Match:
    return _start_game(match.game.name, match.to_text(), None, seats)


def _start_game(
    subject: str, text: str | None, new: Mapping[str, Any] | None, seats: Mapping[str, str]
) -> Match:
    """A match by the verb, which knows seats and the options of new games."""
    source = None if text is None else quote_text(text)
    options: dict[str, Any] = {**(new or {}), **seats}
    return start_play(subject, source, hint=None, **options)


# -- playing ------------------------------------------------------------------------------------------


def advance(
    match: Match, lines: Sequence[str], seconds: float = 0.0, *, limit: float | None = None
) -> tuple[Match, list[Reply]]:
    """The match after typed lines, with a reply to each; ``seconds`` of thinking time come before them.

    ``GaveUp`` if the lines take longer than ``limit`` seconds.
    """
    end = None if limit is None else time.monotonic() + limit
    match = match.after_time(seconds)
    replies = []
    for line in lines:
        if end is not None and time.monotonic() > end:
            raise GaveUp("answer", "out of time")
        refusal = _refuse(match, line)
        turn = match.turn(refusal) if refusal else match.respond(line)
        replies.append(Reply(line, turn.lines, not turn.match.same_position(match)))
        match = turn.match
    return match, replies


def _refuse(match: Match, line: str) -> str:
    """The sentence that refuses a command which is a button of the page; empty for any other line."""
    found = match.find_command(line)
    if found is None:
        return ""
    name = found[0].names[0]
    if name not in BUTTONS or (not match.solo and name in IN_GAMES):
        return ""
    return f"Use the button {BUTTONS[name]} for that."


# -- writing ------------------------------------------------------------------------------------------


def document(match: Match, replies: Sequence[Reply] = (), greeting: Sequence[str] = ()) -> dict[str, Any]:
    """The match as the page needs it."""
    game, view = match.game, match.visible_state()
    outcome, browser = match.outcome, match.game.browser
    return {
        "subject": game.name,
        "title": game.title,
        "record": record_text(match),
        "level": board_level(match),
        "size": size_of_state(game, view),
        "seed": match.seed if hides_nothing(match) else None,
        "solo": match.solo,
        "seats": dict(match.players),
        "persons": list(match.persons),
        "to_move": match.to_move,
        "board": None if browser is None else browser.board(view),
        "position": None if browser is None else browser.position(view),
        "picture": None if browser is not None else scene_as_json(game.draw(view)),
        "greeting": list(greeting),
        "replies": [reply._asdict() | {"lines": list(reply.lines)} for reply in replies],
        "outcome": None if outcome is None else {"won": _won(match), "because": outcome.because},
        "moves": match.moves_made,
        "undone": _undone_turns(match),
        "hint_topics": list(game.hint_topics),
        "hints": match.hints,
        "shown": match.shown,
        "seconds": match.seconds,
        "violations": violations(game, view),
        "choices": choices(match, view),
        **_words(match, view),
    }


def choices(match: Match, view: Any) -> list[str]:
    """The legal moves of a person, where no script of the board makes moves; none if they are many."""
    game = match.game
    if game.browser is not None or match.solo or match.to_move not in match.persons:
        return []
    found = [game.moves.write(move) for move in islice(game.legal(view), MOST_CHOICES + 1)]
    return found if len(found) <= MOST_CHOICES else []


def _undone_turns(match: Match) -> int:
    """How often redo makes a move of a person again."""
    if match.solo:
        return len(match.undone)
    count = 0
    while (after := match.redo()) is not None:
        match, count = after, count + 1
    return count


def _won(match: Match) -> bool | None:
    """Whether the person has won; None for a draw, and if there is no person or several."""
    outcome = match.outcome
    if outcome is None or outcome.winner is None or len(match.persons) != 1:
        return None
    return outcome.winner in match.persons


def violations(game: Game[Any, Any], state: Any) -> list[dict[str, Any]]:
    """The violated rule instances that no continuation can repair, each with its elements."""
    found = () if game.violations is None else game.violations(state)
    return [violation_as_json(game, state, one) for one in found[:MOST_VIOLATIONS]]


def violation_as_json(game: Game[Any, Any], state: Any, instance: RuleInstance) -> dict[str, Any]:
    """A rule instance with its rule as a sentence, and the elements of the picture that it is about."""
    return {
        "rule": instance.rule.name,
        "law": str(instance.rule.value),
        "sentence": instance.sentence,
        "elements": elements_of(game, state, instance),
    }


def elements_of(game: Game[Any, Any], state: Any, instance: RuleInstance) -> list[str]:
    """The elements that a rule instance is about; none without a browser view."""
    if game.browser is None:
        return []
    return list(game.browser.marks(state, StepMarks(because=(instance,))).get("because", ()))


def _words(match: Match, view: Any) -> dict[str, Any]:
    """Rules, prompt, help and an example of this position."""
    game, seat = match.game, match.to_move
    over = match.outcome is not None
    return {
        "rules": [] if game.rules is None else list(game.rules(view)),
        "all_rules": list(rules_of(game.name)),
        "prompt": "" if seat is None or game.prompt is None else game.prompt(view, seat),
        "help": [] if over or game.help is None else list(game.help(view)),
        "example": "" if over or not match.solo else _example(game, view),
    }


@cache
def rules_of(subject: str) -> tuple[str, ...]:
    """All rules of a subject as lines of text."""
    return tuple(all_rules(game_to_play(subject)))


def _example(game: Game[Any, Any], view: Any) -> str:
    """A move that is possible in a puzzle."""
    guidance = entry_of(puzzles.find(game.name)).guidance
    return guidance.example(view.board, view.position)


# -- answers to requests ------------------------------------------------------------------------------


def answer(
    match: Match,
    lines: Sequence[str],
    seconds: float,
    *,
    before: str | None = None,
    hints: int = 0,
    shown: bool = False,
    limit: float | None = None,
) -> dict[str, Any]:
    """The document after typed lines, and after the moves of others before them.

    ``before``  the record of the match, if it has one
    ``hints``   the number of positions in which the page has shown hints since then
    ``shown``   whether it has shown a solution
    """
    opening = match.run_others() if match.waiting else match.turn()
    match = replace(opening.match, hints=match.hints + hints, shown=match.shown or shown)
    match, replies = advance(match, lines, seconds, limit=limit)
    found = document(match, replies, opening.lines)
    cells = expect_cells(found["size"], 1 << 60)
    expect_moves(len(match.moves), cells)
    matches.put(match.game.name, found["record"], match, cells, before)
    return found


def play_here(subject: str, text: str, *, cells: int, **changes: Any) -> dict[str, Any]:
    """The document of a puzzle, by its rules alone; ``NeedsWorker`` if that takes long."""
    match = open_match(subject, text, cells=cells, replay=QUICK_MOVES)
    return answer(match, before=text, limit=SECONDS, **changes)


def play_task(
    *, subject: str, text: str, seats: Mapping[str, str] | None, cells: int, **changes: Any
) -> dict[str, Any]:
    """In a worker: the document of a match whose other seats may think, or that is long."""
    return answer(open_match(subject, text, seats, cells=cells), before=text, **changes)


def new_match_task(
    *, subject: str, new: Mapping[str, Any], seats: Mapping[str, str], cells: int, **changes: Any
) -> dict[str, Any]:
    """In a worker: the document of a new match; a board is generated, with progress."""
    from satplay.workers.worker import report

    size = new.get("size")
    if is_filled_in(subject):
        expect_cells(size, cells)
        if seats:
            raise BadInput("request", found="seats for a puzzle", expected="a game")
        match = start_play(subject, hint=None, progress=_progress(report), **new)
    else:
        match = _start_game(subject, None, new, seats)
    expect_cells(size_of_state(match.game, match.state), cells)
    return answer(match, **changes)


def _progress(report: Any) -> Any:
    start = time.monotonic()
    return lambda counters: report({**counters, "seconds": round(time.monotonic() - start, 1)})
