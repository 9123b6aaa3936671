"""play: start to fill in a puzzle or to play a game, or resume one that was saved."""

from __future__ import annotations

import io
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from satplay import puzzles
from satplay.arguments import expect_text, expect_texts_by_name, expect_whole_number, show
from satplay.contracts.game import Game, Seat
from satplay.contracts.option import Option
from satplay.contracts.puzzle import Puzzle
from satplay.errors import BadInput, NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.inputs.reading import find_source, read_board
from satplay.inputs.source import Source, name_errors
from satplay.playing.match import Match
from satplay.playing.puzzle_hints import Hinter
from satplay.playing.puzzle_state import PuzzleState, puzzle_state, split_position
from satplay.playing.record import is_record
from satplay.playing.resume import read_match
from satplay.playing.seats import assign_seats
from satplay.playing.sources import source_for
from satplay.playing.start import start_match
from satplay.playing.strength import STRENGTHS, player_of_strength
from satplay.playing.subjects import game_to_play, is_filled_in, playable_names
from satplay.solving.progress import Progress
from satplay.verbs.generate import generate, new_seed
from satplay.verbs.hint import hint as explain_hint

SIZE = "size"
"""The start option of a game that ``size`` sets."""


def play(
    subject: str | None = None,
    instance: Any = None,
    *,
    size: str | None = None,
    difficulty: str | None = None,
    options: Mapping[str, str] | None = None,
    seed: int | None = None,
    format: str | None = None,
    hint: Hinter | None = explain_hint,
    players: Mapping[Seat, str] | None = None,
    seat: Seat | None = None,
    against: str | None = None,
    strength: str | None = None,
    progress: Progress | None = None,
) -> Match:
    """Start a match, or resume one.

    For a puzzle, ``instance`` is a board or a saved game; by default a new board is generated.  For a game it
    is a position or a record; by default a new game with the ``options`` starts.  ``players`` maps seats to
    players; a person takes the ``seat``, by default one that can win, and at all others is the player
    ``against`` or that of a ``strength``: ``easy``, ``normal`` (the default) or ``perfect``.

    >>> play("mosaic", ".2.\\n#.1").state.position
    frozenset({(1, 0)})
    >>> play("nim", players={"first": "random"}).players
    {'first': 'random', 'second': 'person'}
    """
    expect_text("puzzle or game", subject, "its name")
    texts = {"size": size, "difficulty": difficulty, "format": format}
    for what, value in {**texts, "seat": seat, "player": against, "strength": strength}.items():
        expect_text(what, value, "a text")
    if seed is not None:
        expect_whole_number("seed", seed)
    players = None if players is None else expect_texts_by_name("players", players)
    seats = _SeatOptions(players, seat, against, strength)
    request = _PlayOptions(
        size, difficulty, expect_texts_by_name("options", options), seed, format, seats, hint
    )
    game = None if subject is None or is_filled_in(subject) else game_to_play(subject, hint)
    if isinstance(instance, (str, Path, Source)):
        instance = source_for(
            game, instance
        )  # inspected here, read later: standard input can be read only once
        if _holds_record(instance):
            return _resume(subject, instance, request)
    if game is not None:
        return _play_game(game, instance, request)
    return _fill_in(subject, instance, request, progress)


@dataclass(frozen=True, slots=True)
class _SeatOptions:
    """The options of ``play`` about persons and players."""

    players: Mapping[Seat, str] | None
    seat: Seat | None
    against: str | None
    strength: str | None

    @property
    def given(self) -> bool:
        return any(one is not None for one in (self.players, self.seat, self.against, self.strength))

    def opponent(self, game: Game[Any, Any]) -> str | None:
        """The player at the other seats; None for the default."""
        if self.strength is None:
            return self.against
        if self.against is not None:
            raise BadInput("command", found="a player and a strength", expected="one of them")
        if self.strength not in STRENGTHS:
            raise NoSuchName("strength", self.strength, STRENGTHS)
        if not game.players:
            raise BadInput(
                "command", found=f"a strength for {game.title}", expected="a game that has players"
            )
        return player_of_strength(game, self.strength)


