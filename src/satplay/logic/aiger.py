"""Strategies as ASCII AIGER (``aag``), which the certificate tools of the field read and write.

The format is defined in Biere, "The AIGER And-Inverter Graph (AIG) Format", 2007; latches are not used.  A
circuit consists of and-gates with two inputs.  Its inputs are the variables of the losing player, its outputs
the functions of the winning player.  Both are named in the symbol table: ``i0 v12`` or, as other tools write,
``i0 12``.  A line ``winner exists`` or ``winner forall`` in the trailing comments names the winning player;
if it is missing, the player is inferred from the variables of the outputs or, without outputs, of the inputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from satplay.errors import BadInput, one_line
from satplay.fast_dataclass import dataclass
from satplay.logic.literal import MAX_VAR, Lit, Var
from satplay.logic.prefix import OPPONENT, variables_of
from satplay.logic.quantified import Quantified, Quantifier
from satplay.logic.replies import gate_rows
from satplay.logic.strategy import Strategy

# n  an AIGER literal: twice the node number, plus 1 if negated; node 0 is the constant false

WHAT = "AIGER strategy"
FALSE, TRUE = 0, 1
WORDS = {Quantifier.EXISTS: "exists", Quantifier.FORALL: "forall"}
SYMBOL = re.compile(r"([io])([0-9]{1,10}) (.*)")
VARIABLE = re.compile(r"v?([1-9][0-9]{0,9})")


# -- writing ---------------------------------------------------------------------------------------


def write(strategy: Strategy, question: Quantified, comments: Iterable[str] = ()) -> str:
    """Write the strategy as a circuit; all variables of the losing player are inputs.

    >>> from satplay.logic.formula import Formula
    >>> from satplay.logic.quantified import Block
    >>> question = Quantified((Block(Quantifier.FORALL, (1,)),), Formula([[-1, 2], [1, -2]]))
    >>> question = Quantified((*question.prefix, Block(Quantifier.EXISTS, (2,))), question.matrix)
    >>> print(write(Strategy(Quantifier.EXISTS, np.empty(0, np.int32), {2: 1}), question), end="")
    aag 1 1 0 1 0
    2
    2
    i0 v1
    o0 v2
    c
    winner exists
    """
    inputs = variables_of(question, OPPONENT[strategy.winner])
    outputs = [var for var in variables_of(question, strategy.winner) if var in strategy.functions]
    # A strategy may also mention declared variables that occur in no clause.
    gates = {row[0] for row in gate_rows(strategy)}
    used = {abs(lit) for lit in (*strategy.gates.tolist(), *strategy.functions.values()) if lit}
    inputs = [*sorted(used - gates - set(inputs)), *inputs]
    outputs = [*sorted(set(strategy.functions) - set(outputs)), *outputs]
    numbers = {var: 2 * at for at, var in enumerate(inputs, 1)}
    ands: list[tuple[int, int, int]] = []

    def number(lit: Lit) -> int:
        return numbers[abs(lit)] ^ (lit < 0)

    for gate, *lits in gate_rows(strategy):
        result = TRUE
        for n in map(number, lits):
            if result == TRUE:
                result = n
            elif n != TRUE:
                ands.append((2 * (len(inputs) + len(ands) + 1), max(result, n), min(result, n)))
                result = ands[-1][0]
        numbers[gate] = result
    lines = [f"aag {len(inputs) + len(ands)} {len(inputs)} 0 {len(outputs)} {len(ands)}"]
    lines += [str(2 * at) for at in range(1, len(inputs) + 1)]
    lines += [str(number(strategy.functions[var])) for var in outputs]
    lines += [f"{whole} {one} {other}" for whole, one, other in ands]
    lines += [f"i{at} v{var}" for at, var in enumerate(inputs)]
    lines += [f"o{at} v{var}" for at, var in enumerate(outputs)]
    lines += ["c", f"winner {WORDS[strategy.winner]}", *map(one_line, comments)]
    return "\n".join(lines) + "\n"


# -- reading ---------------------------------------------------------------------------------------


def read(text: str, question: Quantified) -> Strategy:
    """Parse a strategy from ``text``; whether it wins ``question`` is left to the checker.

    >>> from satplay.logic.formula import Formula
    >>> question = Quantified((), Formula([[1], [-2]]))
    >>> read("aag 0 0 0 2 0\\n1\\n0\\no0 v1\\no1 v2\\n", question).functions
    {1: 3, 2: -3}
    """
    return _Reader(text).strategy(question)


@dataclass(frozen=True, slots=True)
class _And:
    """The two inputs of an and-gate, and its line number."""

    one: int
    other: int
    line: int


class _Reader:
    """Parses a text line by line; every error has a line number."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._at = 0  # lines read so far
        most, inputs, outputs, ands = self._read_header()
        self._most = most
        self._inputs = {n >> 1: at for at, n in enumerate(self._read_definition(1)[0] for _ in range(inputs))}
        self._input_lines = self._at
        if len(self._inputs) < inputs:
            raise self._bad("an input twice", "each once")
        self._outputs = [self._read_numbers(1)[0] for _ in range(outputs)]
        self._ands: dict[int, _And] = {}
        for _ in range(ands):
            whole, one, other = self._read_definition(3)
            if whole >> 1 in self._ands or whole >> 1 in self._inputs:
                raise self._bad(f"{whole} defined a second time", "each number defined once")
            self._ands[whole >> 1] = _And(one, other, self._at)
        self._names: dict[str, dict[int, Var]] = {"i": {}, "o": {}}
        self._winner: Quantifier | None = None
        self._read_symbols(inputs, outputs)

    # -- words ---------------------------------------------------------------------------------------

    def _bad(self, found: str, expected: str, line: int | None = None, column: int = 1) -> BadInput:
        return BadInput(WHAT, line=line or max(self._at, 1), column=column, found=found, expected=expected)

    def _next(self, expected: str) -> str:
        at_end = self._at == len(self._lines) - 1 and not self._lines[self._at]
        if at_end or self._at == len(self._lines):
            raise self._bad("end of file", expected, line=min(self._at + 1, len(self._lines)))
        self._at += 1
        return self._lines[self._at - 1].removesuffix("\r")

    def _read_header(self) -> tuple[int, int, int, int]:
        expected = "'aag MAXIMUM INPUTS 0 OUTPUTS ANDS'"
        line = self._next(expected)
        words = line.split(" ")
        if words[0] == "aig":
            raise self._bad("binary AIGER", "'aag': ASCII, which aigtoaig makes of it")
        known = len(words) in range(6, 11) and all(re.fullmatch("[0-9]{1,10}", word) for word in words[1:])
        if words[0] != "aag" or not known:
            raise self._bad(_quote(line), expected)
        most, inputs, latches, outputs, ands, *others = map(int, words[1:])
        if latches or any(others):
            raise self._bad("latches or properties", "a circuit of inputs, outputs and conjunctions alone")
        if 2 * most + 1 > MAX_VAR:
            raise self._bad(f"maximum {most}", f"at most {MAX_VAR // 2 - 1}")
        return most, inputs, outputs, ands

    def _read_numbers(self, count: int) -> list[int]:
        expected = f"{count} number{'s' * (count > 1)} from 0 to {2 * self._most + 1}"
        line = self._next(expected)
        words = line.split(" ")
        for word in words:
            if not re.fullmatch("[0-9]{1,10}", word) or int(word) > 2 * self._most + 1:
                raise self._bad(_quote(word) if word else "an extra space", expected)
        if len(words) != count:
            raise self._bad(f"{len(words)} numbers", expected)
        return [int(word) for word in words]

    def _read_definition(self, count: int) -> list[int]:
        """Read a definition; the first number, which it defines, must be neither negated nor a constant."""
        numbers = self._read_numbers(count)
        if numbers[0] % 2 or numbers[0] == FALSE:
            raise self._bad(str(numbers[0]), "an even number from 2 where something is defined")
        return numbers

    def _read_symbols(self, inputs: int, outputs: int) -> None:
        counts = {"i": inputs, "o": outputs}
        expected = "a symbol such as 'i0 v12' or 'o0 v3', or 'c' and comments"
        for at in range(self._at, len(self._lines)):
            line = self._lines[at].removesuffix("\r")
            if line == "c":
                for comment in self._lines[at + 1 :]:
                    for quantifier, word in WORDS.items():
                        if comment.strip() == f"winner {word}":
                            self._winner = quantifier
                return
            symbol = SYMBOL.fullmatch(line)
            if symbol is None:
                if not line and at == len(self._lines) - 1:
                    return
                raise self._bad(_quote(line), expected, at + 1)
            kind, number, name = symbol[1], int(symbol[2]), VARIABLE.fullmatch(symbol[3])
            if name is None or int(name[1]) > MAX_VAR:
                raise self._bad(f"the name {_quote(symbol[3])}", "a variable such as v12", at + 1)
            var = int(name[1])
            if number >= counts[kind] or number in self._names[kind]:
                raise self._bad(f"{kind}{number}", "each input and output named once", at + 1)
            if var in self._names[kind].values():
                raise self._bad(f"{name[0]} a second time", "each variable once", at + 1)
            self._names[kind][number] = var

    # -- meaning --------------------------------------------------------------------------------------

    def strategy(self, question: Quantified) -> Strategy:
        """Convert the circuit into functions; gates are numbered above every variable."""
        names = self._names
        for kind, count in (("i", len(self._inputs)), ("o", len(self._outputs))):
            if len(names[kind]) < count:
                missing = next(at for at in range(count) if at not in names[kind])
                raise self._bad(
                    f"no name for {kind}{missing}", f"a line '{kind}{missing} vVARIABLE'", len(self._lines)
                )
        bound = [var for block in question.prefix for var in block.variables]
        taken = (question.matrix.var_count, *bound, *names["i"].values(), *names["o"].values())
        gates = _Gates(max(taken))
        for node, at in self._inputs.items():
            gates.lits[node] = names["i"][at]
        for node in self._topological_order():
            one = self._ands[node]
            for n in (one.one, one.other):
                self._check_defined(n, one.line)
            gates.conjunction(node, one.one, one.other)
        functions: dict[Var, Lit] = {}
        for at, n in enumerate(self._outputs):
            self._check_defined(n, self._input_lines + at + 1)
            functions[names["o"][at]] = gates.lit(n)
        return Strategy(self._infer_winner(question), np.array(gates.rows, np.int32), functions)

    def _check_defined(self, n: int, line: int) -> None:
        if n >> 1 and n >> 1 not in self._inputs and n >> 1 not in self._ands:
            raise self._bad(str(n), "the number of an input or a conjunction", line)

    def _topological_order(self) -> Iterator[int]:
        """Return the and-gates in topological order: inputs before outputs."""
        done: set[int] = set()
        begun: set[int] = set()
        for first in self._ands:
            waiting = [first]
            while waiting:
                node = waiting[-1]
                if node in done or node not in self._ands:
                    waiting.pop()
                elif node in begun:
                    waiting.pop()
                    begun.discard(node)
                    done.add(node)
                    yield node
                else:
                    begun.add(node)
                    one = self._ands[node]
                    for n in (one.one, one.other):
                        if n >> 1 in begun:
                            raise self._bad(
                                f"{2 * node} defined by itself", "a circuit without cycles", one.line
                            )
                        waiting.append(n >> 1)

    def _infer_winner(self, question: Quantified) -> Quantifier:
        if self._winner is not None:
            return self._winner
        universal = set(variables_of(question, Quantifier.FORALL))
        for kind, owner in (("o", Quantifier.FORALL), ("i", Quantifier.EXISTS)):
            if named := set(self._names[kind].values()):
                return owner if named & universal else OPPONENT[owner]
        raise self._bad(
            "no comment that names the winner", "'winner exists' or 'winner forall'", len(self._lines)
        )


class _Gates:
    """Assigns gate numbers above every variable; a constant is also a gate."""

    def __init__(self, last_variable: Var) -> None:
        self.lits: dict[int, Lit] = {}  # literal of each node
        self.rows: list[int] = []
        self._last = last_variable

    def lit(self, n: int) -> Lit:
        if n in (FALSE, TRUE) and 0 not in self.lits:
            true = self._new()
            self.rows += [true, 0]
            self.lits[0] = -true
        lit = self.lits[n >> 1]
        return -lit if n & 1 else lit

    def conjunction(self, node: int, one: int, other: int) -> None:
        inputs = [self.lit(one), self.lit(other)]
        gate = self._new()
        self.rows += [gate, *inputs, 0]
        self.lits[node] = gate

    def _new(self) -> Var:
        if self._last >= MAX_VAR:
            found = f"a gate above variable {MAX_VAR}"
            raise BadInput(WHAT, line=1, column=1, found=found, expected="smaller numbers")
        self._last += 1
        return self._last


def _quote(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")
