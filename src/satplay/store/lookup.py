"""The texts stored under a name: a saved game, the boards of a collection, or one of them."""

from __future__ import annotations

from sqlalchemy import Engine

from satplay.errors import BadInput, NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.store import collections, games
from satplay.store.board_selection import Condition, places, select_boards
from satplay.store.names import Reference


@dataclass(frozen=True, slots=True)
class StoredText:
    """One text with its reference and its puzzle or game; ``solved`` for a board that was filled in."""

    reference: Reference
    subject: str
    text: str
    solved: bool = False


def look_up(store: Engine, target: Reference) -> list[StoredText]:
    """The texts that a reference names; ``NoSuchName`` if there are none."""
    game = games.find(store, target.name) if target.place is None else None
    if game is not None:
        return [StoredText(target, game.subject, game.text)]
    collection = collections.find_summary(store, target.name)
    if collection is None:
        raise NoSuchName("saved game or collection", str(target), names(store))
    chosen = () if target.place is None else (Condition("number", "=", target.place),)
    boards = [
        StoredText(
            Reference(target.name, board.place), collection.subject, board.text, board.solved is not None
        )
        for board in select_boards(store, target.name, chosen)
    ]
    if not boards:
        first, last = places(store, target.name)
        if not last:
            expected = f"one with boards: satplay keep @{target.name} INPUT..."
            raise BadInput("collection", found=f"@{target.name}, which is empty", expected=expected)
        ends = Reference(target.name, first), Reference(target.name, last)
        raise BadInput("board", found=f"no {target}", expected=f"one from {ends[0]} to {ends[1]}")
    return boards


def names(store: Engine) -> list[str]:
    """The names of all saved games and collections."""
    saved = [game.name for game in games.all_games(store)]
    return [f"@{name}" for name in (*saved, *(one.name for one in collections.all_collections(store)))]
