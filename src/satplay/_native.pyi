"""satplay's native core, written in C++ (``native/``).

Arrays are read where they lie and handed out without a copy.  What would have to be converted first (another
type of number, a strided or two-dimensional array, a ``str``) is refused with ``TypeError``; read-only arrays
are welcome.  Long work is done without holding the interpreter's lock.
"""

from collections.abc import Callable, Iterable

import numpy as np
from _typeshed import ReadableBuffer
from numpy.typing import NDArray

from satplay.contracts.theory import Theory

class Reader:
    """Reads DIMACS CNF, fed in chunks of any size.  ``satplay.logic.dimacs_plain`` tells the rules."""

    def __init__(self) -> None: ...
    def feed(self, chunk: ReadableBuffer) -> tuple[str, bytes, int, int] | None:
        """Read on; the first fault, if there is one so far: (expected, token, line, column).

        ``chunk`` is one-dimensional, contiguous and of unsigned bytes: bytes, memoryview, uint8 array.
        """

    def finish(self) -> tuple[str, bytes, int, int] | None:
        """The file ends here; the first fault, if there is one."""

    def take_clauses(self) -> NDArray[np.int32]:
        """All clauses, flat, each closed by a 0.  The array takes over the reader's memory, so once only."""

    @property
    def names(self) -> list[tuple[int, bytes]]:
        """(variable, name) of each comment ``c name N TEXT``, in the order of the file."""

    @property
    def variables(self) -> int:
        """How many variables the header declares."""

    @property
    def declared_clauses(self) -> int:
        """How many clauses the header declares."""

    @property
    def clause_count(self) -> int:
        """How many clauses were read."""

    @property
    def header_line(self) -> int:
        """The line of the header, from 1; 0 before it."""

    @property
    def commented(self) -> bool:
        """Whether there was a comment."""

def first_false_clause(clauses: NDArray[np.int32], model: NDArray[np.int32]) -> int:
    """The index, from 0, of the first clause without a true literal; -1 where there is none.

    ``clauses`` lie flat, each closed by a 0; ``model`` are the true literals.  ``ValueError`` when the last
    clause is not closed, or the model holds 0 or says both of a variable.
    """

class Evaluator:
    """Evaluates many models of the same variables at once."""

    def __init__(self, clauses: NDArray[np.int32], variables: NDArray[np.int32]) -> None:
        """Clauses lying flat, each closed by a 0; ``variables``, ascending, are those of every model."""

    def first_false(self, models: NDArray[np.int32]) -> tuple[int, int] | None:
        """The first model, by its row, that makes a clause false, and the first such clause, both from 0.

        ``models`` has two dimensions; ``ValueError`` when a row is not a literal for each variable.
        """

class Engine:
    """One incremental session with the native engine; threads that share one take turns.

    A callback (theory, pulse, proof sink, signal handler) that calls the session which is calling it gets
    ``EngineError``, except from ``interrupt`` and ``statistics``.
    """

    def __init__(self, options: dict[str, int] = ...) -> None: ...
    def declare(self, count: int, /) -> None: ...
    def hide(self, first: int, /) -> None:
        """Variables from ``first`` on are auxiliary: they are not declared, and no model contains them."""

    def add(self, clause: list[int], /) -> None: ...
    def add_flat(self, clauses: NDArray[np.int32]) -> None:
        """Many clauses lying flat, each closed by a 0; read where they lie."""

    def add_lists(self, clauses: Iterable[Iterable[int]], /) -> None: ...
    def solve(
        self,
        assumptions: list[int],
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
        pulse: Callable[[NDArray[np.int64]], object] | None = None,
        decisions: int = -1,
    ) -> tuple[int, int]:
        """(0 unknown, 1 satisfiable, 2 unsatisfiable) and why it stopped.

        ``pulse`` is called every 10 ms with the proof since the last time.
        """

    def start_enumeration(
        self, assumptions: list[int], over: list[int] | None, in_order: bool, whole: bool
    ) -> int: ...
    def next_models(
        self,
        most: int,
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
    ) -> tuple[int, int, int, NDArray[np.int32]]:
        """1 if there may be more models, 2 if not, 0 if a limit came first; the limit; how many; literals.

        Fewer than ``most`` come when they take their time.
        """

    def backbone(
        self,
        candidates: list[int],
        assumptions: list[int],
        clauses: NDArray[np.int32] | None,
        fresh: int,
        last: int,
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
    ) -> tuple[int, list[int], list[int], int]:
        """Of literals that are true in the last model, those that are true in every model.

        Why it stopped, what is forced, what is undecided, and the first variable from ``fresh`` to ``last``
        that was not used to ask with.
        """

    def attach(self, theory: Theory, atoms: list[int], /) -> None: ...
    def attach_connected(self, nodes: int, edges: NDArray[np.int32]) -> None:
        """All nodes are connected by the edges whose literal is true; an edge is two nodes and a literal."""

    @property
    def declared(self) -> int: ...
    def model(self) -> NDArray[np.int32]: ...
    def core(self) -> list[int]: ...
    def propagate(self, assumptions: list[int], /) -> tuple[bool, list[int]]: ...
    def consequences(self, assumptions: list[int], /) -> tuple[bool, list[int]]:
        """Like ``propagate``, without literals that are true without assumptions, and auxiliary variables."""

    def freeze(self, var: int, /) -> None: ...
    def melt(self, var: int, /) -> None: ...
    def set_phase(self, lit: int, /) -> None: ...
    def clear_phase(self, var: int, /) -> None: ...
    def interrupt(self) -> None: ...
    def halt(self) -> None:
        """Interrupt this and every later ``solve`` and ``next_models``, until ``resume``."""

    def resume(self) -> None: ...
    def clone(self) -> Engine: ...
    def log_proof_file(self, descriptor: int, format: int, /) -> None: ...
    def log_proof_memory(self) -> None: ...
    def forward_proof(self, forward: Callable[[NDArray[np.int64]], object], /) -> None:
        """Call ``forward`` with the proof lines since the last call; it may not call the engine."""

    def statistics(self) -> dict[str, int]: ...
    @property
    def bytes(self) -> int: ...

