"""A match: a game, or a puzzle that one person fills in, as one immutable value.

``take`` turns a typed line into a ``Turn``: the next match, lines to show, and a request for what only the
program around it can do, such as writing a file.  ``step`` is one move of chance or of a player; ``respond``
is a typed line and all moves up to a person's next turn.  ``to_text`` is the record, which ``resume`` reads.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace
from random import Random
from typing import Any

from satplay.contracts.game import CHANCE, Game, Outcome, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.result_text import brief_repr
from satplay.errors import IllegalMove, PlayerError
from satplay.explaining.oracle import GradingOracle
from satplay.fast_dataclass import dataclass
from satplay.playing.descriptions import effort, greeting, introduction, last_move, position
from satplay.playing.line_entry import find_command, take_line
from satplay.playing.record import Record, Resignation, write_record
from satplay.playing.recording import record_of
from satplay.playing.seats import PERSON
from satplay.playing.strength import find_player
from satplay.playing.turn import Command, Request, Turn

NO_HINT: dict[str, Any] = {"hints_here": 0, "hint_topic": "", "hint_has_move": False}
"""The fields of a position in which no hint was given."""


@dataclass(frozen=True, slots=True)
class Match:
    """One moment of a match.

    ``options``        the complete options of the game's ``start``
    ``from_position``  the first state was given instead
    ``undone``         the moves that were taken back, the next one to redo first
    ``seconds``        thinking time so far, in thousandths; the caller measures it
    ``hints``          the number of positions in which hints were given
    ``hints_here``     the number of hints given in this position
    ``hint_topic``     the topic of the last of them
    ``hint_has_move``  whether a move follows from it
    ``told``           the facts that hints have told, also in positions that were taken back
    ``shown``          whether a solution was shown
    ``level``          size and difficulty of the board, if it was generated
    ``saved``          the moves when the match was saved last
    ``confirms``       whether a command that drops unsaved moves asks first; ``question`` is that command
    ``commands``       by name and alias

    All chance comes from ``seed`` and the number of the move: a move that is taken back and made again is
    answered alike, and a match resumed from its record continues as if it had not been interrupted.

    >>> from satplay.playing.start import start_match
    >>> from satplay.playing.subjects import game_called
    >>> match = start_match(game_called("nim"), options={"heaps": "1,2"}, seed=7)
    >>> turn = match.respond("B1")
    >>> turn.match.moves, turn.match.to_move
    ((Take(heap=1, count=1), Take(heap=1, count=1)), 'first')
    >>> turn.match.respond("undo").match.state == match.state
    True
    >>> turn.match.respond("A1").match.outcome
    Outcome(winner='first', because='second has nothing left to take: first wins')
    """

    game: Game[Any, Any] = field(repr=False)
    players: Mapping[Seat, str]
    seed: int
    states: tuple[Any, ...]
    moves: tuple[Any, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    from_position: bool = False
    resigned: Seat | None = None
    undone: tuple[Any, ...] = ()
    seconds: float = 0.0
    hints: int = 0
    shown: bool = False
    level: str = ""
    told: tuple[str, ...] = field(default=(), repr=False)
    hints_here: int = field(default=0, compare=False, repr=False)
    hint_topic: str = field(default="", compare=False, repr=False)
    hint_has_move: bool = field(default=False, compare=False, repr=False)
    saved: tuple[Any, ...] = field(default=(), compare=False, repr=False)
    confirms: bool = field(default=False, compare=False, repr=False)
    question: str = field(default="", compare=False, repr=False)
    commands: Mapping[str, Command] = field(default_factory=dict, compare=False, repr=False)
    oracle: Oracle = field(default_factory=GradingOracle, compare=False, repr=False)

    def __repr__(self) -> str:
        return brief_repr(self)

    @property
    def state(self) -> Any:
        """The state now, with everything that is hidden from some seats."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """The end of the game; None while it lasts."""
        if self.resigned is None:
            return self.game.outcome(self.state)
        others = [seat for seat in self.game.seats if seat != self.resigned]
        if len(others) != 1:
            return Outcome(None, f"{self.resigned} resigns")
        return Outcome(others[0], f"{self.resigned} resigns: {others[0]} wins")

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is; None at the end."""
        return None if self.resigned is not None else self.game.to_move(self.state)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats at the keyboard."""
        return tuple(seat for seat, player in self.players.items() if player == PERSON)

    @property
    def waiting(self) -> bool:
        """Whether the next move is made by chance or by a player."""
        return self.to_move is not None and self.to_move not in self.persons

    @property
    def solo(self) -> bool:
        """Whether there is one seat only, as in a puzzle."""
        return len(self.game.seats) == 1

    @property
    def unsaved(self) -> bool:
        """Whether a person has made moves in a game that is neither over nor saved."""
        return self.outcome is None and self.moves != self.saved and self.moves_made > 0

    @property
    def moves_made(self) -> int:
        """The number of moves of persons."""
        return sum(self.game.to_move(state) in self.persons for state in self.states[: len(self.moves)])

    def visible_state(self, state: Any = None) -> Any:
        """A state, by default the last, as every person at the keyboard may see it."""
        state = self.state if state is None else state
        for seat in self.persons:
            state = self.game.visible(state, seat)
        return state

    def same_position(self, other: Match) -> bool:
        """Whether no move lies between two values of one match; time and hints may differ."""
        return self.states is other.states and self.resigned == other.resigned

    def randomness(self, purpose: str = "move") -> Random:
        """The random generator of the next move."""
        return Random(f"{self.seed} {len(self.moves)} {purpose}")

    # -- moves ---------------------------------------------------------------------------------------

    def after(self, move: Any) -> Match:
        """The match after a move; ``IllegalMove`` if the rules forbid it."""
        states = (*self.states, self.game.apply(self.state, move))
        return replace(self, states=states, moves=(*self.moves, move), undone=(), **NO_HINT)

    def choose_move(self) -> Any:
        """The move of chance or of the player whose turn it is."""
        seat = self.to_move
        if seat == CHANCE:
            odds = self.game.odds(self.state)
            return self.randomness().choices(list(odds), weights=list(odds.values()))[0]
        assert seat is not None and self.players[seat] != PERSON
        player = find_player(self.game, self.players[seat])
        return player(self.game.visible(self.state, seat), seat, self.randomness(), self.oracle)

    def advance(self) -> Match:
        """The match after a move of chance or of a player."""
        try:
            return self.after(self.choose_move())
        except IllegalMove as error:
            culprit = self.players.get(str(self.to_move), CHANCE)
            raise PlayerError(f"the player {culprit!r} made an illegal move: {error}") from error

    def resign(self) -> Match:
        """The match after the seat to move has resigned."""
        assert self.to_move in self.persons
        return replace(self, resigned=self.to_move, undone=())

    def undo(self) -> Match | None:
        """The match at the last earlier turn of a person; None if there is none."""
        if self.resigned is not None:
            return replace(self, resigned=None, undone=(Resignation(self.resigned),))
        for at in reversed(range(len(self.moves))):
            if self.game.to_move(self.states[at]) in self.persons:
                undone = (*self.moves[at:], *self.undone)
                states = self.states[: at + 1]
                return replace(self, states=states, moves=self.moves[:at], undone=undone, **NO_HINT)
        return None

    def redo(self) -> Match | None:
        """The match at the next turn of a person, or after the last undone move; None if there is none."""
        match = self if self.undone else None
        while match is not None and match.undone and (match is self or match.waiting):
            move, *rest = match.undone
            if isinstance(move, Resignation):
                match = replace(match, resigned=move.seat, undone=())
            else:
                match = replace(match.after(move), undone=tuple(rest))
        return match

    def after_time(self, seconds: float) -> Match:
        """The match after more thinking time, which is counted until the game is over."""
        if seconds <= 0 or self.outcome is not None:
            return self
        return replace(self, seconds=round(self.seconds + seconds, 3))

    # -- typed lines ---------------------------------------------------------------------------------

    def turn(self, *lines: str, view: Any = None, request: Request = Request.NONE) -> Turn:
        """A turn that leaves the match as it is."""
        return Turn(self, lines, view, request)

    def introduce(self) -> tuple[str, ...]:
        """The title, and the rules if nothing has been played yet: lines before the first picture."""
        return introduction(self)

    def greet(self) -> Turn:
        """The turn before the first line."""
        return greeting(self)

    def respond(self, line: str, seconds: float = 0.0) -> Turn:
        """A typed line, and the moves of all others up to a person's next turn."""
        turn = self.take(line, seconds)
        return turn.then(turn.match.run_others()) if turn.match.waiting and not turn.over else turn

    def run_others(self) -> Turn:
        """The moves of chance and players, up to a person's turn or the end."""
        turn = self.turn()
        while turn.match.waiting:
            turn = turn.then(turn.match.step())
        return turn

    def take(self, line: str, seconds: float = 0.0) -> Turn:
        """A typed line alone: a command, or else a move.  ``seconds`` passed before it was entered."""
        return take_line(self.after_time(seconds), line)

    def find_command(self, line: str) -> tuple[Command, str] | None:
        """The command that a line is, and the rest of the line; None if it is to be read as a move."""
        return find_command(self, line)

    def step(self) -> Turn:
        """A move of chance or of a player, with its description."""
        return self.advance().describe_last_move()

    def describe_last_move(self) -> Turn:
        """The last move and its effect, limited to what every person at the keyboard may know."""
        return last_move(self)

    def describe_position(self) -> Turn:
        """The picture, and whose turn it is or how the game ended; nothing while others are to move."""
        return position(self)

    def describe_effort(self) -> str:
        """Time, moves and hints so far, in one sentence.

        >>> from satplay.playing.start import start_match
        >>> from satplay.playing.subjects import game_called
        >>> start_match(game_called("nim")).take("hint", 83.4).match.describe_effort()
        'Time 1:23, 0 moves, 1 hint.'
        """
        return effort(self)

    # -- records -------------------------------------------------------------------------------------

    def to_record(self) -> Record:
        """Everything that is needed to resume from here."""
        return record_of(self)

    def to_text(self) -> str:
        """The record as text, which ``resume.read_match`` reads."""
        return write_record(self.to_record())

    def _repr_svg_(self) -> str:
        return self.game.draw(self.visible_state())._repr_svg_()
