"""The encodings of Flow Free by name, the default first."""

from collections.abc import Mapping

from satplay.contracts.encoding import Encoder
from satplay.puzzles.flow.board import Board
from satplay.puzzles.flow.encodings.direct import encode as direct
from satplay.puzzles.flow.encodings.edges import encode as edges
from satplay.puzzles.flow.encodings.source import encode as source
from satplay.puzzles.flow.paths import Flow

ENCODERS: Mapping[str, Encoder[Board, Flow]] = {
    "edges": Encoder(
        edges, source="our own: links, binary colours, rings; loops are excluded by lazy clauses"
    ),
    "direct": Encoder(direct, source="our own: links and colours one by one, for hints and reasons"),
    "source": Encoder(
        source,
        source="Berman and Lampert, Flow Free Solver Using CNF and SAT",
        gap="it admits loops without a dot",
    ),
}
