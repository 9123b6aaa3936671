"""The texts stored under a name: a saved game, the boards of a collection, or one of them."""

from __future__ import annotations

from sqlalchemy import Engine

from satplay.errors import BadInput, NoSuchName
from satplay.fast_dataclass import dataclass
from satplay.store import collections, games
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
    collection = collections.find(store, target.name)
    if collection is None:
        raise NoSuchName("saved game or collection", str(target), names(store))
    boards = [
        StoredText(
            Reference(target.name, board.place), collection.subject, board.text, board.solved is not None
        )
        for board in collection.boards
        if target.place in (None, board.place)
    ]
    if not boards:
        first, last = (Reference(target.name, collection.boards[at].place) for at in (0, -1))
        raise BadInput("board", found=f"no {target}", expected=f"one from {first} to {last}")
    return boards


def names(store: Engine) -> list[str]:
    """The names of all saved games and collections."""
    saved = [game.name for game in games.all_games(store)]
    return [f"@{name}" for name in (*saved, *(one.name for one in collections.all_collections(store)))]
