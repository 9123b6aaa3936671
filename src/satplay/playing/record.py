"""Records: a match as text that can be saved after any move, read by people, and resumed.

::

    === satplay record, version 1 ===
    game NAME
    option NAME=VALUE          for each option; a VALUE in quotes is a JSON string
    seat SEAT PLAYER           each seat once
    seed N
    time SECONDS               thinking time, if it was measured
    hints N                    the number of hints used, if any
    told "TEXT"                for each fact that hints told, as a JSON string
    shown yes                  if a solution was shown
    level TEXT                 size and difficulty of the board, if it was generated
    position FORMAT            if the game did not start as the options say; lines of that format follow,
      ...                      each after two blanks
    === moves ===
    ...                        one move per line, moves of chance included
    === redo ===               if moves were taken back
    ...                        these moves, the next one first; maybe a resignation
    === SEAT resigns ===       if the game ended by it

This module knows the grammar only; ``resume`` checks that a record fits its game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import field
from typing import NoReturn

from satplay.contracts.game import Seat
from satplay.errors import BadInput
from satplay.fast_dataclass import dataclass

TITLE = "=== satplay record, version 1 ==="
MOVES = "=== moves ==="
REDO = "=== redo ==="
MARK = "==="
"""No move begins with this."""


@dataclass(frozen=True, slots=True)
class Resignation:
    """The end of a game that was taken back: what ``seat`` did instead of a move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Record:
    """The parts of a record; ``where`` has the line of each part, for error messages."""

    game: str
    options: Mapping[str, str]
    players: Mapping[Seat, str]
    seed: int
    moves: tuple[str, ...]
    position: tuple[str, str] | None = None
    resigned: Seat | None = None
    undone: tuple[str | Resignation, ...] = ()
    seconds: float = 0.0
    hints: int = 0
    shown: bool = False
    level: str = ""
    told: tuple[str, ...] = ()
    where: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


def is_record(head: str) -> bool:
    """Whether a text begins like a record of any version."""
    return head.lstrip("\ufeff").startswith("=== satplay record")


def write_record(record: Record) -> str:
    """The text of a record."""
    lines = [TITLE, f"game {record.game}"]
    lines += [f"option {name}={_quote(value)}" for name, value in record.options.items()]
    lines += [f"seat {seat} {player}" for seat, player in record.players.items()]
    lines += [f"seed {record.seed}"]
    lines += [f"time {_number(record.seconds)}"] if record.seconds else []
    lines += [f"hints {record.hints}"] if record.hints else []
    lines += [f"told {json.dumps(fact)}" for fact in record.told]
    lines += ["shown yes"] if record.shown else []
    lines += [f"level {record.level}"] if record.level else []
    if record.position is not None:
        form, text = record.position
        lines += [f"position {form}", *(f"  {line}" for line in text.removesuffix("\n").split("\n"))]
    lines += [MOVES, *record.moves]
    if record.undone:
        lines += [
            REDO,
            *(_resigns(one.seat) if isinstance(one, Resignation) else one for one in record.undone),
        ]
    if record.resigned is not None:
        lines.append(_resigns(record.resigned))
    return "\n".join(lines) + "\n"


def _resigns(seat: Seat) -> str:
    return f"{MARK} {seat} resigns {MARK}"


def _number(seconds: float) -> str:
    """The seconds with up to three digits after the point.

    >>> _number(83.4), _number(12.0)
    ('83.4', '12')
    """
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


def _quote(value: str) -> str:
    """The value as it is, or as JSON if it is not a plain line."""
    plain = value.isprintable() and value == value.strip() and not value.startswith('"')
    return value if plain else json.dumps(value)


def read_record(text: str) -> Record:
    """The record in a text; ``BadInput`` names the first line that is not as it should be."""
    return _Reader(text).record()


