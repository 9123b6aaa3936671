"""Verdicts on moves of the SAT game: every claim, and every sentence, compared with plain search."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest

from satplay.contracts.verdict import GameValue
from satplay.errors import GaveUp
from satplay.games.sat_game import GAME
from satplay.games.sat_game.move_counts import MAX_POSITIONS, count_moves, move_counts
from satplay.games.sat_game.state import Bias, Clause, Phase, Remove, Role, Say, SetVariable, State, clause
from satplay.playing.verdicts import OUT_OF_TIME, judge_move
from satplay.reasoning.oracle import EngineOracle
from tests.exams.oracle import ExamOracle
from tests.games.exact_values import ExactValues, judged
from tests.games.sat_game.exact import satisfiable

ORACLE = ExamOracle()


def formulas() -> list[list[list[int]]]:
    """Formulas with known values, and random ones."""
    rng = Random(11)
    known: list[list[list[int]]] = [
        [[1], [-1]], [[-1], [1, -2], [1, 2]], [[-1, 2], [1, -2]], [[-1], [1, -2], [1, 2], [2, 3]],
        [[1, -1], [2]], [[1, 2], [1, 2]],
    ]  # fmt: skip
    drawn = [
        [[rng.choice((1, -1)) * var for var in rng.sample((1, 2, 3), rng.randint(1, 3))] for _ in range(4)]
        for _ in range(8)
    ]
    return [*known, *drawn]


def start(clauses: Sequence[Sequence[int]], phase: Phase = Phase.AFFIRMATIVE) -> State:
    return State(tuple(clause(number, lits) for number, lits in enumerate(clauses, 1)), phase=phase)


@pytest.fixture(scope="module")
def exact() -> ExactValues:
    phases = (Phase.AFFIRMATIVE, Phase.NEGATIVE, Phase.ANSWER, Phase.REMOVAL)
    return ExactValues(GAME, [start(formula, phase) for formula in formulas() for phase in phases])


def sample(exact: ExactValues, step: int, first: int = 0) -> list[State]:
    """Some positions in which the game goes on, with the starts."""
    live = [state for state, after in exact.after.items() if after]
    return live[first::step]


def test_every_claim_of_every_verdict_holds(exact: ExactValues) -> None:
    for state, move, verdict in judged(exact, ORACLE, sample(exact, 3)):
        exact.verify(state, move, verdict)


def test_counts_are_those_of_plain_search(exact: ExactValues) -> None:
    for state in sample(exact, 2):
        winner = next(seat for seat in GAME.seats if exact.moves[seat][state] < 1 << 30)
        assert count_moves(move_counts(state), state, winner) == exact.moves[winner][state]


# -- sentences ---------------------------------------------------------------------------------------

NAMES = r"c\d+(?:, c\d+)*(?: and c\d+)?"
CORE = rf"(?P<core>{NAMES}) cannot (?:both|all) be true"
SPARE = rf"removes (?P<spare>c\d+), since (?P<core>{NAMES}) still cannot (?:both|all) be true"
VALUE = r"\d+ (?:true|false)"
MODEL = rf"with (?P<model>{VALUE}(?:, {VALUE})*(?: and {VALUE})?) every clause is true"
PERSON = "[PQ]"
MINIMAL = r"the (?P<minimal>\d+) clauses cannot all be true, but without any one of them the others can"
REASONS = {
    "empty": r"(?P<empty>c\d+) is empty",
    "none left": r"no clause is left",
    "model": rf"{MODEL}, and {PERSON} can only remove clauses",
    "core": rf"{CORE}, whatever {PERSON} sets",
    "pass, minimal": rf"{MINIMAL}; {PERSON} either accepts and has to remove one, "
    r"or declines and cannot make them all true",
    "pass, declined": rf"{PERSON} declines, since {MODEL}",
    "pass, accepted": rf"{PERSON} accepts and {SPARE}",
    "accept": rf"{PERSON} {SPARE}",
    "accept, last": rf"{PERSON} has to remove the last clause",
    "accept, minimal": rf"{PERSON} has to remove a clause, "
    r"and without any one of them the others can all be true",
    "accept, model": rf"{PERSON} has to remove a clause, and {MODEL}",
}


def is_minimal(clauses: Sequence[Clause]) -> bool:
    lists = [one.lits for one in clauses]
    without = [[*lists[:at], *lists[at + 1 :]] for at in range(len(lists))]
    return not satisfiable(lists) and all(map(satisfiable, without))


def test_every_sentence_is_true(exact: ExactValues) -> None:
    found = set()
    for state, move, verdict in judged(exact, ORACLE, sample(exact, 3, 1)):
        matches = {kind: re.fullmatch(pattern, verdict.because) for kind, pattern in REASONS.items()}
        kinds = [kind for kind, match in matches.items() if match is not None]
        assert len(kinds) == 1, verdict.because
        match = matches[kinds[0]]
        assert match is not None
        verify_reason(exact.after[state][move], match.groupdict())
        found.add(kinds[0])
        winner = (
            exact.to_move[state] if verdict.value is GameValue.WIN else exact.other(str(exact.to_move[state]))
        )
        affirms = winner == exact.after[state][move].affirmative
        assert affirms == (
            kinds[0] in ("none left", "model", "pass, declined", "pass, accepted", *LOST_ANSWERS)
        )
    assert found == set(REASONS), "a reason was never given"


LOST_ANSWERS = ("accept, last", "accept, minimal", "accept, model")
"""The person who accepted is Negative now, and loses."""


def verify_reason(after: State, said: dict[str, str | None]) -> None:
    """What is said about clauses and values, by trying all assignments."""
    by_name = {one.name: one for one in after.clauses}
    if (text := said.get("empty")) is not None:
        assert by_name[text].lits == ()
    if (text := said.get("core")) is not None:
        core = [by_name[name] for name in re.findall(r"c\d+", text)]
        assert is_minimal(core), "not a minimal unsatisfiable subset"
        assert said.get("spare") is None or (spare := by_name[str(said["spare"])]) in after.clauses
        assert said.get("spare") is None or spare not in core
    if (text := said.get("model")) is not None:
        true = {
            int(var) * (1 if value == "true" else -1)
            for var, value in re.findall(r"(\d+) (true|false)", text)
        }
        assert all(true.intersection(one.lits) for one in after.clauses)
        for lit in true:
            assert not all((true - {lit}).intersection(one.lits) for one in after.clauses), (
                f"{lit} is not needed"
            )
    if (text := said.get("minimal")) is not None:
        assert int(text) == len(after.clauses) and is_minimal(after.clauses)


def test_who_accepts_in_a_minimal_formula_is_told_why() -> None:
    assert GAME.judge is not None
    state = start([[-1], [1, -2], [1, 2]], Phase.ANSWER)
    assert is_minimal(state.clauses)
    verdict = GAME.judge(state, Say.ACCEPT, Random(1), ORACLE)
    assert verdict.because == (
        "P has to remove a clause, and without any one of them the others can all be true"
    )


# -- large games, chance and limits ------------------------------------------------------------------


def wide(variables: int) -> State:
    return start([[variable, -(variable + 1)] for variable in range(1, variables)])


def test_a_large_formula_has_an_example_instead_of_a_count() -> None:
    assert GAME.judge is not None
    verdict = GAME.judge(wide(30), SetVariable(1, True), Random(1), EngineOracle())
    assert (verdict.value, verdict.moves, len(verdict.line)) == (GameValue.WIN, None, 6)
    assert verdict.because.endswith("values can make every clause true, and Q can only remove clauses")


def test_counting_stops_at_a_fixed_number_of_positions() -> None:
    rng = Random(3)
    lists = [[rng.choice((1, -1)) * var for var in rng.sample(range(1, 10), 2)] for _ in range(30)]
    state = start(lists)
    counts = move_counts(state)
    assert counts is not None and MAX_POSITIONS >= 10_000
    assert count_moves(counts, state, "Q") is None and count_moves(counts, state, "Q") is None


@pytest.mark.parametrize("drawn", [False, True])
def test_where_turns_are_drawn_no_moves_are_counted(drawn: bool) -> None:
    assert GAME.judge is not None
    clauses = start([[-1], [1, -2], [1, 2], [2, 3]]).clauses
    state = State(clauses, phase=Phase.NEGATIVE, bias=Bias.EVEN, drawn_after_decline=drawn)
    for move in GAME.legal(state):
        verdict = judge_move(GAME, state, move, Random(1), ORACLE)
        assert verdict.moves is None and verdict.mistake is (move != Remove(4))
        assert verdict.because.endswith("(with probability 1)") is drawn
        assert any(isinstance(one, Role) for one in verdict.line)


class Late(ExamOracle):
    def solution(self, encoding: object) -> None:
        raise GaveUp("answer", "time limit reached")


def test_a_position_that_takes_too_long_is_not_decided() -> None:
    verdict = judge_move(GAME, wide(30), SetVariable(1, True), Random(1), Late())
    assert verdict.value is GameValue.UNKNOWN and not verdict.mistake
    assert (
        verdict.sentence(GAME.moves.write, SetVariable(1, True))
        == f"set 1 true is not decided: {OUT_OF_TIME}."
    )
