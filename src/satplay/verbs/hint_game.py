"""hint for games: the best move of a position, or the value of a given move, with its reason and its line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from satplay.arguments import expect_whole_number, show
from satplay.contracts.budget import Budget
from satplay.contracts.engine import UNLIMITED, Limit
from satplay.contracts.game import CHANCE, Game, Seat
from satplay.contracts.result_text import brief_repr, fit_screen
from satplay.contracts.texts import quote
from satplay.contracts.verdict import GameValue, Verdict
from satplay.errors import BadInput, GaveUp
from satplay.explaining.oracle import GradingOracle
from satplay.fast_dataclass import dataclass
from satplay.inputs.source import Source, name_errors
from satplay.playing.match import Match
from satplay.playing.record import is_record
from satplay.playing.resume import read_match
from satplay.playing.seats import PERSON
from satplay.playing.sources import source_for
from satplay.playing.subjects import game_called
from satplay.playing.typed_moves import NoMove, match_after
from satplay.playing.verdicts import (
    OUT_OF_TIME,
    check_verdict,
    expect_judge,
    judge_move,
    verdict_json,
    verdict_lines,
)

if TYPE_CHECKING:
    from satplay.drawing.scene import Scene

ALL = "all"
"""In place of moves: every legal move."""


@dataclass(frozen=True, slots=True)
class GameHintResult:
    """Verdicts on moves of a position: on the given ``moves``, or on the best one.

    ``seat``   the seat to move; None if the game is over
    ``lines_about_others``  what the game says besides the sentence about the best move
    """

    game: Game[Any, Any] = field(repr=False)
    state: Any = field(repr=False)
    seat: Seat | None
    moves: Sequence[Any]
    verdicts: Sequence[Verdict]
    lines_about_others: Sequence[str] = ()

    @property
    def kind(self) -> str:
        """``move``, ``unknown``, ``over``, or ``chance`` if the next move is drawn."""
        if self.seat is None:
            return "over"
        if self.seat == CHANCE:
            return "chance"
        late = not self.moves or any(one.because == OUT_OF_TIME for one in self.verdicts)
        return "unknown" if late else "move"

    @property
    def exit_status(self) -> int:
        """0, or 3 if the time limit was reached."""
        return 3 if self.kind == "unknown" else 0

    def lines(self) -> Iterator[str]:
        """The hint as text."""
        if self.seat is None:
            ended = self.game.outcome(self.state)
            yield "The game is over." if ended is None else f"The game is over: {ended.because}."
        elif self.seat == CHANCE:
            yield "The next move is drawn by chance."
        elif not self.moves:
            yield f"No answer: {OUT_OF_TIME}."
        for move, verdict in zip(self.moves, self.verdicts, strict=True):
            yield from verdict_lines(self.game, self.state, move, verdict)
        yield from self.lines_about_others

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        write = self.game.moves.write
        return {
            "kind": self.kind,
            "subject": self.game.name,
            "to_move": self.seat,
            "moves": [
                {"move": write(move), **verdict_json(self.game, move, verdict)}
                for move, verdict in zip(self.moves, self.verdicts, strict=True)
            ],
            "lines": list(self.lines_about_others),
        }

    def picture(self) -> Scene:
        """The position."""
        return self.game.draw(self.state)

    def __bool__(self) -> bool:
        """A hint is true unless the time limit was reached."""
        return self.exit_status == 0

    def __str__(self) -> str:
        return fit_screen(self.lines())

    def __repr__(self) -> str:
        return brief_repr(self)

    def _repr_svg_(self) -> str:
        return self.picture()._repr_svg_()


def hint_game(
    position: Any,
    *moves: str,
    subject: str | None = None,
    seed: int = 0,
    limit: Limit = UNLIMITED,
) -> GameHintResult:
    """The best move of a position and why it is the best; with ``moves``, why each of them wins or loses.

    A position is a text, a path, ``-`` for standard input, or the state itself; a saved game stands for its
    last position.  ``all`` in place of moves means every legal move.

    >>> hint_game("first: 1 1 2", subject="nim").verdicts[0].summary()
    'wins in 2 moves'
    >>> hint_game("first: 1 1 2", "A1", subject="nim").verdicts[0].mistake
    True
    """
    budget = Budget(limit)
    expect_whole_number("seed", seed)
    game, state = _read_position(position, subject)
    expect_judge(game)
    seat = game.to_move(state)
    if seat is None or seat == CHANCE:
        return GameHintResult(game, state, seat, (), ())
    oracle = GradingOracle(seed=seed, seconds=budget.remaining_time().seconds)
    if not moves:
        return _best_move(game, state, seat, Random(seed), oracle)
    chosen = [_read_move(game, state, one) for one in moves] if moves != (ALL,) else list(game.legal(state))
    verdicts = tuple(judge_move(game, state, move, Random(seed), oracle) for move in chosen)
    return GameHintResult(game, state, seat, tuple(chosen), verdicts)


def _best_move(
    game: Game[Any, Any], state: Any, seat: Seat, rng: Random, oracle: GradingOracle
) -> GameHintResult:
    """The hint of the game, as a person at the keyboard gets it when asking again."""
    assert game.hint is not None  # a judge without hints would be of no use
    try:
        found = game.hint(state, seat, 1, rng, oracle)
        verdict = found.verdict or Verdict(GameValue.UNKNOWN, "there is no reason")
        check_verdict(game, state, found.move, verdict, oracle)
    except GaveUp:
        return GameHintResult(game, state, seat, (), ())
    return GameHintResult(game, state, seat, (found.move,), (verdict,), found.lines)


def _read_position(position: Any, subject: str | None) -> tuple[Game[Any, Any], Any]:
    game = None if subject is None else game_called(subject)
    if game is not None:
        expect_judge(game)
    if not isinstance(position, (str, Path, Source)):
        if game is None:
            raise BadInput("hint", found="a position without its game", expected="the subject")
        kind = type(game.start({}))
        if not isinstance(position, kind):
            expected = f"text, a path or a {kind.__name__} of {game.title}"
            raise BadInput("position", found=show(position), expected=expected)
        return game, position
    where = position if isinstance(position, Source) else source_for(game, position)
    with name_errors(where):
        text = where.text()
        if is_record(text):
            match = read_match(text, game)
            return match.game, match.state
        if game is None:
            raise BadInput("hint", found="a position without its game", expected="the subject")
        form = next((form for form in game.states if form.recognises(text)), game.states[0])
        return game, form.read(text)


def _read_move(game: Game[Any, Any], state: Any, text: str) -> Any:
    """The move that a text means in this position, also as a person types it."""
    match = Match(game, dict.fromkeys(game.seats, PERSON), 0, (state,))
    try:
        return match_after(match, text).moves[-1]
    except NoMove as error:
        raise BadInput("move", found=quote(text), expected=f"a legal move ({error})") from None
