"""The match of a record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from satplay.contracts.game import Game
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput, IllegalMove, NoSuchName
from satplay.explaining.oracle import GradingOracle
from satplay.playing.commands import commands_for
from satplay.playing.match import Match
from satplay.playing.puzzle_hints import Hinter
from satplay.playing.record import Record, Resignation, read_record
from satplay.playing.seats import PERSON
from satplay.playing.strength import player_names
from satplay.playing.subjects import game_to_play


def read_match(
    text: str,
    game: Game[Any, Any] | None = None,
    oracle: Oracle | None = None,
    hint: Hinter | None = None,
) -> Match:
    """The match whose ``to_text`` this is; ``hint`` finds the hints of puzzles."""
    return resume(read_record(text), game, oracle, hint)


def resume(
    record: Record,
    game: Game[Any, Any] | None = None,
    oracle: Oracle | None = None,
    hint: Hinter | None = None,
) -> Match:
    """The match of a record; ``BadInput`` if the record is not of ``game`` or does not fit it."""
    game = _game(record, game, hint)
    _expect_seats(record, game)
    match = Match(
        game,
        {seat: record.players[seat] for seat in game.seats},
        record.seed,
        (_first_state(record, game),),
        options=record.options,
        from_position=record.position is not None,
        seconds=record.seconds,
        hints=record.hints,
        shown=record.shown,
        level=record.level,
        told=record.told,
        commands=commands_for(game),
        oracle=GradingOracle() if oracle is None else oracle,
    )
    for line, text in enumerate(record.moves, start=record.where.get("moves", 1)):
        match = _make_move(match, text, line)
    match = replace(match, undone=_undone_moves(match, record), saved=match.moves)
    if record.resigned is None:
        return match
    _expect_resignation(match, Resignation(record.resigned), record)
    return replace(match, resigned=record.resigned)


def _game(record: Record, game: Game[Any, Any] | None, hint: Hinter | None) -> Game[Any, Any]:
    line = record.where.get("game", 1)
    if game is not None:
        if record.game != game.name:
            raise _refusal(line, f"a record of {record.game!r}", f"one of {game.name!r}", column=6)
        return game
    try:
        return game_to_play(record.game, hint)
    except (NoSuchName, BadInput) as error:
        raise _refusal(line, repr(record.game[:40]), f"a game ({error})", column=6) from None


def _expect_seats(record: Record, game: Game[Any, Any]) -> None:
    known = (PERSON, *player_names(game))
    for seat, player in record.players.items():
        if seat not in game.seats or player not in known:
            expected = f"one of {', '.join(game.seats)}, and {', '.join(known)}"
            raise _refusal(record.where.get(f"seat {seat}", 1), f"{seat} {player}", expected, column=6)
    missing = [seat for seat in game.seats if seat not in record.players]
    if missing:
        raise _refusal(record.where.get("seed", 1), f"no player at {missing[0]}", "a line for each seat")


def _first_state(record: Record, game: Game[Any, Any]) -> Any:
    if record.position is None:
        try:
            return game.start(record.options)
        except BadInput as error:
            line = record.where.get("option", record.where.get("game", 1))
            raise _refusal(
                line, f"options with an error: {error}", f"the options of {game.title}", column=8
            ) from None
    line = record.where.get("position", 1)
    name, text = record.position
    form = next((form for form in game.states if form.name == name), None)
    if form is None or record.options:
        names = " or ".join(form.name for form in game.states)
        raise _refusal(line, name, f"{names}, and no options", column=10)
    try:
        return form.read(text)
    except BadInput as error:
        error.line = line + (error.line or 1)
        error.column = (error.column or 1) + 2
        raise


def _make_move(match: Match, text: str, line: int) -> Match:
    if match.outcome is not None:
        raise _refusal(line, repr(text[:40]), "nothing: the game was over")
    try:
        return match.after(match.game.moves.read(text))
    except BadInput as error:
        error.line = line
        error.column = error.column or 1
        raise
    except IllegalMove as error:
        found = f"{error.move!r}, which is illegal ({error.reason})"
        raise _refusal(line, found, f"a move of {match.to_move}") from None


def _undone_moves(match: Match, record: Record) -> tuple[Any, ...]:
    """The moves to redo, each tried, so that a record cannot promise what the rules forbid."""
    start = len(match.moves)
    resignation: list[Resignation] = []
    for line, one in enumerate(record.undone, start=record.where.get("undone", 1)):
        if isinstance(one, Resignation):
            _expect_resignation(match, one, record)
            resignation.append(one)
        else:
            match = _make_move(match, one, line)
    return (*match.moves[start:], *resignation)


def _expect_resignation(match: Match, resignation: Resignation, record: Record) -> None:
    if match.outcome is not None or resignation.seat not in match.game.seats or match.undone:
        line = record.where.get("resigned", 1)
        raise _refusal(line, f"{resignation.seat} resigns", "a seat, in a game that is not over")


def _refusal(line: int, found: str, expected: str, column: int = 1) -> BadInput:
    return BadInput("record", line=line, column=column, found=found, expected=expected)
