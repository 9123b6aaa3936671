"""The encodings of Mosaic by name, the default first."""

from collections.abc import Mapping

from satplay.contracts.encoding import Encoder
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.encodings.direct import encode as direct

ENCODERS: Mapping[str, Encoder[Board, Solution]] = {
    "direct": Encoder(direct, source="our own; each clue is one cardinality constraint"),
}
