"""The encodings of Hashi by name, the default first."""

from collections.abc import Mapping

from satplay.contracts.encoding import Encoder
from satplay.puzzles.hashi.board import Board, Bridges
from satplay.puzzles.hashi.encodings import source
from satplay.puzzles.hashi.encodings.direct import encode as direct

PAGE = 'the page "Concept for SAT-Reduction"'
REST = f"{PAGE} for this part, our own for the others"

ENCODERS: Mapping[str, Encoder[Board, Bridges]] = {
    "direct": Encoder(
        direct,
        source="our own: at least k bridges on a link; connectivity by lazy clauses",
    ),
    "source": Encoder(
        source.encode,
        source=PAGE,
        gap="it does not count, connect or keep from crossing, and has several models for one solution",
        parts={
            "degrees": "source-degrees",
            "connectivity": "source-connectivity",
            "crossing": "source-crossing",
            "crossing test": "source-crossing-test",
        },
    ),
    "source-degrees": Encoder(
        source.encode_degrees, source=REST, gap="suffixes of a list do not count what is true in it"
    ),
    "source-connectivity": Encoder(
        source.encode_connectivity, source=REST, gap="enough bridges need not connect all islands"
    ),
    "source-crossing": Encoder(
        source.encode_crossing, source=REST, gap="it demands two bridges on one of two ways that cross"
    ),
    "source-crossing-test": Encoder(
        source.encode_crossing_test, source=REST, gap="it takes no two ways for crossing"
    ),
}
