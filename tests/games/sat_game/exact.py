"""An exact solver of the SAT game, written from the rules without any code of satplay.

A position is (clauses, phase, whether P is Affirmative); clauses are a sorted tuple of sorted tuples, because
their names do not matter.  Forced wins are computed backwards from the final positions (a fixpoint: endless
play is a win for neither player).  The adversary of the player in question decides the turns of chance, so a
win holds for every turn order.  Only if the role after a declined pass is also random, chance
is fair, and winning means winning with probability 1.

``Rules`` can drop rules, to test which ones the theorem needs.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import product

Clauses = tuple[tuple[int, ...], ...]
Node = tuple[Clauses, str, bool]


@dataclass(frozen=True)
class Rules:
    """``strict`` or random mode, the player after a declined pass, and the rules that can be dropped."""

    strict: bool = True
    drawn_after_decline: bool = False
    affirmative_must_set: bool = True  # rule 4
    negative_may_pass: bool = True  # rule 5
    removal_is_forced: bool = True  # rule 6


def canonical(clauses: Iterable[Iterable[int]]) -> Clauses:
    return tuple(sorted(tuple(sorted(set(clause))) for clause in clauses))


def satisfiable(clauses: Iterable[Iterable[int]]) -> bool:
    """Test all assignments."""
    listed = [list(clause) for clause in clauses]
    variables = sorted({abs(lit) for clause in listed for lit in clause})
    for values in product((False, True), repeat=len(variables)):
        true = {var if value else -var for var, value in zip(variables, values, strict=True)}
        if all(any(lit in true for lit in clause) for clause in listed):
            return True
    return False


def winner(node: Node) -> str | None:
    clauses, _, p_affirms = node
    if not clauses:
        return "P" if p_affirms else "Q"
    if () in clauses:
        return "Q" if p_affirms else "P"
    return None


def mover(node: Node) -> str:
    _, phase, p_affirms = node
    if phase == "draw":
        return "chance"
    return "P" if p_affirms == (phase in ("affirmative", "answer")) else "Q"


def after(node: Node, rules: Rules) -> list[Node]:
    """Return the positions after one move."""
    clauses, phase, p_affirms = node
    then = (lambda strictly: strictly) if rules.strict else (lambda strictly: "draw")
    removed = [
        (clauses[:at] + clauses[at + 1 :], then("affirmative"), p_affirms) for at in range(len(clauses))
    ]
    passed = [(clauses, "answer", p_affirms)]
    if phase == "draw":
        return [(clauses, "affirmative", p_affirms), (clauses, "negative", p_affirms)]
    if phase == "negative":
        return removed + (passed if rules.negative_may_pass else [])
    if phase == "removal":
        return removed + ([] if rules.removal_is_forced else passed)
    if phase == "answer":
        declined = "draw" if rules.drawn_after_decline else "affirmative"
        return [(clauses, declined, p_affirms), (clauses, "removal", not p_affirms)]
    found: list[Node] = []
    for lit in sorted({sign * lit for clause in clauses for lit in clause for sign in (1, -1)}):
        left = canonical([one for one in clause if one != -lit] for clause in clauses if lit not in clause)
        found.append((left, then("negative"), p_affirms))
    if not rules.affirmative_must_set:
        found.append((clauses, then("negative"), p_affirms))
    return found


@dataclass
class Exact:
    """Computes which player can force a win, for every position reachable from its formulas."""

    formulas: Iterable[Iterable[Iterable[int]]]
    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        first = "affirmative" if self.rules.strict else "draw"
        self.starts = [(canonical(formula), first, True) for formula in self.formulas]
        self.next: dict[Node, list[Node]] = {}
        waiting = list(self.starts)
        while waiting:
            node = waiting.pop()
            if node not in self.next:
                self.next[node] = [] if winner(node) else after(node, self.rules)
                waiting += self.next[node]
        self.before: dict[Node, list[Node]] = defaultdict(list)
        for node, nodes in self.next.items():
            for one in set(nodes):
                self.before[one].append(node)
        find = self._almost_surely if self.rules.drawn_after_decline else self._forced
        self.won = {seat: find(seat) for seat in ("P", "Q")}

    def _almost_surely(self, seat: str) -> set[Node]:
        """Almost-sure wins, by a decreasing fixpoint (de Alfaro & Henzinger 2000)."""
        left = set(self.next)
        while (less := self._forced(seat, left)) != left:
            left = less
        return left

    def _forced(self, seat: str, fair_within: set[Node] | None = None) -> set[Node]:
        """Positions where ``seat`` can force its win; chance is adversarial, or fair within the given set."""
        open_moves = {node: len(set(nodes)) for node, nodes in self.next.items()}
        won = {node for node in self.next if winner(node) == seat}
        waiting = deque(won)
        while waiting:
            for node in self.before[waiting.popleft()]:
                open_moves[node] -= 1
                helps = mover(node) == seat or (
                    fair_within is not None
                    and mover(node) == "chance"
                    and all(one in fair_within for one in self.next[node])
                )
                if node not in won and (helps or open_moves[node] == 0):
                    won.add(node)
                    waiting.append(node)
        return won

    def counterexamples(self) -> list[Clauses]:
        """Positions that violate the theorem: P can force a win iff the formula is satisfiable, Q iff not."""
        return [
            start[0]
            for start in self.starts
            if (start in self.won["P"], start in self.won["Q"])
            != ((True, False) if satisfiable(start[0]) else (False, True))
        ]
