"""Cardinality constraints in clauses: at most, at least, exactly k of n literals are true.

``at_most``, ``at_least``, ``exactly`` and ``exactly_one`` choose the smallest encoding (clauses and
auxiliary variables together); use a module by name to choose another.  All are generators of
clauses, ``at_most(lits, bound, fresh)``, and all are arc consistent: if no variable occurs
twice, unit propagation alone finds every literal that the constraint implies and every conflict.

At most k of n, for 0 < k < n::

    module       clauses                    variables               paper
    pairwise     C(n, k+1)                  0                       folklore
    sequential   2k(n-k) + n - 2k           k(n-k)                  Sinz 2005, without unused registers
    totalizer    T(n), in O(nk)             V(n), in O(n log k)     Bailleux and Boufkhad 2003
    network      2 or + and + 1             or + and, O(n log² k)   Asín and others 2011
    product      P(n) = 2n + P(h) + P(w)    h + w + recursive ones  Chen 2010; for k = 1 only

T(m) = T(x) + T(y) + pairs and V(m) = V(x) + V(y) + outputs, with x = m/2 rounded down, y = m - x and
T(1) = V(1) = 0.  A node over m of the n literals has the outputs l(m) = max(1, k+1-n+m) .. h(m) = min(m, k);
its pairs are the i in l(x)-1 .. h(x) and j in l(y)-1 .. h(y) with l(m) <= i + j <= h(m) + 1.
«or» and «and» count the halves of Batcher's comparators that output k+1 needs; when k >= n - k the
network sorts the negations and has or + 2 and + 1 clauses.  The product's rectangle has w = ceil(sqrt n)
columns and h = ceil(n/w) rows; small ones are pairwise.  ``size(n, k)`` of each module computes all this.

At least k of n is at most n - k of the negations.  Exactly k of n takes C(n, k+1) + C(n, k-1) clauses
pairwise, 4k(n-k) in the sequential counter, the pairs of T and the pairs that count down in the
totalizer, 3 or + 3 and + 2 in the network, with the variables of ``at_most`` (the network has
one output more).

Measured, clauses + variables::

    n     k     pairwise   sequential      totalizer     network      product    at_most      exactly
    4     1     6+0        8+3             7+2           12+7         6+0        6+0          7+0
    7     1     21+0       17+6            16+5          27+16        21+0       21+0         22+0
    10    1     45+0       26+9            25+8          42+25        29+7       25+8         26+8
    20    1     190+0      56+19           55+18         92+55        56+9       56+9         57+9
    100   1     4950+0     296+99          295+98        492+295      258+34     258+34       259+34
    1000  1     499500+0   2996+999        2995+998      4992+2995    2188+88    2188+88      2189+88
    8     4     56+0       32+16           32+16         41+27        -          32+16        64+16
    20    5     38760+0    160+75          143+58        190+123      -          143+58       266+58
    100   10    -          1880+900        1392+412      1533+995     -          1392+412     2624+412
    100   50    -          5000+2500       3072+572      2519+1679    -          3072+572     6144+572
    1000  500   -          500000+250000   258976+8976   58529+39019  -          58529+39019  117062+39020

So exactly one is pairwise up to 7 literals, a totalizer or a product from 8 to 13, a product from 14.
"""

from satplay.logic.cardinality import network, pairwise, product, sequential, totalizer
from satplay.logic.cardinality.counter import CardinalityModule, Counter, EncodingSize, Fresh
from satplay.logic.cardinality.pairwise import exactly_one_rows
from satplay.logic.cardinality.smallest import ENCODINGS, at_least, at_most, exactly, exactly_one

__all__ = [
    "ENCODINGS",
    "CardinalityModule",
    "Counter",
    "EncodingSize",
    "Fresh",
    "at_least",
    "at_most",
    "exactly",
    "exactly_one",
    "exactly_one_rows",
    "network",
    "pairwise",
    "product",
    "sequential",
    "totalizer",
]
