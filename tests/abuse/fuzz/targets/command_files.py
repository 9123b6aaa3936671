"""The files that command lines use: boards, solutions, records, formulas, proofs, strategies."""

from __future__ import annotations

import gzip
from functools import cache
from itertools import islice

from satplay import puzzles
from satplay.playing.subjects import playable_names
from tests.abuse.fuzz.targets.boards import board_seeds, solution_seeds
from tests.abuse.fuzz.targets.documents import baseline_seeds
from tests.abuse.fuzz.targets.formulas import proof_seeds, strategy_seeds
from tests.abuse.fuzz.targets.games import matches, start_texts


@cache
def files() -> dict[str, bytes]:
    """The content of every file by name; names begin with the subject."""
    found: dict[str, bytes] = {"empty": b"", "engines-baseline.json": baseline_seeds()[0][0]}
    for name in puzzles.names():
        for at, (board,) in enumerate(islice(board_seeds(name), 0, None, 4)):
            if len(board) < 1000 and at < 8:
                found[f"{name}-{at}.txt"] = board
        for at, (board, solution) in enumerate(
            solution_seeds(name, puzzles.find(name).solutions[0].name)[-2:]
        ):
            found[f"{name}-board-{at}.txt"], found[f"{name}-solution-{at}.txt"] = board, solution
    for name in playable_names():
        found |= {f"{name}-start-{at}.txt": text for at, text in enumerate(start_texts(name)[:3])}
        found |= {
            f"{name}-record-{at}.txt": match.to_text().encode() for at, match in enumerate(matches(name)[:2])
        }
    for at, (formula, proof) in enumerate(proof_seeds()[:6]):
        found[f"proof-{at}.cnf"], found[f"proof-{at}.proof"] = formula, proof
    for at, (formula, strategy) in enumerate(strategy_seeds()[:4]):
        found[f"qbf-{at}.qdimacs"], found[f"strategy-{at}.qdimacs"] = formula, formula
        found[f"strategy-{at}.aag"] = strategy
    found["proof-packed.cnf.gz"] = gzip.compress(proof_seeds()[1][0], mtime=0)
    return found


@cache
def file_names() -> tuple[str, ...]:
    return tuple(sorted(files()))
