"""Texts about a match for the screen of cursor mode: the title, the effort, and the message after a win."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from satplay.playing.descriptions import board_level

if TYPE_CHECKING:
    from satplay.playing.match import Match


def title_of(match: Match) -> str:
    """The title of the puzzle with size and level of the board; of a game, with the seat and the opponents.

    >>> from satplay.playing.start import start_match
    >>> from satplay.playing.subjects import game_called
    >>> title_of(start_match(game_called("nim"))).split(", ")[1]
    'first against normal'
    """
    if match.solo:
        return " ".join(filter(None, (match.game.title, board_level(match))))
    others = [player for seat, player in match.players.items() if seat not in match.persons]
    if not match.persons or not others:
        return match.game.title
    return f"{match.game.title}, {' and '.join(match.persons)} against {' and '.join(others)}"


def effort_of(match: Match, seconds: float) -> list[str]:
    """Time, moves and hints so far; the seconds have passed since the last line."""
    return match.after_time(seconds).describe_effort().removeprefix("Time ").removesuffix(".").split(", ")


def celebrate(match: Match, lines: Sequence[str], *, ascii: bool) -> list[str]:
    """The lines of the turn that won, after a line with the effort."""
    star = "*" if ascii else "★"
    effort = match.describe_effort()
    first = f"{star} {'Solved' if match.solo else 'You win'}! {star} {effort}"
    return [first, *(line for line in lines if line != effort)]
