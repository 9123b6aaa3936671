"""The common part of the four questions about positions: options, methods and formulas."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from satplay.contracts.format import Format
from satplay.contracts.option import Option
from satplay.contracts.question import Argument, Query, QueryEncoding, QueryRequest
from satplay.contracts.texts import pluralize, quote
from satplay.errors import BadInput, EncodingError
from satplay.fast_dataclass import dataclass
from satplay.games.chopsticks.analysis.goal import Goal, GoalTask, ToMove
from satplay.games.chopsticks.encodings.milestones import one_move
from satplay.games.chopsticks.formats import STATES, read_position, write_position
from satplay.games.chopsticks.questions.methods import (
    ADVERSARIAL,
    COOPERATIVE,
    LeastPlies,
    solve_by_formulas,
    solve_by_milestones,
    solve_by_retrograde,
)
from satplay.games.chopsticks.questions.reply import Bound, MethodReply, Result
from satplay.games.chopsticks.questions.search import require_feasible_size
from satplay.games.chopsticks.rules import require_valid
from satplay.games.chopsticks.state import Position, State
from satplay.games.chopsticks.variant import OPTIONS, SOURCE, Variant, read_variant

RETROGRADE, SAT, QBF, MILESTONES, ALL = "retrograde", "sat", "qbf", "milestones", "all"

RULES: Mapping[str, str] = {("mirror-moves" if name == "mirror" else name): name for name in OPTIONS}
"""The rule options by their names here: ``--mirror`` compares positions, so the rule has a longer name."""


@dataclass(frozen=True, slots=True)
class QuestionKind:
    """One of the four questions.

    ``to``      whether the goal is a second position
    ``helped``  whether the opponent cooperates
    ``can``, ``cannot`` sentences with placeholders for both positions
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
        """The available methods, the default first."""
        own = (MILESTONES,) if self.helped and not self.to else ()
        return (RETROGRADE, SAT, QBF, *own, ALL)

    @property
    def encodings(self) -> Mapping[str, tuple[str, ...]]:
        """The available encodings, by method."""
        return {
            method: tuple(known) for method, known in (COOPERATIVE if self.helped else ADVERSARIAL).items()
        }

    @property
    def query(self) -> Query:
        """The entry in the table of questions."""
        options = {
            "within": Option("largest number of plies, single moves of either player", "K"),
            "under": Option("fewer plies than this: the same as --within X-1", "X"),
            "method": Option(f"{', '.join(self.methods[:-1])}, or all: then they must agree", "NAME"),
            "encoding": Option(f"encoding of --method sat or qbf: {', '.join(self._names())}", "NAME"),
        }
        if self.to:
            options["mirror"] = Option("B may be reached with a player's hands swapped")
        if self.to and not self.helped:
            options["to-move"] = Option("player to move at B: any, we or opponent", "WHO")
        rules = {option: OPTIONS[name] for option, name in RULES.items()}
        return Query(
            answer=lambda request: answer(self, request),
            help=self.help,
            arguments=("A", "B") if self.to else ("A",),
            example=self.example,
            options={**options, **rules},
            state=lambda request: encode(self, request),
        )

    def _names(self) -> Iterator[str]:
        yield from dict.fromkeys(name for known in self.encodings.values() for name in known)


# -- the request -------------------------------------------------------------------------------------


def read_task(kind: QuestionKind, request: QueryRequest) -> GoalTask:
    """The task: start, goal, and rules of a request."""
    rules = {name: request.options[option] for option, name in RULES.items() if option in request.options}
    start = _state(request.arguments[0], read_variant(rules) if rules else None)
    goal = Goal()
    if kind.to:
        to_move = ToMove(request.choice("to-move", tuple(one.value for one in ToMove)))
        goal = Goal(_position(request.arguments[1], start.variant), "mirror" in request.options, to_move)
    if not start.variant.cycles and (start.history or not (kind.helped and kind.to)):
        # A shortest line repeats no position, so it closes no cycle.  Forced results, and the player who has
        # no move left, may depend on the whole history.
        found = "a past" if start.history else "cycles=no"
        raise BadInput("question", found=found, expected="rules under which the past does not matter")
    return GoalTask(start.position, goal, kind.helped, start.variant)


def _state(argument: Argument, variant: Variant | None) -> State:
    """The state of an argument; if options state rules, the argument is a position without rules."""
    if variant is None and not isinstance(argument.value, Position):
        return argument.read(STATES)
    variant = variant or SOURCE
    return State(_position(argument, variant), variant)


def _position(argument: Argument, variant: Variant) -> Position:
    form = Format("hands", lambda text: read_position(text, variant), write_position, lambda text: True)
    found: Position | State = argument.read([form])
    position = found.position if isinstance(found, State) else found
    require_valid(position, variant)
    return position


