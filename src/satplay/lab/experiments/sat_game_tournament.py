"""Who wins the SAT game: does thinking pay, and does the seat, in every mode and with every bias?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

from satplay.games.sat_game.players import PLAYERS
from satplay.games.sat_game.state import SEATS, Bias
from satplay.lab.experiment import Axis, Bars, Experiment, Parameters, Section, Table, Words
from satplay.lab.measuring.solved_boards import done
from satplay.playing.tournament import Tournament
from satplay.store.runs import Job

STRICT = "strict"
MODES: Mapping[str, Mapping[str, str]] = {
    STRICT: {"mode": "strict"},
    **{bias.value: {"mode": "random", "bias": bias.value} for bias in Bias},
}
"""Strict mode, and random mode by its bias."""


def plan(quick: bool) -> list[Parameters]:
    """Everybody against everybody and themselves, at either seat; the same formulas for all."""
    sizes, games = ((6,), 20) if quick else ((4, 6, 9), 200)
    return [
        {"mode": mode, "variables": variables, "games": games, "seed": 1}
        for variables in sizes
        for mode in MODES
    ]


def measure(job: Parameters) -> Mapping[str, Any]:
    """For each pair of players, at P and at Q, the games that either seat won, and how long they were."""
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
    """Each pair over both seats, and what the seat is worth between equals."""
    ended = done(jobs)
    yield Words(
        "P starts as Affirmative, Q as Negative. A formula is dealt for each game with as many clauses of "
        "three literals as leave it open whether there is a model; the i-th game of all pairs has the same. "
        "Between perfect players P wins exactly where there is one, so that their bar is the share of "
        "formulas with a model, the same in every mode."
    )
    modes = [mode for mode in MODES if any(job.parameters["mode"] == mode for job in ended)]
    pairs = list(combinations([*PLAYERS][::-1], 2))
    yield Bars(
        "players",
        "The first of two players, at either seat in turn",
        Axis("share of games won"),
        modes,
        [f"{one} against {other}" for one, other in pairs],
        [[_share(ended, mode, *pair) for pair in pairs] for mode in modes],
    )
    yield Bars(
        "seats",
        "P between equals",
        Axis("share of games won"),
        modes,
        list(PLAYERS),
        [[_share(ended, mode, player, player) for player in PLAYERS] for mode in modes],
    )
    heading = ["mode", "variables", "P", "Q", "games", "P wins", "Q wins", "given up", "moves"]
    yield Table(
        "all",
        "All tournaments",
        [*heading, "passes", "switches", "share of P"],
        [
            [
                *(job.parameters[name] for name in ("mode", "variables")),
                *pair.split(),
                job.parameters["games"],
                *values["wins"],
                *(values[name] for name in ("unfinished", "moves", "passes", "switches")),
                values["wins"][0] / job.parameters["games"],
            ]
            for job in ended
            for pair, values in job.values.items()
        ],
    )


def _share(jobs: Sequence[Job], mode: str, one: str, other: str) -> float:
    """Games that ``one`` won, of those at either seat; of P where both are the same."""
    won = played = 0
    for job in jobs:
        if job.parameters["mode"] == mode:
            won += job.values[f"{one} {other}"]["wins"][0]
            played += job.parameters["games"]
            if one != other:
                won += job.values[f"{other} {one}"]["wins"][1]
                played += job.parameters["games"]
    return won / played


EXPERIMENT = Experiment(
    title="A tournament of the SAT game",
    source='ESRogs, "SAT Game Rules"; players of games/sat_game/players.py.',
    plan=plan,
    measure=measure,
    report=report,
    seconds=(20.0, 120.0),
)
