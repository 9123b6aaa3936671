"""``satplay play``."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import WishingToPlay
from satplay.cli.keeping import another, chosen, keep_game, of_collection, saved_game
from satplay.errors import BadInput, NoSuchName, one_line

if TYPE_CHECKING:
    from satplay.cli.terminal import Screen
    from satplay.verbs.playing import Playing, Turn

PROMPT = "> "
NAME = r"[a-z][a-z-]*"


@click.command(cls=WishingToPlay)
@click.argument("words", nargs=-1, metavar="[SUBJECT] [BOARD]")
@partial(arg.generator_options, short="-o")
@arg.new_seed
@arg.input_format
@click.option("--as", "seat", metavar="SEAT", help="where you sit; by default at the first seat")
@click.option("--against", metavar="PLAYER", help="who plays the others: a player, or 'person'")
@arg.pairs("--player", "players", help="SEAT=PLAYER, or SEAT=person; may be repeated")
@click.option("--record", metavar="FILE|@NAME", help="keep the game there, move by move")
@click.option("--games", type=arg.Number(1), metavar="N", help="so many games between players; a table")
@click.option("--plies", type=arg.Number(1), metavar="N", help="with --games: give up a game after N moves")
@click.option("--analyse", is_flag=True, help="what each move of a record was worth")
@click.option("--json", is_flag=True, help="with --games and --analyse: one JSON document")
@arg.ascii
def play(
    words: tuple[str, ...],
    size: str | None,
    difficulty: str | None,
    options: Mapping[str, str],
    seed: int | None,
    format: str | None,
    seat: str | None,
    against: str | None,
    players: Mapping[str, str],
    record: str | None,
    games: int | None,
    plies: int | None,
    analyse: bool,
    json: bool,
    ascii: bool,
) -> int:
    """Play, move by move; 'help' says how moves are typed.

    A puzzle is filled in: its board is a file, a saved game, a collection (@NAME, see 'keep': its first board
    that is not solved yet), or the board itself; without one a new board is made, with --size, --difficulty,
    --seed and the other options as for 'generate'.

    A game is played against a player, somebody else at the keyboard, or between players: from the beginning,
    with options that 'satplay play GAME --help' lists, from a position, or where a record left off.  A game
    kept under a @NAME goes on there.

    Moves are read from standard input, one a line, so that a file of them can be played as well.

    Example: satplay play PUZZLE --size 6x5; satplay play GAME --as SEAT --against PLAYER --record FILE
    """
    from satplay.cli.terminal import screen
    from satplay.verbs.play import played_as_game

    subject, board = _subject_and_board(words)
    board = chosen(board)
    wanted = screen(ascii=ascii)
    if not played_as_game(subject, board):
        if (seat, against, players, games, plies, analyse, json) != (
            None, None, {}, None, None, False, False,
        ):  # fmt: skip
            raise BadInput("command", found="seats, players or games", expected="a game to use them in")
        if board is not None and (size, difficulty, options, seed) != (None, None, {}, None):
            raise BadInput("command", found="a board and options for a new one", expected="one or the other")
        kept = record or saved_game(board)
        return _Table(wanted, subject, size, difficulty, options, format, kept).play(board, seed)

    from satplay.cli.match import Wish, run_analysis, run_match, run_tournament

    if (size, difficulty, format) != (None, None, None):
        raise BadInput("command", found="a size, difficulty or format", expected="--option for games")
    wish = Wish(subject, board, options, seed, seat, against, players)
    if sum((games is not None, analyse, record is not None)) > 1:
        raise BadInput("command", found="several of them", expected="one of --games, --analyse, --record")
    if (json and games is None and not analyse) or (plies is not None and games is None):
        raise BadInput("command", found="--json or --plies", expected="them with --games or --analyse")
    if games is not None:
        return run_tournament(wish, games, plies, json=json, screen=wanted)
    if analyse:
        return run_analysis(wish, json=json, screen=wanted)
    return run_match(wish, wanted, record or saved_game(board))


def _subject_and_board(words: tuple[str, ...]) -> tuple[str | None, str | None]:
    """What to play and on what; standard input is no board, for moves come from there."""
    from satplay.inputs.reading import source, subject_of
    from satplay.verbs.seating import names_to_play

    if not words:
        raise BadInput("command", found="nothing to play", expected="a puzzle, a board or a game")
    if "-" in words:
        raise BadInput("command", found="'-'", expected="moves on standard input, and the board elsewhere")
    subject: str | None = None
    inputs = list(words)
    if inputs[0] in names_to_play():
        subject = inputs.pop(0)
    if len(inputs) > 1:
        if re.fullmatch(NAME, inputs[0]) and not Path(inputs[0]).exists():
            raise NoSuchName("puzzle or game", inputs[0], names_to_play())
        raise BadInput("command", found=f"{len(inputs)} boards", expected="one to play on")
    if subject is None and re.fullmatch(NAME, inputs[0]) and not Path(inputs[0]).exists():
        try:
            subject_of(source(inputs[0]))
        except BadInput:
            raise NoSuchName("puzzle or game", inputs[0], names_to_play()) from None
    return subject, inputs[0] if inputs else None


class _Table:
    """Where a game is played: lines come in, boards and answers go out."""

    def __init__(
        self,
        screen: Screen,
        subject: str | None,
        size: str | None,
        difficulty: str | None,
        options: Mapping[str, str],
        format: str | None,
        record: str | None,
    ) -> None:
        self._screen = screen
        self._subject, self._format = subject, format
        self._wish = (size, difficulty, options)
        self._record = record
        self._board: str | None = None

    def play(self, board: str | None, seed: int | None) -> int:
        """Until the board is right or the person leaves."""
        from satplay.verbs.playing import Wants

        self._board = board
        turn, seed = self._begun(seed)
        lines = typed()
        while not turn.over:
            before, turn = turn.playing, turn.playing.say(next(lines, "quit"))
            if turn.wants is Wants.NEW:
                self._subject = turn.playing.puzzle.name
                self._board = another(self._board)
                turn, seed = self._begun(None if seed is None else seed + 1)
            else:
                self._show(turn, changed=turn.playing is not before)
        return 0

    def _begun(self, seed: int | None) -> tuple[Turn, int | None]:
        """The first moment of a board; a file that cannot be written is told before anybody has moved."""
        playing, seed = self._laid(self._board, seed)
        if self._record is not None:
            keep_game(self._record, playing.puzzle.name, playing.saved())
        turn = playing.begin()
        self._show(turn)
        return turn, seed

    def _laid(self, board: str | None, seed: int | None) -> tuple[Playing, int | None]:
        """The board that was given, or a new one, of which is told how to make it again."""
        from satplay.cli.printing import remark
        from satplay.cli.progress import working
        from satplay.verbs.generate import new_seed
        from satplay.verbs.play import fill_in

        drawn = board is None and seed is None
        seed = new_seed() if drawn else seed
        size, difficulty, options = self._wish
        with working("a new board") as progress:
            playing = fill_in(
                self._subject,
                board,
                size=size,
                difficulty=difficulty,
                options=options,
                seed=seed,
                format=self._format,
                progress=progress,
            )
        if drawn:
            remark(f"seed {seed}: --seed {seed} makes the same again")
        return playing, seed

    def _show(self, turn: Turn, *, changed: bool = False) -> None:
        from satplay.cli.printing import print_lines
        from satplay.verbs.playing import Wants

        playing = turn.playing
        if turn.shown is not None:
            print_lines(["", *self._screen.picture(playing.puzzle, playing.board, turn.shown), ""])
        said = turn.lines
        try:
            if changed and self._record is not None:
                keep_game(self._record, playing.puzzle.name, playing.saved())
            if turn.file:
                keep_game(turn.file, playing.puzzle.name, turn.text)
            if turn.wants is Wants.END and (name := of_collection(self._board)) is not None:
                from satplay.verbs.keep import solved

                said = (*said, solved(name))
        except BadInput as error:
            said = (*(said if changed else ()), str(error))
        print_lines(self._screen.said(said))


def typed() -> Iterator[str]:
    """The lines that somebody types, or that stand in a file; those are repeated, as if they were typed."""
    if sys.stdin is None:
        return
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="backslashreplace")  # bytes that are no text are no move either
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
