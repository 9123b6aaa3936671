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
    named = None if board is None else reference(board)
    return board if named is None or named.place is not None else _next(str(named))


def another(board: str | None) -> str | None:
    """What is played after this: the next of its collection, or else something new."""
    return _next(board) if board is not None and of_collection(board) else None


def _next(board: str) -> str:
    from satplay.verbs.keep import to_play

    return to_play(board)


def saved_game(board: str | None) -> str | None:
    """The name under which what is played is kept already: that of a saved game, and of nothing else."""
    named = None if board is None else reference(board)
    return None if named is None or named.place is not None else str(named)


def of_collection(board: str | None) -> bool:
    """Whether a board of a collection is named."""
    named = None if board is None else reference(board)
    return named is not None and named.place is not None
