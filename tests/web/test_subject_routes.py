"""What the pages know of the subjects, and what a pasted text is."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from satplay import games, puzzles
from satplay.inputs.examples import example_names, example_subjects, find_examples
from satplay.playing.subjects import game_to_play, is_filled_in, playable_names
from satplay.verbs.solve import solve
from satplay.web.recognise import recognise_text
from tests.web.servers import RunningServer

CELLS = 10_000
QDIMACS = "c a comment\np cnf 2 2\na 1 0\ne 2 0\n1 2 0\n-1 -2 0\n"


# -- subjects ------------------------------------------------------------------------------------------


def test_every_subject_has_what_its_page_shows(running: RunningServer) -> None:
    subjects = running.get("/api/subjects").value
    assert [one["name"] for one in subjects] == playable_names()
    for one in subjects:
        assert one["title"] and one["summary"] and one["rules"] and one["path"] == f"/{one['name']}"
        assert (one["kind"] == "puzzle") == is_filled_in(one["name"])
        if one["kind"] == "puzzle":
            assert one["first_board"] and one["formats"] and one["encodings"]
        if one["has_board_script"]:
            assert one["start"], f"{one['name']} has a script, but nothing to draw"
        if one["daily"] and one["levels"]:
            assert one["daily"]["difficulty"] in one["levels"] and one["daily"]["size"] in one["sizes"]


def test_subjects_are_those_of_the_pages(running: RunningServer) -> None:
    subjects = {one["name"]: one for one in running.get("/api/subjects").value}
    page = running.get("/").content.decode()
    data = page.partition('id="data">')[2].partition("</script>")[0]
    for shown in json.loads(data)["subjects"]:  # the first page has a part of the data, and a picture
        del shown["picture"]
        whole = subjects.pop(shown["name"])
        assert shown == {name: whole[name] for name in shown}
    assert not subjects


# -- boards --------------------------------------------------------------------------------------------


def boards() -> Iterator[Any]:
    """Every example in every format that can express it."""
    for name in puzzles.names():
        puzzle = puzzles.find(name)
        for example in example_names(name):
            text = find_examples(example)[0].text()
            board = next(form for form in puzzle.formats if form.recognises(text)).read(text)
            for form in puzzle.formats:
                try:
                    written = form.write(board)
                except ValueError:
                    continue
                if form.recognises(written):  # some formats need the name of their puzzle
                    yield pytest.param(name, form.name, written, board, id=f"{example}-{form.name}")


@pytest.mark.parametrize(("subject", "form", "text", "board"), [*boards()])
def test_boards_in_every_format(subject: str, form: str, text: str, board: Any) -> None:
    puzzle = puzzles.find(subject)
    found = recognise_text(text, CELLS)
    assert (found.subject, found.title, found.count) == (subject, puzzle.title, 1)
    if puzzle.plain_formula is not None:
        assert found.kind == "formula" and found.page is None and "variables" in (found.size or "")
        return
    assert found.kind == "board" and found.format is not None
    assert next(one for one in puzzle.formats if one.name == found.format).read(text) == board
    if puzzle.size is not None:
        assert found.size == puzzle.size(board)
    goes_on = subject in playable_names() and game_to_play(subject).from_board is not None
    assert found.page == (f"/{subject}" if is_filled_in(subject) or goes_on else None)


def test_every_format_is_recognised_in_some_example() -> None:
    seen = {(param.values[0], param.values[1]) for param in boards()}
    for name in puzzles.names():
        for form in puzzles.find(name).formats:
            assert (name, form.name) in seen, f"no example of {name} in the format {form.name}"


def test_several_boards(running: RunningServer) -> None:
    """The first one is opened."""
    text = "mosaic: 1./.#\nmosaic: 2../...\n"
    found = recognise_text(text, CELLS)
    assert (found.kind, found.count, found.size) == ("board", 2, "2x2")
    document = running.ask("/api/play/mosaic", {"input": text})
    assert document["size"] == "2x2"


def test_games_and_their_positions() -> None:
    for name in (name for name in example_subjects() if name in games.names()):
        for example in example_names(name):
            found = recognise_text(find_examples(example)[0].text(), CELLS)
            if found.kind == "formula":  # a formula is one, whatever can be played on it
                continue
            assert (found.kind, found.subject, found.page) == ("position", name, f"/{name}")


# -- what is filled in ---------------------------------------------------------------------------------


def test_positions_and_solutions(running: RunningServer) -> None:
    for name in filter(is_filled_in, playable_names()):
        puzzle, game = puzzles.find(name), game_to_play(name)
        text = find_examples(example_names(name)[0])[0].text()
        solved = solve(text, name)
        form = puzzle.solutions[0]
        whole = (
            f"{text.rstrip()}\n=== so far, {form.name} ===\n{form.write(solved.instance, solved.solution)}"
        )
        found = recognise_text(whole, CELLS)
        assert (found.kind, found.subject, found.page) == ("solution", name, f"/{name}")
        assert running.ask(f"/api/play/{name}", {"input": whole})["outcome"]["won"]
        assert puzzle.move_entry is not None
        state = game.states[0].read(text)
        after = game.apply(state, puzzle.move_entry.guidance.example(state.board, state.position))
        found = recognise_text(game.states[0].write(after), CELLS)
        assert (found.kind, found.subject) == ("position", name)


@pytest.mark.parametrize("subject", playable_names())
def test_records(running: RunningServer, subject: str) -> None:
    text = find_examples(example_names(subject)[0])[0].text()
    body = {"input": text} if is_filled_in(subject) else {"new": {"seed": 3}}
    document = running.ask(f"/api/play/{subject}", body)
    found = running.ask("/api/recognise", {"input": document["record"]})
    assert found == {
        "kind": "record",
        "subject": subject,
        "title": document["title"],
        "format": "record",
        "size": document["size"],
        "count": 1,
        "page": f"/{subject}",
    }


def test_quantified_formulas() -> None:
    found = recognise_text(QDIMACS, CELLS)
    assert (found.kind, found.format, found.size) == ("formula", "qdimacs", "2 variables, 2 clauses")


# -- what is not recognised ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n",
        "hello",
        "/etc/passwd",
        "@examples/mosaic/small",
        "-",
        "https://example.com/",
        "https://puzz.link/p?nurikabe/5/5/abc",
        '{"a": 1}',
        "<html></html>",
        "=== satplay record, version 1 ===\ngame nothing\n",
    ],
)
def test_other_texts_are_unknown(running: RunningServer, text: str) -> None:
    response = running.post("/api/recognise", {"input": text})
    answer = response.value
    assert (response.status, answer["kind"]) == (200, "unknown")
    assert answer["expected"] and answer["found"] and answer["message"]
    assert {*answer} == {"kind", "message", "line", "column", "found", "expected"}


def test_a_text_that_is_nothing_known_is_answered_by_what_is_read(running: RunningServer) -> None:
    message = running.ask("/api/recognise", {"input": "hello"})["message"]
    assert message.startswith("'hello' is not recognised: expected a board or a link")
    for name in filter(is_filled_in, playable_names()):
        assert puzzles.find(name).title in message


def test_the_place_is_named_in_what_is_nearly_a_board(running: RunningServer) -> None:
    answer = running.ask("/api/recognise", {"input": "mosaic\n1..\n.x.\n"})
    assert (answer["kind"], answer["line"], answer["column"]) == ("unknown", 3, 2)
    assert answer["found"] == "'x'" and answer["message"].startswith("line 3, column 2: ")


def test_parts_of_characters_are_unknown(running: RunningServer) -> None:
    answer = running.ask("/api/recognise", {"input": "\ud800"})
    assert (answer["kind"], answer["line"], answer["column"]) == ("unknown", 1, 1)


@pytest.mark.parametrize("body", [{}, {"input": 5}, {"input": "1", "more": 1}, ["1"]])
def test_a_request_of_another_shape_is_an_error(running: RunningServer, body: object) -> None:
    response = running.post("/api/recognise", body)
    assert (response.status, response.value["error"]["kind"]) == (422, "BadInput")


def test_the_schema_has_both_answers(running: RunningServer) -> None:
    spec = running.get("/openapi.json").value
    answers = spec["paths"]["/api/recognise"]["post"]["responses"]["200"]["content"]["application/json"]
    names = [one["$ref"].rpartition("/")[2] for one in answers["schema"]["oneOf"]]
    kinds = [spec["components"]["schemas"][name]["properties"]["kind"] for name in names]
    assert kinds[0]["enum"] == ["board", "position", "solution", "record", "formula"]
    assert kinds[1]["const"] == "unknown"


def test_a_file_name_is_no_input(running: RunningServer, tmp_path: Path) -> None:
    file = tmp_path / "board.txt"
    file.write_text("mosaic\n1.\n..\n")
    assert running.ask("/api/recognise", {"input": str(file)})["kind"] == "unknown"
    assert running.post("/api/play/mosaic", {"input": str(file)}).status == 422
    for name in ("chopsticks", "sat-game"):
        options = {str(game_to_play(name).text_option): str(file)}
        body = {"new": {"options": options}}
        assert running.post(f"/api/play/{name}?wait=60", body).status == 422


def test_a_large_board_is_refused(running: RunningServer) -> None:
    row = "." * 200
    text = "mosaic\n" + f"{row}\n" * 200
    assert running.post("/api/recognise", {"input": text}).status == 413
    assert running.post("/api/play/mosaic", {"input": text}).status == 413
