"""``satplay play``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.cli.dynamic_options import PlayCommand
from satplay.cli.play_loop import PlayLoop, PlayOptions
from satplay.cli.saved_games import GameSaver, board_to_play, saved_name
from satplay.cli.store_option import store_option
from satplay.cli.tournament import run_analysis, run_tournament
from satplay.errors import BadInput, NoSuchName

if TYPE_CHECKING:
    from satplay.cli.terminal import Screen
    from satplay.contracts.engine import Limit
    from satplay.inputs.source import Source

NAME = r"[a-z][a-z-]*"


@click.command(cls=PlayCommand)
@click.argument("words", nargs=-1, metavar="[SUBJECT] [BOARD]")
@arg.generator_options
@arg.new_seed
@arg.input_format
@click.option("--as", "seat", metavar="SEAT", help="your seat; by default one that can win")
@click.option("--strength", metavar="LEVEL", help="of your opponent: easy, normal (the default) or perfect")
@click.option("--against", metavar="PLAYER", help="player at the other seats, or 'person'")
@arg.pairs("--player", "players", help="SEAT=PLAYER, or SEAT=person; may be repeated")
@click.option("--record", metavar="FILE|@NAME", help="file or name to save the game in after every move")
@click.option("--overwrite", is_flag=True, help="with --record: replace what exists there")
@click.option(
    "--games", type=arg.Number(1), metavar="N", help="play N games between players and print a table"
)
@click.option("--plies", type=arg.Number(1), metavar="N", help="with --games: stop a game after N moves")
@click.option("--analyse", is_flag=True, help="say why each move of a record wins or loses")
@arg.resource_limits
@store_option
@click.option("--cursor", "mode", flag_value="cursor", help="cursor mode: arrow keys and mouse (default)")
@click.option("--typed", "mode", flag_value="typed", help="type the moves, line by line")
@click.option("--json", is_flag=True, help="with --games and --analyse: print one JSON document")
@arg.ascii
def play(
    words: tuple[str, ...],
    size: str | None,
    difficulty: str | None,
    options: Mapping[str, str],
    seed: int | None,
    format: str | None,
    seat: str | None,
    strength: str | None,
    against: str | None,
    players: Mapping[str, str],
    record: str | None,
    overwrite: bool,
    games: int | None,
    plies: int | None,
    analyse: bool,
    limit: Limit,
    mode: str | None,
    json: bool,
    ascii: bool,
) -> int:
    """Play a puzzle or a game, move by move; without a subject and a board, choose from a list.

    A puzzle is filled in.  BOARD is a file, an example, a saved game, a collection (@NAME, see 'keep': its
    first unsolved board), or the board itself; without it a new board is generated with the options of
    'generate'.  A game is played against a player of the program, another person at the keyboard, or between
    players: from the start, with the options that 'satplay play GAME --help' lists, from a position, or from
    a record.

    A game saved under a @NAME continues there.  --record replaces nothing else, unless --overwrite is given.
    Most are played with arrow keys and mouse on a terminal, and by typed lines elsewhere and with --typed: a
    file of moves can be played.

    Example: satplay play PUZZLE

    Example: satplay play GAME --record game.txt
    """
    from satplay.cli.terminal import screen
    from satplay.verbs.play import fills_in_board

    if overwrite and record is None:
        raise BadInput("command", found="--overwrite", expected="--record with it")
    subject, board = _subject_and_board(words)
    board = board_to_play(board)
    play_options = PlayOptions(
        subject, board, size, difficulty, options, seed, format, seat, against, players, strength
    )
    if fills_in_board(subject, board):
        _expect_puzzle_options(play_options, games=games, plies=plies, analyse=analyse, json=json)
    else:
        _expect_game_options(
            play_options, games=games, plies=plies, analyse=analyse, json=json, record=record
        )
    screen_now = screen(ascii=ascii)
    if games is not None:
        return run_tournament(play_options, games, plies, json=json, screen=screen_now)
    if analyse:
        return run_analysis(play_options, limit, json=json, screen=screen_now)
    return _start_session(play_options, screen_now, record, mode, overwrite=overwrite)


def _start_session(
    play_options: PlayOptions, screen: Screen, record: str | None, mode: str | None, *, overwrite: bool
) -> int:
    """Play with a person; a game that was saved under a name is saved there again."""
    saver = GameSaver(play_options.input)
    if record is not None:
        saver.expect_target(record, overwrite=overwrite, remedy="--overwrite")
    else:
        record = saved_name(play_options.input)
    return _loop(mode)(play_options, screen, record, saver).run()


def _loop(mode: str | None) -> type[PlayLoop]:
    """The session: with a cursor on terminals that can show it, else with typed lines."""
    from satplay.cli.cursor.support import why_impossible

    obstacle = why_impossible()
    if obstacle is not None:
        if mode == "cursor":
            raise BadInput("command", found=f"--cursor on {obstacle}", expected="a terminal, or --typed")
        return PlayLoop
    from satplay.cli.cursor.loop import CursorLoop, TypedFirst

    return TypedFirst if mode == "typed" else CursorLoop


def _expect_puzzle_options(
    play_options: PlayOptions, *, games: int | None, plies: int | None, analyse: bool, json: bool
) -> None:
    of_games = (play_options.seat, play_options.against, play_options.strength, games, plies)
    if any(one is not None for one in of_games) or play_options.players or analyse or json:
        raise BadInput(
            "command",
            found="options for seats, players or games",
            expected="a game, or a puzzle without them",
        )
    new_board = (play_options.size, play_options.difficulty, play_options.seed)
    if play_options.input is not None and (new_board != (None, None, None) or play_options.options):
        raise BadInput("command", found="a board and options for a new one", expected="one or the other")


def _expect_game_options(
    play_options: PlayOptions,
    *,
    games: int | None,
    plies: int | None,
    analyse: bool,
    json: bool,
    record: str | None,
) -> None:
    _expect_no_board_options(play_options)
    if sum((games is not None, analyse, record is not None)) > 1:
        raise BadInput(
            "command", found="several of these options", expected="one of --games, --analyse, --record"
        )
    if (json and games is None and not analyse) or (plies is not None and games is None):
        raise BadInput("command", found="--json or --plies", expected="--games or --analyse with it")


def _expect_no_board_options(play_options: PlayOptions) -> None:
    """Raise ``BadInput``, which names the options of the game, for an option of a new board."""
    from satplay.playing.subjects import game_to_play

    of_boards = {"--size": play_options.size, "--difficulty": play_options.difficulty}
    given = [name for name, value in {**of_boards, "--format": play_options.format}.items() if value]
    game = None if play_options.subject is None else game_to_play(play_options.subject)
    own_size = game is not None and "size" in game.start_options
    found = [name for name in given if name != "--size" or not own_size]
    if not found:
        return
    expected = "options for a game"
    if game is not None:
        own = [f"--{name}" for name in game.start_options]
        players = f"--against {', '.join(game.players)}" if "--difficulty" in found else ""
        expected = f"options of {game.name}: {'; '.join(filter(None, (', '.join(own), players))) or 'none'}"
    raise BadInput("command", found=", ".join(found), expected=expected)


def _subject_and_board(words: tuple[str, ...]) -> tuple[str | None, str | Source | None]:
    """The subject and the board or record; standard input cannot be the board, because it holds the moves."""
    from satplay.inputs.examples import is_example
    from satplay.inputs.reading import find_source, keep_pipe, recognise_subject, subjects
    from satplay.playing.subjects import names_to_play

    if not words:
        from satplay.cli.play_menu import choose_subject

        return choose_subject(), None
    if "-" in words:
        raise BadInput("command", found="'-'", expected="a file or text: standard input holds the moves")
    subject: str | None = None
    inputs = list(words)
    if inputs[0] in names_to_play():
        subject = inputs.pop(0)
    elif is_example(inputs[0]) and find_source(inputs[0]).subject not in subjects():
        subject = find_source(inputs[0]).subject  # boards are recognised, positions of games are not
    if len(inputs) > 1:
        if re.fullmatch(NAME, inputs[0]) and not Path(inputs[0]).exists():
            raise NoSuchName("puzzle or game", inputs[0], names_to_play())
        raise BadInput("command", found=f"{len(inputs)} boards", expected="one board")
    if subject is None and re.fullmatch(NAME, inputs[0]) and not Path(inputs[0]).exists():
        try:
            recognise_subject(find_source(inputs[0]))
        except BadInput:
            raise NoSuchName("puzzle or game", inputs[0], names_to_play()) from None
    return subject, keep_pipe(inputs[0]) if inputs else None
