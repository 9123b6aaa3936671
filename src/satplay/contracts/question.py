"""Query: a question that ``satplay ask GAME QUERY ARGUMENTS... --option VALUE`` answers.

A game folder lists its queries by name in ``Game.questions``.  Arguments arrive as texts, because only the
query knows whether one is a position, a move or a board; ``Argument.read`` parses it and reports errors with
their place.  (``contracts.encoding.Question`` is different: a quantified formula.)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from time import perf_counter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from satplay.contracts.engine import UNLIMITED, Limit
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

if TYPE_CHECKING:
    from random import Random

    from satplay.contracts.format import Format
    from satplay.contracts.option import Option
    from satplay.contracts.oracle import Oracle
    from satplay.drawing.scene import Scene
    from satplay.logic.formula import Formula
    from satplay.logic.quantified import Quantified

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument: a text and its source, or, from Python, the parsed value itself."""

    value: Any
    source: str | None = None

    def read(self, forms: Sequence[Format[T]]) -> T:
        """Parse the text in the first format that recognises it, or else in the first format."""
        if not isinstance(self.value, str):
            parsed: T = self.value  # Python callers pass parsed values
            _expect_writable(parsed, forms[0])
            return parsed
        form = next((form for form in forms if form.recognises(self.value)), forms[0])
        try:
            return form.read(self.value)
        except BadInput as error:
            if self.source is not None:
                error.at(self.source)
            raise


def _expect_writable(value: T, form: Format[T]) -> None:
    """Raise ``BadInput`` for a value that the format cannot write because it is something else."""
    try:
        form.write(value)
    except BadInput:
        return  # the format is too narrow for the value
    except Exception:  # any other class may lack any attribute
        found = f"a value of type {type(value).__name__}"
        raise BadInput(
            "argument", found=found, expected=f"a path, or a text in the format {form.name}"
        ) from None


@dataclass(frozen=True, slots=True)
class QueryRequest:
    """The arguments and options of one query.  ``options`` holds only the options that are present.

    ``limit`` bounds a search that the query runs itself; the ``oracle`` enforces it already by ``GaveUp``.
    ``clock`` returns seconds, for replies that report their running time.
    """

    arguments: Sequence[Argument]
    options: Mapping[str, str]
    rng: Random
    oracle: Oracle
    limit: Limit = UNLIMITED
    clock: Callable[[], float] = perf_counter

    def number(self, option: str, low: int = 0) -> int | None:
        """The value of an option as an integer, or None if it is absent."""
        text = self.options.get(option)
        if text is None:
            return None
        if not re.fullmatch(r"[0-9]{1,18}", text) or int(text) < low:
            raise BadInput(f"--{option}", found=repr(text[:20]), expected=f"a whole number from {low}")
        return int(text)

    def choice(self, option: str, choices: Sequence[str]) -> str:
        """The value of an option that takes one of ``choices``; the first if it is absent."""
        text = self.options.get(option, choices[0])
        if text not in choices:
            raise BadInput(f"--{option}", found=repr(text[:20]), expected=" or ".join(choices))
        return text


class Reply(Protocol):
    """The answer to a query: text lines, a JSON document and an exit status."""

    @property
    def exit_status(self) -> int:
        """0 yes or done, 1 no, 3 unknown within the limits."""

    def lines(self) -> Iterable[str]:
        """The answer as sentences."""

    def as_json(self) -> Mapping[str, Any]:
        """The document that ``--json`` prints."""


class DrawnReply(Reply, Protocol):
    """A reply with a picture."""

    def picture(self) -> Scene:
        """What ``--svg`` and ``--png`` draw."""


@dataclass(frozen=True, slots=True)
class QueryEncoding:
    """A query as a propositional or quantified formula.

    ``name``    name of the encoding
    ``source``  the paper or page it comes from
    ``meaning`` a sentence that holds if and only if the formula is true
    """

    formula: Formula | Quantified
    name: str
    source: str
    meaning: str


@dataclass(frozen=True, slots=True)
class Query:
    """A question about a game.  ``answer`` raises only ``BadInput`` and, at a limit, ``GaveUp``.

    ``help``      one sentence
    ``arguments`` placeholders of the required arguments, such as ``POSITION``
    ``optional``  placeholders of the optional arguments
    ``options``   options by name, without dashes
    ``example``   arguments that demonstrate it; the exam runs them
    ``draws``     whether its replies are ``DrawnReply``
    ``state``     the query as a formula, if it has such an encoding
    """

    answer: Callable[[QueryRequest], Reply]
    help: str
    arguments: Sequence[str]
    example: Sequence[str]
    optional: Sequence[str] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    draws: bool = False
    state: Callable[[QueryRequest], QueryEncoding] | None = None
