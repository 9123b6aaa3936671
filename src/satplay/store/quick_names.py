"""The stored names for completion in a shell: without SQLAlchemy, whose import takes too long there."""

from __future__ import annotations

from contextlib import closing

from satplay.store.folder import FILE, data_folder


def stored_names() -> list[str]:
    """The names of all saved games and collections; none if the store is missing or cannot be read now."""
    import sqlite3

    file = data_folder() / FILE
    if not file.is_file():
        return []
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True, timeout=0.05)) as store:
            rows = store.execute("SELECT name FROM games UNION SELECT name FROM collections ORDER BY name")
            return [f"@{name}" for (name,) in rows]
    except sqlite3.Error:
        return []
