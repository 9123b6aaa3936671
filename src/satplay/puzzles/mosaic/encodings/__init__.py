"""The encodings of Mosaic by name, the default first."""

from collections.abc import Mapping

from satplay.contracts.encoding import Encoder
from satplay.puzzles.mosaic.board import Board, Solution
from satplay.puzzles.mosaic.encodings import direct, subsets

ENCODERS: Mapping[str, Encoder[Board, Solution]] = {
    "direct": Encoder(direct.encode, source="our own; each clue is one cardinality constraint"),
    "subsets": Encoder(
        subsets.encode, source="the naive encoding of cardinality: one clause for each subset of the cells"
    ),
}
