"""What a collection stores about a board besides its text: size, canonical digest and rating."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from hashlib import sha256
from io import BytesIO
from typing import Any, TypeAlias

from sqlalchemy import Engine

from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, SatplayError
from satplay.inputs.board_details import BoardDetails, board_details
from satplay.inputs.reading import read_board
from satplay.inputs.source import Source
from satplay.store.board_details import NewRating, set_missing_details, set_ratings
from satplay.store.board_selection import Conditions, count_unrated, unrated
from satplay.store.names import Reference, reference
from satplay.store.opening import open_store
from satplay.verbs.rate import rate_board

SAVE_INTERVAL = 1.0
"""Seconds between two transactions while boards are rated."""

BATCH = 100
"""Boards that are read at a time to be rated."""

OnRated: TypeAlias = Callable[[int, int], None]
"""Takes the number of boards that are rated and of all that need to be."""


def stored_source(name: str, place: int, subject: str, text: str) -> Source:
    """A board of a collection as an input; ``name`` without its ``@``."""
    return Source(str(Reference(name, place)), partial(BytesIO, text.encode()), subject=subject)


def complete_details(store: Engine, name: str, puzzle: Puzzle[Any, Any]) -> None:
    """Store the details of boards that lack them: those of collections of earlier versions of satplay."""

    def details_of(place: int, text: str) -> BoardDetails:
        try:
            _, board = read_board(stored_source(name, place, puzzle.name, text))
        except SatplayError:  # written by another version: the board is listed, but never equal to another
            return BoardDetails(None, sha256(text.encode()).hexdigest())
        return board_details(puzzle, board)

    column = "canonical" if puzzle.canonical is not None else "size" if puzzle.size is not None else None
    if column is not None:
        set_missing_details(store, name, details_of, column=column)


# -- ratings -----------------------------------------------------------------------------------------


def rate_missing(
    store: Engine,
    name: str,
    puzzle: Puzzle[Any, Any],
    conditions: Conditions,
    *,
    level_only: bool,
    limit: Limit = UNLIMITED,
    on_rated: OnRated | None = None,
) -> None:
    """Rate the boards that meet the conditions and have no rating, and store the ratings about every second.

    What is finished stays, whatever ends this function.  A board that cannot be rated within the limit, which
    is that of all boards together, stays unrated.
    """
    total = count_unrated(store, name, conditions, level_only=level_only)
    budget, last, number = Budget(limit), 0, 0
    with _storing(store, name) as note:
        while boards := unrated(store, name, conditions, after=last, most=BATCH, level_only=level_only):
            for board in boards:
                if budget.expired:
                    return
                with suppress(BadInput):  # a board of another version that cannot be read stays unrated
                    _, given = read_board(stored_source(name, board.place, puzzle.name, board.text))
                    rated = rate_board(puzzle, given, limit=budget.remaining_time())
                    note(board.place, board.text, rated.as_json())
                number += 1
                if on_rated is not None:
                    on_rated(number, total)
            last = boards[-1].place


@contextmanager
def storing_ratings(
    sources: Sequence[Source], on_failure: Callable[[BadInput], None]
) -> Iterator[Callable[[int, Mapping[str, Any]], None]]:
    """A function that notes the rating of a source, by its number; boards of collections keep it.

    It takes what ``RateResult.as_json`` returns.  Other sources, and boards with a rule variant of the
    command line, are ignored.  A store that cannot be written is reported to ``on_failure``, once.
    """
    named = [None if one.settings or not one.subject else reference(one.name) for one in sources]
    notes: dict[str, _Notes] = {}
    failed = False

    def attempt(action: Callable[[], None]) -> None:
        nonlocal failed
        try:
            if not failed:
                action()
        except BadInput as error:
            failed = True
            on_failure(error)

    def note(number: int, document: Mapping[str, Any]) -> None:
        target = named[number]
        if target is None or target.place is None:
            return
        if target.name not in notes:
            notes[target.name] = _Notes(open_store(), target.name)
        notes[target.name].add(target.place, sources[number].text(), document)

    try:
        yield lambda number, document: attempt(lambda: note(number, document))
    finally:
        for one in notes.values():
            attempt(one.save)


@contextmanager
def _storing(store: Engine, name: str) -> Iterator[Callable[[int, str, Mapping[str, Any]], None]]:
    notes = _Notes(store, name)
    try:
        yield notes.add
    finally:
        notes.save()


class _Notes:
    """Ratings of boards of one collection, stored about every second."""

    def __init__(self, store: Engine, name: str) -> None:
        self._store, self._name = store, name
        self._notes: list[NewRating] = []
        self._saved = time.monotonic()

    def add(self, place: int, text: str, document: Mapping[str, Any]) -> None:
        """Note what ``RateResult.as_json`` returns; no answer within a limit is no rating."""
        if document["status"] == "unknown":
            return
        rating = {key: value for key, value in document.items() if key not in ("subject", "level")}
        self._notes.append(NewRating(place, text, document["level"], rating))
        if time.monotonic() - self._saved >= SAVE_INTERVAL:
            self.save()

    def save(self) -> None:
        """Store what is noted."""
        notes, self._notes = self._notes, []
        if notes:
            set_ratings(self._store, self._name, notes)
        self._saved = time.monotonic()