class _Reader:
    """Reads the lines in order; ``at`` is the index of the next one."""

    def __init__(self, text: str) -> None:
        self.lines = [line.removesuffix("\r") for line in text.lstrip("\ufeff").split("\n")]
        while len(self.lines) > 1 and not self.lines[-1]:
            self.lines.pop()
        self.at = 0
        self.where: dict[str, int] = {}

    def record(self) -> Record:
        if self.lines[0] != TITLE:
            self._refuse(TITLE)
        self.at = 1
        game = self._word("game")
        options = self._options()
        players = self._players()
        seed = self._value("seed", r"[0-9]{1,100}", "a whole number")
        seconds = self._value("time", r"[0-9]{1,12}(\.[0-9]{1,3})?", "a number of seconds", default="0")
        hints = self._value("hints", r"[0-9]{1,9}", "a whole number", default="0")
        told = self._told()
        shown = self._value("shown", "yes", "yes", default="")
        level = self._value("level", r"[\w.=, -]{1,80}", "a size and a difficulty", default="")
        position = self._position()
        if self._line() != MOVES:
            self._refuse(MOVES)
        self.at += 1
        self.where["moves"] = self.at + 1
        moves = self._moves()
        undone = self._undone()
        resigned = self._resignation()
        if self._line() is not None:
            self._refuse("a move")
        return Record(
            game=game,
            options=options,
            players=players,
            seed=int(seed),
            moves=moves,
            position=position,
            resigned=resigned,
            undone=undone,
            seconds=float(seconds),
            hints=int(hints),
            shown=bool(shown),
            level=level,
            told=told,
            where=self.where,
        )

    def _line(self) -> str | None:
        return self.lines[self.at] if self.at < len(self.lines) else None

    def _refuse(self, expected: str, column: int = 1) -> NoReturn:
        line = self._line()
        found = "the end" if line is None else repr(line[column - 1 :][:40])
        at = min(self.at, len(self.lines) - 1)
        raise BadInput("record", line=at + 1, column=column, found=found, expected=expected)

    def _word(self, key: str) -> str:
        """The text after the word ``key``."""
        line = self._line()
        if line is None or not line.startswith(f"{key} ") or not line[len(key) + 1 :].strip():
            self._refuse(f"'{key} ...'")
        self.where[key] = self.at + 1
        self.at += 1
        return line[len(key) + 1 :]

    def _value(self, key: str, pattern: str, expected: str, default: str | None = None) -> str:
        """The value after the word ``key``, or the default if that line is missing."""
        line = self._line()
        if default is not None and (line is None or not line.startswith(f"{key} ")):
            return default
        word = self._word(key)
        if not re.fullmatch(pattern, word):
            self.at -= 1
            self._refuse(expected, column=len(key) + 2)
        return word

    def _options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        while (line := self._line()) is not None and line.startswith("option "):
            name, equals, value = line.removeprefix("option ").partition("=")
            if not name or not equals or name in options:
                self._refuse("NAME=VALUE, each name once", column=8)
            options[name] = self._unquote(value, column=9 + len(name))
            self.where.setdefault("option", self.at + 1)
            self.at += 1
        return options

    def _told(self) -> tuple[str, ...]:
        facts: list[str] = []
        while (line := self._line()) is not None and line.startswith("told "):
            if not line.startswith('told "'):
                self._refuse("a JSON string", column=6)
            facts.append(self._unquote(line.removeprefix("told "), column=6))
            self.at += 1
        return tuple(facts)

    def _unquote(self, value: str, column: int) -> str:
        if not value.startswith('"'):
            return value
        try:
            read = json.loads(value)
        except (ValueError, RecursionError):
            read = None
        if not isinstance(read, str):
            self._refuse("a JSON string", column=column)
        return read

    def _players(self) -> dict[Seat, str]:
        players: dict[Seat, str] = {}
        while (line := self._line()) is not None and line.startswith("seat "):
            seat, blank, player = line.removeprefix("seat ").rpartition(" ")
            if not blank or not seat or not player or seat in players:
                self._refuse("SEAT PLAYER, each seat once", column=6)
            players[seat] = player
            self.where[f"seat {seat}"] = self.at + 1
            self.at += 1
        return players

    def _position(self) -> tuple[str, str] | None:
        line = self._line()
        if line is None or not line.startswith("position "):
            return None
        form = self._word("position")
        content = []
        while (line := self._line()) is not None and (line.startswith("  ") or not line):
            content.append(line[2:])
            self.at += 1
        if not content:
            self._refuse("the position, two blanks before each line")
        return form, "\n".join(content) + "\n"

    def _moves(self) -> tuple[str, ...]:
        """One move per line, up to the end or a mark."""
        moves: list[str] = []
        while (line := self._line()) is not None and not line.startswith(MARK):
            if not line.strip():
                self._refuse("a move")
            moves.append(line)
            self.at += 1
        return tuple(moves)

    def _undone(self) -> tuple[str | Resignation, ...]:
        """The moves that were taken back, maybe with a resignation after them."""
        if self._line() != REDO:
            return ()
        self.at += 1
        self.where["undone"] = self.at + 1
        moves = self._moves()
        seat = self._resignation()
        if not moves and seat is None:
            self._refuse("a move")
        return (*moves, *([] if seat is None else [Resignation(seat)]))

    def _resignation(self) -> Seat | None:
        line = self._line()
        found = None if line is None else re.fullmatch(rf"{MARK} (.+) resigns {MARK}", line)
        if found is None:
            return None
        self.at += 1
        self.where["resigned"] = self.at
        return found[1]
