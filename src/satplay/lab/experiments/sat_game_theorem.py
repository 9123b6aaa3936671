"""Does the player who starts as Affirmative win the SAT game exactly if the formula is satisfiable?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, combinations, product
from random import Random
from typing import Any, TypeAlias

from satplay.contracts.game import CHANCE, Seat
from satplay.games.sat_game.formula_text import number_clauses, write_formula
from satplay.games.sat_game.rules import apply, legal, outcome, to_move
from satplay.games.sat_game.state import Bias, P, Phase, Q, Role, State
from satplay.lab.experiment import Axis, Bars, Experiment, Paragraph, Parameters, Section
from satplay.lab.results import Cell, Row, columns, finished_rows, table
from satplay.store.runs import Job

Lits: TypeAlias = tuple[int, ...]
Clauses: TypeAlias = tuple[Lits, ...]
Known: TypeAlias = dict[tuple[Clauses, Phase, Role], bool]

MODES: Mapping[str, State] = {
    "strict": State(()),
    # All biases draw either role with some probability everywhere, so that one stands for all of them.
    "random": State((), phase=Phase.DRAW, bias=Bias.EVEN),
}
"""How a game begins."""

SHOWN = 5
"""Counterexamples that a job lists."""


def plan(quick: bool) -> list[Parameters]:
    """All formulas over two variables and random ones over three and four, in both modes."""
    samples: list[Parameters] = [
        {"variables": 2, "tautologies": not quick, "formulas": None},
        *(
            {"variables": variables, "most": most, "seed": seed, "formulas": formulas}
            for variables, most, formulas in (
                ((3, 8, 60), (4, 8, 30)) if quick else ((3, 10, 300), (4, 10, 150))
            )
            for seed in ((1,) if quick else (1, 2, 3))
        ),
    ]
    return [{"mode": mode, **sample} for sample in samples for mode in MODES]


def measure(job: Parameters) -> Mapping[str, Any]:
    """The number of satisfiable and unsatisfiable formulas, and those that the wrong player wins."""
    known: Known = {}
    counts = {"satisfiable": 0, "unsatisfiable": 0}
    against: list[str] = []
    for clauses in _formulas(job):
        satisfiable = has_model(clauses)
        counts["satisfiable" if satisfiable else "unsatisfiable"] += 1
        state = replace(MODES[job["mode"]], clauses=number_clauses(clauses))
        if not wins(state, P if satisfiable else Q, known):
            against.append(write_formula(clauses))
    return {**counts, "against": len(against), "such as": against[:SHOWN], "positions": len(known)}


# -- formulas --------------------------------------------------------------------------------------------


def _formulas(job: Parameters) -> Iterator[Clauses]:
    if job["formulas"] is None:
        return all_sets(job["variables"], tautologies=job["tautologies"])
    rng = Random(job["seed"])
    return (_random_formula(job["variables"], job["most"], rng) for _ in range(job["formulas"]))


def all_sets(variables: int, *, tautologies: bool) -> Iterator[Clauses]:
    """All sets of non-empty clauses, the empty set included.

    >>> sum(1 for _ in all_sets(2, tautologies=False))
    256
    """
    lits = [lit for variable in range(1, variables + 1) for lit in (variable, -variable)]
    clauses = [
        clause
        for width in range(1, len(lits) + 1)
        for clause in combinations(lits, width)
        if tautologies or not any(-lit in clause for lit in clause)
    ]
    return chain.from_iterable(combinations(clauses, count) for count in range(len(clauses) + 1))


def _random_formula(variables: int, most: int, rng: Random) -> Clauses:
    """A random formula of up to ``most`` clauses of 1 to 3 literals; both kinds occur often."""
    return tuple(
        tuple(
            variable * rng.choice((1, -1))
            for variable in rng.sample(range(1, variables + 1), rng.choice((1, 2, 2, 3)))
        )
        for _ in range(rng.randint(variables + 1, most))
    )


def has_model(clauses: Clauses) -> bool:
    """Whether a valuation satisfies all clauses; tries all of them, without an engine."""
    variables = sorted({abs(lit) for clause in clauses for lit in clause})
    return any(
        all(any(lit in true for lit in clause) for clause in clauses)
        for signs in product((1, -1), repeat=len(variables))
        for true in [{sign * variable for sign, variable in zip(signs, variables, strict=True)}]
    )


# -- games -----------------------------------------------------------------------------------------------


def wins(state: State, player: Seat, known: Known) -> bool:
    """Whether this player can force a win against every reply and every random draw.

    Every line of play ends: after a declined pass Affirmative must set a variable.  Positions that differ
    only in the numbering of clauses or the names of players are equal.
    """
    ended = outcome(state)
    if ended is not None:
        return ended.winner == player
    clauses = tuple(sorted(clause.lits for clause in state.clauses))
    key = (clauses, state.phase, state.role(player))
    if key not in known:
        after = (apply(state, move) for move in legal(state))
        mover = to_move(state)
        assert mover is not None and (mover != CHANCE or state.phase is Phase.DRAW)
        choose = any if mover == player else all
        known[key] = choose(wins(one, player, known) for one in after)
    return known[key]


# -- the report ------------------------------------------------------------------------------------------


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """The number of formulas played out, and all counterexamples."""
    rows = finished_rows(jobs)
    wrong = sum(row["against"] for row in rows)
    formulas = sum(row["satisfiable"] + row["unsatisfiable"] for row in rows)
    yield Paragraph(
        f"{formulas} games were played out, {wrong} of them contradict the theorem. If the formula is "
        "satisfiable the player who starts as Affirmative must win, otherwise the other player, whatever "
        "role they hold at the end; in random mode for every order of turns, Affirmative moving after a "
        "declined pass. Models are found by trying all valuations, wins by searching all lines of play, "
        "without an engine."
    )
    labels = ["satisfiable", "unsatisfiable", "against"]
    kinds = list(dict.fromkeys(map(_kind, rows)))
    values: list[list[float | None]] = [
        [sum(row[label] for row in rows if _kind(row) == kind) for label in labels] for kind in kinds
    ]
    yield Bars("formulas", "Formulas that were played out", Axis("formulas"), kinds, labels, values)
    shown: dict[str, Cell] = {
        **columns("mode", "variables"),
        "clauses at most": lambda row: row.get("most", "all sets"),
        **columns("seed", *labels, "positions"),
        "against, such as": lambda row: " ".join(row["such as"]),
    }
    yield table("all", "All jobs", rows, shown)


def _kind(row: Row) -> str:
    return f"{row['variables']} variables,\n{row['mode']}"


EXPERIMENT = Experiment(
    title="The theorem of the SAT game",
    source='ESRogs, "SAT Game Rules"; games/sat_game/README.md makes them exact.',
    plan=plan,
    measure=measure,
    report=report,
    seconds=(20.0, 200.0),
)
