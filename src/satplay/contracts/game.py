"""Game: what a game folder offers to the rest of satplay, in one record."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING, Any, Generic, Self, SupportsIndex, TypeAlias, TypeVar

from satplay.contracts.pickling import folder_module, refer_to_record
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from random import Random

    from satplay.contracts.browser import BrowserView
    from satplay.contracts.cursor import CursorEntry
    from satplay.contracts.format import Format
    from satplay.contracts.option import Option
    from satplay.contracts.oracle import Oracle
    from satplay.contracts.question import Query
    from satplay.contracts.verdict import Verdict
    from satplay.drawing.scene import Scene
    from satplay.drawing.terminal import Line
    from satplay.rule import RuleInstance


State = TypeVar("State")
Move = TypeVar("Move")
Seat: TypeAlias = str

CHANCE: Seat = "chance"
"""The seat of dice and cards: its moves are drawn by ``odds``, not chosen."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: ``winner`` is None for a draw; ``because`` is a sentence."""

    winner: Seat | None
    because: str


Player: TypeAlias = "Callable[[Any, Seat, Random, Oracle], Any]"
"""(visible state, own seat, randomness, oracle) to a legal move."""


@dataclass(frozen=True, slots=True)
class GameHint:
    """A hint for the seat to move: sentences, and the ``move`` that follows from them, if there is one.

    ``more``     whether asking again in the same position tells more
    ``verdict``  the value of the move: its sentence and its line come before ``lines``
    ``fact``  the fact of ``Game.hint_facts`` that it tells, if it is one
    """

    lines: Sequence[str]
    move: Any = None
    more: bool = False
    verdict: Verdict | None = None
    fact: str = ""


HintFunction: TypeAlias = "Callable[[Any, Seat, int, Random, Oracle], GameHint]"
"""(visible state, own seat, number of hints given in this position, randomness, oracle) to a hint."""


