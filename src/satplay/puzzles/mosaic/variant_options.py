"""The rule variants of Mosaic that can be chosen on the command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from satplay.contracts.puzzle import VariantOption
from satplay.puzzles.mosaic.board import Board

VARIANT_OPTIONS: Mapping[str, VariantOption[Board]] = {
    "connected": VariantOption(
        "all shaded cells form one group", lambda board, _: replace(board, connected=True)
    ),
}
