"""A game between seats while it is played, by persons and by players; nothing is read or printed here.

A ``Match`` is one moment.  ``take`` answers a typed line with a ``MatchTurn``: the next moment, lines to
show, and what only somebody with files and a clock can do.  ``step`` is a move of chance or of a player;
``say`` is both, until a person is to move again.  Puzzles that are filled in have moments of their own kind
(``playing``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

from satplay.contracts.game import CHANCE, Game, Outcome, Seat
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput, IllegalMove, PlayerError, one_line
from satplay.inputs.writing import write_in_format
from satplay.reasoning.oracle import EngineOracle
from satplay.verbs.match_commands import COMMANDS, WITH_MORE
from satplay.verbs.playing import Wants
from satplay.verbs.record import Record, write_record
from satplay.verbs.seating import PERSON

LONGEST = 300
"""So many characters of a complaint are shown."""


@dataclass(frozen=True, slots=True)
class MatchTurn:
    """What follows from a line or a move: ``lines`` to print after the picture of ``shown``, if any."""

    playing: Match
    lines: tuple[str, ...] = ()
    shown: Any = None
    wants: Wants = Wants.NOTHING
    file: str = ""
    text: str = ""

    @property
    def over(self) -> bool:
        """Whether the person has left; the end of a game is not that, for moves can be taken back."""
        return self.wants is Wants.LEAVE

    def then(self, later: MatchTurn) -> MatchTurn:
        """Both as one: what was said, and what is to be seen in the end."""
        return replace(later, lines=(*self.lines, *later.lines))


@dataclass(frozen=True, slots=True)
class Match:
    """One moment: all states so far, the moves between them, and who sits where.

    ``options`` are those of the game's ``start``, complete; ``placed`` says that the first state was
    given instead.  All chance comes from ``seed`` and the number of the move: what is taken back and played
    again goes the same way, and so does a game that was kept and gone on with.

    >>> from satplay.verbs.opening import begin
    >>> match = begin("nim", options={"heaps": "1,2"}, seed=7)
    >>> turn = match.say("B1")
    >>> turn.playing.moves, turn.playing.to_move
    ((Take(heap=1, count=1), Take(heap=1, count=1)), 'first')
    >>> turn.playing.say("undo").playing == match
    True
    >>> turn.playing.say("A1").playing.outcome
    Outcome(winner='first', because='second has nothing left to take: first wins')
    """

    game: Game[Any, Any] = field(repr=False)
    players: Mapping[Seat, str]
    seed: int
    states: tuple[Any, ...]
    moves: tuple[Any, ...] = ()
    options: Mapping[str, str] = field(default_factory=dict)
    placed: bool = False
    resigned: Seat | None = None
    oracle: Oracle = field(default_factory=EngineOracle, compare=False, repr=False)

    @property
    def state(self) -> Any:
        """The state now, of which nobody may see all."""
        return self.states[-1]

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it has."""
        if self.resigned is None:
            return self.game.outcome(self.state)
        others = [seat for seat in self.game.seats if seat != self.resigned]
        if len(others) != 1:
            return Outcome(None, f"{self.resigned} resigns")
        return Outcome(others[0], f"{self.resigned} resigns: {others[0]} wins")

    @property
    def to_move(self) -> Seat | None:
        """Whose turn it is; None at the end."""
        return None if self.resigned is not None else self.game.to_move(self.state)

    @property
    def persons(self) -> tuple[Seat, ...]:
        """The seats at the keyboard."""
        return tuple(seat for seat, player in self.players.items() if player == PERSON)

    @property
    def waiting(self) -> bool:
        """Whether the next move is no person's."""
        return self.to_move is not None and self.to_move not in self.persons

    def seen(self, state: Any = None) -> Any:
        """A state, by default the last, as all at the keyboard may see it; everything if nobody is there."""
        state = self.state if state is None else state
        for seat in self.persons:
            state = self.game.visible(state, seat)
        return state

    def randomness(self, purpose: str = "move") -> Random:
        """All the chance there is in the next move."""
        return Random(f"{self.seed} {len(self.moves)} {purpose}")

    # -- moves ---------------------------------------------------------------------------------------

    def after(self, move: Any) -> Match:
        """The next moment; ``IllegalMove`` where the rules forbid it."""
        after = self.game.apply(self.state, move)
        return replace(self, states=(*self.states, after), moves=(*self.moves, move))

    def chosen(self) -> Any:
        """The move of chance or of the player whose turn it is; no person's."""
        seat = self.to_move
        if seat == CHANCE:
            odds = self.game.odds(self.state)
            return self.randomness().choices(list(odds), weights=list(odds.values()))[0]
        assert seat is not None and self.players[seat] != PERSON
        player = self.game.players[self.players[seat]]
        return player(self.game.visible(self.state, seat), seat, self.randomness(), self.oracle)

    def stepped(self) -> Match:
        """The moment after a move that is no person's."""
        try:
            return self.after(self.chosen())
        except IllegalMove as error:
            culprit = self.players.get(str(self.to_move), CHANCE)
            raise PlayerError(f"the player {culprit!r} made an illegal move: {error}") from error

    # -- what is said --------------------------------------------------------------------------------

    def begin(self) -> MatchTurn:
        """What is said before the first line."""
        who = ", ".join(f"{seat}: {player}" for seat, player in self.players.items())
        greeting = f"{self.game.title} ({who})"
        if self.persons:
            greeting += ": type a move, 'help' or 'quit'."
        return replace(MatchTurn(self, (greeting,)).then(self.position()), shown=self.seen())

    def say(self, line: str) -> MatchTurn:
        """What follows from a typed line, with the moves of all others up to a person's next turn."""
        turn = self.take(line)
        return turn.then(turn.playing.on()) if turn.playing.waiting and not turn.over else turn

    def on(self) -> MatchTurn:
        """The moves of all others, up to a person's turn or the end."""
        turn = MatchTurn(self)
        while turn.playing.waiting:
            turn = turn.then(turn.playing.step())
        return turn

    def take(self, line: str) -> MatchTurn:
        """What follows from a typed line alone: a command, or else a move."""
        command, _, rest = line.strip().partition(" ")
        answer = COMMANDS.get(command.lower())
        if answer is not None and (not rest.strip() or command.lower() in WITH_MORE):
            return answer(self, rest.strip())
        if self.to_move not in self.persons:
            over = "The game is over; undo, new, save FILE or quit."
            return MatchTurn(self, (over if self.outcome else "It is not your turn.",))
        try:
            after = self.after(self.game.moves.read(line.strip()))
        except BadInput as error:
            complaint = f"bad {error.what}: found {error.found}, expected {error.expected}"
            return MatchTurn(self, (_short(complaint),))
        except IllegalMove as error:  # without the state, of which nobody may see all
            return MatchTurn(self, (_short(f"illegal move {error.move!r}: {error.reason}"),))
        return after.told()

    def step(self) -> MatchTurn:
        """A move of chance or of a player, told."""
        return self.stepped().told()

    def told(self) -> MatchTurn:
        """What the last move was and did, as far as those at the keyboard may know."""
        before, move = self.states[-2], self.moves[-1]
        seat = self.game.to_move(before)
        lines = []
        if seat not in self.persons:
            glimpse = self.glimpse(before, move)
            lines += [one_line(f"{seat} plays {glimpse}.")] if glimpse else []
        if self.game.tell is not None:
            lines += self.game.tell(self.seen(before), self.seen())
        return MatchTurn(self, tuple(lines)).then(self.position())

    def glimpse(self, state: Any, move: Any) -> str:
        """What everybody at the keyboard sees of a move."""
        glimpse = self.game.glimpse
        if glimpse is None or not self.persons:
            return self.game.moves.write(move)
        seen = {glimpse(state, move, seat) for seat in self.persons}
        return seen.pop() if len(seen) == 1 else "something that not everybody may see"

    def position(self) -> MatchTurn:
        """The picture, and whose turn it is or how it ended; nothing while others are still to move."""
        if self.outcome is not None:
            lines = [f"The game is over: {self.outcome.because}."]
            lines += ["Type undo, new, save FILE or quit."] if self.persons else []
            return MatchTurn(self, tuple(lines), self.seen())
        if self.waiting:
            return MatchTurn(self, shown=None if self.persons else self.seen())
        yours = (
            f"You are {self.to_move}; your turn." if len(self.persons) == 1 else f"{self.to_move} to move."
        )
        return MatchTurn(self, (yours,), self.seen())

    # -- what is kept --------------------------------------------------------------------------------

    def record(self) -> Record:
        """All that is needed to go on from here."""
        position = None
        if self.placed:
            form, text = write_in_format(self.game.states, self.states[0], kind=f"{self.game.name} position")
            position = form.name, text
        moves = tuple(self.game.moves.write(move) for move in self.moves)
        return Record(
            self.game.name, self.options, self.players, self.seed, moves, position, resigned=self.resigned
        )

    def saved(self) -> str:
        """The record as a text, which ``play`` reads again."""
        return write_record(self.record())

    def _repr_svg_(self) -> str:
        return self.game.draw(self.seen())._repr_svg_()


def _short(complaint: str) -> str:
    line = one_line(complaint)
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 3]}..."
