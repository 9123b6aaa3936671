"""The prefix of a quantified formula: which player chooses which variables, and in which order."""

from __future__ import annotations

import numpy as np

from satplay.logic.literal import Var
from satplay.logic.quantified import Block, Quantified, Quantifier

OPPONENT = {Quantifier.EXISTS: Quantifier.FORALL, Quantifier.FORALL: Quantifier.EXISTS}


def free_variables(question: Quantified) -> list[Var]:
    """The variables that occur in the matrix and are bound by no block, ascending."""
    bound = {var for block in question.prefix for var in block.variables}
    return sorted(set(np.unique(np.abs(question.matrix.flat)).tolist()) - bound - {0})


def merge_blocks(question: Quantified) -> tuple[Block, ...]:
    """The blocks in normal form: free variables first, no empty block, quantifiers alternate.

    >>> from satplay.logic.formula import Formula
    >>> e, a = Quantifier
    >>> question = Quantified((Block(e, (2,)), Block(a, ()), Block(e, (1,))), Formula([[1, 2, 3]]))
    >>> merge_blocks(question)
    (Block(quantifier=<Quantifier.EXISTS: 'e'>, variables=(3, 2, 1)),)
    """
    blocks: list[tuple[Quantifier, list[Var]]] = []
    for block in (Block(Quantifier.EXISTS, tuple(free_variables(question))), *question.prefix):
        if block.variables and blocks and blocks[-1][0] is block.quantifier:
            blocks[-1][1].extend(block.variables)
        elif block.variables:
            blocks.append((block.quantifier, list(block.variables)))
    return tuple(Block(quantifier, tuple(variables)) for quantifier, variables in blocks)


def variables_of(question: Quantified, chooser: Quantifier) -> list[Var]:
    """All variables that one player chooses, in the order of the prefix."""
    return [var for block in merge_blocks(question) if block.quantifier is chooser for var in block.variables]
