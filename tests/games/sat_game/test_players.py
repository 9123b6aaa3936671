"""``perfect`` never gives a win away, and the values of moves agree with the exact solver."""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest

from satplay.contracts.game import CHANCE
from satplay.contracts.oracle import Oracle
from satplay.games.sat_game import GAME, truth_table
from satplay.games.sat_game.state import Phase, State
from satplay.games.sat_game.traps import count_winning_replies, find_traps
from satplay.games.sat_game.winning_moves import some_winning_moves, winner_of, winning_moves
from satplay.reasoning.oracle import EngineOracle
from tests.exams.oracle import ExamOracle
from tests.games.sat_game.exact import Exact, Node, Rules, canonical

ORACLE = EngineOracle()
MODES = [{}, {"mode": "random", "after-decline": "affirmative"}, {"mode": "random", "bias": "even"}]
NAMES = ["strict", "random", "drawn after a decline"]


def node(state: State) -> Node:
    return (canonical(clause.lits for clause in state.clauses), state.phase.value, state.affirmative == "P")


def dealt(seed: int, options: dict[str, str]) -> State:
    """A formula of two to four variables, with a repeated clause or a tautology."""
    rng = Random(seed)
    assert GAME.deal is not None
    variables = rng.choice((2, 3, 3, 4))
    size = {"vars": str(variables), "k": "2", "ratio": str(rng.randint(variables, 7) / variables)}
    deal = dict(GAME.deal({**size, **options}, rng, ORACLE))
    deal["formula"] += deal["formula"].split("}")[0] + "}" if seed % 3 else "{1,-1}"
    return GAME.start(deal)


@lru_cache(maxsize=150)  # enough for CI, and bounded memory for the thousands of slow games
def exact(state: State) -> Exact:
    rules = Rules(strict=state.bias is None, drawn_after_decline=state.drawn_after_decline)
    return Exact([[clause.lits for clause in state.clauses]], rules)


def count_lost_wins(seed: int, options: dict[str, str], against: str) -> int:
    """Play one game of ``perfect``; count how often it gave a win away, by the exact solver."""
    rng = Random(seed)
    seat = "PQ"[seed % 2]
    state = dealt(seed, options)
    solved = exact(state)
    mistakes = 0
    while (turn := GAME.to_move(state)) is not None:
        won = node(state) in solved.won[seat]
        if turn == CHANCE:
            odds = GAME.odds(state)
            move = rng.choices(list(odds), list(odds.values()))[0]
        else:
            player = GAME.players["perfect" if turn == seat else against]
            move = player(state, turn, rng, ORACLE)
        state = GAME.apply(state, move)
        mistakes += won and node(state) not in solved.won[seat]
    return mistakes


@pytest.mark.parametrize("against", ["random", "greedy", "perfect"])
@pytest.mark.parametrize("options", MODES, ids=NAMES)
def test_perfect_never_gives_a_win_away(options: dict[str, str], against: str) -> None:
    assert [seed for seed in range(30) if count_lost_wins(seed, options, against)] == []


@pytest.mark.slow
@pytest.mark.parametrize("against", ["random", "perfect"])
@pytest.mark.parametrize("options", MODES, ids=NAMES)
def test_perfect_never_gives_a_win_away_in_a_thousand_games(options: dict[str, str], against: str) -> None:
    assert [seed for seed in range(1000, 2000) if count_lost_wins(seed, options, against)] == []


@pytest.mark.parametrize("size", [0, 12], ids=["by questions", "by truth tables"])
@pytest.mark.parametrize("options", MODES, ids=NAMES)
def test_winning_moves_agree_with_the_exact_solver(
    options: dict[str, str], size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("satplay.games.sat_game.winning_moves.MAX_TABLE_VARIABLES", size)
    seen: set[Phase] = set()
    for seed in range(12):
        rng = Random(seed)
        state = dealt(seed, options)
        solved = exact(state)
        while (turn := GAME.to_move(state)) is not None:
            favoured = winner_of(state, ORACLE)
            assert node(state) in solved.won[favoured]
            if turn != CHANCE:
                truth = [m for m in GAME.legal(state) if node(GAME.apply(state, m)) in solved.won[turn]]
                assert winning_moves(state, ORACLE) == truth
                some = some_winning_moves(state, ORACLE)
                assert set(some) <= set(truth) and bool(some) == bool(truth) == (turn == favoured)
                seen.add(state.phase)
            state = GAME.apply(state, rng.choice(GAME.legal(state)))
        assert winner_of(state, ORACLE) == getattr(GAME.outcome(state), "winner", None)
    assert len(seen) == 4


def keeps_every_win(seed: int, options: dict[str, str], against: str, judge: Oracle) -> bool:
    """Play one game of ``perfect`` on a large formula; return whether it kept every win."""
    rng = Random(seed)
    seat = "PQ"[seed % 2]
    assert GAME.deal is not None
    state = GAME.start(GAME.deal(options, rng, ORACLE))
    assert len(state.variables()) > truth_table.MAX_TABLE_VARIABLES
    while (turn := GAME.to_move(state)) is not None:
        if turn == CHANCE:
            odds = GAME.odds(state)
            state = GAME.apply(state, rng.choices(list(odds), list(odds.values()))[0])
            continue
        won = turn == seat and winner_of(state, judge) == seat
        player = GAME.players["perfect" if turn == seat else against]
        state = GAME.apply(state, player(state, turn, rng, ORACLE))
        if won and winner_of(state, judge) != seat:
            return False
    return True


@pytest.mark.parametrize("options", MODES, ids=NAMES)
def test_perfect_gives_no_win_away_in_large_formulas(options: dict[str, str]) -> None:
    """The exam oracle evaluates each position."""
    wanted = {"vars": "14", **options}
    assert [s for s in range(2) if not keeps_every_win(s, wanted, "random", ExamOracle())] == []


@pytest.mark.slow
@pytest.mark.parametrize("against", ["random", "perfect"])
@pytest.mark.parametrize("options", MODES, ids=NAMES)
def test_perfect_gives_no_win_away_in_many_large_formulas(options: dict[str, str], against: str) -> None:
    """A thousand games over all modes and players."""
    wanted = {"vars": "20", **options}
    assert [s for s in range(170) if not keeps_every_win(s, wanted, against, ExamOracle())] == []


def test_a_lost_player_sets_the_trap_that_is_hardest_to_answer() -> None:
    state = GAME.start({"formula": "{-1}{1,-2}{1,2}{2,3}{-1,-3}"})
    moves = find_traps(state, "P", Random(1), ORACLE)
    left = {move: count_winning_replies(GAME.apply(state, move), "P", ORACLE) for move in GAME.legal(state)}
    assert moves == [move for move, number in left.items() if number == min(left.values())]
    assert all(GAME.outcome(GAME.apply(state, move)) is None for move in moves)


def test_a_lost_negative_passes_instead_of_removing() -> None:
    head = "sat-game strict\nP is affirmative\nnext: negative\n"
    state = GAME.states[0].read(f"{head}c1: 1 2\nc2: -1 2\nc3: 1 -2\n")
    assert GAME.moves.write(GAME.players["perfect"](state, "Q", Random(1), ORACLE)) == "pass"
