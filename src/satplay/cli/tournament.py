"""``satplay play --games`` and ``--analyse``: many games between players, and the value of recorded moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from satplay.cli import INTERRUPTED, UNKNOWN, OutOfTime, Terminated
from satplay.cli.play_loop import PlayOptions, open_match
from satplay.errors import BadInput

if TYPE_CHECKING:
    from satplay.cli.terminal import Screen
    from satplay.contracts.engine import Limit


PRINTING = 0.1
"""Share of the time limit of an analysis that is kept for printing it."""


def run_tournament(
    play_options: PlayOptions, games: int, plies: int | None, *, json: bool, screen: Screen
) -> int:
    """Print the table of many games; after Ctrl-C, of the games that were played."""
    from satplay.cli.printing import print_json, print_lines, remark
    from satplay.cli.progress import working
    from satplay.playing.seats import assign_seats
    from satplay.playing.subjects import game_called
    from satplay.playing.tournament import PLIES, Tournament
    from satplay.solving.progress import report_progress
    from satplay.verbs.generate import new_seed

    if play_options.strength is not None:
        raise BadInput("command", found="--games with --strength", expected="players: --player SEAT=easy")
    if play_options.seat is not None or play_options.input is not None or play_options.subject is None:
        raise BadInput(
            "command", found="--games with a seat or a record", expected="the name of a game, and players"
        )
    game = game_called(play_options.subject)
    tournament = Tournament(
        game,
        games=games,
        players=assign_seats(game, play_options.players, against=play_options.against, person=False),
        options=play_options.options,
        seed=new_seed() if play_options.seed is None else play_options.seed,
        plies=PLIES if plies is None else plies,
    )
    stopped: KeyboardInterrupt | None = None
    try:
        with working(game.title) as progress, report_progress(tournament.counters, progress):
            tournament.play()
    except KeyboardInterrupt as interruption:
        stopped = interruption
    table = tournament.table
    if json:
        print_json({**table.as_json(), "interrupted": stopped is not None})
    else:
        print_lines(screen.words(table.lines()))
    if stopped is None:
        return 0
    kind, status = "interrupted", INTERRUPTED
    if isinstance(stopped, OutOfTime):
        kind, status = "out of time", UNKNOWN
    elif isinstance(stopped, Terminated):
        kind, status = "terminated", 128 + stopped.number
    remark(f"{kind} after {table.games} of {games} games")
    return status


def run_analysis(play_options: PlayOptions, limit: Limit, *, json: bool, screen: Screen) -> int:
    """Print the value of each move of a record."""
    from satplay.cli.printing import print_json, print_lines
    from satplay.contracts.budget import Budget
    from satplay.playing.analysis import analyse

    if play_options.input is None:
        raise BadInput("command", found="--analyse alone", expected="a record")
    budget = Budget(limit)  # reading the record takes time, too
    match = open_match(play_options)
    left = budget.remaining_time().seconds
    analysis = analyse(match, seconds=None if left is None else left * (1 - PRINTING))
    if json:
        print_json(analysis.as_json())
    else:
        print_lines(screen.wrap(analysis.lines()))
    return analysis.exit_status
