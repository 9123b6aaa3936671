"""Where the store is: one file in the user's data folder."""

from __future__ import annotations

import os
from pathlib import Path

FOLDER_VARIABLE = "SATPLAY_DATA"
"""The environment variable that names the folder."""

FILE = "satplay.sqlite3"


def data_folder() -> Path:
    """The data folder: that of the environment variable, or the system's folder for a user's data."""
    from platformdirs import user_data_path

    named = os.environ.get(FOLDER_VARIABLE)
    return Path(named) if named else user_data_path("satplay", appauthor=False)
