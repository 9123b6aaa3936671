"""Many games between players, and the table of their results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any

from satplay.contracts.game import Game, Outcome, Seat
from satplay.contracts.oracle import Oracle
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass
from satplay.playing.seats import PERSON, assign_seats
from satplay.playing.start import start_match
from satplay.playing.subjects import game_called

PLIES = 1000
"""A longer game is stopped: players may repeat positions for ever."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game; ``outcome`` is None if it was stopped."""

    outcome: Outcome | None
    moves: int
    statistics: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Spread:
    """A summary of some numbers."""

    number: int = 0
    total: float = 0.0
    least: float = 0.0
    most: float = 0.0

    def __add__(self, value: float) -> Spread:
        if not self.number:
            return Spread(1, value, value, value)
        return Spread(self.number + 1, self.total + value, min(self.least, value), max(self.most, value))

    @property
    def mean(self) -> float:
        """The average; 0 if there are no numbers."""
        return self.total / self.number if self.number else 0.0

    def as_json(self) -> dict[str, float]:
        """Rounded, for programs."""
        return {"mean": round(self.mean, 6), "least": self.least, "most": self.most}

    def __str__(self) -> str:
        return f"{self.mean:.2f} on average, {self.least:g} to {self.most:g}"


@dataclass(frozen=True, slots=True)
class TournamentTable:
    """The results so far.  ``wins`` has every seat; the i-th game, from 0, has the seed ``seed`` + i."""

    game: Game[Any, Any] = field(repr=False)
    players: Mapping[Seat, str]
    seed: int
    wins: Mapping[Seat, int]
    draws: int = 0
    unfinished: int = 0
    length: Spread = Spread()
    statistics: Mapping[str, Spread] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of games played."""
        return self.length.number

    def with_game(self, result: GameResult) -> TournamentTable:
        """The table with one more game."""
        winner = result.outcome.winner if result.outcome is not None else None
        return replace(
            self,
            wins={seat: number + (seat == winner) for seat, number in self.wins.items()},
            draws=self.draws + (result.outcome is not None and winner is None),
            unfinished=self.unfinished + (result.outcome is None),
            length=self.length + result.moves,
            statistics={
                **self.statistics,
                **{name: self.statistics.get(name, Spread()) + n for name, n in result.statistics.items()},
            },
        )

    def lines(self) -> Iterator[str]:
        """The table for people."""
        last = self.seed + self.games - 1
        seeds = {0: "", 1: f", seed {last}"}.get(self.games, f", seeds {self.seed} to {last}")
        yield f"{self.game.title}: {self.games} game{'s' if self.games != 1 else ''}{seeds}"
        rows = [(f"{seat} ({player})", self.wins[seat]) for seat, player in self.players.items()]
        rows.append(("draws", self.draws))
        rows += [("given up", self.unfinished)] if self.unfinished else []
        width = max(len(name) for name, _ in rows)
        for name, number in rows:
            share = 100 * number / self.games if self.games else 0.0
            yield f"{name:<{width}}  {number:>7}  {share:5.1f} %"
        if self.games:
            yield f"moves: {self.length}"
            for name, spread in self.statistics.items():
                yield f"{name}: {spread}"

    def as_json(self) -> dict[str, Any]:
        """The document that ``--json`` prints."""
        return {
            "game": self.game.name,
            "players": dict(self.players),
            "seed": self.seed,
            "games": self.games,
            "wins": dict(self.wins),
            "draws": self.draws,
            "unfinished": self.unfinished,
            "moves": self.length.as_json(),
            "statistics": {name: spread.as_json() for name, spread in self.statistics.items()},
        }

    def __str__(self) -> str:
        return "\n".join(self.lines())


class Tournament:
    """Games one after the other.  ``table`` is complete after every game, also when ``play`` is interrupted.

    >>> tournament = Tournament("nim", games=20, players={"first": "perfect", "second": "random"}, seed=7)
    >>> print(*list(tournament.play().lines())[1:], sep="\\n")
    first (perfect)       20  100.0 %
    second (random)        0    0.0 %
    draws                  0    0.0 %
    moves: 6.30 on average, 5 to 9
    largest turn: 3.45 on average, 2 to 5
    """

    def __init__(
        self,
        subject: str | Game[Any, Any],
        *,
        games: int,
        players: Mapping[Seat, str] | None = None,
        options: Mapping[str, str] | None = None,
        seed: int = 0,
        plies: int = PLIES,
        oracle: Oracle | None = None,
    ) -> None:
        game = game_called(subject) if isinstance(subject, str) else subject
        seats = assign_seats(game, players, person=False)
        persons = [seat for seat, player in seats.items() if player == PERSON]
        if persons:
            found = f"a person at {persons[0]}"
            raise BadInput("tournament", found=found, expected="players of the game at every seat")
        self._games, self._plies, self._oracle = games, plies, oracle
        self._options = dict(options or {})
        self.table = TournamentTable(game, seats, seed, dict.fromkeys(game.seats, 0))

    def play(self) -> TournamentTable:
        """Play all games that have not been played yet."""
        while self.table.games < self._games:
            self.table = self.table.with_game(self._play_one(self.table.seed + self.table.games))
        return self.table

    def counters(self) -> Mapping[str, int]:
        """The progress, for a reporter."""
        return {"games": self.table.games, "of": self._games}

    def _play_one(self, seed: int) -> GameResult:
        game, players = self.table.game, self.table.players
        match = start_match(game, options=self._options, players=players, seed=seed, oracle=self._oracle)
        while match.outcome is None and len(match.moves) < self._plies:
            match = match.advance()
        numbers = game.statistics(match.states) if game.statistics is not None else {}
        return GameResult(match.outcome, len(match.moves), numbers)
