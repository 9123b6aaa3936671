"""Where the text of a game comes from: a file, standard input, the store, or the argument itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from satplay.contracts.game import Game
from satplay.inputs.reading import find_source
from satplay.inputs.source import Source, quote_text
from satplay.playing.record import is_record


def source_for(game: Game[Any, Any] | None, text: str | Path | Source) -> Source:
    """The source of a record or a position; such a text is not taken as the name of a file."""
    if isinstance(text, str) and text != "-" and (is_record(text) or _is_position(game, text)):
        return quote_text(text)
    return find_source(text)


def _is_position(game: Game[Any, Any] | None, text: str) -> bool:
    if game is None or game.free_text:  # ``find_source`` knows the formats of boards
        return False
    try:
        if "\0" not in text and Path(text).exists():
            return False
    except OSError:  # too long for a name
        pass
    return any(form.recognises(text) for form in game.states)
