"""The encodings of Mastermind by name, the default first."""

from collections.abc import Mapping

from satplay.contracts.encoding import Encoder
from satplay.puzzles.mastermind.board import Board, Code
from satplay.puzzles.mastermind.encodings import counting, direct, source

REPORT = '"Report project 1 LVM 2025/2026", section 1'

ENCODERS: Mapping[str, Encoder[Board, Code]] = {
    "counting": Encoder(counting.encode, source="our own: black pegs and all pegs are counted"),
    "direct": Encoder(direct.encode, source=f"{REPORT}, repaired: in every case nothing else matches"),
    "source": Encoder(
        source.encode,
        source=REPORT,
        gap="it forbids no further matches, and where a symbol is black it forbids it elsewhere",
    ),
}
