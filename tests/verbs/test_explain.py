"""explain: steps as they are found, chains, two solutions where the board has several; rate."""

from __future__ import annotations

from dataclasses import replace

import pytest

import satplay
from satplay import puzzles
from satplay.contracts.engine import Limit
from satplay.errors import EngineError
from satplay.explaining.path import Path
from satplay.explaining.verification import Verifier
from satplay.reasoning.deduce import DeductionStep
from satplay.verbs.explain import Explanation

CHAIN = "1.....3\n.......\n.2...1.\n..2.4.4\n.3.1...\n.......\n.2..3.2\n"
SEVERAL = "3.3\n...\n3.3\n"


def test_a_step_of_several_rules_is_a_chain() -> None:
    explained = satplay.explain(CHAIN, "hashi")
    step = next(step for step in explained.steps if step.chain)
    lines = list(step.lines())
    assert lines[1:5] == [
        "  Suppose 2 bridges join E4 and E7.",
        "  Then no bridge joins E4 and G4 (NUMBER E4).",
        "  Then no bridge joins E7 and G7 (NUMBER E7).",
        "  But then A1, G1, G4 and G7 would be cut off (CONNECTED).",
    ]
    assert step.cost >= 3 and lines[5].startswith("  given that ")
    assert len(step.chain_pictures()) == len(step.chain)
    assert [link["sentence"] for link in step.as_json()["chain"]] == [line.strip() for line in lines[1:5]]


def test_the_last_line_has_the_level_and_the_costs() -> None:
    explained = satplay.explain(CHAIN, "hashi")
    rating = explained.rating
    dearest = 1 + [step.cost for step in explained.steps].index(rating.dearest)
    assert list(explained.lines())[-1] == (
        f"{len(explained.steps)} steps, level {rating.level}; "
        f"dearest step: {dearest}, cost {rating.dearest}; sum of costs: {rating.total}"
    )
    document = explained.as_json()
    assert (document["level"], document["dearest"], document["cost"]) == (
        rating.level,
        rating.dearest,
        rating.total,
    )


def test_steps_are_given_as_they_are_found() -> None:
    explanation = Explanation(CHAIN, "hashi")
    first = next(explanation)
    partial = explanation.result()
    assert partial.steps == (first,) and partial.end.kind == "unknown" and not partial
    assert len([first, *explanation]) == len(explanation.result().steps) > 1
    found: list[str] = []
    explained = satplay.explain(CHAIN, "hashi", on_step=lambda step: found.append(str(step)))
    assert found == [str(step) for step in explained.steps]


def test_an_exception_in_on_step_ends_the_explanation() -> None:
    def stop(step: satplay.verbs.hint.Hint) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        satplay.explain(CHAIN, "hashi", on_step=stop)


@pytest.mark.parametrize(("subject", "board"), [("hashi", SEVERAL), ("mosaic", "..\n..\n")])
def test_of_several_solutions_two_are_shown(subject: str, board: str) -> None:
    explained = satplay.explain(board, subject)
    assert explained.end.kind == "open" and explained.exit_status == 1 and not explained
    first, second = explained.alternatives
    assert first != second
    for solution in explained.alternatives:
        assert not puzzles.find(subject).check(explained.instance, solution)
    text = list(explained.lines())
    assert "solution 1 of several:" in text and "solution 2 of several:" in text
    assert len(explained.as_json()["solutions"]) == 2


def test_a_limit_keeps_what_was_found() -> None:
    explained = satplay.explain(CHAIN, "hashi", limit=Limit(seconds=0))
    assert explained.end.kind == "unknown" and explained.exit_status == 3


@pytest.mark.parametrize("subject", ["flow", "hashi", "mosaic"])
def test_the_rating_is_that_of_the_explanation(subject: str) -> None:
    for text in puzzles.find(subject).examples.values():
        if len(text) < 150:
            explained, rated = satplay.explain(text, subject), satplay.rate(text, subject)
            assert bool(explained) == bool(rated) and explained.exit_status == rated.exit_status
            assert rated.rating is None or rated.rating == explained.rating


def test_boards_without_one_solution_have_no_rating() -> None:
    several, none = satplay.rate(SEVERAL, "hashi"), satplay.rate("2.3", "hashi")
    assert (several.status, str(several), several.exit_status) == ("several", "several solutions", 1)
    assert (none.status, str(none), none.level) == ("unsolvable", "no solution", None)
    late = satplay.rate(CHAIN, "hashi", limit=Limit(seconds=0))
    assert (late.exit_status, str(late)) == (3, "no answer: out of time")
    assert several.as_json() == {"subject": "hashi", "status": "several", "level": None}


def test_every_step_can_be_verified_by_another_engine() -> None:
    assert satplay.explain(CHAIN, "hashi", verify=True).steps == satplay.explain(CHAIN, "hashi").steps


def test_a_step_that_does_not_follow_is_refused() -> None:
    puzzle = puzzles.find("hashi")
    board = satplay.solve(CHAIN, "hashi").instance
    verifier = Verifier(puzzle.facts(board))
    with Path(verifier.facts) as path:
        step = path.next()
    assert isinstance(step, DeductionStep)
    verifier.expect(step)
    with pytest.raises(EngineError, match="does not follow"):
        verifier.expect(replace(step, because=()))
