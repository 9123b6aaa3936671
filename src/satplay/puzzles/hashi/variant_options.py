"""The rule variants of a board that the command line offers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satplay.contracts.puzzle import VariantOption
from satplay.contracts.texts import quote, read_natural
from satplay.errors import BadInput
from satplay.puzzles.hashi.board import MOST, Board


def _most(board: Board, text: str) -> Board:
    most = read_natural(text, MOST)
    if not most:
        raise BadInput("--most", found=quote(text), expected=f"1 to {MOST}")
    return replace(board, most=most)


VARIANT_OPTIONS: Mapping[str, VariantOption[Board]] = {
    "most": VariantOption("largest number of bridges between two islands", _most, "N"),
    "no-loops": VariantOption(
        "bridges close no ring of islands", lambda board, _: replace(board, loops=False)
    ),
}
