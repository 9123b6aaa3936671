"""The encodings of Hashi by name, the default first."""

from collections.abc import Mapping

from satplay.contracts.encoding import Encoder
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.encodings.direct import encode as direct

ENCODERS: Mapping[str, Encoder[Board, Bridges]] = {
    "direct": Encoder(direct, source="our own: at least k bridges on a link, numbers by tuples"),
}
