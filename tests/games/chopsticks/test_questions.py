"""``satplay ask chopsticks`` and ``satplay encode chopsticks`` from outside."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import satplay
from satplay.cli import main
from satplay.errors import BadInput, EncodingError, GaveUp
from satplay.games.chopsticks.questions import QUESTIONS, position_questions
from satplay.games.chopsticks.state import Position, State
from satplay.games.chopsticks.variant import Variant
from satplay.logic import dimacs, qdimacs


def asked(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["ask", "chopsticks", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


# -- answers -----------------------------------------------------------------------------------------


def test_a_line_of_play_is_told_move_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = asked(capsys, "reach", "1,1|1,1", "1,2|1,2", "--under", "3")
    assert (status, err) == (0, "")
    assert out == (
        "Yes: 1,2|1,2 can be reached from 1,1|1,1 in 2 plies; asked for within 2 plies (--under 3).\n"
        "A line of play:\n"
        "1. we: tap L R, to 1,2|1,1\n"
        "2. opponent: tap L R, to 1,2|1,2\n"
    )


def test_a_strategy_tells_our_move_for_every_reply(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = asked(capsys, "force-win", "4,4|1,4")
    assert status == 0
    assert out == (
        "Yes: a win can be forced from 4,4|1,4 in 3 plies.\n"
        "Our move for every reply:\n"
        "1. at 4,4|1,4: tap L R\n"
        "3. at 0,4|1,0: tap R L\n"
        "3. at 4,0|1,0: tap L L\n"
    )


def test_no_says_how_far_was_searched_and_never_says_never(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "possible-win", "1,1|1,1", "--within", "4") == (
        1,
        "No: no win is possible from 1,1|1,1 within 4 plies (--within 4).\n",
        "",
    )
    assert asked(capsys, "force-win", "1,1|1,1") == (1, "Never: no win can be forced from 1,1|1,1.\n", "")
    assert asked(capsys, "reach", "1,1|1,1", "1,1|4,4", "--method", "sat") == (
        1,
        "Never: 1,1|4,4 cannot be reached from 1,1|1,1.\n",
        "",
    )


@pytest.mark.parametrize(
    ("words", "methods"),
    [
        (["reach", "1,1|1,1", "2,1|1,1"], ["retrograde", "sat (unrolled)", "qbf (unrolled)"]),
        (
            ["possible-win", "4,1|0,1"],
            ["retrograde", "sat (unrolled)", "qbf (unrolled)", "milestones"],
        ),
        (
            ["force-win", "4,4|1,4", "--within", "5"],
            ["retrograde", "sat (obligations)", "qbf (obligations)", "qbf (factored)"],
        ),
        (
            ["force-position", "1,1|1,1", "2,1|1,1", "--mirror"],
            ["retrograde", "sat (obligations)", "qbf (obligations)"],
        ),
    ],
)
def test_all_methods_are_asked_and_each_is_timed(
    capsys: pytest.CaptureFixture[str], words: list[str], methods: list[str]
) -> None:
    status, out, _ = asked(capsys, *words, "--method", "all")
    assert status == 0
    told = re.findall(r"^(.*): yes, \d+ pl\w+ \(\d+\.\d{3} s\)$", out, re.MULTILINE)
    assert told == methods


def test_json_has_what_scripts_rely_on(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = asked(capsys, "possible-win", "4,1|0,1", "--json")
    document = json.loads(out)
    assert status == 0
    assert (document["answer"], document["plies"], document["within"]) == (True, 1, None)
    assert document["method"] == "retrograde"
    assert document["witness"]["moves"] == ["tap L R"]
    status, out, _ = asked(capsys, "force-win", "4,4|1,4", "--json", "--within", "4", "--method", "sat")
    document = json.loads(out)
    assert (document["plies"], document["within"], document["encoding"]) == (3, 4, "obligations")
    assert document["witness"]["moves"][0] == {"ply": 0, "position": "4,4|1,4", "move": "tap L R"}
    status, out, _ = asked(capsys, "force-win", "1,1|1,1", "--json")
    document = json.loads(out)
    assert status == 1
    assert (document["answer"], document["plies"], document["witness"]) == (False, None, None)


def test_hands_may_be_swapped_with_mirror(capsys: pytest.CaptureFixture[str]) -> None:
    plies = {}
    for mirror in ([], ["--mirror"]):
        _, out, _ = asked(capsys, "reach", "1,2|3,0", "3,0|2,1", "--json", *mirror)
        plies[bool(mirror)] = json.loads(out)["plies"]
    assert plies[True] <= plies[False]


def test_who_is_to_move_where_a_position_appears(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "force-position", "1,1|1,1", "1,1|1,1")[0] == 0
    assert asked(capsys, "force-position", "1,1|1,1", "1,1|1,1", "--to-move", "we")[0] == 0
    assert asked(capsys, "force-position", "1,1|1,1", "1,1|1,1", "--to-move", "opponent", "--within", "0")[0]
    assert asked(capsys, "force-position", "1,1|1,1", "1,2|1,1", "--to-move", "opponent")[0] == 0


def test_rules_of_a_variant_are_said_beside_the_position_or_in_it() -> None:
    said = satplay.ask("chopsticks", "force-win", "1,1|1,1", options={"fingers": "4"})
    told = satplay.ask("chopsticks", "force-win", "1,1|1,1 fingers=4")
    given = satplay.ask("chopsticks", "force-win", State(variant=Variant(fingers=4)))
    assert said.as_json() == told.as_json() == given.as_json()
    assert said.as_json()["plies"] == 17
    assert satplay.ask("chopsticks", "force-win", Position((4, 4), (1, 4))).as_json()["plies"] == 3


def test_an_encoding_brings_its_method() -> None:
    found = satplay.ask(
        "chopsticks", "force-win", "4,4|1,4", options={"encoding": "factored", "within": "3"}
    ).as_json()
    assert (found["method"], found["encoding"], found["plies"]) == ("qbf", "factored", 3)


def test_methods_that_disagree_are_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(position_questions, "solve_by_retrograde", lambda task, within: None)
    status, out, err = asked(capsys, "force-win", "4,4|1,4", "--method", "all", "--within", "3")
    assert (status, out) == (EncodingError.exit_status, "")
    assert "the methods disagree about 4,4|1,4: retrograde: no, sat (obligations): 3" in err


def test_time_that_is_up_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = asked(capsys, "force-win", "1,3|1,1", "--encoding", "factored", "--time", "0")
    assert (status, out) == (GaveUp.exit_status, "") and err.startswith("satplay: no answer: ")


def test_formulas_that_would_fill_all_memory_are_not_written(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["force-win", "1,1,1|1,1,1", "--hands", "3", "--fingers", "10", "--method", "sat"]
    status, _, err = asked(capsys, *words, "--within", "1000000")
    assert status == GaveUp.exit_status and "too large" in err


# -- what is not well asked --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["reach", "5,1|1,1", "1,1|1,1"], "found '5', expected 0 to 4 fingers on a hand"),
        (["reach", "1,1|1,1", "1,9|1,1"], "found '9', expected 0 to 4 fingers on a hand"),
        (["force-win", "0,0|0,0"], "found both players out"),
        (["reach", "1,1|1,1", "0,0|0,0"], "found both players out"),
        (["force-win", "1,1"], "expected the hands of the player to move and of the other"),
        (["force-win", "1,1,1|1,1,1"], "found 3 hands, expected 2 of each player"),
        (["force-win", "1,1|1,1", "--within", "-1"], "expected a whole number from 0"),
        (["force-win", "1,1|1,1", "--under", "0"], "expected a whole number from 1"),
        (["force-win", "1,1|1,1", "--under", "3", "--within", "3"], "expected one of them"),
        (["force-win", "1,1|1,1", "--method", "magic"], "expected retrograde or sat or qbf or all"),
        (["force-win", "1,1|1,1", "--encoding", "magic"], "found 'magic'"),
        (["force-win", "1,1|1,1", "--method", "sat", "--encoding", "factored"], "expected obligations"),
        (["force-position", "1,1|1,1", "1,1|1,1", "--to-move", "me"], "expected any or we or opponent"),
        (["force-win", "1,1|1,1", "--fingers", "1"], "found '1'"),
        (["force-win", "1,1|1,1 fingers=4", "--hands", "2"], "fingers=4"),
        (["force-win", "1,1|1,1", "--cycles", "no"], "found cycles=no"),
        (["reach", "1,1|1,1"], "found 1 argument"),
    ],
)
def test_bad_questions_are_one_clear_line(
    capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    status, out, err = asked(capsys, *words)
    assert (status, out) == (BadInput.exit_status, "")
    assert err.count("\n") == 1 and complaint in err


def test_a_shortest_way_closes_no_cycle_so_it_may_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked(capsys, "reach", "1,1|1,1", "4,4|1,1", "--cycles", "no", "--within", "8")[0] == 0


# -- formulas ----------------------------------------------------------------------------------------


def encoded(*words: str) -> str:
    subject, question, *rest = words
    options = {name: value for name, _, value in (word.partition("=") for word in rest if "=" in word)}
    arguments = [word for word in rest if "=" not in word]
    return str(satplay.encode_question(subject, question, *arguments, options=options))


@pytest.mark.parametrize(("within", "truth"), [(4, "unsat"), (5, "sat")])
def test_what_is_written_is_satisfiable_if_the_answer_is_yes(within: int, truth: str) -> None:
    text = encoded("chopsticks", "possible-win", "1,1|1,1", f"within={within}")
    assert satplay.solve(text, "cnf").status == truth
    assert "c name 1 our L 0 after 0\n" in text


@pytest.mark.parametrize("encoding", ["factored", "obligations"])
@pytest.mark.parametrize(("within", "truth"), [(1, "unsat"), (3, "sat")])
def test_what_is_written_with_quantifiers_is_true_if_the_answer_is_yes(
    encoding: str, within: int, truth: str
) -> None:
    text = encoded(
        "chopsticks", "force-win", "4,4|1,4", f"within={within}", "method=qbf", f"encoding={encoding}"
    )
    assert satplay.solve_qbf(text).status == truth
    assert qdimacs.write(qdimacs.read(text)).count("\n") == text.count("\n") - 2  # its two comments


def test_a_small_question_is_a_small_formula(capfd: pytest.CaptureFixture[str]) -> None:
    words = ["encode", "chopsticks", "force-win", "4,4|0,2", "--within", "1", "--method", "qbf"]
    assert main(words) == 0
    assert capfd.readouterr().out == (
        "c QDIMACS\n"
        "c chopsticks force-win, encoding obligations: obligations at every position and ply, "
        "a number chooses the opponent's moves\n"
        "c true if and only if a win can be forced from 4,4|0,2 within 1 ply\n"
        "c name 1 promise 4,4|0,2 after 0\n"
        "c name 2 promise 0,0|4,4 after 1\n"
        "p cnf 2 2\n"
        "e 1 0\n"
        "e 2 0\n"
        "1 0\n"
        "-1 2 0\n"
    )


def test_a_file_and_a_document_have_the_same_clauses(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    words = ["encode", "chopsticks", "reach", "1,1|1,1", "2,1|1,1", "--under", "2"]
    assert main([*words, "-o", str(tmp_path / "r.cnf")]) == 0
    assert main([*words, "--json"]) == 0
    document = json.loads(capfd.readouterr().out)
    formula = dimacs.load(tmp_path / "r.cnf")
    assert document["cnf"] == list(map(list, formula)) and document["prefix"] is None
    assert document["says"] == "2,1|1,1 can be reached from 1,1|1,1 within 1 ply"


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["force-win", "1,1|1,1"], "found no bound, expected --within K or --under X"),
        (["force-win", "1,1|1,1", "--within", "3", "--method", "retrograde"], "these have formulas"),
        (["possible-win", "1,1|1,1", "--within", "3", "--method", "milestones"], "about one move"),
        (["force-win", "5,1|1,1", "--within", "3"], "expected 0 to 4 fingers"),
        (["force-wim", "1,1|1,1", "--within", "3"], "did you mean 'force-win'?"),
    ],
)
def test_what_cannot_be_written_is_one_clear_line(
    capfd: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert main(["encode", "chopsticks", *words]) == BadInput.exit_status
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and complaint in printed.err


def test_the_first_milestones_are_a_formula_about_one_move() -> None:
    text = encoded("chopsticks", "possible-win", "4,1|0,1", "within=1", "method=milestones")
    assert satplay.solve(text, "cnf").status == "sat"


def test_questions_that_have_no_formula_say_so() -> None:
    assert [name for name, query in QUESTIONS.items() if query.state is None] == ["map"]
    with pytest.raises(BadInput, match="can be said as a formula"):
        satplay.encode_question("nim", "winner", "first: 3 4 5")
