"""Hints: the next step that can be drawn, with the notes that it needs; mistakes first."""

from __future__ import annotations

import json

import pytest

import satplay
from satplay import puzzles
from satplay.puzzles.hashi.board import Bridges
from satplay.puzzles.hashi.rules import check
from satplay.verbs.hint import EASY_MARK, MOST_MARKS_TOLD

SUBJECTS = ["flow", "hashi", "mosaic"]
SIZES = {"flow": "5x5", "hashi": "8x8", "mosaic": "5x5"}


@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("seed", [1, 2])
def test_following_hints_draws_the_solution(subject: str, seed: int) -> None:
    board = satplay.generate(subject, size=SIZES[subject], seed=seed).instance
    position = None
    for _ in range(200):
        found = satplay.hint(board, position, subject)
        if found.kind != "step":
            break
        assert found.next_position != found.position
        assert found.facts and found.where and (found.reason or found.chain or len(found.because) > 1)
        position = found.next_position
    assert found.kind == "solved" and not puzzles.find(subject).check(board, position)


def test_a_note_that_cannot_be_drawn_comes_with_the_step_that_uses_it() -> None:
    board = satplay.generate("hashi", size="8x8", seed=2).instance
    position, noted = None, []
    for _ in range(100):
        found = satplay.hint(board, position, "hashi")
        if found.kind != "step":
            break
        for note in found.notes:
            if note.next_position != found.position:
                continue
            used = [*found.given_facts, *(fact for other in found.notes for fact in other.given_facts)]
            assert note.facts and used
            assert any("at most" in fact for fact in note.facts)
            assert not {*note.facts} & {*found.other_given}, "no fact is told twice"
            noted.append(note)
        position = found.next_position
    assert noted
    text = str(found)
    assert text == "nothing is left to find out"


@pytest.mark.parametrize("subject", ["flow", "hashi"])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_an_easy_mark_is_told_with_the_line_that_uses_it(subject: str, seed: int) -> None:
    """A person who is stuck is not helped by "these dots of two colours are not joined"."""
    puzzle = puzzles.find(subject)
    board = satplay.generate(subject, size=SIZES[subject], seed=seed).instance

    def text(position: object) -> str:
        return puzzle.solutions[0].write(board, position)

    position = puzzle.move_entry.empty(board)
    noted = 0
    for _ in range(200):
        found = satplay.hint(board, position, subject)
        if found.kind != "step":
            break
        notes = [note for note in found.notes if note.next_position != found.position]
        assert len(notes) <= MOST_MARKS_TOLD
        assert all(note.cost <= EASY_MARK and text(note.next_position) == text(position) for note in notes)
        noted += len(notes)
        if text(found.next_position) == text(position) and found.cost <= EASY_MARK:
            # A mark by itself: the next line uses several marks, or is far away.
            known = satplay.hint(board, text(position), subject)
            assert known.kind != "step" or len(known.notes) > MOST_MARKS_TOLD or known.cost > EASY_MARK
        position = found.next_position
    assert found.kind == "solved" and not puzzle.check(board, position)
    assert noted or subject == "hashi"


def test_the_place_does_not_tell_the_step() -> None:
    found = satplay.hint("3.2\n...\n2.1\n", None, "hashi")
    assert list(found.where_lines()) == ["Look at the island A1."]
    document = found.where_as_json()
    assert document == {
        "kind": "step",
        "subject": "hashi",
        "where": "Look at the island A1.",
        "rules": ["NUMBER"],
        "places": [[0]],
    }
    assert found.picture(where=True) != found.picture()


def test_a_mistake_is_reported_before_any_step_that_follows_from_it() -> None:
    board = satplay.generate("hashi", size="8x8", seed=2).instance
    solution = satplay.solve(board).solution
    first, second, count = solution.triples[0]
    wrong = Bridges.of([(first, second, 3 - count)], frozenset()) if count == 1 else None
    wrong = wrong or Bridges.of([], frozenset({(first, second)}))
    found = satplay.hint(board, wrong, "hashi")
    assert found.kind == "mistake" and len(found.given_facts) == 1
    assert next(iter(found.where_lines())) == "there is a mistake: what is entered cannot be completed"
    assert not check(board, solution)


def test_json_survives() -> None:
    for subject in SUBJECTS:
        board = satplay.generate(subject, size=SIZES[subject], seed=1).instance
        document = satplay.hint(board, None, subject).as_json()
        assert {*json.loads(json.dumps(document))} == {*document}
        assert document["cost"] >= 1 and document["where"]
