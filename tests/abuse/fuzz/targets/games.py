"""Positions, moves, records and typed lines of every game, and of every puzzle that can be filled in."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from contextlib import suppress
from functools import cache, partial
from random import Random
from typing import Any

from satplay import games, puzzles
from satplay.contracts.format import Format
from satplay.contracts.game import Game
from satplay.drawing.svg import to_svg
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput, IllegalMove
from satplay.inputs.source import quote_text
from satplay.playing.match import Match
from satplay.playing.record import read_record, write_record
from satplay.playing.resume import read_match
from satplay.playing.seats import PERSON
from satplay.playing.subjects import game_to_play, is_filled_in, playable_names
from satplay.verbs.play import play
from tests.abuse.fuzz.case import Parts
from tests.abuse.fuzz.judging import Unfinished, cpu_limit
from tests.abuse.fuzz.targets.boards import board_seeds, expect_round_trip
from tests.abuse.fuzz.targets.target import (
    Target,
    bytes_of,
    expect,
    expect_same,
    read_or_refuse,
    size_class,
    text_of,
)

MAX_LINES = 12
MAX_DRAWN = 1000
WORDS = (
    b"undo", b"redo", b"undo 3", b"redo 2", b"restart", b"hint", b"check", b"show", b"rules", b"time",
    b"help", b"?",
    b"moves", b"save x", b"save", b"save! @x", b"resign", b"new", b"quit", b"", b"clear", b"erase",
    b"hint random",
)  # fmt: skip
RECORD_TOKENS = (
    b"=== satplay record, version 1 ===\n", b"=== moves ===\n", b"=== redo ===\n", b"option ", b"seat ",
    b"seed ",
    b"time 1.5\n", b"hints 2\n", b"position ", b"  ", b" resigns ===\n", b'"', b"=", b" person\n",
    b"\\n", b"\\ud800",
)  # fmt: skip


def game_targets() -> Iterator[Target]:
    for name in playable_names():
        game = game_to_play(name)
        for form in game.states:
            run, seeds = partial(read_state, game, form), partial(state_seeds, name, form.name)
            yield Target(f"state {name} {form.name}", "games", run, seeds, WORDS)
        yield Target(f"move {name}", "games", partial(read_move, name), partial(move_seeds, name), WORDS)
        run, seeds = partial(type_lines, name), partial(typed_seeds, name)
        fresh = partial(fresh_lines, name)
        yield Target(f"play {name}", "games", run, seeds, WORDS, fresh, fixed=1, weight=2.0, seconds=20.0)
    yield Target("record", "games", read_saved, record_seeds, RECORD_TOKENS, weight=4.0, seconds=20.0)


# -- seeds -------------------------------------------------------------------------------------------


@cache
def start_texts(name: str) -> tuple[bytes, ...]:
    """Positions to start from: the examples of the folder, or small boards."""
    if is_filled_in(name):
        return tuple(text for (text,) in board_seeds(name) if len(text) < 200)[:12]
    record = games.find(name) if name in games.names() else None
    folder = _folder(name)
    texts = [path.read_bytes() for path in sorted(folder.glob("examples/*")) if path.suffix != ".md"]
    return tuple(texts) if record is not None and texts else (b"",)


def _folder(name: str) -> Any:
    from importlib import import_module
    from pathlib import Path

    package = games if name in games.names() else puzzles
    return Path(str(import_module(f"{package.__name__}.{name.replace('-', '_')}").__file__)).parent


@cache
def matches(name: str) -> tuple[Match, ...]:
    """Matches after a few random moves."""
    found = []
    for seed in range(4):
        with suppress(BadInput):
            found.append(_walk(_start(name, b"" if seed < 2 else start_texts(name)[0], seed), Random(seed)))
    return tuple(found)


def _start(name: str, text: bytes, seed: int = 0) -> Match:
    """A match from the text of a position, or from the start; a person plays the weakest player."""
    return (
        play(name, quote_text(text_of(text)), hint=None)
        if is_filled_in(name)
        else _start_game(name, text, seed)
    )


def _start_game(name: str, text: bytes, seed: int) -> Match:
    game = game_to_play(name)
    players = dict.fromkeys(game.seats[:1], PERSON) | {
        seat: next(iter(game.players), PERSON) for seat in game.seats[1:]
    }
    if not text:
        return play(name, seed=seed, players=players)
    form = next((form for form in game.states if form.recognises(text_of(text))), game.states[0])
    from satplay.playing.start import start_match

    return start_match(game, form.read(text_of(text)), players=players, seed=seed)


def _walk(match: Match, rng: Random) -> Match:
    for _ in range(6):
        if match.waiting:
            match = match.advance()
            continue
        legal = match.game.legal(match.state) if match.outcome is None else ()
        if not legal:
            break
        match = match.after(rng.choice(legal))
    return match


@cache
def state_seeds(name: str, form_name: str) -> Sequence[Parts]:
    form = next(form for form in game_to_play(name).states if form.name == form_name)
    texts = []
    for match in matches(name):
        for state in match.states:
            with suppress(BadInput):
                texts.append(bytes_of(form.write(state)))
    return tuple((text,) for text in dict.fromkeys((*texts, *start_texts(name))))


def _help(name: str) -> Sequence[str]:
    """The lines of the help at the first position."""
    match = matches(name)[0]
    return () if match.game.help is None else match.game.help(match.visible_state())


@cache
def move_texts(name: str) -> tuple[bytes, ...]:
    """Texts of legal moves, or, where moves are typed, words of the help and places."""
    moves = [match.game.moves.write(move) for match in matches(name) for move in match.moves]
    for match in matches(name):
        if match.outcome is None:
            moves += [match.game.moves.write(move) for move in match.game.legal(match.state)[:8]]
    typed = [word for line in _help(name) for word in (line[:17].strip(), *line[:17].split())]
    return tuple(map(bytes_of, dict.fromkeys((*moves, *typed, "A1 A2", "A1-A3 2", "a1", "erase A1", "B2 #"))))


@cache
def move_seeds(name: str) -> Sequence[Parts]:
    starts = start_texts(name)
    return tuple((starts[at % len(starts)], move) for at, move in enumerate(move_texts(name)))


@cache
def typed_seeds(name: str) -> Sequence[Parts]:
    rng = Random(name)
    return tuple(fresh_lines(name, rng) for _ in range(6))


def fresh_lines(name: str, rng: Random) -> Parts:
    """A start, and typed lines: moves and commands."""
    lines = [rng.choice(move_texts(name) if rng.random() < 0.6 else WORDS) for _ in range(rng.randint(1, 8))]
    return (rng.choice((b"", *start_texts(name)) if not is_filled_in(name) else start_texts(name)), *lines)


@cache
def record_seeds() -> Sequence[Parts]:
    """Records after moves, after moves taken back, and after a resignation."""
    texts = []
    for name in playable_names():
        for match in matches(name):
            texts.append(match.to_text())
            back = match.undo() or match
            texts.append(back.to_text())
            if back.to_move in back.persons and not back.solo:
                texts.append(back.resign().to_text())
    return tuple((bytes_of(text),) for text in dict.fromkeys(texts))


# -- checks ------------------------------------------------------------------------------------------


def read_state(game: Game[Any, Any], form: Format[Any], parts: Parts) -> Hashable:
    """A position survives writing and reading, has legal moves or an outcome, and is drawn."""
    state = read_or_refuse(form.read, text_of(parts[0]))
    written = expect_round_trip(form, state)
    over = game.outcome(state) is not None
    expect(over == (game.to_move(state) is None), "outcome", "an outcome and a seat to move, or neither")
    board = getattr(state, "board", None)  # a short text may be a large board
    cells = getattr(board, "rows", 0) * getattr(board, "columns", 0)
    if max(len(written), cells) <= MAX_DRAWN:
        to_svg(game.draw(state))
        for ascii in (False, True):
            lines = [] if game.sketch is None else to_text(game.sketch(state, ascii))
            expect(all(line.isprintable() for line in lines), "unprintable", f"in a sketch: {lines!r:.300}")
    return over, size_class(written)


def read_move(name: str, parts: Parts) -> Hashable:
    """A move survives writing and reading, and is made or illegal."""
    match = _start(name, parts[0])
    game, state = match.game, match.state
    move = game.moves.read(text_of(parts[1]).strip())
    expect_same("round trip", game.moves.read(game.moves.write(move)), move)
    try:
        after = game.apply(state, move)
    except IllegalMove as error:
        expect(game.free_text or move not in game.legal(state), "illegal", f"a legal move: {error}")
        raise
    return game.to_move(after), after == state


def type_lines(name: str, parts: Parts) -> Hashable:
    """Every typed line is answered in printable lines, and the match survives being saved."""
    with cpu_limit(10.0, Unfinished):  # players may think
        match = _start(name, parts[0])
        answers = []
        for part in parts[1 : 1 + MAX_LINES]:
            line = text_of(part).replace("\n", " ")
            turn = match.respond(line)
            for answer in turn.lines:
                expect(
                    "\n" not in answer and answer.isprintable(), "unprintable", f"{line!r}: {answer!r:.300}"
                )
            match = turn.match
            answers.append((turn.request.name, match.outcome is None, bool(turn.lines)))
            if turn.over:
                break
        _expect_saved(match)
    return tuple(answers[-2:]), size_class(repr(match.moves))


def _expect_saved(match: Match) -> None:
    try:
        text = match.to_text()
    except BadInput as error:
        expect(False, "not saved", str(error))
        raise
    again = read_match(text)
    expect_same(
        "round trip", (again.states, again.moves, again.undone), (match.states, match.moves, match.undone)
    )


def read_saved(parts: Parts) -> Hashable:
    """A record is refused with its place, or survives writing and reading, as text and as a match."""
    text = text_of(parts[0])
    record = read_or_refuse(read_record, text)
    expect_same("round trip", read_record(write_record(record)), record)
    with cpu_limit(10.0, Unfinished):
        match = read_or_refuse(read_match, text)
        _expect_saved(match)
    return match.game.name, len(match.moves).bit_length(), match.outcome is None, bool(match.undone)
