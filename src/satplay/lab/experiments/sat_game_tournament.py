"""How much do player strength and seat matter in the SAT game, by mode and bias?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from satplay.games.sat_game.players import PLAYERS
from satplay.games.sat_game.state import SEATS, Bias
from satplay.lab.experiment import Axis, Bars, Experiment, Paragraph, Parameters, Section
from satplay.lab.results import Cell, Row, columns, finished_rows, matching, table
from satplay.playing.tournament import Tournament
from satplay.store.runs import Job

STRICT = "strict"
MODES: Mapping[str, Mapping[str, str]] = {
    STRICT: {"mode": "strict"},
    **{bias.value: {"mode": "random", "bias": bias.value} for bias in Bias},
}
"""Strict mode, and random mode by its bias."""


def plan(quick: bool) -> list[Parameters]:
    """All pairs of players, at both seats, also against themselves; the same formulas for all."""
    sizes, games = ((6,), 20) if quick else ((4, 6, 9), 200)
    return [
        {"mode": mode, "variables": variables, "games": games, "seed": 1}
        for variables in sizes
        for mode in MODES
    ]


def measure(job: Parameters) -> Mapping[str, Any]:
    """For each pair of players at P and Q the wins of both seats and the mean length of a game."""
    options = {**MODES[job["mode"]], "vars": str(job["variables"])}
    found: dict[str, Any] = {}
    for pair in product(PLAYERS, repeat=2):
        players = dict(zip(SEATS, pair, strict=True))
        played = Tournament(
            "sat-game", games=job["games"], players=players, options=options, seed=job["seed"]
        ).play()
        found[" ".join(pair)] = {
            "wins": [played.wins[seat] for seat in SEATS],
            "unfinished": played.unfinished,
            "moves": played.length.mean,
            **{name: spread.mean for name, spread in played.statistics.items()},
        }
    return found


# -- the report ----------------------------------------------------------------------------------------


def report(jobs: Sequence[Job]) -> Iterable[Section]:
    """Each pair over both seats, and the advantage of a seat between equal players."""
    rows = finished_rows(jobs)
    yield Paragraph(
        "P starts as Affirmative, Q as Negative. Each game has a random formula of three literals a clause "
        "near the threshold of satisfiability; the i-th game of all pairs has the same one. Between perfect "
        "players P wins exactly if it is satisfiable, so that their bar is the share of satisfiable "
        "formulas, equal in every mode."
    )
    modes = [mode for mode in MODES if matching(rows, mode=mode)]
    pairs = list(combinations([*PLAYERS][::-1], 2))
    yield Bars(
        "players",
        "The first of two players, at either seat in turn",
        Axis("share of games won"),
        modes,
        [f"{one} against {other}" for one, other in pairs],
        [[_share(rows, mode, *pair) for pair in pairs] for mode in modes],
    )
    yield Bars(
        "seats",
        "P between equals",
        Axis("share of games won"),
        modes,
        list(PLAYERS),
        [[_share(rows, mode, player, player) for player in PLAYERS] for mode in modes],
    )
    tournaments = [
        {**row, **row[f"{p} {q}"], "P": p, "Q": q} for row in rows for p, q in product(PLAYERS, repeat=2)
    ]
    shown: dict[str, Cell] = {
        **columns("mode", "variables", "P", "Q", "games"),
        "P wins": lambda row: row["wins"][0],
        "Q wins": lambda row: row["wins"][1],
        "given up": "unfinished",
        **columns("moves", "passes", "switches"),
        "share of P": lambda row: row["wins"][0] / row["games"],
    }
    yield table("all", "All tournaments", tournaments, shown)


def _share(rows: Sequence[Row], mode: str, one: str, other: str) -> float:
    """The share of games that ``one`` won at both seats; at P if both are the same player."""
    won = played = 0
    for row in matching(rows, mode=mode):
        won += row[f"{one} {other}"]["wins"][0]
        played += row["games"]
        if one != other:
            won += row[f"{other} {one}"]["wins"][1]
            played += row["games"]
    return won / played


EXPERIMENT = Experiment(
    title="A tournament of the SAT game",
    source='ESRogs, "SAT Game Rules"; players of games/sat_game/players.py.',
    plan=plan,
    measure=measure,
    report=report,
    seconds=(20.0, 120.0),
)
