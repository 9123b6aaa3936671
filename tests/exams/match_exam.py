"""The second part of the game exam: texts printed during play, questions and records.

A puzzle with move entry takes the items of ``FILL_IN`` as a game with one seat.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Any, cast

from satplay.contracts.game import CHANCE
from satplay.contracts.option import YES
from satplay.contracts.question import Argument, DrawnReply, Query, QueryRequest
from satplay.contracts.verdict import GameValue, Verdict
from satplay.drawing.terminal import to_text
from satplay.errors import BadInput, EncodingError, GaveUp, NoSuchName
from satplay.inputs.writing import write_in_format
from satplay.playing.commands import commands_for
from satplay.playing.match import Match
from satplay.playing.record import MARK
from satplay.playing.resume import read_match
from satplay.playing.seats import PERSON, assign_seats
from satplay.playing.verdicts import check_verdict, replay, verdict_lines
from tests.exams.game_exam import (
    FEW,
    Candidate,
    broken_moves_are_refused_with_bad_input,
    broken_states_are_refused_with_bad_input,
    moves_survive_writing_and_reading,
    only_chance_has_odds,
    options_not_understood_are_refused,
    states_are_drawn,
    the_game_is_over_exactly_when_no_seat_is_to_move,
)

SHARED = {"json", "ascii", "seed", "time", "svg", "png", "help", "debug"}
BROKEN = ("", "\x00", "no such thing", "1", "-1", "\u0663", "x" * 5000, "\n\n")


def expect_lines(words: Iterable[str], what: str) -> None:
    for line in words:
        assert isinstance(line, str) and line.isprintable() and line.strip(), f"{what} has the line {line!r}"


def some_moves(it: Candidate) -> Iterator[tuple[Any, Any]]:
    """A sample of states, each with the move made in it."""
    pairs = [pair for states, moves in it.walks for pair in zip(states, moves, strict=False)]
    yield from pairs[:: len(pairs) // FEW + 1]


def match_of(it: Candidate, walk: int = 0, plies: int = FEW) -> Match:
    """The first moves of a random game in which persons take all seats."""
    states, moves = it.walks[walk]
    return Match(
        it.game,
        assign_seats(it.game, dict.fromkeys(it.game.seats, PERSON)),
        seed=1,
        states=tuple(states[: plies + 1]),
        moves=tuple(moves[:plies]),
        options=it.start_options,
        commands=commands_for(it.game),
        oracle=it.oracle,
    )


def moments(match: Match) -> Iterator[Match]:
    """The match after each of its moves, with the later moves undone."""
    for at in range(len(match.states)):
        yield replace(match, states=match.states[: at + 1], moves=match.moves[:at], undone=match.moves[at:])


def moves_are_not_commands(it: Candidate) -> None:
    for move in it.moves:
        text = it.game.moves.write(move)
        assert match_of(it).find_command(text) is None, f"{text!r} is a command"
        assert not text.startswith(MARK) and text == text.strip(), f"{text!r} cannot stand in a record"
        assert text.isprintable(), f"{text!r} cannot be typed"


def sketches_are_drawn(it: Candidate) -> None:
    if it.game.sketch is None:
        return
    for state in it.states[:FEW]:
        plain = to_text(it.game.sketch(state, True))
        assert plain and all(line.isascii() for line in plain), f"ASCII is asked for: {plain}"
        assert to_text(it.game.sketch(state, False)), "an empty picture"


def texts_are_lines(it: Candidate) -> None:
    """Help, stories, hints, verdicts and statistics are lines of text; hints are reproducible."""
    game = it.game
    expect_lines(game.all_rules, "rules")
    for states, _ in it.walks[:2]:
        for before, after in pairwise(states[:FEW]):
            for seat in game.seats:
                if game.tell is not None:
                    expect_lines(game.tell(game.visible(before, seat), game.visible(after, seat)), "tell")
        if game.statistics is not None:
            assert all(isinstance(float(n), float) and k for k, n in game.statistics(states).items())
    for state, move in some_moves(it):
        seat = game.to_move(state)
        if seat is None or seat == CHANCE:
            continue
        if game.hint is not None:
            seen = game.visible(state, seat)
            for asked in range(2):
                hints = [game.hint(seen, seat, asked, Random(1), it.oracle) for _ in range(2)]
                expect_lines(hints[0].lines, "hint")
                assert hints[0] == hints[1], "hints use more than the randomness they are given"
        if game.help is not None and game.rules is not None:
            rules = game.rules(game.visible(state, seat))
            expect_lines([*game.help(game.visible(state, seat)), *rules], "help or rules")
            assert len(rules) <= 3 and all(len(line) <= 80 for line in rules), f"too long: {rules}"
        if game.prompt is not None:
            expect_lines([game.prompt(game.visible(state, seat), seat)], "prompt")
        if game.judge is not None:
            verdict = game.judge(state, move, Random(1), it.oracle)
            assert isinstance(verdict, Verdict)
            expect_lines([verdict.because, *verdict_lines(game, state, move, verdict)], "judge")


def verdicts_are_shown_by_their_lines(it: Candidate) -> None:
    """The rules and the solver confirm each verdict, and the judge agrees with itself along the line.

    In a line with a count, every move of the winner brings the end nearer, and no other move of the loser
    delays it.
    """
    game = it.game
    if game.judge is None:
        return
    for state, _ in some_moves(it):
        if game.to_move(state) == CHANCE:
            continue
        verdicts = {move: game.judge(state, move, Random(1), it.oracle) for move in game.legal(state)[:FEW]}
        for move, verdict in verdicts.items():
            try:
                check_verdict(game, state, move, verdict, it.oracle)
            except EncodingError as error:
                raise AssertionError(f"{game.moves.write(move)} in {it.text(state)}: {error}") from error
        counted = [verdict for verdict in verdicts.values() if verdict.moves is not None]
        if counted:
            _judge_along(it, state, counted[0])


def _judge_along(it: Candidate, state: Any, verdict: Verdict) -> None:
    game = it.game
    assert game.judge is not None and verdict.moves is not None
    mover, left = game.to_move(state), verdict.moves
    states = replay(game, state, verdict.line)
    for here, move in zip(states, verdict.line, strict=False):
        wins = (game.to_move(here) == mover) == (verdict.value is GameValue.WIN)
        now = game.judge(here, move, Random(1), it.oracle)
        assert now.value is (GameValue.WIN if wins else GameValue.LOSS), f"{it.text(here)}: {now.value}"
        assert now.moves == left, f"{now.moves} moves instead of {left} in {it.text(here)}"
        if not wins and here is not state:
            others = [game.judge(here, other, Random(1), it.oracle).moves for other in game.legal(here)]
            assert all(other is not None and other <= left for other in others), "a longer resistance"
        left -= wins


def moves_reveal_no_more_than_positions(it: Candidate) -> None:
    """With hidden information, two moves with equal visible results have equal visible texts."""
    game = it.game
    for state, chosen in some_moves(it):
        mover = game.to_move(state)
        for seat in game.seats:
            texts: dict[str, str] = {}
            hides = (it.folder / "hidden" / f"{seat}.txt").is_file()
            for move in [chosen, *list(game.legal(state))[:FEW]] if seat != mover else ():
                visible_text = (
                    game.moves.write(move) if game.glimpse is None else game.glimpse(state, move, seat)
                )
                assert not visible_text or (visible_text.isprintable() and visible_text.strip()), (
                    f"{seat} sees {visible_text!r}"
                )
                after = repr(game.visible(game.apply(state, move), seat)) if hides else visible_text
                assert texts.setdefault(after, visible_text) == visible_text, (
                    f"{seat} sees more of {visible_text!r} than it may"
                )
            assert game.glimpse is None or hides or all(texts), "nothing is hidden, so every move is seen"


def deals_are_complete_and_by_the_seed(it: Candidate) -> None:
    if it.game.deal is None:
        return
    dealt = [it.game.deal({}, Random(5), it.oracle) for _ in range(2)]
    assert dealt[0] == dealt[1], "the same seed deals different options"
    try:
        assert it.game.start(dealt[0]) == it.game.start(dealt[1]), (
            "the dealt options do not determine the start"
        )
    except BadInput as error:
        raise AssertionError(f"start rejects the dealt options: {error}") from error


def a_game_continues_from_its_record(it: Candidate) -> None:
    """Continue from the start and from a position, after every move, with and without moves to redo."""
    whole = match_of(it)
    placed = replace(whole, from_position=True, options={}, seconds=12.345, hints=3)
    for match in (whole, placed):
        for saved in moments(match):
            for one in (saved, replace(saved, undone=())):
                text = one.to_text()
                try:
                    again = read_match(text, it.game, it.oracle)
                except BadInput as error:
                    raise AssertionError(f"{error} in its own record:\n{text}") from error
                assert again == one, f"the record resumes another match:\n{text}"


def moves_are_taken_back_and_made_again(it: Candidate) -> None:
    """Undo, redo and restart with typed lines; a typed move is the move that it names."""
    whole = match_of(it)
    match = replace(whole, states=whole.states[:1], moves=())
    for move in whole.moves:
        if it.game.to_move(match.state) == CHANCE:
            match = match.after(move)
            continue
        after = match.take(it.game.moves.write(move)).match
        assert after.moves == (*match.moves, move), (
            f"{it.game.moves.write(move)!r} is taken as something else"
        )
        match = after
    assert (match.states, match.moves) == (whole.states, whole.moves)
    moves_made = sum(it.game.to_move(state) != CHANCE for state in whole.states[: len(whole.moves)])
    back = match.take("restart").match
    assert back == match.take(f"undo {moves_made}").match if moves_made else back == match
    for _ in range(moves_made):
        match = match.take("undo").match
    assert match == back and match.take("undo").match is match, "undo stops too early or too late"
    for _ in range(moves_made):
        match = match.take("redo").match
    assert match == whole and match.take("redo").match is match, "redo leads somewhere else"


def states_are_written_in_some_format(it: Candidate) -> None:
    """Some formats lose information, such as the names of colours; at least one must keep all of it."""
    for state in it.states:
        form, text = write_in_format(it.game.states, state, kind="state")
        assert form.read(text) == state == it.read(text), f"{form.name} loses a part of {text!r}"


def a_solution_ends_the_game(it: Candidate) -> None:
    """The solution of a solvable game ends it, and no position on the way is irreparable."""
    game, start = it.game, it.walks[0][0][0]
    assert game.solve is not None and game.violations is not None
    assert not game.violations(start), "the first position cannot be repaired"
    solution = game.solve(start, it.oracle)
    assert solution is not None and game.outcome(solution) is not None, "the solution is not the end"
    assert not game.violations(solution), "the solution has violations"


def questions_are_answered(it: Candidate) -> None:
    """Every question answers its own example, and refuses invalid arguments with ``BadInput``."""
    for name, query in it.game.questions.items():
        assert isinstance(query, Query) and query.help and not set(query.options) & SHARED, f"{name}: options"
        expect_lines([query.help, *(option.help for option in query.options.values())], name)
        assert len(query.arguments) <= len(query.example) <= len(query.arguments) + len(query.optional)
        reply = query.answer(_request(it, query.example))
        assert reply is not None, f"{name} is not answered"
        expect_lines(reply.lines(), name)
        assert reply.exit_status in (0, 1, 3) and json.dumps(dict(reply.as_json()))
        assert not query.draws or cast(DrawnReply, reply).picture().shapes, f"{name} draws nothing"
        for at in range(len(query.example)):
            for broken in BROKEN:
                _expect_answer_or_refusal(
                    it, query, [*query.example[:at], broken, *query.example[at + 1 :]], {}
                )
        for option, about in query.options.items():
            for value in BROKEN if about.takes is not None else (YES,):
                _expect_answer_or_refusal(it, query, query.example, {option: value})


def _request(it: Candidate, texts: Iterable[str], options: dict[str, str] | None = None) -> QueryRequest:
    return QueryRequest([Argument(text, "<exam>") for text in texts], options or {}, Random(1), it.oracle)


def _expect_answer_or_refusal(
    it: Candidate, query: Query, texts: Iterable[str], options: dict[str, str]
) -> None:
    try:
        query.answer(_request(it, texts, options))
    except (BadInput, NoSuchName, GaveUp):
        pass
    except Exception as error:  # every other exception fails the exam
        raise AssertionError(f"{type(error).__name__} for {texts}, {options}: {error}") from error


MATCH: tuple[Callable[[Candidate], None], ...] = (
    moves_are_not_commands,
    sketches_are_drawn,
    texts_are_lines,
    verdicts_are_shown_by_their_lines,
    moves_reveal_no_more_than_positions,
    deals_are_complete_and_by_the_seed,
    a_game_continues_from_its_record,
    moves_are_taken_back_and_made_again,
    questions_are_answered,
)

FILL_IN: tuple[Callable[[Candidate], None], ...] = (
    states_are_written_in_some_format,
    moves_survive_writing_and_reading,
    broken_states_are_refused_with_bad_input,
    broken_moves_are_refused_with_bad_input,
    the_game_is_over_exactly_when_no_seat_is_to_move,
    options_not_understood_are_refused,
    only_chance_has_odds,
    states_are_drawn,
    moves_are_not_commands,
    sketches_are_drawn,
    texts_are_lines,
    a_game_continues_from_its_record,
    moves_are_taken_back_and_made_again,
    a_solution_ends_the_game,
)
