"""Who wins and in how many moves, by plain search over the rules of a game: no solver, no theorem.

For each of two seats, ``ExactValues`` computes the least number of own moves with which the seat wins
against every defence; the other seat resists as long as it can.  A position that neither seat can win is a
draw.  The game has no chance, and few positions can be reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from satplay.contracts.game import Game, Seat
from satplay.contracts.oracle import Oracle
from satplay.contracts.verdict import GameValue, Verdict
from satplay.playing.verdicts import check_verdict

NEVER = 1 << 30


class ExactValues:
    """The values of all positions that can be reached from the ``starts``."""

    def __init__(self, game: Game[Any, Any], starts: Iterable[Any]) -> None:
        self.game = game
        self.after: dict[Any, dict[Any, Any]] = {}
        waiting = list(starts)
        while waiting:
            state = waiting.pop()
            if state not in self.after:
                self.after[state] = {move: game.apply(state, move) for move in game.legal(state)}
                waiting += self.after[state].values()
        self.to_move = {state: game.to_move(state) for state in self.after}
        self.moves: dict[Seat, dict[Any, int]] = {seat: self._moves_to_win(seat) for seat in game.seats}

    def _moves_to_win(self, seat: Seat) -> dict[Any, int]:
        found = dict.fromkeys(self.after, NEVER)
        for state in self.after:
            ended = self.game.outcome(state)
            if ended is not None and ended.winner == seat:
                found[state] = 0
        changed = True
        while changed:
            changed = False
            for state, moves in self.after.items():
                if moves:
                    after = [found[then] for then in moves.values()]
                    now = min(NEVER, 1 + min(after)) if self.to_move[state] == seat else max(after)
                    changed |= now != found[state]
                    found[state] = now
        return found

    def other(self, seat: Seat) -> Seat:
        return next(one for one in self.game.seats if one != seat)

    def of_move(self, state: Any, move: Any) -> tuple[GameValue, int | None]:
        """The value of a move for its player, and the number of moves of the winner."""
        seat = self.to_move[state]
        assert seat is not None
        after = self.after[state][move]
        if (own := self.moves[seat][after]) < NEVER:
            return GameValue.WIN, own + 1
        theirs = self.moves[self.other(seat)][after]
        return (GameValue.LOSS, theirs) if theirs < NEVER else (GameValue.DRAW, None)

    def rank(self, state: Any, move: Any) -> tuple[int, int]:
        value, moves = self.of_move(state, move)
        return value.rank, -value.rank * (moves or 0)

    def best_moves(self, state: Any) -> list[Any]:
        ranks = {move: self.rank(state, move) for move in self.after[state]}
        return [move for move, rank in ranks.items() if rank == max(ranks.values())]

    # -- claims ----------------------------------------------------------------------------------------

    def verify(self, state: Any, move: Any, verdict: Verdict, *, counted: bool = True) -> None:
        """Compare every claim of a verdict, the sentence apart, with the search."""
        value, moves = self.of_move(state, move)
        best = self.best_moves(state)
        position, best_moves = self.of_move(state, best[0])
        assert (verdict.value, verdict.position) == (value, position)
        assert verdict.mistake is (value.rank < position.rank)
        if counted:
            assert verdict.moves == moves
        same = [one for one in self.after[state] if self.of_move(state, one)[0] is value]
        assert verdict.only is (len(self.after[state]) > 1 and same == [move] and value is position)
        for one in verdict.better:
            assert self.rank(state, one) > self.rank(state, move)
            assert verdict.better_moves in (None, self.of_move(state, one)[1])
        if verdict.better_moves is not None:
            assert list(verdict.better) == best and verdict.better_moves == best_moves
        self.verify_line(state, verdict)

    def verify_line(self, state: Any, verdict: Verdict) -> None:
        """The winner takes the quickest way, the loser resists longest, a draw is never given away."""
        here = self.after[state][verdict.line[0]]
        seen = [state, here]
        for move in verdict.line[1:]:
            if verdict.value is GameValue.DRAW:
                assert self.of_move(here, move)[0] is GameValue.DRAW
            elif verdict.moves is not None:
                assert self.rank(here, move) == self.rank(here, self.best_moves(here)[0])
            here = self.after[here][move]
            seen.append(here)
        if verdict.value is GameValue.DRAW:
            assert here in seen[:-1] and len(set(seen)) == len(seen) - 1
        elif verdict.moves is not None:
            assert not self.after[here], "the line is not played to the end"


def judged(exact: ExactValues, oracle: Oracle, states: Iterable[Any]) -> Iterable[tuple[Any, Any, Verdict]]:
    """Every legal move of the states with its verdict, which the referee has checked."""
    game = exact.game
    assert game.judge is not None
    for state in states:
        for move in exact.after[state]:
            verdict = game.judge(state, move, Random(1), oracle)
            check_verdict(game, state, move, verdict, oracle)
            yield state, move, verdict