class Counter:
    """Counts the models of one formula; another thread may interrupt it, and a further call goes on."""

    def __init__(
        self,
        clauses: NDArray[np.int32],
        declared: int,
        projection: list[int] | None = None,
        cache_bytes: int = ...,
    ) -> None:
        """Flat clauses, each closed by a 0; ``projection``: variables to count over, None for all."""

    def count(
        self,
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
        pulse: Callable[[], object] | None = None,
    ) -> tuple[bytes, int, int]:
        """A lower bound (little-endian), how often it is doubled yet, and why it stopped: 0 is exact."""

    def interrupt(self) -> None: ...
    def statistics(self) -> dict[str, int]: ...

class Explainer:
    """Finds the steps of a person who solves a puzzle."""

    def __init__(
        self,
        variables: int,
        clauses: NDArray[np.int32],
        group_of: NDArray[np.int32],
        costs: NDArray[np.int32],
        searched: NDArray[np.uint8],
        is_fact: NDArray[np.uint8],
        targets: NDArray[np.int32],
        graphs: list[tuple[int, int, NDArray[np.int32], NDArray[np.int32], list[int], list[int], list[int]]],
    ) -> None:
        """Take a puzzle in clauses.

        Flat clauses and the group of each (-1: a definition); costs of a group, whole, partial and noted;
        whether it is searched; whether a variable is a fact; the literals of the answer.

        A graph is: 0 connected, 1 without cycles, 2 without cycles but for one edge; number of nodes, edges,
        their literals (0: none), terminals, literals of nodes, costs by size.
        """

    def know(self, facts: list[int]) -> None:
        """Enter facts that are known from the start."""

    def enter_step(self, groups: list[int], facts: list[int]) -> None:
        """Enter a step found elsewhere."""

    def add_group(self, cost: int, clauses: list[list[int]]) -> int:
        """Add a group of clauses; return its number."""

    def next(
        self, max_cost: int, seconds: float | None = None
    ) -> tuple[int, list[int], list[int], list[int], list[int], list[tuple[int, int]], int, int]:
        """Search for the next step.

        Result, facts, facts plain to see before, groups, given facts, chain of (group, literal or 0), cost,
        available steps.
        """

    def bound_costs(
        self, max_cost: int, cheap: int, allowed_dear: int, seconds: float | None = None
    ) -> tuple[int, int, int, int, int]:
        """Go on to the end, without reasons.

        Result; the least possible cost of the dearest step and number of steps that cost more than
        ``cheap``; the greatest ones.  Ends when more than ``allowed_dear`` steps do so.
        """

    def exact_costs(self, cheap: int, allowed_dear: int) -> tuple[int, int]:
        """The cost of the dearest step, and the number of steps that cost more than ``cheap``."""

    def leave_out(
        self,
        groups: list[int],
        max_cost: int,
        cheap: int,
        allowed_dear: int,
        seconds: float | None = None,
    ) -> list[int]:
        """Solve the puzzle as ``bound_costs`` does, then without each group that is not needed.

        The first result is that of the whole puzzle.  Then for each group that of the puzzle without it and
        without those before it that were not needed: 1 if it is not needed.
        """

    def on_demand(self, group: int) -> tuple[int, list[int]] | None:
        """The graph of a group that was stated on demand, and its nodes or edges; None for other groups."""

    def facts_before_cost(self, cost: int) -> list[int]:
        """The facts known before the first step that costs more, reported or not."""

    def known_facts(self) -> list[int]:
        """All facts that are known now, also those of steps that were not reported."""

