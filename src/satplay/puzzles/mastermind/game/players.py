"""The players of Mastermind: as setters all draw a random code, as breakers they differ."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from random import Random

from satplay.contracts.game import Player, Seat
from satplay.contracts.oracle import Oracle
from satplay.puzzles.mastermind.board import Row
from satplay.puzzles.mastermind.codebreaking.next_guess import choose_guess
from satplay.puzzles.mastermind.codebreaking.sampling import Renaming
from satplay.puzzles.mastermind.codebreaking.strategy import GuessStrategy, Over
from satplay.puzzles.mastermind.encodings.counting import encode
from satplay.puzzles.mastermind.game.rules import legal
from satplay.puzzles.mastermind.game.state import SETTER, Move, State
from satplay.puzzles.mastermind.generator import draw_code


def play_randomly(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """A random code."""
    if state.open_guess is not None:  # there is no code to compare with, so any consistent answer
        return rng.choice(legal(state))
    verb = "set" if seat == SETTER else "guess"
    return Move(verb, state.board.text(draw_code(state.board, rng)))


def play_consistently(state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """A code that is consistent with all answers, found by an engine, whatever its length.

    Symbols and positions are renamed at random, because an engine prefers certain models.
    """
    if seat == SETTER:
        return play_randomly(state, seat, rng, oracle)
    renaming = Renaming.random(state.board, rng)
    code = oracle.solution(encode(renaming.board(state.board)))
    row = None if code is None else code.row
    return _guess(state, None if row is None else renaming.back(row), rng, oracle)


def play_strategy(strategy: GuessStrategy, state: State, seat: Seat, rng: Random, oracle: Oracle) -> Move:
    """The best of the consistent codes by a strategy."""
    if seat == SETTER:
        return play_randomly(state, seat, rng, oracle)
    found = choose_guess(state.board, strategy, Over.CANDIDATES, rng, oracle, encode)
    return _guess(state, None if found is None else found.guess, rng, oracle)


def _guess(state: State, row: Row | None, rng: Random, oracle: Oracle) -> Move:
    """The guess of a row; a random guess if there is none, because a game file has contradictory answers."""
    return (
        play_randomly(state, "breaker", rng, oracle) if row is None else Move("guess", state.board.text(row))
    )


PLAYERS: Mapping[str, Player] = {
    "random": play_randomly,
    "consistent": play_consistently,
    "parts": partial(play_strategy, GuessStrategy.PARTS),
    "minimax": partial(play_strategy, GuessStrategy.MINIMAX),
    "entropy": partial(play_strategy, GuessStrategy.ENTROPY),
}
