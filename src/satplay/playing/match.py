"""A match: a game, or a puzzle that one person fills in, as one immutable value.

``take`` turns a typed line into a ``Turn``: the next match, lines to show, and a request for what only the
program around it can do, such as writing a file.  ``step`` is one move of chance or of a player; ``respond``
is a typed line and all moves up to a person's next turn.  ``to_text`` is the record, which ``resume`` reads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from enum import Enum
from random import Random
from typing import Any

from satplay.contracts.game import CHANCE, Game, Outcome, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.result_text import brief_repr
from satplay.contracts.texts import pluralize
from satplay.errors import BadInput, IllegalMove, PlayerError, one_line
from satplay.fast_dataclass import dataclass
from satplay.inputs.writing import write_in_format
from satplay.playing.record import Record, Resignation, write_record
from satplay.playing.seats import PERSON
from satplay.reasoning.oracle import EngineOracle

MAX_MESSAGE = 300
"""Characters of an error message; a longer one is cut."""


class Request(Enum):
    """What a turn asks of the program around the match."""

    NONE = "read the next line"
    SAVE = "save the text in the file"
    NEW = "start another game"
    QUIT = "end the session"
    SOLVED = "end the session: the puzzle is solved"


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
        return self.request in (Request.QUIT, Request.SOLVED)

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

    A match is pickled with its commands: their functions have to be found by name.
    """

    names: tuple[str, ...]
    run: Callable[[Match, str], Turn]
    usage: str = ""
    help: str = ""
    argument: bool = False
    is_offered: Callable[[Game[Any, Any]], bool] = offer_always