class Groups:
    """Clauses in groups, each of which may be left out.

    An answer is: status, why it stopped, whether refuted, the groups found, those known to be needed, the
    model of the variables that occur in clauses.
    """

    def __init__(self, clauses: NDArray[np.int32], group_of: NDArray[np.int32], groups: int) -> None:
        """Clauses lying flat, each closed by a 0, and the group of each, from 0; -1 is hard."""

    def decide(
        self,
        chosen: list[int],
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
    ) -> tuple[int, int, bool, list[int], list[int], list[int]]:
        """Whether these groups can hold together: all that do, or some of these that cannot."""

    def shrink(
        self,
        chosen: list[int],
        last: bool,
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
        pulse: Callable[[int, int, int], None] | None = None,
    ) -> tuple[int, int, bool, list[int], list[int], list[int]]:
        """Some of these groups that cannot hold together, while without any one of them they can.

        ``pulse`` is called about every 10 ms with the numbers of groups needed, dropped and still open.
        """

    def grow(
        self,
        chosen: list[int],
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
    ) -> tuple[int, int, bool, list[int], list[int], list[int]]:
        """These groups and more, to which none can be added, if these can hold together."""

    def interrupt(self) -> None:
        """Make a running question end soon; from another thread."""

    def statistics(self) -> dict[str, int]:
        """``calls``, ``rotated``, ``conflicts``, ``propagations``, ``decisions``, ``bytes``; at any time."""

class Decider:
    """Decides quantified formulas, in any number of threads at a time."""

    def __init__(self) -> None: ...
    def decide(
        self,
        prefix: NDArray[np.int32],
        clauses: NDArray[np.int32],
        eliminate: bool,
        keep_strategy: bool,
        first_gate: int,
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
    ) -> tuple[int, int, list[int], NDArray[np.int32] | None, NDArray[np.int32] | None, dict[str, int]]:
        """Variables from the outside in, universal ones negated; clauses lying flat, each closed by a 0.

        ``eliminate``: variables are resolved away first, where that is short.
        The answer: status, why it stopped, the values of the outermost block if it is the winner's; of the
        strategy, if it was kept, the gates as ``satplay.logic.strategy`` has them and the functions, as
        variable, literal, variable, literal, ...; counters.
        """

    def interrupt(self) -> None:
        """All that are being decided end soon, without an answer."""

class HittingSets:
    """The cheapest set that hits all of many sets."""

    def __init__(self, weights: list[int]) -> None:
        """Elements are numbered from 0; weights are at least 1."""

    def hit(self, elements: list[int]) -> None:
        """One of these must be in from now on."""

    def minimum(
        self,
        seconds: float | None = None,
        conflicts: int = -1,
        propagations: int = -1,
        memory: int = -1,
        pulse: Callable[[int], None] | None = None,
    ) -> tuple[int, int, list[int]]:
        """Status, why it stopped, a cheapest set; ``pulse`` is called with the cost reached so far."""

    def interrupt(self) -> None:
        """Make a running ``minimum`` end soon; from another thread."""

    @property
    def cost(self) -> int:
        """No set that hits all costs less."""

    @property
    def failures(self) -> int:
        """How often the search had to turn back."""

def option_table() -> list[tuple[str, int, int, int, str]]:
    """Name, default, least, greatest value and meaning of every option."""

def split(clauses: NDArray[np.int32], most: int) -> tuple[list[list[int]], int, bool]:
    """Cubes of flat clauses, how many of them are refuted, and whether one propagates to a model."""

def trim_proof(lrat: NDArray[np.uint8], given: int, cube: list[int]) -> tuple[bytes, list[int]]:
    """The part of a joined proof that the LRAT proof of one cube gives, and its last clause.

    ``given`` is the number of clauses of the formula; ValueError if the proof is not well written.
    """

def write_proof_part(part: NDArray[np.uint8], first: int, names: NDArray[np.int64], descriptor: int) -> int:
    """Write a part as LRAT into an open file, its lemmas numbered from ``first``; the number of the last one.

    ``names`` are the numbers of its given clauses; empty: those that it has.
    """