def read_bound(request: QueryRequest) -> Bound:
    """The bound from ``--within K`` or ``--under X``."""
    within, under = request.number("within"), request.number("under", 1)
    if within is not None and under is not None:
        raise BadInput("command", found="--within and --under", expected="one of them")
    if under is not None:
        return Bound(under - 1, f"--under {under}")
    return Bound() if within is None else Bound(within, f"--within {within}")


def _default_method(kind: QuestionKind, request: QueryRequest) -> str:
    """The first method that has the requested encoding; retrograde analysis if none is requested."""
    named = request.options.get("encoding")
    has = (method for method, known in kind.encodings.items() if named in known)
    return next(has, RETROGRADE)


def read_encoding(kind: QuestionKind, request: QueryRequest, method: str) -> str | None:
    """The requested encoding, which the method must have; None if none is requested."""
    if "encoding" not in request.options:
        return None
    known = kind.encodings.get(method, ())
    if request.options["encoding"] not in known:
        expected = f"{' or '.join(known)} with --method {method}" if known else f"none with --method {method}"
        raise BadInput("--encoding", found=quote(request.options["encoding"]), expected=expected)
    return request.options["encoding"]


# -- the answer --------------------------------------------------------------------------------------


def answer(kind: QuestionKind, request: QueryRequest) -> MethodReply:
    """The answer by the requested method, or by all of them; ``EncodingError`` if they disagree."""
    method = (
        request.choice("method", kind.methods)
        if "method" in request.options
        else _default_method(kind, request)
    )
    task, bound = read_task(kind, request), read_bound(request)
    encoding = read_encoding(kind, request, method)
    results = [
        _result(task, bound, one, name, request)
        for one in (kind.methods[:-1] if method == ALL else (method,))
        for name in _encodings(kind, one, encoding, every=method == ALL and bound.plies is not None)
    ]
    if len({one.plies for one in results}) > 1:
        answers = ", ".join(f"{one.name}: {'no' if one.plies is None else one.plies}" for one in results)
        raise EncodingError(f"the methods disagree about {task.start.text}: {answers}")
    places = {"a": task.start.text, "b": task.goal.text}
    return MethodReply(task, bound, method, results, kind.can.format(**places), kind.cannot.format(**places))


def _encodings(kind: QuestionKind, method: str, named: str | None, *, every: bool) -> tuple[str | None, ...]:
    """The requested encoding, or the method's first one; all of the method's encodings if ``every``.

    Without a bound not all of them are used: ``factored`` takes too long if a win cannot be forced.
    """
    known = kind.encodings.get(method, ())
    if not known:
        return (None,)
    return known if every else (named or known[0],)


def _result(task: GoalTask, bound: Bound, method: str, encoding: str | None, request: QueryRequest) -> Result:
    started = request.clock()
    found: LeastPlies
    if method == RETROGRADE:
        found = solve_by_retrograde(task, bound.plies)
    elif method == MILESTONES:
        found = solve_by_milestones(task, bound.plies, request.oracle)
    else:
        found = solve_by_formulas(task, method, encoding, bound.plies, request.oracle)
    plies, witness = (None, None) if found is None else found
    return Result(method, encoding, plies, witness, request.clock() - started)


# -- the formula -------------------------------------------------------------------------------------


def encode(kind: QuestionKind, request: QueryRequest) -> QueryEncoding:
    """The formula of a method for a bound; the formula of the milestones is about one move."""
    default = _default_method(kind, request)
    method = request.options.get("method", SAT if default == RETROGRADE else default)
    known = tuple(one for one in kind.methods if one in (SAT, QBF, MILESTONES))
    if method not in known:
        raise BadInput("--method", found=quote(method), expected=f"{' or '.join(known)}: these have formulas")
    encoding = read_encoding(kind, request, method)
    task, bound = read_task(kind, request), read_bound(request)
    if bound.plies is None:
        raise BadInput("command", found="no bound", expected="--within K or --under X")
    what = kind.can.format(a=task.start.text, b=task.goal.text)
    meaning = f"{what} within {pluralize(bound.plies, 'ply', 'plies')}"
    if method == MILESTONES:
        if bound.plies != 1:
            raise BadInput("--within", found=str(bound.plies), expected="1: this formula is about one move")
        formula = one_move(task.start, task.variant, winning=True).formula
        return QueryEncoding(formula, MILESTONES, "milestones 1 and 2 of the source", meaning)
    name = encoding or kind.encodings[method][0]
    family = (COOPERATIVE if kind.helped else ADVERSARIAL)[method][name]
    require_feasible_size(task, bound.plies)
    return QueryEncoding(family.write(task, bound.plies).formula, name, family.source, meaning)
