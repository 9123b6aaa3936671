"""Random formulas with two to five blocks (Chen and Interian, "A Model for Generating Random QBFs", 2005).

All clauses have the same number of random literals from each block.  The densities are chosen so that true
and false formulas are about equally frequent: there they are hardest.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from satplay.lab.bench.family import Family
from satplay.logic.formula import Formula
from satplay.logic.quantified import Block, Quantified, Quantifier


def random_blocks(
    seed: int, *, sizes: Sequence[int], widths: Sequence[int], clauses: int, quick: bool = False
) -> Quantified:
    """Blocks of these sizes, the innermost existential; ``widths`` literals of each in every clause.

    The same seed gives the same formula.  ``quick`` divides all sizes by three.
    """
    rng = Random(seed)
    if quick:
        sizes, clauses = [max(size // 3, 3) for size in sizes], clauses // 3
    last = 0
    blocks = []
    for at, size in enumerate(sizes):
        kind = Quantifier.EXISTS if (len(sizes) - at) % 2 else Quantifier.FORALL
        blocks.append(Block(kind, tuple(range(last + 1, last + size + 1))))
        last += size
    made = (
        [
            var * rng.choice((1, -1))
            for block, width in zip(blocks, widths, strict=True)
            for var in rng.sample(block.variables, width)
        ]
        for _ in range(clauses)
    )
    return Quantified(tuple(blocks), Formula(list(made), var_count=last))


def _family(name: str, sizes: Sequence[int], widths: Sequence[int], clauses: int) -> Family[Quantified]:
    build = partial(random_blocks, sizes=sizes, widths=widths, clauses=clauses)
    prefix = " ".join(f"{'e' if (len(sizes) - at) % 2 else 'a'}{size}" for at, size in enumerate(sizes))
    title = f"random {prefix}, {clauses} clauses"
    return Family(name, title, build, partial(build, quick=True), (1, 2, 3, 4, 5), (1, 2))


FAMILIES = (
    _family("random-2", (12, 30), (1, 3), 180),
    _family("random-3", (15, 15, 40), (1, 1, 2), 250),
    _family("random-4", (6, 9, 6, 24), (1, 1, 1, 2), 240),
    _family("random-5", (5, 5, 5, 5, 20), (1, 1, 1, 1, 2), 450),
)