@dataclass(frozen=True, slots=True)
class _PlayOptions:
    """The options of ``play``."""

    size: str | None
    difficulty: str | None
    options: Mapping[str, str]
    seed: int | None
    format: str | None
    seats: _SeatOptions
    hint: Hinter | None

    def expect_no_board_options(self) -> None:
        if (self.size, self.difficulty, self.format) != (None, None, None):
            raise BadInput("command", found="a size, difficulty or format", expected="options of the game")

    def options_of(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """The options of a new game; a size is one of them if the game has sizes."""
        if self.size is None or SIZE not in game.start_options:
            self.expect_no_board_options()
            return self.options
        replace(self, size=None).expect_no_board_options()
        if SIZE in self.options:
            raise BadInput("command", found="two sizes", expected="one size")
        return {SIZE: self.size, **self.options}

    def expect_no_players(self) -> None:
        if self.seats.given:
            raise BadInput("command", found="players for a puzzle", expected="a game")


def _holds_record(where: Source) -> bool:
    with suppress(BadInput):  # raised again when it is read
        return is_record(where.head())
    return False


def _resume(subject: str | None, where: Source, request: _PlayOptions) -> Match:
    request.expect_no_board_options()
    if request.options or request.seed is not None:
        found = "a record and options for a new game"
        raise BadInput("command", found=found, expected="one or the other")
    game = None if subject is None else game_to_play(subject, request.hint)
    with name_errors(where):
        match = read_match(where.text(), game, hint=request.hint)
    if match.solo:
        request.expect_no_players()
        return match
    seats = request.seats
    if seats.seat is None and seats.against is None and seats.strength is None:
        return replace(match, players=assign_seats(match.game, {**match.players, **(seats.players or {})}))
    players = assign_seats(match.game, seats.players, seat=seats.seat, against=seats.opponent(match.game))
    return replace(match, players=players)


# -- games -------------------------------------------------------------------------------------------


def _play_game(game: Game[Any, Any], start: Any, request: _PlayOptions) -> Match:
    options = request.options_of(game)
    if isinstance(start, Source):
        with name_errors(start):
            text = start.text()
            if game.text_option is not None and options:
                options, start = _with_start(game.text_option, text, options), None
            else:
                start = _read_state(game, text)
    elif start is not None:
        start = _expect_state(game, start)
    seed = new_seed() if request.seed is None else request.seed
    seats = request.seats
    return start_match(
        game,
        start,
        options=options,
        players=seats.players,
        seat=seats.seat,
        against=seats.opponent(game),
        seed=seed,
    )


def _with_start(name: str, text: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options, with the text as the value of one of them."""
    if name in options:
        raise BadInput("command", found=f"a start and --{name}", expected="one of them")
    return {**options, name: text}


def _read_state(game: Game[Any, Any], text: str) -> Any:
    form = next((form for form in game.states if form.recognises(text)), None)
    if form is None and game.from_board is not None:
        return game.from_board(_first_board(puzzles.find(game.name), text))
    return (form or game.states[0]).read(text)


def _first_board(puzzle: Puzzle[Any, Any], text: str) -> Any:
    """The board of a text, or the first of several."""
    form = next((form for form in puzzle.formats if form.recognises(text)), puzzle.formats[0])
    parts = form.split(text) if form.split is not None else ()
    return form.read(parts[0][1] if len(parts) > 1 else text)


def _expect_state(game: Game[Any, Any], start: Any) -> Any:
    """The start itself, or the state of a formula in any form, for a game about formulas."""
    kind = type(game.start({}))
    if isinstance(start, kind):
        return start
    if game.text_option is not None:
        from satplay.logic import dimacs
        from satplay.logic.clause_input import is_formula
        from satplay.logic.formula import Formula

        if isinstance(start, Formula) or is_formula(start):
            return _read_state(game, dimacs.write(Formula(start)))
    expected = f"text, a path or a {kind.__name__} of {game.title}"
    raise BadInput("position", found=show(start), expected=expected)


# -- puzzles -----------------------------------------------------------------------------------------


def _fill_in(subject: str | None, position: Any, request: _PlayOptions, progress: Progress | None) -> Match:
    request.expect_no_players()
    if position is not None:
        puzzle, state = _open_board(position, subject, request.format)
        return start_match(game_to_play(puzzle.name, request.hint), state)
    if subject is None:
        raise BadInput("command", found="nothing to play", expected="a puzzle, a board or a game")
    game = game_to_play(subject, request.hint)  # raises its errors before a board is generated
    seed = new_seed() if request.seed is None else request.seed
    generated = generate(
        subject,
        size=request.size,
        difficulty=request.difficulty,
        options=request.options,
        seed=seed,
        progress=progress,
    )
    level = " ".join(word for word in (request.size, request.difficulty) if word)
    extra = [f"{name}={value}" for name, value in sorted(request.options.items())]
    level = " ".join([*([level] if level else []), *extra])
    return start_match(game, puzzle_state(generated.puzzle, generated.instance), seed=seed, level=level)


def _open_board(source: Any, subject: str | None, format: str | None) -> tuple[Puzzle[Any, Any], PuzzleState]:
    """A board, perhaps with a position: the format of saved games before puzzles had records."""
    if not isinstance(source, Source):
        puzzle, board = read_board(source, subject, format)
        _expect_move_entry(puzzle)
        return puzzle, puzzle_state(puzzle, board)
    with name_errors(source):
        board_text, found = split_position(source.text())
    where = source if found is None else replace(source, open=partial(io.BytesIO, board_text.encode()))
    puzzle, board = read_board(where, subject, format)
    _expect_move_entry(puzzle)
    if found is None:
        return puzzle, puzzle_state(puzzle, board)
    name, text, line = found
    with name_errors(replace(source, line=source.line + line - 1)):
        for form in puzzle.solutions:
            if form.name == name:
                return puzzle, puzzle_state(puzzle, board, form.read(board, text))
    raise NoSuchName(f"{puzzle.name} solution format", name, [form.name for form in puzzle.solutions])


def _expect_move_entry(puzzle: Puzzle[Any, Any]) -> None:
    if puzzle.move_entry is not None:
        return
    if puzzle.name in playable_names():
        found = f"a board of {puzzle.name}, which is played as a game"
        expected = f"satplay play {puzzle.name} and the board, or a record of such a game"
        raise BadInput("command", found=found, expected=expected)
    raise BadInput("command", found=f"play {puzzle.name}", expected=f"play {' or '.join(playable_names())}")


# -- for the command line ------------------------------------------------------------------------------


def new_game_options(subject: str) -> Mapping[str, Option]:
    """The ``options`` of a new game, or of a new board to fill in.

    >>> list(new_game_options("nim"))
    ['heaps']
    """
    if is_filled_in(subject):
        return puzzles.find(subject).generator_options
    return game_to_play(subject).start_options


def is_saved_game(instance: str) -> bool:
    """Whether an input holds a saved game, as opposed to a board or a position."""
    with suppress(BadInput, NoSuchName):
        source = find_source(instance)
        return is_record(source.head()) or split_position(source.text())[1] is not None
    return False


def fills_in_board(subject: str | None, instance: Any = None) -> bool:
    """Whether ``play`` fills in a board, as opposed to playing a game or resuming a record."""
    if subject is not None and not is_filled_in(subject):
        return False
    if isinstance(instance, (str, Path, Source)):
        with suppress(BadInput, NoSuchName):  # raised again when it is played
            return not is_record(find_source(instance).head())
    return True
