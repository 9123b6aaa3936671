"""``satplay ask chopsticks`` and ``satplay encode chopsticks`` on the command line."""

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


def run_ask(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["ask", "chopsticks", *words])
    printed = capsys.readouterr()
    return status, printed.out, printed.err


# -- answers -----------------------------------------------------------------------------------------


def test_a_line_of_play_is_printed_move_by_move(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_ask(capsys, "reach", "1,1|1,1", "1,2|1,2", "--under", "3")
    assert (status, err) == (0, "")
    assert out == (
        "Yes: 1,2|1,2 can be reached from 1,1|1,1 in 2 plies; asked for within 2 plies (--under 3).\n"
        "A line of play:\n"
        "1. we: tap L R, to 1,2|1,1\n"
        "2. opponent: tap L R, to 1,2|1,2\n"
    )


def test_a_strategy_has_our_move_for_every_reply(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_ask(capsys, "force-win", "4,4|1,4")
    assert status == 0
    assert out == (
        "Yes: a win can be forced from 4,4|1,4 in 3 plies.\n"
        "Our move for every reply:\n"
        "1. at 4,4|1,4: tap L R\n"
        "3. at 0,4|1,0: tap R L\n"
        "3. at 4,0|1,0: tap L L\n"
    )


def test_a_negative_answer_states_the_searched_depth(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_ask(capsys, "possible-win", "1,1|1,1", "--within", "4") == (
        1,
        "No: no win is possible from 1,1|1,1 within 4 plies (--within 4).\n",
        "",
    )
    assert run_ask(capsys, "force-win", "1,1|1,1") == (1, "Never: no win can be forced from 1,1|1,1.\n", "")
    assert run_ask(capsys, "reach", "1,1|1,1", "1,1|4,4", "--method", "sat") == (
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
def test_all_methods_are_run_and_timed(
    capsys: pytest.CaptureFixture[str], words: list[str], methods: list[str]
) -> None:
    status, out, _ = run_ask(capsys, *words, "--method", "all")
    assert status == 0
    with_suffix = re.findall(r"^(.*): yes, \d+ pl\w+ \(\d+\.\d{3} s\)$", out, re.MULTILINE)
    assert with_suffix == methods


def test_json_has_the_documented_fields(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run_ask(capsys, "possible-win", "4,1|0,1", "--json")
    document = json.loads(out)
    assert status == 0
    assert (document["answer"], document["plies"], document["within"]) == (True, 1, None)
    assert document["method"] == "retrograde"
    assert document["witness"]["moves"] == ["tap L R"]
    status, out, _ = run_ask(capsys, "force-win", "4,4|1,4", "--json", "--within", "4", "--method", "sat")
    document = json.loads(out)
    assert (document["plies"], document["within"], document["encoding"]) == (3, 4, "obligations")
    assert document["witness"]["moves"][0] == {"ply": 0, "position": "4,4|1,4", "move": "tap L R"}
    status, out, _ = run_ask(capsys, "force-win", "1,1|1,1", "--json")
    document = json.loads(out)
    assert status == 1
    assert (document["answer"], document["plies"], document["witness"]) == (False, None, None)


def test_hands_may_be_swapped_with_mirror(capsys: pytest.CaptureFixture[str]) -> None:
    plies = {}
    for mirror in ([], ["--mirror"]):
        _, out, _ = run_ask(capsys, "reach", "1,2|3,0", "3,0|2,1", "--json", *mirror)
        plies[bool(mirror)] = json.loads(out)["plies"]
    assert plies[True] <= plies[False]


def test_the_goal_may_fix_the_player_to_move(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_ask(capsys, "force-position", "1,1|1,1", "1,1|1,1")[0] == 0
    assert run_ask(capsys, "force-position", "1,1|1,1", "1,1|1,1", "--to-move", "we")[0] == 0
    assert run_ask(capsys, "force-position", "1,1|1,1", "1,1|1,1", "--to-move", "opponent", "--within", "0")[
        0
    ]
    assert run_ask(capsys, "force-position", "1,1|1,1", "1,2|1,1", "--to-move", "opponent")[0] == 0


def test_variant_options_may_be_given_separately_or_in_the_position() -> None:
    with_options = satplay.ask("chopsticks", "force-win", "1,1|1,1", options={"fingers": "4"})
    with_suffix = satplay.ask("chopsticks", "force-win", "1,1|1,1 fingers=4")
    with_state = satplay.ask("chopsticks", "force-win", State(variant=Variant(fingers=4)))
    assert with_options.as_json() == with_suffix.as_json() == with_state.as_json()
    assert with_options.as_json()["plies"] == 17
    assert satplay.ask("chopsticks", "force-win", Position((4, 4), (1, 4))).as_json()["plies"] == 3


def test_an_encoding_implies_its_method() -> None:
    found = satplay.ask(
        "chopsticks", "force-win", "4,4|1,4", options={"encoding": "factored", "within": "3"}
    ).as_json()
    assert (found["method"], found["encoding"], found["plies"]) == ("qbf", "factored", 3)


def test_methods_that_disagree_give_no_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(position_questions, "solve_by_retrograde", lambda task, within: None)
    status, out, err = run_ask(capsys, "force-win", "4,4|1,4", "--method", "all", "--within", "3")
    assert (status, out) == (EncodingError.exit_status, "")
    assert "the methods disagree about 4,4|1,4: retrograde: no, sat (obligations): 3" in err


def test_out_of_time_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run_ask(capsys, "force-win", "1,3|1,1", "--encoding", "factored", "--time", "0")
    assert (status, out) == (GaveUp.exit_status, "") and err.startswith("satplay: no answer: ")


def test_formulas_too_large_for_memory_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["force-win", "1,1,1|1,1,1", "--hands", "3", "--fingers", "10", "--method", "sat"]
    status, _, err = run_ask(capsys, *words, "--within", "1000000")
    assert status == GaveUp.exit_status and "too large" in err


# -- bad questions -----------------------------------------------------------------------------------


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
def test_a_bad_question_is_one_error_line(
    capsys: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    status, out, err = run_ask(capsys, *words)
    assert (status, out) == (BadInput.exit_status, "")
    assert err.count("\n") == 1 and complaint in err


def test_shortest_lines_may_be_searched_without_cycles(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_ask(capsys, "reach", "1,1|1,1", "4,4|1,1", "--cycles", "no", "--within", "8")[0] == 0


# -- formulas ----------------------------------------------------------------------------------------


def run_encode(*words: str) -> str:
    subject, question, *rest = words
    options = {name: value for name, _, value in (word.partition("=") for word in rest if "=" in word)}
    arguments = [word for word in rest if "=" not in word]
    return str(satplay.encode_question(subject, question, *arguments, options=options))


@pytest.mark.parametrize(("within", "truth"), [(4, "unsat"), (5, "sat")])
def test_the_formula_is_satisfiable_if_the_answer_is_yes(within: int, truth: str) -> None:
    text = run_encode("chopsticks", "possible-win", "1,1|1,1", f"within={within}")
    assert satplay.solve(text, "cnf").status == truth
    assert "c name 1 our L 0 after 0\n" in text


@pytest.mark.parametrize("encoding", ["factored", "obligations"])
@pytest.mark.parametrize(("within", "truth"), [(1, "unsat"), (3, "sat")])
def test_the_quantified_formula_is_true_if_the_answer_is_yes(encoding: str, within: int, truth: str) -> None:
    text = run_encode(
        "chopsticks", "force-win", "4,4|1,4", f"within={within}", "method=qbf", f"encoding={encoding}"
    )
    assert satplay.solve_qbf(text).status == truth
    assert qdimacs.write(qdimacs.read(text)).count("\n") == text.count("\n") - 2  # two comment lines


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
def test_a_question_that_cannot_be_encoded_is_one_error_line(
    capfd: pytest.CaptureFixture[str], words: list[str], complaint: str
) -> None:
    assert main(["encode", "chopsticks", *words]) == BadInput.exit_status
    printed = capfd.readouterr()
    assert printed.out == "" and printed.err.count("\n") == 1 and complaint in printed.err


def test_the_first_milestones_are_a_formula_about_one_move() -> None:
    text = run_encode("chopsticks", "possible-win", "4,1|0,1", "within=1", "method=milestones")
    assert satplay.solve(text, "cnf").status == "sat"


def test_questions_without_a_formula_are_refused() -> None:
    assert [name for name, query in QUESTIONS.items() if query.state is None] == ["map"]
    with pytest.raises(BadInput, match="can be encoded as a formula"):
        satplay.encode_question("nim", "winner", "first: 3 4 5")
