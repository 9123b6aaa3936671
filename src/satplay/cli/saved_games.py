"""Where a game is kept while it is played: in a file, or under a name in the store."""

from __future__ import annotations

from pathlib import Path

from satplay.store.names import reference


def keep_game(where: str, subject: str, text: str) -> None:
    """Keep a game under a ``@NAME``, or in a file, whole or not at all."""
    if reference(where) is None:
        from satplay.cli.printing import write_text

        write_text(Path(where), text)
    else:
        from satplay.verbs.keep import save

        save(where, subject, text)


def chosen(board: str | None) -> str | None:
    """What is played: of a collection the first board that nobody has solved, all else as it was named."""
    name = saved_game(board)
    return board if name is None else _next(name)


def another(board: str | None) -> str | None:
    """What is played after this: the next of its collection, or else something new."""
    name = of_collection(board)
    return None if name is None else _next(name)


def saved_game(board: str | None) -> str | None:
    """The name of what is kept as a whole: once a board is ``chosen``, that is a saved game."""
    named = None if board is None else reference(board)
    return str(named) if named is not None and named.place is None else None


def of_collection(board: str | None) -> str | None:
    """The name of a board of a collection."""
    named = None if board is None else reference(board)
    return str(named) if named is not None and named.place is not None else None


def _next(board: str) -> str:
    from satplay.verbs.keep import to_play

    return to_play(board)
