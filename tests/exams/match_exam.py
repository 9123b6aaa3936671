"""The second part of the exam that every game sits: what is said while it is played, asked and kept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, cast

from satplay.contracts.game import CHANCE, Verdict
from satplay.contracts.question import YES, Argument, DrawnReply, Query, QueryRequest
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput, GaveUp, NoSuchName
from satplay.verbs.match import Match
from satplay.verbs.match_commands import COMMANDS, WITH_MORE
from satplay.verbs.opening import resumed
from satplay.verbs.record import MARK, read_record, write_record
from satplay.verbs.seating import PERSON, seating
from tests.exams.game_exam import FEW, Candidate

SHARED = {"json", "ascii", "seed", "time", "svg", "png", "help", "debug"}
BROKEN = ("", "\x00", "no such thing", "1", "-1", "\u0663", "x" * 5000, "\n\n")


def are_lines(words: Iterable[str], what: str) -> None:
    for line in words:
        assert isinstance(line, str) and line.isprintable() and line.strip(), f"{what} says {line!r}"


def some_moves(it: Candidate) -> Iterator[tuple[Any, Any]]:
    """States with the move that was made in them."""
    made = [pair for states, moves in it.walks for pair in zip(states, moves, strict=False)]
    yield from made[:: len(made) // FEW + 1]


def moves_are_no_commands(it: Candidate) -> None:
    for move in it.moves:
        text = it.game.moves.write(move)
        command, _, rest = text.partition(" ")
        shadowed = command.lower() in COMMANDS and (not rest.strip() or command.lower() in WITH_MORE)
        assert not shadowed, f"{text!r} is a command in every game"
        assert not text.startswith(MARK) and text == text.strip(), f"{text!r} cannot stand in a record"
        assert text.isprintable(), f"{text!r} cannot be typed"


def sketches_are_drawn(it: Candidate) -> None:
    if it.game.sketch is None:
        return
    for state in it.states[:FEW]:
        plain = to_text(it.game.sketch(state, True))
        assert plain and all(line.isascii() for line in plain), f"ASCII is asked for: {plain}"
        assert to_text(it.game.sketch(state, False)), "an empty picture"


def words_are_lines(it: Candidate) -> None:
    """Help, stories, hints, verdicts and statistics; each is the same when asked twice."""
    game = it.game
    are_lines(game.help, "help")
    for states, _ in it.walks[:2]:
        for before, after in pairwise(states[:FEW]):
            for seat in game.seats:
                if game.tell is not None:
                    are_lines(game.tell(game.visible(before, seat), game.visible(after, seat)), "tell")
        if game.statistics is not None:
            assert all(isinstance(float(n), float) and k for k, n in game.statistics(states).items())
    for state, move in some_moves(it):
        seat = game.to_move(state)
        if seat is None or seat == CHANCE:
            continue
        if game.hint is not None:
            seen = game.visible(state, seat)
            said = [list(game.hint(seen, seat, Random(1), it.oracle)) for _ in range(2)]
            are_lines(said[0], "hint")
            assert said[0] == said[1], "hints use more than the randomness they are given"
        if game.judge is not None:
            verdict = game.judge(state, move, Random(1), it.oracle)
            assert isinstance(verdict, Verdict)
            are_lines([verdict.because], "judge")


def moves_tell_no_more_than_positions(it: Candidate) -> None:
    """Where something is hidden, two moves that look alike afterwards look alike while they are made."""
    game = it.game
    for state, made in some_moves(it):
        mover = game.to_move(state)
        for seat in game.seats:
            texts: dict[str, str] = {}
            hides = (it.folder / "hidden" / f"{seat}.txt").is_file()
            for move in [made, *list(game.legal(state))[:FEW]] if seat != mover else ():
                shown = game.moves.write(move) if game.glimpse is None else game.glimpse(state, move, seat)
                assert not shown or (shown.isprintable() and shown.strip()), f"{seat} sees {shown!r}"
                after = repr(game.visible(game.apply(state, move), seat)) if hides else shown
                assert texts.setdefault(after, shown) == shown, f"{seat} sees more of {shown!r} than it may"
            assert game.glimpse is None or hides or all(texts), "nothing is hidden, so every move is seen"


def deals_are_complete_and_by_the_seed(it: Candidate) -> None:
    if it.game.deal is None:
        return
    dealt = [it.game.deal({}, Random(5), it.oracle) for _ in range(2)]
    assert dealt[0] == dealt[1], "the same seed deals otherwise"
    try:
        assert it.game.start(dealt[0]) == it.game.start(dealt[1]), "what is dealt does not say everything"
    except BadInput as error:
        raise AssertionError(f"start does not understand what was dealt: {error}") from error


def a_game_goes_on_from_its_record(it: Candidate) -> None:
    """From the start and from a position, and after every move."""
    game = it.game
    states, moves = it.walks[0]
    players = seating(game, dict.fromkeys(game.seats, PERSON))
    whole = Match(game, players, 1, tuple(states[: FEW + 1]), tuple(moves[:FEW]), oracle=it.oracle)
    for match in (whole, replace(whole, placed=True)):
        for at in range(len(match.states)):
            kept = replace(match, states=match.states[: at + 1], moves=match.moves[:at])
            text = write_record(kept.record())
            try:
                again = resumed(read_record(text), game, it.oracle)
            except BadInput as error:
                raise AssertionError(f"{error} in its own record:\n{text}") from error
            assert again == kept, f"goes on otherwise than it was kept:\n{text}"


def questions_are_answered(it: Candidate) -> None:
    """By their own example; and nonsense is refused politely."""
    for name, query in it.game.questions.items():
        assert isinstance(query, Query) and query.help and not set(query.options) & SHARED, f"{name}: options"
        are_lines([query.help, *(option.help for option in query.options.values())], name)
        assert len(query.arguments) <= len(query.example) <= len(query.arguments) + len(query.optional)
        reply = query.answer(_asked(it, query.example))
        assert reply is not None, f"{name} is not answered"
        are_lines(reply.lines(), name)
        assert reply.exit_status in (0, 1, 3) and json.dumps(dict(reply.as_json()))
        assert not query.draws or cast(DrawnReply, reply).picture().shapes, f"{name} draws nothing"
        for at in range(len(query.example)):
            for broken in BROKEN:
                _politely(it, query, [*query.example[:at], broken, *query.example[at + 1 :]], {})
        for option, about in query.options.items():
            for value in BROKEN if about.takes is not None else (YES,):
                _politely(it, query, query.example, {option: value})


def _asked(it: Candidate, texts: Iterable[str], options: dict[str, str] | None = None) -> QueryRequest:
    return QueryRequest([Argument(text, "<exam>") for text in texts], options or {}, Random(1), it.oracle)


def _politely(it: Candidate, query: Query, texts: Iterable[str], options: dict[str, str]) -> None:
    try:
        query.answer(_asked(it, texts, options))
    except (BadInput, NoSuchName, GaveUp):
        pass
    except Exception as error:
        raise AssertionError(f"{type(error).__name__} for {texts}, {options}: {error}") from error


MATCH: tuple[Callable[[Candidate], None], ...] = (
    moves_are_no_commands,
    sketches_are_drawn,
    words_are_lines,
    moves_tell_no_more_than_positions,
    deals_are_complete_and_by_the_seed,
    a_game_goes_on_from_its_record,
    questions_are_answered,
)
