"""The texts that select and order boards: ``level=hard size=9x9 cost>=4`` and ``level,-cost``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import Any, NamedTuple

from satplay.arguments import expect_text
from satplay.contracts.levels import FORMER_NAMES, LEVELS
from satplay.errors import BadInput, NoSuchName
from satplay.store.board_selection import COMPARISONS, RATED, Condition, SortKey

KEYS = ("number", "level", "size", "solved", *RATED)
"""What boards are selected and ordered by; the last ones are numbers of their rating."""

ANSWERS = {"yes": True, "no": False}
EXAMPLE = "KEY, one of = != < <= > >=, and VALUE, as in 'level=hard size=9x9 cost>=4'"
ITEM = re.compile(r"\s*([^\s=<>!]+)\s*(!=|<=|>=|=|<|>)\s*([^\s=<>!]+)(?=\s|$)")
SIZE = re.compile(r"[0-9]+(x[0-9]+)*")
MOST_DIGITS = 9


class BoardQuery(NamedTuple):
    """Conditions that a board meets and what boards are ordered by, as they were typed."""

    conditions: Sequence[Condition] = ()
    sorting: Sequence[SortKey] = ()

    @property
    def needs(self) -> set[str]:
        """The keys that it looks at."""
        return {one.key for one in self.conditions} | {one.key for one in self.sorting}

    def without_ratings(self) -> list[Condition]:
        """The conditions that need no rating."""
        return [one for one in self.conditions if one.key != "level" and one.key not in RATED]

    def with_sizes(self, sizes: Sequence[str]) -> BoardQuery:
        """The query for the store, where levels and sizes are only texts; ``sizes`` are all there are."""
        orders = {"level": list(LEVELS), "size": sorted(sizes, key=_area)}
        ranks: dict[str, Callable[[str], Any]] = {"level": LEVELS.index, "size": _area}

        def resolve(one: Condition) -> Condition:
            key, comparison, value = one
            if key not in orders:
                return one
            if comparison in ("=", "!="):
                return one._replace(value=[value])
            rank, compare = ranks[key], COMPARISONS[comparison]
            return Condition(key, "=", [text for text in orders[key] if compare(rank(text), rank(value))])

        sorting = [one._replace(order=orders.get(one.key, ())) for one in self.sorting]
        return BoardQuery([resolve(one) for one in self.conditions], sorting)


def read_query(where: str | Sequence[str] | None, sort: str | None) -> BoardQuery:
    """The query that two texts stand for; None selects all boards, in the order of their numbers.

    >>> read_query("level=hard cost>=4", "-size").conditions
    [Condition(key='level', comparison='=', value='hard'), Condition(key='cost', comparison='>=', value=4)]
    """
    expect_text("sort", sort, "keys, as 'level,-cost'")
    texts = [where] if isinstance(where, str) else [] if where is None else where
    if not isinstance(texts, Sequence):
        raise BadInput("condition", found=repr(where)[:60], expected=EXAMPLE)
    for text in texts:
        expect_text("condition", text, EXAMPLE)
    return BoardQuery(
        [one for text in texts for one in _conditions(text)], [] if sort is None else list(_sort_keys(sort))
    )


def _conditions(text: str) -> Iterator[Condition]:
    at, end = 0, len(text.rstrip())
    if not end:
        raise BadInput("condition", found=repr(text[:60]), expected=EXAMPLE)
    while at < end:
        item = ITEM.match(text, at)
        if item is None:
            rest = text[at:].strip()
            raise BadInput("condition", found=repr(rest[:60]), expected=EXAMPLE)
        key, comparison, value = item.groups()
        yield _condition(key, comparison, value)
        at = item.end()


def _condition(key: str, comparison: str, value: str) -> Condition:
    if key not in KEYS:
        raise NoSuchName("key of boards", key, KEYS)
    if key == "level":
        value = FORMER_NAMES.get(value, value)
        if value not in LEVELS:
            raise NoSuchName("level", value, LEVELS)
        return Condition(key, comparison, value)
    shown = f"{key}{comparison}{value[:40]}"
    if key == "size":
        if not SIZE.fullmatch(value) or len(value) > 4 * MOST_DIGITS:
            raise BadInput("condition", found=repr(shown), expected="a size, as in size=9x9")
        return Condition(key, comparison, value)
    if key == "solved":
        if value not in ANSWERS or comparison not in ("=", "!="):
            raise BadInput("condition", found=repr(shown), expected="solved=yes or solved=no")
        return Condition(key, comparison, ANSWERS[value])
    if not re.fullmatch(rf"[0-9]{{1,{MOST_DIGITS}}}", value):
        raise BadInput("condition", found=repr(shown), expected=f"a whole number, as in {key}>=4")
    return Condition(key, comparison, int(value))


def _sort_keys(text: str) -> Iterator[SortKey]:
    for word in text.split(","):
        key = word.strip()
        descending = key.startswith("-")
        key = key.removeprefix("-")
        if key not in KEYS:
            raise NoSuchName("key of boards", key, KEYS)
        yield SortKey(key, descending)


def _area(size: str) -> tuple[int, list[int]]:
    """What sizes are ordered by: the number of cells, and then the width.

    >>> sorted(["9x9", "10x8", "10x10"], key=_area)
    ['10x8', '9x9', '10x10']
    """
    sides = [int(number) for number in re.findall(r"[0-9]+", size)]
    return prod(sides), sides
