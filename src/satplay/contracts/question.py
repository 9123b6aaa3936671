"""Query: something that can be asked about a game; ``satplay ask GAME QUERY ARGUMENTS... --option VALUE``.

A game folder lists its queries by name in ``Game.questions``.  What a person gave comes in as texts, because
only the query knows whether one is a position, a move or a board; ``Given.read`` reads it and says where it
is wrong.  (``contracts.encoding.Question`` is another thing: a quantified formula.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any, Protocol, TypeVar

from satplay.contracts.engine import UNLIMITED, Limit
from satplay.contracts.format import Format
from satplay.contracts.oracle import Oracle
from satplay.drawing.scene import Scene
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.quantified import Quantified

T = TypeVar("T")

YES = "yes"
"""What an option without a value is worth when it is given."""


@dataclass(frozen=True, slots=True)
class Option:
    """Something that can be said by name, to a question or about what is to be made.

    ``takes``  what it wants to be told, such as ``N`` or ``yes|no``; None for one that is said, which means
               ``yes``, or not
    """

    help: str
    takes: str | None = None


@dataclass(frozen=True, slots=True)
class Given:
    """One argument: a text and where it comes from; or from Python the thing itself."""

    value: Any
    source: str | None = None

    def read(self, forms: Sequence[Format[T]]) -> T:
        """The value in the format that recognises the text, or else in the first of all."""
        if not isinstance(self.value, str):
            return self.value  # type: ignore[no-any-return]  # whoever calls from Python gives what he means
        form = next((form for form in forms if form.recognises(self.value)), forms[0])
        try:
            return form.read(self.value)
        except BadInput as error:
            if self.source is not None:
                error.at(self.source)
            raise


@dataclass(frozen=True, slots=True)
class Asked:
    """One query as it was asked.  ``options`` holds those that were given, under their names.

    ``limit`` is for those who think by themselves; the ``oracle`` knows it already and raises ``GaveUp``.
    ``clock`` tells seconds, to those who say how long they thought.
    """

    arguments: Sequence[Given]
    options: Mapping[str, str]
    rng: Random
    oracle: Oracle
    limit: Limit = UNLIMITED
    clock: Callable[[], float] = perf_counter

    def number(self, option: str, low: int = 0) -> int | None:
        """The whole number that an option was given, or None."""
        text = self.options.get(option)
        if text is None:
            return None
        if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < low:
            raise BadInput(f"--{option}", found=repr(text[:20]), expected=f"a whole number from {low}")
        return int(text)

    def choice(self, option: str, choices: Sequence[str]) -> str:
        """One of a few words; the first where nothing was given."""
        text = self.options.get(option, choices[0])
        if text not in choices:
            raise BadInput(f"--{option}", found=repr(text[:20]), expected=" or ".join(choices))
        return text


class Reply(Protocol):
    """What a query is answered: for people, for programs, and as an exit status."""

    @property
    def exit_status(self) -> int:
        """0 yes or done, 1 no, 3 unknown within the limits."""

    def lines(self) -> Iterable[str]:
        """Some sentences."""

    def as_json(self) -> Mapping[str, Any]:
        """The document that ``--json`` prints."""


class DrawnReply(Reply, Protocol):
    """A reply that can be seen."""

    def picture(self) -> Scene:
        """What ``--svg`` and ``--png`` draw."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A query as a formula: with ``Quantified`` it has quantifiers.

    ``name``   of the encoding
    ``source`` the paper or page it comes from
    ``says``   what it means that the formula is true, in a sentence
    """

    formula: Formula | Quantified
    name: str
    source: str
    says: str


@dataclass(frozen=True, slots=True)
class Query:
    """``answer`` raises ``BadInput`` about what was given, ``GaveUp`` at a limit, and nothing else.

    ``help``      one sentence
    ``arguments`` what each argument is called in a help text, as ``POSITION``
    ``optional``  those that may follow
    ``options``   by name, without dashes before it
    ``example``   arguments that show it; the exam asks with them
    ``draws``     its replies are ``DrawnReply``
    ``state``     the query as a formula, where it can be said as one
    """

    answer: Callable[[Asked], Reply]
    help: str
    arguments: Sequence[str]
    example: Sequence[str]
    optional: Sequence[str] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    draws: bool = False
    state: Callable[[Asked], Stated] | None = None
