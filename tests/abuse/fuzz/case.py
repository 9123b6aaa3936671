"""Case: one input of the fuzzer, and its file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import NamedTuple, TypeAlias

Parts: TypeAlias = tuple[bytes, ...]
"""The byte strings of one input: a board; a formula and a proof; standard input, a file and words."""

CORPUS = Path(__file__).with_name("corpus")


class Case(NamedTuple):
    """An input for the target of that name."""

    target: str
    parts: Parts


def to_json(case: Case, **notes: str) -> str:
    """The case as a JSON document; bytes are written as Latin-1, so that ASCII texts stay readable."""
    parts = [part.decode("latin-1") for part in case.parts]
    return json.dumps({"target": case.target, **notes, "parts": parts}, indent=1) + "\n"


def from_json(text: str) -> Case:
    """The case in a JSON document."""
    document = json.loads(text)
    return Case(document["target"], tuple(part.encode("latin-1") for part in document["parts"]))


def read_corpus(folder: Path = CORPUS) -> dict[str, Case]:
    """The shipped cases by file name."""
    return {path.stem: from_json(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}


def file_name(words: str) -> str:
    """A file name from a description.

    >>> file_name("crash: board of 'x', line 3")
    'crash-board-of-x-line'
    """
    return re.sub(r"[^a-z]+", "-", words.lower()).strip("-")[:80].strip("-") or "finding"
