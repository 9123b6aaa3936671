"""The stored names for completion in a shell: without SQLAlchemy, whose import takes too long there."""

from __future__ import annotations

from contextlib import closing

from satplay.errors import BadInput
from satplay.store.location import Server, location


def stored_names() -> list[str]:
    """The names of all saved games and collections; none if the store is missing or cannot be read now."""
    import sqlite3

    try:
        file = location()
        if isinstance(file, Server):
            from satplay.store.server_connections import stored_names as names_on_server

            return [f"@{name}" for name in names_on_server(file)]
        if not file.is_file():
            return []
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=0.05)) as store:
            rows = store.execute("SELECT name FROM games UNION SELECT name FROM collections ORDER BY name")
            return [f"@{name}" for (name,) in rows]
    except (BadInput, sqlite3.Error):
        return []