@dataclass(frozen=True, slots=True)
class Match:
    """One moment of a match.

    ``options``        the complete options of the game's ``start``
    ``from_position``  the first state was given instead
    ``undone``         the moves that were taken back, the next one to redo first
    ``seconds``        thinking time so far, in thousandths; the caller measures it
    ``hints``          the number of hints given
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
    commands: Mapping[str, Command] = field(default_factory=dict, compare=False, repr=False)
    oracle: Oracle = field(default_factory=EngineOracle, compare=False, repr=False)

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
        after = self.game.apply(self.state, move)
        return replace(self, states=(*self.states, after), moves=(*self.moves, move), undone=())

    def choose_move(self) -> Any:
        """The move of chance or of the player whose turn it is."""
        seat = self.to_move
        if seat == CHANCE:
            odds = self.game.odds(self.state)
            return self.randomness().choices(list(odds), weights=list(odds.values()))[0]
        assert seat is not None and self.players[seat] != PERSON
        player = self.game.players[self.players[seat]]
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
                return replace(self, states=self.states[: at + 1], moves=self.moves[:at], undone=undone)
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

    # -- typed lines ---------------------------------------------------------------------------------

    def turn(self, *lines: str, view: Any = None, request: Request = Request.NONE) -> Turn:
        """A turn that leaves the match as it is."""
        return Turn(self, lines, view, request)

    def greet(self) -> Turn:
        """The turn before the first line."""
        if self.solo and self.outcome is not None:
            return self.describe_position()
        who = ", ".join(f"{seat}: {player}" for seat, player in self.players.items())
        greeting = self.game.title if self.solo else f"{self.game.title} ({who})"
        if self.persons:
            greeting += ": type a move, 'help' or 'quit'."
        turn = self.turn(greeting).then(self.describe_position())
        return replace(turn, view=self.visible_state())

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
        match = self
        if seconds > 0 and self.outcome is None:
            match = replace(self, seconds=round(self.seconds + seconds, 3))
        found = match.find_command(line)
        return found[0].run(match, found[1]) if found is not None else match._take_move(line.strip())

    def find_command(self, line: str) -> tuple[Command, str] | None:
        """The command that a line is, and the rest of the line; None if it is to be read as a move."""
        word, _, rest = line.strip().partition(" ")
        command = self.commands.get(word.lower())
        if command is None or (rest.strip() and not command.argument):
            return None
        return command, rest.strip()

    def _take_move(self, text: str) -> Turn:
        if self.to_move not in self.persons:
            over = "The game is over; undo, new, save FILE or quit."
            return self.turn(over if self.outcome else "It is not your turn.")
        try:
            after = self.after(self.game.moves.read(text))
        except BadInput as error:
            complaint = f"bad {error.what}: found {error.found}, expected {error.expected}"
            return self.turn(_short(complaint))
        except IllegalMove as error:  # without the state, which the person may not see
            return self.turn(_short(f"illegal move {error.move!r}: {error.reason}"))
        if after.state == self.state:
            return self.turn("That changes nothing.", view=self.visible_state())
        return after.describe_last_move()

    def step(self) -> Turn:
        """A move of chance or of a player, with its description."""
        return self.advance().describe_last_move()

    # -- descriptions --------------------------------------------------------------------------------

    def describe_last_move(self) -> Turn:
        """The last move and its effect, limited to what every person at the keyboard may know."""
        before, move = self.states[-2], self.moves[-1]
        seat = self.game.to_move(before)
        lines = []
        if seat not in self.persons:
            glimpse = self.glimpse(before, move)
            lines += [one_line(f"{seat} plays {glimpse}.")] if glimpse else []
        if self.game.tell is not None:
            lines += self.game.tell(self.visible_state(before), self.visible_state())
        return self.turn(*lines).then(self.describe_position())

    def glimpse(self, state: Any, move: Any) -> str:
        """The part of a move that every person at the keyboard may see."""
        glimpse = self.game.glimpse
        if glimpse is None or not self.persons:
            return self.game.moves.write(move)
        texts = {glimpse(state, move, seat) for seat in self.persons}
        return texts.pop() if len(texts) == 1 else "something that not everybody may see"

    def describe_position(self) -> Turn:
        """The picture, and whose turn it is or how the game ended; nothing while others are to move."""
        outcome, view = self.outcome, self.visible_state()
        if outcome is not None and self.solo:
            return self.turn(f"Right: {outcome.because}.", view=view, request=Request.SOLVED)
        if outcome is not None:
            lines = [f"The game is over: {outcome.because}."]
            lines += ["Type undo, new, save FILE or quit."] if self.persons else []
            return self.turn(*lines, view=view)
        if self.solo:
            return self.turn(view=view)
        if self.waiting:
            return self.turn(view=None if self.persons else view)
        one = len(self.persons) == 1
        return self.turn(
            f"You are {self.to_move}; your turn." if one else f"{self.to_move} to move.", view=view
        )

    def describe_effort(self) -> str:
        """Time, moves and hints so far, in one sentence.

        >>> from satplay.playing.start import start_match
        >>> from satplay.playing.subjects import game_called
        >>> start_match(game_called("nim")).take("hint", 83.4).match.describe_effort()
        'Time 1:23, 0 moves, 1 hint.'
        """
        minutes, seconds = divmod(int(self.seconds), 60)
        time = (
            f"{minutes // 60}:{minutes % 60:02}:{seconds:02}" if minutes >= 60 else f"{minutes}:{seconds:02}"
        )
        made = sum(self.game.to_move(state) in self.persons for state in self.states[: len(self.moves)])
        return f"Time {time}, {pluralize(made, 'move')}, {pluralize(self.hints, 'hint')}."

    # -- records -------------------------------------------------------------------------------------

    def to_record(self) -> Record:
        """Everything that is needed to resume from here."""
        position = None
        if self.from_position:
            form, text = write_in_format(self.game.states, self.states[0], kind=f"{self.game.name} position")
            position = form.name, text
        write = self.game.moves.write
        return Record(
            game=self.game.name,
            options=self.options,
            players=self.players,
            seed=self.seed,
            moves=tuple(map(write, self.moves)),
            position=position,
            resigned=self.resigned,
            undone=tuple(one if isinstance(one, Resignation) else write(one) for one in self.undone),
            seconds=self.seconds,
            hints=self.hints,
        )

    def to_text(self) -> str:
        """The record as text, which ``resume.read_match`` reads."""
        return write_record(self.to_record())

    def _repr_svg_(self) -> str:
        return self.game.draw(self.visible_state())._repr_svg_()


def _short(complaint: str) -> str:
    line = one_line(complaint)
    return line if len(line) <= MAX_MESSAGE else f"{line[: MAX_MESSAGE - 3]}..."
