"""The result of a typed line or of a move, and the commands that can be typed beside moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from satplay.contracts.game import Game
from satplay.contracts.result_text import brief_repr
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from satplay.playing.match import Match


class Request(Enum):
    """What a turn asks of the program around the match."""

    NONE = "read the next line"
    SAVE = "save the text in the file"
    NEW = "start another game"
    QUIT = "end the session"
    SOLVED = "the puzzle is solved"


@dataclass(frozen=True, slots=True)
class Turn:
    """The result of a line or a move: ``lines`` to print after the picture of the state ``view``, if any.

    ``file``, ``text``  where to save which text, if the request is to save
    ``overwrite``       whether the text may replace what another session saved there
    """

    match: Match
    lines: tuple[str, ...] = ()
    view: Any = None
    request: Request = Request.NONE
    file: str = ""
    text: str = ""
    overwrite: bool = False

    def __repr__(self) -> str:
        return brief_repr(self)

    @property
    def over(self) -> bool:
        """Whether the session ends.  The end of a game does not end it, because moves can be taken back."""
        return self.request is Request.QUIT

    def then(self, later: Turn) -> Turn:
        """Both turns as one: the lines of both, and the view and request of the later one."""
        return replace(later, lines=(*self.lines, *later.lines))


def offer_always(game: Game[Any, Any]) -> bool:
    """The ``is_offered`` of a command that every game has."""
    return True


@dataclass(frozen=True, slots=True)
class Command:
    """A word that is not a move.

    ``names``     the word and its aliases
    ``run``       the turn that follows from the match and the rest of the line
    ``usage``     how it is typed, for the help text; empty for a command that help leaves out
    ``argument``  whether more words may follow; otherwise such a line is taken as a move
    ``is_offered``  whether a game has this command
    ``drops``     whether unsaved moves are lost by it, so that it has to be confirmed

    A match is pickled with its commands: their functions have to be found by name.
    """

    names: tuple[str, ...]
    run: Callable[[Match, str], Turn]
    usage: str = ""
    help: str = ""
    argument: bool = False
    is_offered: Callable[[Game[Any, Any]], bool] = offer_always
    drops: bool = False