@dataclass(frozen=True, slots=True)
class Game(Generic[State, Move]):
    """The table of contents of a game folder; all functions are pure.

    A puzzle that is filled in becomes a game with one seat by ``playing.puzzle_game``.

    ``to_move``  the seat whose turn it is; None exactly if there is an ``outcome``
    ``apply``    the state after a move; raises ``IllegalMove`` if the move is not legal
    ``visible``  the state as one seat may see it
    ``odds``     for the chance seat: each move with its probability, always in the same order
    ``players``  by name, the weakest first: the last is the default opponent and gives hints; none in a
                 puzzle
    ``questions`` queries about positions, by name

    Optional:

    ``seat_titles`` what to do at a seat, in a few words, for menus
    ``start_options`` options of a new game, for ``deal`` and ``start``, by name
    ``text_option`` the start option whose value may be a file or a text, such as a position to start from
    ``deal``     options completed at random, so that ``start`` and the record hold the result
    ``glimpse``  the part of a move that a seat may see, as a short text; by default the text of the move
    ``sketch``   a state, and whether only ASCII may be used: a picture for terminals
    ``help``     how moves are typed in a state, with examples that are possible there
    ``rules``    the rules in at most three lines, for the start of a game
    ``all_rules`` all rules, each with its name, if the folder lists them
    ``prompt``   what the seat to move has to do, in one line with an example
    ``readings`` the texts of moves that a typed text can mean which ``moves`` does not read: a single one is
                 played, several are offered
    ``nearby``   the texts of moves that a text that is no move may have been meant as: they are only offered
    ``winning_seat`` the seat that wins under perfect play, as the seat of a newcomer; None if unknown
    ``person_seat`` the seat that needs a person in a state, because only a person knows what is not in it
    ``from_board`` the state in which a board of the puzzle of this name goes on; ``BadInput`` if it cannot
    ``tell``     what happened from one state to the next, in sentences
    ``hint``     a hint for the seat to move; it tells more if it is asked again
    ``hint_facts`` facts that hints tell one by one, each once in a game: sentences that state their reason,
                 so that a fact with another reason is another one; if none is left, ``hint`` is asked
    ``hint_topics`` other hints, by the word that is typed after ``hint``
    ``judge``    the value of a move, with its reason and line, for readers who may see everything
    ``statistics`` numbers about the states of one game, for tables of many
    ``free_text`` moves are texts whose meaning depends on the state: ``legal`` lists none, and ``apply``
                 raises ``BadInput`` if the text is not a move there
    ``violations`` the rule instances that no continuation can repair
    ``wrong_marks`` a phrase that names the marks of the player that are wrong; empty if none is
    ``find_mistake`` sentences about a mistake that no violated rule shows; empty if there is none
    ``solve``    a state at which the game is won, without regard to the moves so far; None if there is none
    ``cursor``   moves by keys and mouse that become typed moves; without it the legal moves are listed
    ``browser``  states, as the person at the page may see them, as JSON for the ``board.js`` of its folder
    ``board_size`` the size of the board in a state, as generators take it
    ``find_again`` returns this very record, if it is neither the ``GAME`` of a folder nor the game of a
                 puzzle; pickling refers to the record by it

    ``tell``, ``hint``, ``hint_facts``, ``prompt`` and ``readings`` are given states as the seats at the
    keyboard may see them.
    """

    name: str
    title: str
    seats: Sequence[Seat]
    states: Sequence[Format[State]]
    moves: Format[Move]
    start: Callable[[Mapping[str, str]], State]
    to_move: Callable[[State], Seat | None]
    legal: Callable[[State], Sequence[Move]]
    apply: Callable[[State, Move], State]
    outcome: Callable[[State], Outcome | None]
    draw: Callable[[State], Scene]
    visible: Callable[[State, Seat], State]
    odds: Callable[[State], Mapping[Move, float]]
    players: Mapping[str, Player]
    questions: Mapping[str, Query] = field(default_factory=dict)
    seat_titles: Mapping[Seat, str] = field(default_factory=dict)
    start_options: Mapping[str, Option] = field(default_factory=dict)
    text_option: str | None = None
    deal: Callable[[Mapping[str, str], Random, Oracle], Mapping[str, str]] | None = None
    glimpse: Callable[[State, Move, Seat], str] | None = None
    sketch: Callable[[State, bool], Sequence[Line]] | None = None
    help: Callable[[State], Sequence[str]] | None = None
    rules: Callable[[State], Sequence[str]] | None = None
    all_rules: Sequence[str] = ()
    prompt: Callable[[State, Seat], str] | None = None
    readings: Callable[[State, str], Sequence[str]] | None = None
    nearby: Callable[[State, str], Sequence[str]] | None = None
    winning_seat: Callable[[State, Oracle], Seat | None] | None = None
    person_seat: Callable[[State], Seat | None] | None = None
    from_board: Callable[[Any], State] | None = None
    tell: Callable[[State, State], Sequence[str]] | None = None
    hint: HintFunction | None = None
    hint_facts: Callable[[State, Seat, Oracle], Iterable[Sequence[str]]] | None = None
    hint_topics: Mapping[str, HintFunction] = field(default_factory=dict)
    judge: Callable[[State, Move, Random, Oracle], Verdict] | None = None
    statistics: Callable[[Sequence[State]], Mapping[str, float]] | None = None
    free_text: bool = False
    violations: Callable[[State], Sequence[RuleInstance]] | None = None
    wrong_marks: Callable[[State, Oracle], str] | None = None
    find_mistake: Callable[[State, Oracle], Sequence[str]] | None = None
    solve: Callable[[State, Oracle], State | None] | None = None
    cursor: CursorEntry[State] | None = None
    browser: BrowserView[State] | None = None
    board_size: Callable[[State], str] | None = None
    find_again: Callable[[], Game[State, Move]] | None = field(default=None, repr=False, compare=False)

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        if self.find_again is not None and self.find_again() is self:
            return self.find_again, ()
        places = [
            (folder_module("games", self.name), "GAME"),
            (folder_module("puzzles", self.name), "PUZZLE.game"),
        ]
        return refer_to_record(self, places) or object.__reduce_ex__(self, protocol)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self
