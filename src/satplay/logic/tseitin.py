"""Translation of propositional expressions into clauses, with one auxiliary variable per inner gate.

An expression is a literal, ``True``, ``False``, or composed of them by ``Not``, ``And``, ``Or``, ``Xor``,
``Iff``, ``Implies`` and ``Ite``.  It first becomes a circuit of and-, xor- and if-then-else-gates without
constants, in which «or» is «and» with all edges negated and equal parts share one gate.  Then

:func:`clauses` makes the variable of each gate equivalent to the gate (Tseitin, "On the complexity of
derivation in propositional calculus", 1968): each model of the inputs extends in exactly one way, so
model counts are preserved;

:func:`assert_true` writes only the implication that is needed (Plaisted and Greenbaum, "A
structure-preserving clause form translation", 1986): the models, projected onto the
inputs, are the models of the expression.

Nothing here recurses: expressions may be nested as deeply as memory allows.
"""

from __future__ import annotations

from collections import Counter
from operator import index
from typing import SupportsIndex, TypeAlias

from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.logic.circuit import Circuit, Edge, EdgeClause, Fresh, Wires, negate
from satplay.logic.literal import MAX_VAR, Clause, Lit

# -- expressions ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Not:
    """The part is false."""

    part: Expression


@dataclass(frozen=True, slots=True, init=False)
class And:
    """All parts are true; true without parts.

    >>> And(1, Not(2))
    And(parts=(1, Not(part=2)))
    """

    parts: tuple[Expression, ...]

    def __init__(self, *parts: Expression) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True, slots=True, init=False)
class Or:
    """At least one part is true; false without parts."""

    parts: tuple[Expression, ...]

    def __init__(self, *parts: Expression) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True, slots=True, init=False)
class Xor:
    """An odd number of parts is true; false without parts."""

    parts: tuple[Expression, ...]

    def __init__(self, *parts: Expression) -> None:
        object.__setattr__(self, "parts", parts)


@dataclass(frozen=True, slots=True)
class Iff:
    """Both are true or both are false."""

    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Implies:
    """If the premise is true, so is the conclusion."""

    premise: Expression
    conclusion: Expression


@dataclass(frozen=True, slots=True)
class Ite:
    """``then`` if the condition is true, else ``otherwise``."""

    condition: Expression
    then: Expression
    otherwise: Expression


Expression: TypeAlias = Lit | bool | Not | And | Or | Xor | Iff | Implies | Ite


def clauses(expression: Expression, fresh: Fresh) -> tuple[Lit, list[Clause]]:
    """A literal equivalent to ``expression``, and the clauses that define it.

    ``fresh`` must not give a variable that the expression uses.  Auxiliary variables are determined by
    the others: the number of models is the number of assignments of the inputs.

    >>> clauses(Or(1, And(2, -3)), iter([4, 5]).__next__)
    (-5, [(-4, 2), (-4, -3), (4, -2, 3), (-5, -1), (-5, -4), (5, 1, 4)])
    """
    circuit = Circuit()
    root = _build(expression, circuit)
    if isinstance(root, bool):
        always = fresh()
        return (always if root else -always), [(always,)]
    wires = Wires(fresh)
    written = [
        wires.clause((-edge, *demand))
        for gate in circuit.below(root)
        for edge in (gate, -gate)
        for demand in (*circuit.demands(edge), *circuit.shortcuts(edge))
    ]
    return wires.lit(root), written


def assert_true(expression: Expression, fresh: Fresh) -> list[Clause]:
    """Clauses whose models, projected onto the variables of ``expression``, are its models.

    ``fresh`` must not give a variable that the expression uses.  Conjunctions at the top become separate
    clauses, and disjunctions used only once become part of their clause: an expression in clausal form
    is written unchanged.

    >>> assert_true(And(1, Or(2, -3), Implies(4, Or(5, 6))), int)
    [(1,), (2, -3), (-4, 5, 6)]
    >>> assert_true(Or(1, And(2, -3)), iter([4]).__next__)
    [(1, 4), (-4, 2), (-4, -3)]
    """
    circuit = Circuit()
    root = _build(expression, circuit)
    if isinstance(root, bool):
        return [] if root else [()]
    uses = Counter(abs(edge) for gate in circuit.below(root) for edge in circuit.gates[gate].inputs)
    wires = Wires(fresh)
    written: list[Clause] = []
    unconditional: set[Edge] = set()  # asserted without a condition
    defined: set[Edge] = set()  # implied by their own variable
    todo: list[tuple[EdgeClause, EdgeClause]] = [((), (root,))]  # (condition, demand), the next one last
    while todo:
        condition, parts = todo.pop()
        demand = circuit.flatten(parts, uses)
        if demand is None:
            continue
        if not condition and len(demand) == 1 and demand[0] in circuit:
            if demand[0] not in unconditional:
                unconditional.add(demand[0])
                todo += [((), more) for more in reversed(circuit.demands(demand[0]))]
            continue
        written.append(wires.clause((*condition, *demand)))
        for edge in reversed(demand):
            if edge in circuit and edge not in defined:
                defined.add(edge)
                meaning = [*circuit.demands(edge), *circuit.shortcuts(edge)]
                todo += [((-edge,), more) for more in reversed(meaning)]
    return written


# -- from expression to circuit -------------------------------------------------------------------


def _build(expression: Expression, circuit: Circuit) -> Edge | bool:
    """Add the expression to the circuit; return its edge, or a constant."""
    # By identity: hashing or comparing deep expressions would recurse.
    done: dict[int, Edge | bool] = {}
    waiting = [expression]
    while waiting:
        current = waiting[-1]
        parts = _parts(current)
        missing = [part for part in parts if id(part) not in done]
        if missing:
            waiting += reversed(missing)
            continue
        waiting.pop()
        if id(current) not in done:
            done[id(current)] = _connect(current, [done[id(part)] for part in parts], circuit)
    return done[id(expression)]


def _connect(expression: Expression, edges: list[Edge | bool], circuit: Circuit) -> Edge | bool:
    match expression:
        case Not():
            return negate(edges[0])
        case And():
            return circuit.all_of(edges)
        case Or():
            return circuit.any_of(edges)
        case Xor():
            return circuit.odd_of(edges)
        case Iff():
            return negate(circuit.odd_of(edges))
        case Implies():
            return circuit.any_of([negate(edges[0]), edges[1]])
        case Ite():
            return circuit.if_then_else(*edges)
    return _leaf(expression)


def _parts(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Not(part):
            return (part,)
        case And(parts) | Or(parts) | Xor(parts):
            return parts
        case Iff(left, right) | Implies(left, right):
            return left, right
        case Ite(condition, then, otherwise):
            return condition, then, otherwise
    return ()


def _leaf(expression: Expression) -> Edge | bool:
    if isinstance(expression, bool):
        return expression
    # Literals of a numpy block are integers, but not ``int``.
    lit = index(expression) if isinstance(expression, SupportsIndex) else 0
    if not 1 <= abs(lit) <= MAX_VAR:
        found = repr(expression) if isinstance(expression, SupportsIndex) else repr(type(expression))
        raise BadInput(
            "expression", found=found, expected=f"a literal from 1 to {MAX_VAR} or negated, or a connective"
        )
    return lit
