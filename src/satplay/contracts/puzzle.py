"""Puzzle: what a puzzle folder offers to the rest of satplay, in one record.

Adding a puzzle means adding a folder with a ``PUZZLE`` in it; no shared file knows it by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from satplay.contracts.encoding import Encoder
from satplay.contracts.engine import Answer
from satplay.contracts.facts import Facts
from satplay.contracts.format import Format
from satplay.contracts.game import Game
from satplay.contracts.oracle import Oracle
from satplay.contracts.question import Option
from satplay.contracts.texts import natural
from satplay.drawing.scene import Scene
from satplay.drawing.terminal import Line
from satplay.errors import BadInput
from satplay.rule import RuleInstance

I = TypeVar("I")  # noqa: E741 - an instance of a puzzle, beside S for its solution
S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of a generator; a puzzle says which options it understands (``Puzzle.wishes``).

    Its methods read what most puzzles ask alike, and raise ``BadInput`` about anything else.
    """

    size: str | None = None
    difficulty: str | None = None
    options: Mapping[str, str] = field(default_factory=dict)

    def sides(self, longest: int, shortest: int = 1) -> tuple[int, int] | None:
        """Width and height, none beyond ``longest`` and not both below ``shortest``; None if nothing is said.

        >>> Wish("12x8").sides(100), Wish().sides(100)
        ((12, 8), None)
        """
        if self.size is None:
            return None
        sides = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", self.size)
        if sides is None or not all(1 <= int(side) <= longest for side in sides.groups()):
            expected = f"WIDTHxHEIGHT, each from 1 to {longest}"
            raise BadInput("size", found=repr(self.size), expected=expected)
        width, height = map(int, sides.groups())
        if max(width, height) < shortest:
            raise BadInput("size", found=repr(self.size), expected=f"a side of {shortest} cells or more")
        return width, height

    def level(self, levels: Sequence[str]) -> str | None:
        """The difficulty, one of the levels; None if nothing is said."""
        if self.difficulty is not None and self.difficulty not in levels:
            raise BadInput("difficulty", found=repr(self.difficulty), expected=", ".join(levels))
        return self.difficulty

    def expect_options(self, *names: str) -> None:
        """There are no options but these, of which there are two or more."""
        for option in self.options:
            if option not in names:
                expected = f"{', '.join(names[:-1])} or {names[-1]}"
                raise BadInput("wish", found=repr(option), expected=expected)

    def number(
        self, name: str, least: int, most: int, *, what: str | None = None, why: str = ""
    ) -> int | None:
        """The whole number that an option says; None if it is not there.

        A complaint calls it ``what``, or else by its name, and says ``why`` no other number will do.
        """
        if name not in self.options:
            return None
        number = natural(self.options[name], most)
        if number is None or number < least:
            raise BadInput(what or name, found=repr(self.options[name]), expected=f"{least} to {most}{why}")
        return number

    def either(self, name: str, usual: str, other: str) -> str:
        """Which of two words an option says; the usual one if it is not there."""
        found = self.options.get(name, usual)
        if found not in (usual, other):
            raise BadInput(name, found=repr(found), expected=f"{usual} or {other}")
        return found


def recognises_nothing(instance: Any, text: str) -> bool:
    """Of a format of solutions that is never taken for granted, or that is the only one."""
    return False


@dataclass(frozen=True, slots=True)
class SolutionFormat(Generic[I, S]):
    """How a solution of an instance is written, read back, and put into JSON.

    A text is read in the first format that recognises it, or else in the first of all.
    """

    name: str
    write: Callable[[I, S], str]
    read: Callable[[I, str], S]
    as_json: Callable[[I, S], Any]
    recognises: Callable[[I, str], bool] = recognises_nothing


@dataclass(frozen=True, slots=True)
class Convention(Generic[S]):
    """How the field of a subject prints answers and exits, where it has its own custom.

    ``lines`` turns an answer, the decoded solution (if any) and remarks for people into lines of text;
    ``exit_status`` maps ``"sat"``, ``"unsat"`` and ``"unknown"`` to a status.
    """

    lines: Callable[[Answer, S | None, Sequence[str]], Iterable[str]]
    exit_status: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Setting(Generic[I]):
    """A rule that can be chosen on the command line instead of in the text of a board.

    ``takes``  what it wants to be told, in capitals; None for one that is said or not
    ``apply``  the board under that rule; raises ``BadInput`` where it cannot be, and nothing else
    """

    help: str
    apply: Callable[[I, str], I]
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class Census(Generic[I, S]):
    """All solutions without clauses, where that is the better tool.

    ``count``     how many there are; None where clauses will do better
    ``solutions`` each once; None likewise

    Both call what they are handed every few hundredths of a second; where it raises, they are left.
    """

    count: Callable[[I, Callable[[], None]], int | None]
    solutions: Callable[[I, Callable[[], None]], Iterator[S] | None]


