"""Records: a game as a text that can be kept after any move, read by people, and gone on with.

::

    === satplay record, version 1 ===
    game NAME
    option NAME=VALUE          as often as there are; a VALUE in quotes is a JSON string
    seat SEAT PLAYER           each seat once
    seed N
    position FORMAT            where the game did not begin as the options say; then lines of that format,
      ...                      two blanks before each
    === moves ===
    ...                        a move a line, those of chance too
    === SEAT resigns ===       where it ended so

Here a record is taken apart by its form alone; ``opening`` knows whether it is one of that game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NoReturn

from satplay.contracts.game import Seat
from satplay.errors import BadInput

TITLE = "=== satplay record, version 1 ==="
MOVES = "=== moves ==="
MARK = "==="
"""Lines of moves never begin so."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a record says; ``where`` has the line of each part, for whoever finds that it cannot be."""

    game: str
    options: Mapping[str, str]
    players: Mapping[Seat, str]
    seed: int
    moves: tuple[str, ...]
    position: tuple[str, str] | None = None
    resigned: Seat | None = None
    where: Mapping[str, int] = field(default_factory=dict, compare=False, repr=False)


def is_record(head: str) -> bool:
    """Whether a text begins as a record of any version does."""
    return head.lstrip("\ufeff").startswith("=== satplay record")


def write_record(record: Record) -> str:
    """The text of a record."""
    lines = [TITLE, f"game {record.game}"]
    lines += [f"option {name}={_quoted(value)}" for name, value in record.options.items()]
    lines += [f"seat {seat} {player}" for seat, player in record.players.items()]
    lines += [f"seed {record.seed}"]
    if record.position is not None:
        form, text = record.position
        lines += [f"position {form}", *(f"  {line}" for line in text.removesuffix("\n").split("\n"))]
    lines += [MOVES, *record.moves]
    if record.resigned is not None:
        lines.append(f"{MARK} {record.resigned} resigns {MARK}")
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    """The value as it is, or as JSON where it would not be one line of it."""
    plain = value.isprintable() and value == value.strip() and not value.startswith('"')
    return value if plain else json.dumps(value)


def read_record(text: str) -> Record:
    """The record that a text holds; every line is looked at, and nothing is guessed."""
    return _Reader(text).record()


class _Reader:
    """The lines one after the other; ``at`` is the index of the next one."""

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
        seed = self._word("seed")
        if not re.fullmatch(r"[0-9]{1,100}", seed):
            self.at -= 1
            self._refuse("a whole number", column=6)
        position = self._position()
        if self._line() != MOVES:
            self._refuse(MOVES)
        self.at += 1
        moves, resigned = self._moves()
        return Record(game, options, players, int(seed), moves, position, resigned, self.where)

    def _line(self) -> str | None:
        return self.lines[self.at] if self.at < len(self.lines) else None

    def _refuse(self, expected: str, column: int = 1) -> NoReturn:
        line = self._line()
        found = "the end" if line is None else repr(line[column - 1 :][:40])
        at = min(self.at, len(self.lines) - 1)
        raise BadInput("record", line=at + 1, column=column, found=found, expected=expected)

    def _word(self, key: str) -> str:
        """What follows the word ``key``."""
        line = self._line()
        if line is None or not line.startswith(f"{key} ") or not line[len(key) + 1 :].strip():
            self._refuse(f"'{key} ...'")
        self.where[key] = self.at + 1
        self.at += 1
        return line[len(key) + 1 :]

    def _options(self) -> dict[str, str]:
        options: dict[str, str] = {}
        while (line := self._line()) is not None and line.startswith("option "):
            name, equals, value = line.removeprefix("option ").partition("=")
            if not name or not equals or name in options:
                self._refuse("NAME=VALUE, each name once", column=8)
            options[name] = self._unquoted(value, column=9 + len(name))
            self.where.setdefault("option", self.at + 1)
            self.at += 1
        return options

    def _unquoted(self, value: str, column: int) -> str:
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

    def _moves(self) -> tuple[tuple[str, ...], Seat | None]:
        """A move a line, to the end or to somebody's resignation."""
        self.where["moves"] = self.at + 1
        moves: list[str] = []
        while (line := self._line()) is not None:
            found = re.fullmatch(rf"{MARK} (.+) resigns {MARK}", line)
            if found is not None and self.at == len(self.lines) - 1:
                self.where["resigned"] = self.at + 1
                return tuple(moves), found[1]
            if not line.strip() or line.startswith(MARK):
                self._refuse("a move")
            moves.append(line)
            self.at += 1
        return tuple(moves), None
