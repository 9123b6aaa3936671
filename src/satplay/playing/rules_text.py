"""All rules of a puzzle or game as lines of text: those of its record, or of the README of its folder."""

from __future__ import annotations

import re
from importlib.resources import files
from textwrap import wrap
from typing import Any

from satplay.contracts.game import Game
from satplay.contracts.pickling import folder_module

SECTION = re.compile(r"^## Rules\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
WIDTH = 78


def all_rules(game: Game[Any, Any]) -> list[str]:
    """The rules of the record if it lists them, else the section of the README, else the rules in short."""
    return list(game.all_rules) or _readme_rules(game.name) or ["The rules are not written down."]


def _readme_rules(name: str) -> list[str]:
    for kind in ("games", "puzzles"):
        try:
            page = files(folder_module(kind, name)).joinpath("README.md").read_text(encoding="utf-8")
        except (ModuleNotFoundError, OSError):
            continue
        if (section := SECTION.search(page)) is not None:
            return to_lines(section[1])
    return []


def to_lines(markdown: str) -> list[str]:
    """Paragraphs and items of a page, without its marks, in lines of terminal width.

    >>> to_lines("1. **End**: `A` or\\n   B.\\n\\n| a |\\n| --- |\\n\\nMore.\\n")
    ['1. End: A or B.', 'More.']
    """
    blocks: list[str] = []
    continues = False
    for line in markdown.splitlines():
        if not line.strip() or line.startswith(("|", "```")):
            continues = False
        elif continues and not re.match(r"\s*([-*]|[0-9]+\.) ", line):
            blocks[-1] += f" {line.strip()}"
        else:
            blocks.append(line.strip())
            continues = True
    plain = [re.sub(r"\*\*|`|\*(?=\w)|(?<=\w)\*", "", block) for block in blocks]
    return [part for block in plain for part in wrap(block, WIDTH, subsequent_indent="  ")]
