"""Hints, explanations, checks, solutions, ratings and clauses of positions, over HTTP."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from json import loads
from typing import Any, NamedTuple

import pytest

from satplay import puzzles
from satplay.playing.match import Match
from satplay.playing.puzzle_state import puzzle_state
from satplay.playing.resume import read_match
from satplay.playing.subjects import is_filled_in, playable_names
from tests.web.servers import RunningServer


class Example(NamedTuple):
    """A board, a move that no solution has but no rule forbids, and moves that break a rule for good."""

    text: str
    mistake: str
    violation: str


EXAMPLES = {
    "flow": Example("A..AB\n.....\n.C..D\n.B.DE\nC..E.\n", "A1 A2", "A1 A2 B2 B1"),
    "hashi": Example("3.5..3\n......\n..1..1\n5...2.\n......\n4.2...\n", "A1 A4 2", "C1 C3 2"),
    "mosaic": Example("mosaic\n.33.2\n...7.\n.7..6\n3..74\n..3..\n", "A1", "A1 B1 C1 A2"),
}

WITH_VIEW = [name for name in playable_names() if is_filled_in(name) and puzzles.find(name).browser]
GAMES = [name for name in playable_names() if not is_filled_in(name)]


@pytest.fixture(scope="module")
def ask(running: RunningServer) -> Callable[..., Any]:
    """The answer to a question about a position."""

    def ask_it(what: str, record: str, **more: Any) -> Any:
        return running.ask(f"/api/board/{what}", {"record": record, **more})

    return ask_it


def play(running: RunningServer, subject: str, text: str, *lines: str) -> Any:
    """The document of a match after some moves."""
    return running.ask(f"/api/play/{subject}", {"input": text, "lines": list(lines)})


def first_board(subject: str) -> str:
    view = puzzles.find(subject).browser
    assert view is not None
    return view.first_board


def position_of(match: Match) -> Any:
    browser = match.game.browser
    assert browser is not None
    return browser.position(match.state)


def elements_in(marks: Any) -> Iterator[str]:
    """The names of elements that a step marks."""
    for kind in ("because", "given", "new"):
        yield from marks[kind]


def board_places(subject: str, board: Any) -> set[str]:
    """The names of the cells or islands of a board that have a place of their own."""
    cursor = puzzles.find(subject).cursor
    assert cursor is not None
    state = puzzle_state(puzzles.find(subject), board)
    return {place.name for place in cursor.view(state, cursor.start(state), False).places}


# -- hints ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_hints_lead_from_the_first_board_to_its_solution(
    running: RunningServer, ask: Callable[..., Any], subject: str
) -> None:
    """The move of every hint leads to the position of the hint; its marks are parts of the board."""
    document = play(running, subject, first_board(subject))
    places = board_places(subject, read_match(document["record"]).state.board)
    for _ in range(200):
        hint = ask("hint", document["record"])
        assert hint["kind"] == "step", hint["lines"]
        assert hint["where"] and not any(fact in hint["where"] for fact in hint["facts"])
        assert not hint["where_marks"]["new"] and not hint["where_marks"]["given"]
        for name in (*elements_in(hint["marks"]), *elements_in(hint["where_marks"])):
            assert places.issuperset(name.split("-")), name
        document = play(running, subject, document["record"], hint["move"])
        assert document["position"] == hint["position"]
        assert document["replies"][0]["changed"]
        if document["outcome"] is not None:
            break
    assert document["outcome"]["won"]
    last = ask("hint", document["record"])
    assert last["kind"] == "solved" and last["lines"] and last["move"] is None


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_a_mistake_is_told_first(running: RunningServer, ask: Callable[..., Any], subject: str) -> None:
    text, mistake, _ = EXAMPLES[subject]
    document = play(running, subject, text, mistake)
    hint = ask("hint", document["record"])
    assert hint["kind"] == "mistake" and hint["move"] is None
    assert hint["where"] and hint["given"] and hint["because"]
    assert not hint["where_marks"]["given"]
    assert hint["marks"]["given"]
    for told in hint["because"]:
        assert told["sentence"] and told["elements"]


def solved_by(match: Match) -> Any:
    assert match.game.solve is not None
    solved = match.game.solve(match.state, match.oracle)
    assert solved is not None
    return solved.position


@pytest.mark.parametrize("subject", GAMES)
def test_games_give_advice(running: RunningServer, ask: Callable[..., Any], subject: str) -> None:
    document = running.ask(f"/api/play/{subject}", {"new": {"seed": 1}})
    advice = ask("hint", document["record"])
    assert advice["kind"] == "advice" and advice["lines"] and advice["asked"] == 1
    assert advice["hints"] == 1
    again = running.ask(f"/api/play/{subject}", {"input": advice["record"]})
    assert (again["hints"], again["moves"]) == (1, document["moves"]), "the record counts the hint"
    more = ask("hint", advice["record"], asked=1)
    assert more["lines"]


# -- explanations --------------------------------------------------------------------------------------


def explain(running: RunningServer, record: str, **more: Any) -> tuple[list[Any], Any]:
    """The steps, which are events of the job, and the end."""
    for _ in range(20):
        response = running.post("/api/board/explain?wait=0", {"record": record, **more})
        if response.status == 202:
            break  # it may also have ended before the answer, which then is the end alone
    assert response.status == 202
    events = running.get(f"/api/jobs/{response.value['job']}/events").content.decode()
    found = [
        dict(line.split(": ", 1) for line in block.split("\n")) for block in events.split("\n\n") if block
    ]

    by_kind = [(one.get("event"), loads(one["data"])) for one in found if "data" in one]
    steps = [value for kind, value in by_kind if kind == "progress"]
    assert by_kind[-1][0] == "result", by_kind[-1]
    return steps, by_kind[-1][1]


def moves_of(steps: list[Any]) -> list[str]:
    """The typed moves of the steps that can be drawn."""
    return [step["move"] for step in steps if step["move"] is not None]


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_the_steps_of_an_explanation_can_be_played(running: RunningServer, subject: str) -> None:
    document = play(running, subject, first_board(subject))
    record, places = document["record"], board_places(subject, read_match(document["record"]).state.board)
    steps, end = explain(running, record)
    assert [step["number"] for step in steps] == list(range(1, end["steps"] + 1))
    for step in steps:
        if step["move"] is not None:  # what is found out cannot always be drawn
            document = play(running, subject, document["record"], step["move"])
        assert document["position"] == step["position"], step["lines"]
        for link in step["chain"]:
            assert link["text"] and (link["position"] is None) == (link["marks"] is None)
        for name in elements_in(step["marks"]):
            assert places.issuperset(name.split("-")), name
    assert document["outcome"]["won"]
    assert end["end"] == "solved" and end["level"] and end["solution"] == document["position"]


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_an_explanation_begins_here(running: RunningServer, subject: str) -> None:
    record = play(running, subject, first_board(subject))["record"]
    steps, _ = explain(running, record)
    half = moves_of(steps[: len(steps) // 2])
    document = play(running, subject, record, *half)
    rest, end = explain(running, document["record"], **{"from": "here"})
    assert half and len(moves_of(rest)) < len(moves_of(steps))
    document = play(running, subject, document["record"], *moves_of(rest))
    assert document["outcome"]["won"] and document["position"] == end["solution"]
    assert end["end"] == "solved" and end["level"] is None, "the level is that of the whole board"


def test_a_game_about_a_board_is_explained(running: RunningServer) -> None:
    """What the guesses so far tell; nothing that the person may not see."""
    for subject in GAMES:
        if subject not in puzzles.names():
            continue
        record = running.ask(f"/api/play/{subject}", {"new": {"seed": 1}})["record"]
        steps, end = explain(running, record)
        assert steps == [] and end["end"] == "open"


# -- checks --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_check(running: RunningServer, ask: Callable[..., Any], subject: str) -> None:
    text, mistake, _ = EXAMPLES[subject]
    document = play(running, subject, text)
    found = ask("check", document["record"], every=True)
    assert (found["status"], found["wrong"], found["violations"]) == ("unfinished", [], [])
    moved = play(running, subject, document["record"], mistake)
    found = ask("check", moved["record"], every=True)
    assert found["status"] == "wrong" and found["lines"] and found["wrong"]
    places = board_places(subject, read_match(document["record"]).state.board)
    assert all(places.issuperset(name.split("-")) for name in found["wrong"])
    steps, _ = explain(running, document["record"])
    solved = play(running, subject, document["record"], *moves_of(steps))
    found = ask("check", solved["record"])
    assert found["status"] == "solved" and found["lines"] == ["Right: every rule holds."]


def test_a_wrong_mark_is_named_and_has_its_place(running: RunningServer, ask: Callable[..., Any]) -> None:
    """The only solution of the board has the bridge that the mark excludes."""
    document = play(running, "hashi", "1.3\n...\n..2", "no A1 C1")
    found = ask("check", document["record"])
    assert found["status"] == "wrong" and "no bridge joins A1 and C1" in found["lines"][-1]
    assert found["wrong"] == ["A1-C1"]


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_a_violated_rule_is_named_with_its_place(
    running: RunningServer, ask: Callable[..., Any], subject: str
) -> None:
    text, _, violation = EXAMPLES[subject]
    document = play(running, subject, text, violation)
    found = ask("check", document["record"])
    assert found["status"] == "wrong"
    assert found["violations"] == document["violations"] != []
    for one in found["violations"]:
        assert one["rule"] and one["sentence"] and one["elements"]
    assert any(found["marks"]["because"])


# -- solutions, ratings --------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_show(running: RunningServer, ask: Callable[..., Any], subject: str) -> None:
    record = play(running, subject, first_board(subject))["record"]
    solved = solved_by(read_match(record))
    match = read_match(record)
    browser = match.game.browser
    assert browser is not None
    expected = browser.position(replace(match.state, position=solved))
    found = ask("show", record)
    assert found["position"] == expected and found["lines"]


def test_rate(running: RunningServer, ask: Callable[..., Any]) -> None:
    for subject in WITH_VIEW:
        record = play(running, subject, first_board(subject))["record"]
        assert ask("rate", record)["level"] in puzzles.find(subject).levels


# -- clauses -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", WITH_VIEW)
def test_clauses_of_an_element_and_elements_of_a_clause(
    running: RunningServer, ask: Callable[..., Any], subject: str
) -> None:
    record = play(running, subject, first_board(subject))["record"]
    match = read_match(record)
    places = board_places(subject, match.state.board)
    puzzle = puzzles.find(subject)
    for encoding in puzzle.encoders:
        formula = puzzle.encoders[encoding].encode(match.state.board).formula
        whole = ask("clauses", record, encoding=encoding, most=1000)
        assert (whole["encoding"], whole["clause_count"]) == (encoding, formula.clause_count)
        assert [tuple(one["literals"]) for one in whole["clauses"]] == list(formula)[:1000]
        for place in sorted(places)[:4]:
            found = ask("clauses", record, encoding=encoding, element=place, most=1000)
            numbers = {one["number"] for one in found["variables"]}
            for one in found["variables"]:
                assert formula.fact(one["number"]) == one["atom"]
                assert any(place in name.split("-") for name in one["elements"])
            expected = [number for number, clause in enumerate(formula, 1) if numbers & set(map(abs, clause))]
            assert [one["number"] for one in found["clauses"]] == expected
            for one in found["clauses"]:
                assert one["rule"] is None or one["sentence"]
                assert any(place in name.split("-") for name in one["mentions"])


def test_clauses_of_a_variable(running: RunningServer, ask: Callable[..., Any]) -> None:
    for subject in WITH_VIEW:
        record = play(running, subject, first_board(subject))["record"]
        found = ask("clauses", record, variable=1)
        assert [one["number"] for one in found["variables"]] == [1]
        assert all(1 in map(abs, one["literals"]) for one in found["clauses"])
        assert ask("clauses", record, element="no such place")["clauses"] == []


# -- errors --------------------------------------------------------------------------------------------


def test_errors(running: RunningServer) -> None:
    record = play(running, "mosaic", first_board("mosaic"))["record"]

    def error(what: str, **body: Any) -> tuple[int, str]:
        response = running.post(f"/api/board/{what}", body)
        return response.status, response.value["error"]["message"]

    assert error("hint", record="mosaic\n1.\n")[0] == 422
    assert "a record of a match" in error("hint", record="/etc/passwd")[1]
    assert "a record of a match" in error("hint", record="@examples/mosaic/small")[1]
    status, message = error("hint", record=record.replace("game mosaic", "game mosiac"))
    assert status == 404 and "mosaic" in message
    assert error("clauses", record=record, encoding="dierct")[0] == 404
    assert error("clauses", record=record, variable=10**6)[0] == 422
    assert error("hint", record=record, seconds=0)[0] == 422
    assert error("hint", record=record, seconds=1e9)[0] == 422
    assert error("hint", record=record, more=1)[0] == 422
    assert error("explain", record=record, **{"from": "nowhere"})[0] == 422
    assert error("hint")[0] == 422
    wide = f"mosaic\n{'.' * 200}\n" * 1 + f"{'.' * 200}\n" * 199
    huge = record.replace("  mosaic\n  .33.2\n  ...7.\n  .7..6\n  3..74\n  ..3..", indent(wide))
    assert error("hint", record=huge)[0] == 413


def indent(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def test_questions_about_boards_are_refused_in_other_games(running: RunningServer) -> None:
    for subject in set(GAMES) - set(puzzles.names()):
        record = running.ask(f"/api/play/{subject}", {"new": {"seed": 1}})["record"]
        for what in ("explain", "rate", "clauses"):
            response = running.post(f"/api/board/{what}", {"record": record})
            assert response.status == 422 and "a board of a puzzle" in response.value["error"]["message"]


def test_the_routes_are_described(running: RunningServer) -> None:
    document = running.get("/openapi.json").value
    for what in ("hint", "explain", "check", "show", "rate", "clauses"):
        operation = document["paths"][f"/api/board/{what}"]["post"]
        assert operation["summary"] and "requestBody" in operation
        assert "$ref" in operation["responses"]["200"]["content"]["application/json"]["schema"]


# -- larger boards -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("subject", "name"), [("flow", "large"), ("hashi", "wide"), ("mosaic", "wide")])
def test_chains_can_be_followed(running: RunningServer, subject: str, name: str) -> None:
    """Hard steps are chains; each link has a position and marks, if the puzzle marks what it supposes."""
    puzzle = puzzles.find(subject)
    document = play(running, subject, puzzle.examples[name])
    board = read_match(document["record"]).state.board
    places, has_pictures = board_places(subject, board), puzzle.mark_step is not None
    steps, end = explain(running, document["record"])
    chains = [step["chain"] for step in steps if step["chain"]]
    assert chains and end["end"] == "solved"
    for chain in chains:
        for link in chain:
            assert link["text"] and (link["position"] is not None) == has_pictures
            if has_pictures:
                assert all(places.issuperset(name.split("-")) for name in elements_in(link["marks"]))
    lines = moves_of(steps)
    for start in range(0, len(lines), 200):
        document = play(running, subject, document["record"], *lines[start : start + 200])
    assert document["outcome"]["won"] and document["position"] == end["solution"]
