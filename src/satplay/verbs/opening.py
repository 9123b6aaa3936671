"""How a match begins: anew, from a position, or where a record left off."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from satplay.contracts.game import Game, Seat
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput, IllegalMove, NoSuchName
from satplay.inputs.reading import Source, naming, source
from satplay.reasoning.oracle import EngineOracle
from satplay.verbs.generate import new_seed
from satplay.verbs.match import Match
from satplay.verbs.record import Record, is_record, read_record
from satplay.verbs.seating import PERSON, game_called, seating


def begin(
    subject: str | Game[Any, Any] | None,
    instance: Any = None,
    *,
    options: Mapping[str, str] | None = None,
    players: Mapping[Seat, str] | None = None,
    seed: int | None = None,
    oracle: Oracle | None = None,
) -> Match:
    """A match of a game: new, as ``options`` say; from a position; or from a record, which names its game.

    Where a text and ``options`` are given, the text is the option ``Game.given``.

    ``players`` says who sits where (``seating`` completes it); at the seats of a record it takes the place of
    those who played there.  Without a ``seed`` one is drawn.
    """
    oracle = EngineOracle() if oracle is None else oracle
    game = game_called(subject) if isinstance(subject, str) else subject
    if isinstance(instance, (str, Path, Source)):
        where = source_for(game, instance)
        with naming(where):
            text = where.text()
            if is_record(text):
                if options or seed is not None:
                    found = "a record and options for a new game"
                    raise BadInput("command", found=found, expected="one or the other")
                match = resumed(read_record(text), game, oracle)
                sitting = seating(match.game, {**match.players, **(players or {})})
                return replace(match, players=sitting)
            if game is not None and game.given is not None and options:
                options, instance = _given(game.given, text, options), None
            elif game is None:
                raise BadInput("record", line=1, column=1, found=repr(text[:20]), expected="a game's record")
            else:
                instance = _read_state(game, text)
    if game is None:
        raise BadInput("command", found="no game", expected="the name of one, or a record")
    if instance is not None and options:
        raise BadInput("command", found="a position and options", expected="one or the other")
    seed = new_seed() if seed is None else seed
    if seed < 0:
        raise BadInput("seed", found=str(seed), expected="a whole number from 0")
    sitting = seating(game, players)
    if instance is not None:
        return Match(game, sitting, seed, (instance,), placed=True, oracle=oracle)
    unplayed = Match(game, sitting, seed, (), oracle=oracle)
    dealt = dict(options or {})
    if game.deal is not None:
        dealt = dict(game.deal(dealt, unplayed.randomness("deal"), oracle))
    return replace(unplayed, states=(game.start(dealt),), options=dealt)


def _given(name: str, text: str, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options together with the text, which is one of them."""
    if name in options:
        raise BadInput("command", found=f"two things to begin with: --{name} too", expected="one of them")
    return {**options, name: text}


def source_for(game: Game[Any, Any] | None, given: str | Path | Source) -> Source:
    """What was given: a file, or a text; what is well known as a position is not taken for a file's name."""
    if isinstance(given, str) and given != "-" and (is_record(given) or _is_position(game, given)):
        return Source("<argument>", partial(io.BytesIO, given.encode("utf-8", "surrogateescape")))
    return source(given)


def _is_position(game: Game[Any, Any] | None, text: str) -> bool:
    try:
        if "\0" not in text and Path(text).exists():
            return False
    except OSError:  # too long for a name
        pass
    return game is not None and any(form.recognises(text) for form in game.states)


def _read_state(game: Game[Any, Any], text: str) -> Any:
    form = next((form for form in game.states if form.recognises(text)), game.states[0])
    return form.read(text)


def resumed(record: Record, game: Game[Any, Any] | None = None, oracle: Oracle | None = None) -> Match:
    """The moment that a record tells of; ``BadInput`` where there can be no such record."""
    where = record.where
    game = _game(record, game)
    for seat, player in record.players.items():
        if seat not in game.seats or player not in (PERSON, *game.players):
            expected = f"one of {', '.join(game.seats)}, and {', '.join((PERSON, *game.players))}"
            raise _refused(where.get(f"seat {seat}", 1), f"{seat} {player}", expected, column=6)
    missing = [seat for seat in game.seats if seat not in record.players]
    if missing:
        raise _refused(where.get("seed", 1), f"nobody at {missing[0]}", "a line for each seat")
    players = {seat: record.players[seat] for seat in game.seats}
    oracle = EngineOracle() if oracle is None else oracle
    placed = record.position is not None
    match = Match(
        game, players, record.seed, (_first(record, game),), (), record.options, placed, oracle=oracle
    )
    for line, text in enumerate(record.moves, start=where.get("moves", 1)):
        match = _replayed(match, text, line)
    if record.resigned is None:
        return match
    if match.outcome is not None or record.resigned not in game.seats:
        raise _refused(
            where.get("resigned", 1), f"{record.resigned} resigns", "a seat, in a game that is not over"
        )
    return replace(match, resigned=record.resigned)


def _game(record: Record, game: Game[Any, Any] | None) -> Game[Any, Any]:
    line = record.where.get("game", 1)
    if game is not None:
        if record.game != game.name:
            raise _refused(line, f"a record of {record.game!r}", f"one of {game.name!r}", column=6)
        return game
    try:
        return game_called(record.game)
    except (NoSuchName, BadInput) as error:
        raise _refused(line, repr(record.game[:40]), f"a game ({error})", column=6) from None


def _first(record: Record, game: Game[Any, Any]) -> Any:
    """The state that the game began with."""
    if record.position is None:
        try:
            return game.start(record.options)
        except BadInput as error:
            line = record.where.get("option", record.where.get("game", 1))
            raise _refused(line, f"options of which {error}", f"those of {game.title}", column=8) from None
    line = record.where.get("position", 1)
    name, text = record.position
    form = next((form for form in game.states if form.name == name), None)
    if form is None or record.options:
        names = " or ".join(form.name for form in game.states)
        raise _refused(line, name, f"{names}, and no options", column=10)
    try:
        return form.read(text)
    except BadInput as error:
        error.line = line + (error.line or 1)
        error.column = (error.column or 1) + 2
        raise


def _replayed(match: Match, text: str, line: int) -> Match:
    if match.outcome is not None:
        raise _refused(line, repr(text[:40]), "nothing: the game was over")
    try:
        return match.after(match.game.moves.read(text))
    except BadInput as error:
        error.line = line
        error.column = error.column or 1
        raise
    except IllegalMove as error:
        found = f"{error.move!r}, which is illegal ({error.reason})"
        raise _refused(line, found, f"a move of {match.to_move}") from None


def _refused(line: int, found: str, expected: str, column: int = 1) -> BadInput:
    return BadInput("record", line=line, column=column, found=found, expected=expected)
