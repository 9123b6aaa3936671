"""The encoding of satisfiability: the formula itself."""

from __future__ import annotations

from collections.abc import Mapping

from satplay.contracts.encoding import Encoder
from satplay.logic.formula import Formula
from satplay.logic.model import Model
from satplay.puzzles.cnf.encodings.clauses import encode

ENCODERS: Mapping[str, Encoder[Formula, Model]] = {
    "clauses": Encoder(encode, source="the formula itself"),
}