class Advice(Protocol):
    """What somebody who plays might do next, and why."""

    def lines(self) -> Iterable[str]:
        """For people."""

    def as_json(self) -> Any:
        """For programs."""


@dataclass(frozen=True, slots=True)
class Audit(Generic[I, S]):
    """What an encoding is compared with: boards, and their solutions by the rules alone.

    ``boards``    all boards up to a size, the smallest first; a puzzle says what its sizes are
    ``random``    a board of about a size, with anything that boards can have
    ``solutions`` every solution of a board once, found without clauses
    ``size``      up to which all boards are looked at where nobody says otherwise; ``beyond`` of random ones
    """

    boards: Callable[[int], Iterator[I]]
    random: Callable[[int, Random], I]
    solutions: Callable[[I], Iterator[S]]
    size: int
    beyond: int


@dataclass(frozen=True, slots=True)
class Pencil(Generic[I, S]):
    """How a person fills in a board move by move.  A position is a solution, as far as there is one.

    ``blank``  the position one begins with
    ``write``  the position after one typed move; raises ``BadInput`` where it is none, and nothing else
    ``spoilt`` the rule instances that are broken whatever is still added; none on the way to a solution
    ``help``   how moves are typed, in a few lines
    """

    blank: Callable[[I], S]
    write: Callable[[I, S, str], S]
    spoilt: Callable[[I, S], Sequence[RuleInstance]]
    help: Sequence[str]


def bad_move(found: str, expected: str) -> BadInput:
    """What a pencil raises about a text that is no move, however long that is."""
    return BadInput("move", found=found if len(found) <= 80 else found[:77] + "...", expected=expected)


@dataclass(frozen=True, slots=True)
class Puzzle(Generic[I, S]):
    """The table of contents of a puzzle folder.

    ``instance``   the type of its boards
    ``check``      the broken rule instances of a solution; empty is right
    ``formats``    of instances, the one to write by default first
    ``solutions``  how solutions are written, the one to print by default first
    ``encoders``   by name, the default first
    ``examples``   name to instance text, written or generated by us
    ``unique``     whether its generator promises exactly one solution
    ``wishes``     the options of a wish that its generator understands, by name
    ``facts``      an instance in what a person can write on the board, for hints and reasons
    ``mark``       the same picture with the places of some rule instances made to stand out
    ``sketch``     board, solution or None, and whether ASCII must do: a picture for terminals
    ``pencil``     how it is played
    ``audit``      small boards and their solutions, for comparing encodings with the rules
    ``settings``   rules that can be chosen on the command line, by the name of the option
    ``census``     all solutions without clauses
    ``advise``     what to do next on a board that answers come for, with randomness and an oracle
    ``at_odds``    a contradiction in one sentence, from the rule instances that cannot hold together
    """

    name: str
    title: str
    instance: type[I]
    rules: type[Enum]
    formats: Sequence[Format[I]]
    solutions: Sequence[SolutionFormat[I, S]]
    check: Callable[[I, S], Sequence[RuleInstance]]
    encoders: Mapping[str, Encoder[I, S]]
    generate: Callable[[Wish, Random, Oracle], I]
    draw: Callable[[I, S | None], Scene]
    examples: Mapping[str, str] = field(default_factory=dict)
    unique: bool = True
    wishes: Mapping[str, Option] = field(default_factory=dict)
    sketch: Callable[[I, S | None, bool], Sequence[Line]] | None = None
    pencil: Pencil[I, S] | None = None
    game: Game[Any, Any] | None = None
    facts: Callable[[I], Facts[S]] | None = None
    mark: Callable[[I, S | None, Sequence[RuleInstance]], Scene] | None = None
    audit: Audit[I, S] | None = None
    settings: Mapping[str, Setting[I]] = field(default_factory=dict)
    census: Census[I, S] | None = None
    advise: Callable[[I, Random, Oracle], Advice] | None = None
    at_odds: Callable[[I, Sequence[RuleInstance]], str] | None = None
    convention: Convention[S] | None = None
