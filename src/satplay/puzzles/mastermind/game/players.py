"""Who plays: as a setter all draw a code by chance, as breakers they differ."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from satplay.contracts.game import Player, Seat
from satplay.contracts.oracle import Oracle
from satplay.puzzles.mastermind.board import Row
from satplay.puzzles.mastermind.codebreaking.next_guess import choose_guess
from satplay.puzzles.mastermind.codebreaking.sampling import Renaming
from satplay.puzzles.mastermind.codebreaking.strategy import Over, Strategy
from satplay.puzzles.mastermind.encodings.counting import encode
from satplay.puzzles.mastermind.game.rules import legal
from satplay.puzzles.mastermind.game.state import SETTER, Move, State
from satplay.puzzles.mastermind.generator import draw


def careless(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Any code."""
    if state.asks is not None:  # a code that somebody else keeps: any answer that fits
        return rng.choice(legal(state))
    verb = "set" if seat == SETTER else "guess"
    return Move(verb, state.board.text(draw(state.board, rng)))


def consistent(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """Any code that gives all answers so far: an engine finds it, however long it is.

    It is asked about the board with symbols and positions renamed by chance, since it has its habits.
    """
    if seat == SETTER:
        return careless(state, seat, rng, oracle)
    renaming = Renaming.random(state.board, rng)
    code = oracle.solution(encode(renaming.board(state.board)))
    row = None if code is None else code.row
    return _guess(state, None if row is None else renaming.back(row), rng, oracle)


def thinking(strategy: Strategy, state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """The best of the codes that give all answers so far."""
    if seat == SETTER:
        return careless(state, seat, rng, oracle)
    found = choose_guess(state.board, strategy, Over.CANDIDATES, rng, oracle, encode)
    return _guess(state, None if found is None else found.guess, rng, oracle)


def _guess(state: State, row: Row | None, rng: Random, oracle: Oracle) -> Move:
    """No code is left only where a game was written down wrongly: then any guess is as good."""
    return careless(state, "breaker", rng, oracle) if row is None else Move("guess", state.board.text(row))


PLAYERS: Mapping[str, Player] = {
    "random": careless,
    "consistent": consistent,
    "parts": partial(thinking, Strategy.PARTS),
    "minimax": partial(thinking, Strategy.MINIMAX),
    "entropy": partial(thinking, Strategy.ENTROPY),
}
