"""Puzzle: what a puzzle folder offers to the rest of satplay, in one record.

Adding a puzzle means adding a folder with a ``PUZZLE`` in it; no shared file knows it by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum
from typing import TYPE_CHECKING, Any, BinaryIO, Generic, Protocol, Self, SupportsIndex, TypeVar

from satplay.contracts.part import Part, load_part, separate_parts
from satplay.contracts.pickling import folder_module, refer_to_record
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from random import Random

    from satplay.contracts.browser import BrowserView
    from satplay.contracts.cursor import CursorEntry
    from satplay.contracts.encoding import Encoder
    from satplay.contracts.engine import Answer
    from satplay.contracts.facts import Facts
    from satplay.contracts.format import Format
    from satplay.contracts.game import Game
    from satplay.contracts.generator_options import GeneratorOptions
    from satplay.contracts.option import Option
    from satplay.contracts.oracle import Oracle
    from satplay.contracts.phrases import Phrases, StepMarks
    from satplay.drawing.scene import Scene
    from satplay.drawing.terminal import Line
    from satplay.logic.literal import Var
    from satplay.rule import RuleInstance

I = TypeVar("I")  # noqa: E741 - an instance of a puzzle, beside S for its solution
S = TypeVar("S")


def recognises_nothing(instance: Any, text: str) -> bool:
    """The ``recognises`` of a solution format that is used only when it is named, or that is the only one."""
    return False


@dataclass(frozen=True, slots=True)
class SolutionFormat(Generic[I, S]):
    """Writes and reads a solution of an instance, as text and as JSON.

    A text is read in the first format that recognises it, or else in the first format.
    """

    name: str
    write: Callable[[I, S], str]
    read: Callable[[I, str], S]
    as_json: Callable[[I, S], Any]
    recognises: Callable[[I, str], bool] = recognises_nothing


@dataclass(frozen=True, slots=True)
class Convention(Generic[S]):
    """Output and exit status in the convention of a field, such as the SAT competition's for DIMACS files.

    ``lines`` formats an answer, the decoded solution (if any) and comments;
    ``exit_status`` maps ``"sat"``, ``"unsat"`` and ``"unknown"`` to an exit status.
    """

    lines: Callable[[Answer, S | None, Sequence[str]], Iterable[str]]
    exit_status: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class VariantOption(Generic[I]):
    """A rule variant that can be chosen on the command line instead of in the text of a board.

    ``takes``  placeholder of its value, in capitals; None for a flag
    ``apply``  the board under that rule; raises only ``BadInput``, if the rule does not fit the board
    """

    help: str
    apply: Callable[[I, str], I]
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class DirectEnumeration(Generic[I, S]):
    """Direct enumeration and counting of solutions without clauses, for puzzles where that is faster.

    ``count``     the number of solutions; None if the SAT encoding is expected to be faster
    ``solutions`` every solution once; None likewise

    Both call their second argument every few hundredths of a second; it raises an exception to stop them.
    """

    count: Callable[[I, Callable[[], None]], int | None]
    solutions: Callable[[I, Callable[[], None]], Iterator[S] | None]


@dataclass(frozen=True, slots=True)
class PlainFormula(Generic[I]):
    """For a puzzle whose instances are CNF formulas and whose solutions are their models.

    Its models are enumerated without decoding, projected onto the projection variables, and minimal
    unsatisfiable subsets consist of its clauses.

    ``read_projection``  the projection variables that an open file of the instance names; None for all
    """

    read_projection: Callable[[BinaryIO, I], Sequence[Var] | None]


class Suggestion(Protocol):
    """The next move that a puzzle suggests to a player, with the reason."""

    def lines(self) -> Iterable[str]:
        """The suggestion as sentences."""

    def as_json(self) -> Any:
        """The suggestion as a JSON value."""


@dataclass(frozen=True, slots=True)
class Audit(Generic[I, S]):
    """Boards and their solutions by the rules alone, to test encodings against.

    ``boards``    all boards up to a size, the smallest first; each puzzle defines what size means
    ``random``    a random board of about that size, with every feature that boards can have
    ``solutions`` every solution of a board once, found by exhaustive search without clauses
    ``size``      the default size up to which all boards are tried; ``beyond``: the size of random boards
    """

    boards: Callable[[int], Iterator[I]]
    random: Callable[[int, Random], I]
    solutions: Callable[[I], Iterator[S]]
    size: int
    beyond: int


@dataclass(frozen=True, slots=True)
class MoveGuidance(Generic[I, S]):
    """Help for a person who types moves.

    ``rules``    the rules of this board in at most three lines
    ``example``  a move that is possible in this position
    ``help``     how moves are typed, in a few lines, with examples that are possible in this position
    ``moves_between``  typed moves that lead from one position to another one that has more in it
    """

    rules: Callable[[I], Sequence[str]]
    example: Callable[[I, S], str]
    help: Callable[[I, S], Sequence[str]]
    moves_between: Callable[[I, S, S], Sequence[str]]


@dataclass(frozen=True, slots=True)
class MoveReadings(Generic[I, S]):
    """The typed moves that another text means.

    ``exact``  moves that the text means; a single one is made
    ``near``   moves that the text may have been meant as, the nearest first; they are offered
    """

    exact: Callable[[I, S, str], Sequence[str]]
    near: Callable[[I, S, str], Sequence[str]]


@dataclass(frozen=True, slots=True)
class MoveEntry(Generic[I, S]):
    """Typed moves by which one person fills in a board.  A position is a partial solution.

    ``empty``        the position before the first move
    ``apply``        the position after one typed move; raises ``BadInput`` if the text is not a move here,
                     and nothing else
    ``irreparable``  the violated rule instances that no continuation can repair; empty for every part of a
                     solution
    ``guidance``     rules, examples and help for the person
    ``readings``     what a text can mean that ``apply`` does not read
    ``without_marks`` the position without the player's marks, which no solution format writes; None if there
                     are no marks
    ``is_solution``  whether ``check`` finds nothing, if that can be decided without listing all violations
    """

    empty: Callable[[I], S]
    apply: Callable[[I, S, str], S]
    irreparable: Callable[[I, S], Sequence[RuleInstance]]
    guidance: MoveGuidance[I, S]
    readings: MoveReadings[I, S]
    without_marks: Callable[[S], S] | None = None
    is_solution: Callable[[I, S], bool] | None = None


def bad_move(found: str, expected: str) -> BadInput:
    """The error for a text that is not a move; a long text is cut."""
    return BadInput("move", found=found if len(found) <= 80 else found[:77] + "...", expected=expected)


@dataclass(frozen=True, slots=True)
class Puzzle(Generic[I, S]):
    """The table of contents of a puzzle folder; any field may be a ``Part``, imported when it is first used.

    ``instance``   the type of its boards
    ``solution``   the type of its solutions
    ``check``      the violated rule instances of a candidate solution; empty if it is correct
    ``formats``    formats of instances, the default first
    ``solutions``  formats of solutions, the default first
    ``encoders``   encoders by name, the default first
    ``examples``   texts of example instances by name, written or generated by us
    ``size``       the size of a board, as its generator takes it
    ``unique``     whether generated instances have exactly one solution
    ``generator_options`` extra options of the generator, by name
    ``levels``     difficulty levels that can be generated, the easiest first
    ``facts``      an instance in facts that a person can draw on the board, for hints and explanations
    ``phrases``    the words of its explanations
    ``mark``       the picture with the places of some rule instances highlighted
    ``mark_step``  the picture of a position with the new facts of a step and what they follow from marked
    ``sketch``     board, solution or None, and whether only ASCII may be used: a picture for terminals
    ``move_entry`` typed moves, if it can be filled in by a person
    ``cursor``     moves by keys and mouse that become typed moves; its states are ``FilledIn``
    ``browser``    its states, ``FilledIn``, as JSON for the ``board.js`` of its folder
    ``audit``      small boards and their solutions, to compare encodings with the rules
    ``canonical``  a form of a board that only boards share which are the same up to symmetry
    ``variant_options``    rule variants that can be chosen on the command line, by option name
    ``direct_enumeration`` solutions without clauses
    ``suggest``            the next move on a board that is answered move by move
    ``conflict_summary``   one sentence about rule instances that cannot hold together
    ``plain_formula``      set if instances are CNF formulas and solutions their models
    """

    name: str
    title: str
    instance: type[I]
    solution: type[S]
    rules: type[Enum]
    formats: Sequence[Format[I]]
    solutions: Sequence[SolutionFormat[I, S]]
    check: Callable[[I, S], Sequence[RuleInstance]]
    encoders: Mapping[str, Encoder[I, S]]
    generate: Callable[[GeneratorOptions, Random, Oracle], I]
    draw: Callable[[I, S | None], Scene]
    examples: Mapping[str, str] = field(default_factory=dict)
    size: Callable[[I], str] | None = None
    unique: bool = True
    generator_options: Mapping[str, Option] = field(default_factory=dict)
    levels: Sequence[str] = ()
    sketch: Callable[[I, S | None, bool], Sequence[Line]] | None = None
    move_entry: MoveEntry[I, S] | None = None
    cursor: CursorEntry[Any] | None = None
    browser: BrowserView[Any] | None = None
    game: Game[Any, Any] | None = None
    facts: Callable[[I], Facts[S]] | None = None
    phrases: Phrases[I] | None = None
    mark: Callable[[I, S | None, Sequence[RuleInstance]], Scene] | None = None
    mark_step: Callable[[I, S | None, StepMarks], Scene] | None = None
    audit: Audit[I, S] | None = None
    canonical: Callable[[I], bytes] | None = None
    variant_options: Mapping[str, VariantOption[I]] = field(default_factory=dict)
    direct_enumeration: DirectEnumeration[I, S] | None = None
    suggest: Callable[[I, Random, Oracle], Suggestion] | None = None
    conflict_summary: Callable[[I, Sequence[RuleInstance]], str] | None = None
    convention: Convention[S] | None = None
    plain_formula: PlainFormula[I] | None = None
    _parts: dict[str, Part] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_parts", separate_parts(self))

    def __reduce_ex__(self, protocol: SupportsIndex) -> Any:
        place = folder_module("puzzles", self.name), "PUZZLE"
        return refer_to_record(self, [place]) or object.__reduce_ex__(self, protocol)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    if not TYPE_CHECKING:  # type checkers know the fields

        def __getattr__(self, name: str) -> Any:
            if name == "_parts":  # a copy that has no fields yet
                raise AttributeError(name)
            return load_part(self, self._parts, name)
