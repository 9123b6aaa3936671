"""The terminal loop of ``satplay play``: typed lines in, pictures and messages out, the record saved."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from io import TextIOWrapper
from time import monotonic
from typing import TYPE_CHECKING, Any

from satplay.cli.saved_games import GameSaver, collection_board, next_board
from satplay.cli.tally import Tally
from satplay.errors import BadInput, one_line
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.cli.terminal import Screen
    from satplay.inputs.source import Source
    from satplay.playing.match import Match
    from satplay.playing.turn import Turn

PROMPT = "> "


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """The arguments of the command.

    ``input``  a board, a position, a record or a saved game; a source if it is in a pipe
    """

    subject: str | None
    input: str | Source | None
    size: str | None
    difficulty: str | None
    options: Mapping[str, str]
    seed: int | None
    format: str | None
    seat: str | None
    against: str | None
    players: Mapping[str, str]
    strength: str | None = None


def open_match(play_options: PlayOptions) -> Match:
    """The match that the arguments describe, with a player at every seat."""
    from satplay.cli.progress import working
    from satplay.verbs.play import play

    with working("a new board") as progress:
        return play(
            play_options.subject,
            play_options.input,
            size=play_options.size,
            difficulty=play_options.difficulty,
            options=play_options.options,
            seed=play_options.seed,
            format=play_options.format,
            players=play_options.players or None,
            seat=play_options.seat,
            against=play_options.against,
            strength=play_options.strength,
            progress=progress,
        )


class PlayLoop:
    """One session at the terminal, of a puzzle or a game; ``record`` names where to save after every line."""

    def __init__(
        self, play_options: PlayOptions, screen: Screen, record: str | None, saver: GameSaver
    ) -> None:
        self._play_options = play_options
        self._screen = screen
        self._record = record
        self._saver = saver
        self._picture: list[str] = []
        self._timed = sys.stdin is not None and sys.stdin.isatty()  # a script of moves takes no thinking time
        self._tally = Tally(counts=self._timed, saves=record is not None)

    def run(self) -> int:
        """Play until the person leaves; without a person, until the game is over."""
        turn = self.play_typed(self._begin())
        self._tally.leave(turn.match)
        return 0

    def play_typed(self, turn: Turn, leave: str | None = None) -> Turn:
        """Play by typed lines until the session is over, or until the line ``leave`` is typed."""
        lines = typed_lines()
        while not turn.over:
            while turn.match.waiting:
                turn = self._step(turn.match)
            if not turn.match.persons:
                return turn
            line, seconds = self._read_line(lines)
            if line.strip().lower() == leave:
                return turn
            turn = self._take(turn.match, line, seconds)
        return turn

    def _take(self, before: Match, line: str, seconds: float) -> Turn:
        """The turn after a typed line, printed and saved."""
        from satplay.playing.turn import Request

        turn = before.take(line, seconds)
        if turn.request is Request.NEW:
            self._tally.leave(before)
            return self._begin_another(before)
        return self._print(turn, before)

    def _read_line(self, lines: Iterator[str]) -> tuple[str, float]:
        """The next line, ``quit`` at the end of input, and the seconds it took."""
        since = monotonic()
        line = next(lines, "quit")
        return line, monotonic() - since if self._timed else 0.0

    # -- beginning -----------------------------------------------------------------------------------

    def _begin(self) -> Turn:
        """Open the match; a seed that was drawn is printed, so that the game can be played again."""
        from satplay.verbs.generate import new_seed

        drawn = self._play_options.input is None and self._play_options.seed is None
        if drawn:
            self._play_options = replace(self._play_options, seed=new_seed())
        return self._greet(open_match(self._play_options), drawn=drawn)

    def _begin_another(self, match: Match) -> Turn:
        """The next board of the collection, a new board, or another game, with the next seed."""
        from satplay.playing.start import start_again

        play_options = self._play_options
        self._saver.start_another()
        if not match.solo and play_options.input is not None:
            return self._greet(start_again(match))
        self._play_options = replace(
            play_options,
            subject=match.game.name,
            input=next_board(play_options.input),
            seed=None if play_options.seed is None else play_options.seed + 1,
        )
        if match.solo and play_options.input is not None and self._play_options.input is None:
            self._play_options = replace(self._play_options, **_like(match.level))
        return self._begin()

    def _greet(self, match: Match, *, drawn: bool = False) -> Turn:
        from satplay.cli.printing import remark

        if self._record is not None:  # a file that cannot be written is reported before the first move
            self._saver.save(self._record, match.game.name, match.to_text())
        if drawn:
            remark(f"seed {match.seed}: --seed {match.seed} plays the same again")
        # The record is saved after every line, so nothing can be dropped; a script cannot be asked.
        match = replace(match, confirms=self._timed and self._record is None)
        self._tally.begin(match)
        self._introduce(match)
        return self._print(match.greet(), match)

    def _introduce(self, match: Match) -> None:
        """Print the title and the rules in short."""
        from satplay.cli.printing import print_lines

        print_lines(self._screen.wrap(match.introduce()))

    # -- turns ---------------------------------------------------------------------------------------

    def _step(self, match: Match) -> Turn:
        from satplay.cli.progress import working
        from satplay.solving.progress import report_progress

        with working(f"{match.to_move} thinks") as progress, report_progress(dict, progress):
            turn = match.step()
        return self._print(turn, match)

    def _print(self, turn: Turn, before: Match) -> Turn:
        """Print a turn and save it; the turn, with the match as it was if a request to save failed."""
        from satplay.cli.printing import print_lines

        self._print_picture(turn, moved=not turn.match.same_position(before))
        turn, lines = self._save_and_describe(turn, before)
        print_lines(self._screen.wrap(lines))
        return turn

    def _save_and_describe(self, turn: Turn, before: Match) -> tuple[Turn, Sequence[str]]:
        """Save what has to be saved; the turn, its lines, and those about saving and a solved puzzle."""
        moved = not turn.match.same_position(before)
        lines = turn.lines
        try:
            self._save(turn, before)
            lines = (*lines, *self._describe_end(turn, moved=moved or turn.match is before))
        except BadInput as error:
            lines = (*(lines if moved else ()), str(error))
            turn = turn if moved else replace(turn, match=before)
        self._tally.finish(turn.match)
        return turn, lines

    def _print_picture(self, turn: Turn, *, moved: bool) -> None:
        """Print the view, unless a move changed nothing that can be seen."""
        from satplay.cli.printing import print_lines

        if turn.view is None:
            return
        picture = self._screen.position(turn.match.game, turn.view)
        if picture != self._picture or not moved:
            print_lines(["", *picture, ""])
        self._picture = picture if turn.view == turn.match.visible_state() else []

    def _save(self, turn: Turn, before: Match) -> None:
        if self._record is not None and turn.match is not before:
            self._saver.save(self._record, turn.match.game.name, turn.match.to_text())
        if turn.file:
            remedy = f"save! {turn.file}"
            self._saver.expect_target(turn.file, overwrite=turn.overwrite, remedy=remedy)
            self._saver.save(turn.file, turn.match.game.name, turn.text)

    def _describe_end(self, turn: Turn, *, moved: bool) -> Iterator[str]:
        """The lines after a solved puzzle or the end of a game: the effort, and what to type next."""
        from satplay.playing.descriptions import SOLVED
        from satplay.playing.turn import Request

        match = turn.match
        if match.outcome is None or not match.persons or turn.view is None or not moved:
            return
        if self._timed and len(match.persons) == 1 and match.moves:
            yield match.describe_effort()
        if (
            turn.request is Request.SOLVED
            and (name := collection_board(self._play_options.input)) is not None
        ):
            from satplay.verbs.keep import mark_solved

            yield mark_solved(name)
        yield SOLVED


def _like(level: str) -> dict[str, Any]:
    """The options of a new board like one that was generated with this level; none if it is not known."""
    from satplay.playing.descriptions import SIZE

    words = level.split()
    size = next((word for word in words if SIZE.fullmatch(word)), None)
    extra = dict(word.split("=", 1) for word in words if "=" in word)
    difficulty = next((word for word in words if word != size and "=" not in word), None)
    return {"size": size, "difficulty": difficulty, "options": extra}


def typed_lines() -> Iterator[str]:
    """The lines of standard input; lines of a file are also printed, as if they were typed."""
    if sys.stdin is None:
        return
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # bytes that are not text are not a move either
    if not sys.stdin.isatty():
        for line in sys.stdin:
            print(PROMPT + one_line(line.strip()), flush=True)
            yield line
        return
    with suppress(ImportError):
        import readline  # noqa: F401 - lines can then be edited
    while True:
        try:
            line = input(PROMPT)
        except EOFError:
            print()
            return
        yield line
