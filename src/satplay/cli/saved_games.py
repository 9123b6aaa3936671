"""Where a game is saved while it is played: in a file, or under a name in the store."""

from __future__ import annotations

from pathlib import Path

from satplay.store.names import reference


def save_game(where: str, subject: str, text: str) -> None:
    """Save a game under a ``@NAME`` or in a file; an interrupted save leaves the old content."""
    if reference(where) is None:
        from satplay.cli.printing import write_text

        write_text(Path(where), text)
    else:
        from satplay.verbs.keep import save

        save(where, subject, text)


def board_to_play(argument: str | None) -> str | None:
    """The board to play: the first unsolved one of a collection, and everything else as it was named."""
    name = saved_name(argument)
    return argument if name is None else _next(name)


def next_board(argument: str | None) -> str | None:
    """The board after this one in its collection; None if it is not from a collection."""
    name = collection_board(argument)
    return None if name is None else _next(name)


def saved_name(argument: str | None) -> str | None:
    """The ``@NAME`` of a saved game or of a whole collection; None for everything else."""
    named = None if argument is None else reference(argument)
    return str(named) if named is not None and named.place is None else None


def collection_board(argument: str | None) -> str | None:
    """The ``@NAME/3`` of one board of a collection; None for everything else."""
    named = None if argument is None else reference(argument)
    return str(named) if named is not None and named.place is not None else None


def _next(name: str) -> str:
    from satplay.verbs.keep import to_play

    return to_play(name)
