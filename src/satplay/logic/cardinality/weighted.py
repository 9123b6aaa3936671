"""Weighted cardinality constraints: the weights of the true literals add up to at most a bound.

The clauses follow the levels of a decision diagram (Eén and Sörensson, "Translating Pseudo-Boolean
Constraints into SAT", 2006; Abío and others, "A New Look at BDDs for Pseudo-Boolean Constraints", 2012).  The
node of literal number i and a rest r means: the weights of the literals from i on add up to at most r.  If
it holds, the node of i + 1 and r holds, and if literal i is true, that of i + 1 and r - w.  A rest below 0 is
false, one that all remaining weights fit into is true.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from satplay.logic.cardinality.counter import Fresh
from satplay.logic.literal import Clause, Lit


def at_most_weight(lits: Sequence[Lit], weights: Sequence[int], bound: int, fresh: Fresh) -> Iterator[Clause]:
    """The weights of the true literals add up to at most ``bound``; literals may be repeated.

    A negative weight is a positive one of the negated literal, with a larger bound.

    >>> list(at_most_weight([1, 2, 3], [2, 1, 1], 2, iter([4, 5]).__next__))
    [(-1, 4), (-4, 5), (-4, -2), (-5, -3)]
    """
    bound += sum(-weight for weight in weights if weight < 0)
    pairs = [(abs(weight), lit if weight > 0 else -lit) for weight, lit in zip(weights, lits, strict=True)]
    # Large weights first: then few different sums are possible on the first levels.
    terms = sorted((pair for pair in pairs if pair[0]), key=lambda pair: -pair[0])
    rest = sum(weight for weight, _ in terms)
    if bound < 0:
        yield ()
        return
    nodes: dict[int, tuple[Lit, ...]] = {bound: ()} if rest > bound else {}  # the root is true
    for weight, lit in terms:
        rest -= weight
        below: dict[int, tuple[Lit, ...]] = {}
        for capacity, guard in nodes.items():
            for left, condition in ((capacity, ()), (capacity - weight, (-lit,))):
                if left < 0:
                    yield (*guard, *condition)
                elif left < rest:
                    if left not in below:
                        below[left] = (-fresh(),)
                    yield (*guard, *condition, -below[left][0])
        nodes = below
