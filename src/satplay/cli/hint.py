"""``satplay hint``."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from satplay.cli import arguments as arg
from satplay.errors import BadInput, NoSuchName

if TYPE_CHECKING:
    from satplay.cli.pictures import Pictures
    from satplay.cli.terminal import Screen
    from satplay.contracts.engine import Limit
    from satplay.inputs.source import Source


class HintCommand(arg.InstanceCommand):
    """``hint``, whose subjects are the puzzles and the games."""

    def subjects(self) -> Sequence[str]:
        return [*super().subjects(), *_games()]


@click.command(cls=HintCommand)
@arg.words
@arg.input_format
@click.option("--where", is_flag=True, help="show only the place to look at, not what follows there")
@click.option("--suggest", is_flag=True, help="suggest the next move, too, if the puzzle answers moves")
@arg.limits
@arg.json
@arg.ascii
@arg.pictures
def hint(
    words: tuple[str, ...],
    format: str | None,
    where: bool,
    suggest: bool,
    limit: Limit,
    json: bool,
    ascii: bool,
    pictures: Pictures,
) -> int:
    """Show the next logical step and the rules it follows from; with --where only the place to look at.

    The inputs are a puzzle and optionally a partial solution: files, '-', or the texts themselves. A saved
    game has both: the hint continues what was drawn. Every
    part of the reason is needed: without it the step does not follow. If the partial solution has a mistake,
    the hint shows it.

    For a game, the inputs are a position or a saved game, and optionally moves, or 'all' for every legal
    move: the hint says whether each of them wins or loses and why, with the moves of best play; without moves
    it does so for the best move.

    The exit status is 1 if the puzzle has no solution or nothing more is forced, and 3 if a limit was
    reached.

    Example: satplay hint BOARD

    Example: satplay hint BOARD --where

    Example: satplay hint GAME POSITION
    """
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.cli.terminal import screen
    from satplay.verbs.hint import hint as run

    subject, inputs = arg.subject_and_inputs(words, also=_games())
    game, position = _find_game(subject, inputs[0])  # standard input can be read only once
    if game is not None:
        if suggest or where or format is not None:
            found = "--suggest" if suggest else "--where" if where else "--format"
            raise BadInput("command", found=f"{found} with a game", expected="a puzzle with it")
        return _hint_game(game, position, inputs[1:], limit, pictures, json=json, screen=screen(ascii=ascii))
    if len(inputs) > 2:
        found = f"{len(inputs)} inputs"
        raise BadInput("command", found=found, expected="a puzzle and a partial solution")
    if where and suggest:
        raise BadInput("command", found="--where with --suggest", expected="one of them")
    partial = inputs[1] if len(inputs) == 2 else None
    step = run(arg.with_variants(position), partial, subject, limit=limit, format=format, suggest=suggest)
    if json:
        print_json(step.where_as_json() if where else step.as_json())
    else:
        print_lines(screen(ascii=ascii).wrap(step.where_lines() if where else step.lines()))
        if step.kind == "open" and step.puzzle.suggest is not None and not suggest:
            played = step.puzzle.game
            asks = played is not None and "next" in played.questions
            same = f", as 'satplay ask {step.puzzle.name} next' does" if asks else ""
            remark(f"--suggest suggests the next move{same}")
    if pictures:
        pictures.write(step.picture(where=where))
    return step.exit_status


def _games() -> list[str]:
    """The games that are not puzzles; nothing is imported."""
    from satplay.inputs.summaries import subject_summaries

    puzzles, games = subject_summaries()
    return [name for name in games if name not in puzzles]


def _find_game(subject: str | None, word: str) -> tuple[str | None, str | Source]:
    """The game that the words are about, None for a puzzle; and the input, which can be read again."""
    from satplay.inputs.reading import find_source, keep_pipe
    from satplay.inputs.saved_game import saved_subject

    if subject is not None:
        return subject if subject in _games() else None, word
    given = keep_pipe(word)
    with suppress(BadInput, NoSuchName):  # raised again when it is read
        source = find_source(given)
        name = source.subject or saved_subject(source.head())
        return name if name in _games() else None, source if word == "-" else given
    return None, given


def _hint_game(
    game: str,
    position: str | Source,
    moves: Sequence[str],
    limit: Limit,
    pictures: Pictures,
    *,
    json: bool,
    screen: Screen,
) -> int:
    from satplay.cli.printing import print_json, print_lines
    from satplay.verbs.hint_game import hint_game

    result = hint_game(position, *moves, subject=game, limit=limit)
    if json:
        print_json(result.as_json())
    else:
        print_lines(screen.wrap(result.lines()))
    if pictures:
        pictures.write(result.picture())
    return result.exit_status
