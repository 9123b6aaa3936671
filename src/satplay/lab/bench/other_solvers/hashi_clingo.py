"""Hashi for clingo (Gebser, Kaminski, Kaufmann, Schaub): a choice rule for every link, and constraints.

CONNECTED is reachability from the first island by a recursive rule: an answer set is well-founded, so that
islands cannot support each other in a circle.  Connected islands have no ring if and only if
there is one link fewer in use than there are islands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from satplay.puzzles.hashi.board import Board, Bridges

RULES = """
#defined link/2. #defined number/2. #defined crossing/4.
{ bridges(A,B,1..most) } 1 :- link(A,B).
used(A,B) :- bridges(A,B,_).
:- number(I,N), not N = #sum { K,from,A : bridges(A,I,K); K,to,B : bridges(I,B,K) }.
:- island(I), not number(I,_), not used(I,_), not used(_,I).
:- crossing(A,B,C,D), used(A,B), used(C,D).
reached(0).
reached(B) :- reached(A), used(A,B).
reached(A) :- reached(B), used(A,B).
:- island(I), not reached(I).
#show bridges/3.
"""

NO_RING = ":- not islands - 1 = #count { A,B : used(A,B) }."


def build(board: Board) -> Callable[[], Bridges | None]:
    """The rules and the facts of the board, grounded; one thread, the default of clingo."""
    import clingo

    control: Any = clingo.Control()
    control.add("base", [], RULES + program(board))
    control.ground([("base", [])])

    def find() -> Bridges | None:
        with control.solve(yield_=True) as handle:
            model = handle.model()
            if model is None:
                return None
            triples = [
                tuple(number.number for number in symbol.arguments) for symbol in model.symbols(shown=True)
            ]
        return Bridges.of([(board.cells[a], board.cells[b], count) for a, b, count in triples])

    return find


def program(board: Board) -> str:
    """The board as facts: islands are numbered, links and crossings given by the islands at their ends.

    >>> print(program(Board(1, 3, {0: 1, 2: None})))
    #const most = 2.
    island(0). island(1).
    number(0,1).
    link(0,1).
    <BLANKLINE>
    """
    links = board.links.tolist()
    pairs = [(*links[one], *links[other]) for one, other in board.crossings.tolist()]
    numbers = [(island, wanted) for island, wanted in enumerate(board.islands.values()) if wanted is not None]
    lines = [
        f"#const most = {board.most}.",
        " ".join(f"island({island})." for island in range(len(board.cells))),
        " ".join("number({},{}).".format(*one) for one in numbers),
        " ".join("link({},{}).".format(*one) for one in links),
        " ".join("crossing({},{},{},{}).".format(*one) for one in pairs),
    ]
    if not board.loops and board.cells:
        lines += [f"#const islands = {len(board.cells)}.", NO_RING]
    return "\n".join(lines)
