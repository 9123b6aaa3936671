"""Shared by the four questions about positions: options, methods, and the formula of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from satplay.contracts.format import Format
from satplay.contracts.option import Option
from satplay.contracts.question import Argument, Query, QueryEncoding, QueryRequest
from satplay.contracts.texts import pluralize, quote
from satplay.errors import BadInput, EncodingError
from satplay.games.chopsticks.analysis.goal import Goal, Task, ToMove
from satplay.games.chopsticks.encodings.milestones import one_move
from satplay.games.chopsticks.formats import STATES, read_position, write_position
from satplay.games.chopsticks.questions.methods import (
    AGAINST,
    HELPED,
    Found,
    by_formulas,
    by_milestones,
    by_retrograde,
)
from satplay.games.chopsticks.questions.reply import Bound, Reply, Result
from satplay.games.chopsticks.questions.search import expect_room
from satplay.games.chopsticks.rules import expect
from satplay.games.chopsticks.state import Position, State
from satplay.games.chopsticks.variant import OPTIONS, SOURCE, Variant, read_variant

RETROGRADE, SAT, QBF, MILESTONES, ALL = "retrograde", "sat", "qbf", "milestones", "all"

RULES: Mapping[str, str] = {("mirror-moves" if name == "mirror" else name): name for name in OPTIONS}
"""The options of the variant: ``--mirror`` is about comparing positions, so that one has a longer name."""


@dataclass(frozen=True, slots=True)
class Kind:
    """One of the four questions.

    ``to``      whether it is about a second position
    ``helped``  whether the opponent helps
    ``can``, ``cannot`` sentences with places for both positions
    """

    name: str
    help: str
    to: bool
    helped: bool
    can: str
    cannot: str
    example: tuple[str, ...]

    @property
    def methods(self) -> tuple[str, ...]:
        """The usual one first."""
        own = (MILESTONES,) if self.helped and not self.to else ()
        return (RETROGRADE, SAT, QBF, *own, ALL)

    @property
    def encodings(self) -> Mapping[str, tuple[str, ...]]:
        """By method."""
        return {method: tuple(known) for method, known in (HELPED if self.helped else AGAINST).items()}

    @property
    def query(self) -> Query:
        """For the table of questions."""
        options = {
            "within": Option("largest number of plies, single moves of either player", "K"),
            "under": Option("fewer plies than this: the same as --within X-1", "X"),
            "method": Option(f"{', '.join(self.methods[:-1])}, or all: then they must agree", "NAME"),
            "encoding": Option(f"of --method sat and qbf: {', '.join(self._names())}", "NAME"),
        }
        if self.to:
            options["mirror"] = Option("a player's hands may be swapped in the position that is asked for")
        if self.to and not self.helped:
            options["to-move"] = Option("who is to move in it: any, we, or opponent", "WHO")
        rules = {said: OPTIONS[name] for said, name in RULES.items()}
        return Query(
            answer=lambda asked: answer(self, asked),
            help=self.help,
            arguments=("A", "B") if self.to else ("A",),
            example=self.example,
            options={**options, **rules},
            state=lambda asked: state(self, asked),
        )

    def _names(self) -> Iterator[str]:
        yield from dict.fromkeys(name for known in self.encodings.values() for name in known)


# -- what was asked ----------------------------------------------------------------------------------


def task_of(kind: Kind, asked: QueryRequest) -> Task:
    """The task: start, goal, and rules of a request."""
    rules = {name: asked.options[said] for said, name in RULES.items() if said in asked.options}
    start = _state(asked.arguments[0], read_variant(rules) if rules else None)
    goal = Goal()
    if kind.to:
        to_move = ToMove(asked.choice("to-move", tuple(one.value for one in ToMove)))
        goal = Goal(_position(asked.arguments[1], start.variant), "mirror" in asked.options, to_move)
    if not start.variant.cycles and (start.history or not (kind.helped and kind.to)):
        # A shortest line comes to no position twice, so it closes no cycle; what is forced, and who runs out
        # of moves, may depend on the whole past.
        found = "a past" if start.history else "cycles=no"
        raise BadInput("question", found=found, expected="rules under which the past does not matter")
    return Task(start.position, goal, kind.helped, start.variant)


def _state(given: Argument, variant: Variant | None) -> State:
    """The state of an argument; if options state rules, the argument is a position without rules."""
    if variant is None and not isinstance(given.value, Position):
        return given.read(STATES)
    variant = variant or SOURCE
    return State(_position(given, variant), variant)


def _position(given: Argument, variant: Variant) -> Position:
    form = Format("hands", lambda text: read_position(text, variant), write_position, lambda text: True)
    found: Position | State = given.read([form])
    position = found.position if isinstance(found, State) else found
    expect(position, variant)
    return position


def bound_of(asked: QueryRequest) -> Bound:
    """``--within K`` or ``--under X``."""
    within, under = asked.number("within"), asked.number("under", 1)
    if within is not None and under is not None:
        raise BadInput("command", found="--within and --under", expected="one of them")
    if under is not None:
        return Bound(under - 1, f"--under {under}")
    return Bound() if within is None else Bound(within, f"--within {within}")


def _usual(kind: Kind, asked: QueryRequest) -> str:
    """The method where none is named: the first that has the encoding, if there is one."""
    named = asked.options.get("encoding")
    has = (method for method, known in kind.encodings.items() if named in known)
    return next(has, RETROGRADE)


def encoding_of(kind: Kind, asked: QueryRequest, method: str) -> str | None:
    """The encoding that was named, which the method must have."""
    if "encoding" not in asked.options:
        return None
    known = kind.encodings.get(method, ())
    if asked.options["encoding"] not in known:
        expected = f"{' or '.join(known)} with --method {method}" if known else f"none with --method {method}"
        raise BadInput("--encoding", found=quote(asked.options["encoding"]), expected=expected)
    return asked.options["encoding"]


# -- the answer --------------------------------------------------------------------------------------


def answer(kind: Kind, asked: QueryRequest) -> Reply:
    """By the method that was named, or by all of them: then it is a fault of ours if they disagree."""
    method = asked.choice("method", kind.methods) if "method" in asked.options else _usual(kind, asked)
    task, bound = task_of(kind, asked), bound_of(asked)
    encoding = encoding_of(kind, asked, method)
    results = [
        _result(task, bound, one, said, asked)
        for one in (kind.methods[:-1] if method == ALL else (method,))
        for said in _encodings(kind, one, encoding, every=method == ALL and bound.plies is not None)
    ]
    if len({one.plies for one in results}) > 1:
        told = ", ".join(f"{one.name}: {'no' if one.plies is None else one.plies}" for one in results)
        raise EncodingError(f"the methods disagree about {task.start.text}: {told}")
    places = {"a": task.start.text, "b": task.goal.text}
    return Reply(task, bound, method, results, kind.can.format(**places), kind.cannot.format(**places))


def _encodings(kind: Kind, method: str, named: str | None, *, every: bool) -> tuple[str | None, ...]:
    """The one that was named, or the first; ``every``: all that the method has.

    Without a bound they are not all asked: of a win that cannot be forced, ``factored`` takes for ever to say
    so.
    """
    known = kind.encodings.get(method, ())
    if not known:
        return (None,)
    return known if every else (named or known[0],)


def _result(task: Task, bound: Bound, method: str, encoding: str | None, asked: QueryRequest) -> Result:
    begun = asked.clock()
    found: Found
    if method == RETROGRADE:
        found = by_retrograde(task, bound.plies)
    elif method == MILESTONES:
        found = by_milestones(task, bound.plies, asked.oracle)
    else:
        found = by_formulas(task, method, encoding, bound.plies, asked.oracle)
    plies, witness = (None, None) if found is None else found
    return Result(method, encoding, plies, witness, asked.clock() - begun)


# -- the formula -------------------------------------------------------------------------------------


def state(kind: Kind, asked: QueryRequest) -> QueryEncoding:
    """The formula that a method asks with a bound; that of the first milestones is about one move."""
    usual = _usual(kind, asked)
    method = asked.options.get("method", SAT if usual == RETROGRADE else usual)
    known = tuple(one for one in kind.methods if one in (SAT, QBF, MILESTONES))
    if method not in known:
        raise BadInput("--method", found=quote(method), expected=f"{' or '.join(known)}: these have formulas")
    encoding = encoding_of(kind, asked, method)
    task, bound = task_of(kind, asked), bound_of(asked)
    if bound.plies is None:
        raise BadInput("command", found="no bound", expected="--within K or --under X")
    what = kind.can.format(a=task.start.text, b=task.goal.text)
    says = f"{what} within {pluralize(bound.plies, 'ply', 'plies')}"
    if method == MILESTONES:
        if bound.plies != 1:
            raise BadInput("--within", found=str(bound.plies), expected="1: this formula is about one move")
        formula = one_move(task.start, task.variant, winning=True).formula
        return QueryEncoding(formula, MILESTONES, "milestones 1 and 2 of the source", says)
    name = encoding or kind.encodings[method][0]
    family = (HELPED if kind.helped else AGAINST)[method][name]
    expect_room(task, bound.plies)
    return QueryEncoding(family.write(task, bound.plies).formula, name, family.source, says)
