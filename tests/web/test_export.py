"""Exports: real files of every kind, and texts that read back to the same board."""

from __future__ import annotations

import json
import re
from io import BytesIO
from typing import Any
from xml.etree import ElementTree

import pytest
from PIL import Image
from pypdf import PdfReader

from satplay.drawing.pdf import to_pdf
from satplay.drawing.single_page import single_page
from satplay.errors import BadInput, GaveUp, NoSuchName
from satplay.playing.match import Match
from satplay.playing.resume import read_match
from satplay.playing.start import start_match
from satplay.playing.subjects import game_called, is_filled_in, playable_names
from satplay.puzzles import find
from satplay.web.booklets import generate_boards
from satplay.web.exports import BOARD, PARTS, POSITION, SOLUTION, export_task, find_part, formats_task
from satplay.web.job_process import FileAnswer
from satplay.web.links import match_of
from satplay.web.play import document
from tests.web.servers import Response, RunningServer

CELLS = 10_000
BOARD_TEXT = "2.2\n...\n2.2\n"
FILLED_IN = [name for name in playable_names() if is_filled_in(name)]


def begun(name: str) -> Match:
    """A small example with a solution, after one move."""
    for text in sorted(find(name).examples.values(), key=len):
        match = match_of(text, cells=CELLS)
        if formats_task(record=match.to_text(), what=SOLUTION, seconds=20, cells=CELLS)["note"] is None:
            return match.respond(document(match)["example"]).match
    raise AssertionError(f"no example of {name} has a solution")


def export(match: Match, what: str, form: str) -> FileAnswer:
    """The file of a part of a match."""
    return export_task(
        record=match.to_text(), what=what, form=form, paper="a4", today="20261119", seconds=20, cells=CELLS
    )


# -- texts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILLED_IN)
def test_every_text_reads_back_to_what_it_was_made_from(name: str) -> None:
    match = begun(name)
    found = formats_task(record=match.to_text(), what=None, seconds=20, cells=CELLS)
    assert found["note"] is None and all(found[part] for part in PARTS)
    board = match.state.board
    for one in found[BOARD]:
        form = next(form for form in find(name).formats if form.name == one["format"])
        assert form.read(one["text"]) == board
    for one in found[POSITION]:
        form = next(form for form in match.game.states if form.name == one["format"])
        assert form.read(one["text"]) == match.state
    for one in found[SOLUTION]:
        solution = next(form for form in find(name).solutions if form.name == one["format"])
        assert not find(name).check(board, solution.read(board, one["text"]))


@pytest.mark.parametrize("name", FILLED_IN)
def test_each_text_is_a_file_with_its_format_in_the_name(name: str) -> None:
    match = begun(name)
    found = formats_task(record=match.to_text(), what=BOARD, seconds=20, cells=CELLS)
    for one in found[BOARD]:
        file = export(match, BOARD, one["format"])
        assert file.content.decode() == one["text"]
        assert re.fullmatch(rf"{name}-[a-z0-9-]*20261119(-[a-z-]+\.txt|\.csv|\.json)", file.name)


def test_a_saved_game_is_resumed_by_the_command_line() -> None:
    match = begun("hashi").after_time(3.5)
    file = export(match, BOARD, "record")
    assert file.name.endswith("-game-20261119.txt") and read_match(file.content.decode()) == match


def test_an_unknown_format_is_refused_by_name() -> None:
    with pytest.raises(NoSuchName, match="did you mean 'tatham'"):
        export(begun("hashi"), BOARD, "tathem")


def test_a_board_without_a_solution_says_so() -> None:
    match = match_of("1.2", cells=CELLS)
    with pytest.raises(BadInput, match=r"^There is no solution\.$"):
        export(match, SOLUTION, "svg")
    found = formats_task(record=match.to_text(), what=None, seconds=20, cells=CELLS)
    assert found[SOLUTION] == [] and found["note"] == "There is no solution." and found[BOARD]


def test_a_solution_that_was_found_is_exported_without_marks() -> None:
    match = match_of("1.1", cells=CELLS).respond("A1-C1").match
    assert match.outcome is not None
    assert find_part(match, SOLUTION, 20).value == match.state.position


@pytest.mark.parametrize("name", [name for name in playable_names() if not is_filled_in(name)])
def test_the_position_of_a_game_is_exported(name: str) -> None:
    match = start_match(game_called(name)).run_others().match
    found = formats_task(record=match.to_text(), what=POSITION, seconds=20, cells=CELLS)
    assert found[POSITION] and ElementTree.fromstring(export(match, POSITION, "svg").content) is not None
    with pytest.raises(BadInput, match="A game has no solution"):
        export(match, SOLUTION, "svg")


# -- pictures -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILLED_IN)
@pytest.mark.parametrize("what", PARTS)
def test_pictures_are_real_files(name: str, what: str) -> None:
    match = begun(name)
    root = ElementTree.fromstring(export(match, what, "svg").content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    with Image.open(BytesIO(export(match, what, "png").content)) as picture:
        picture.load()
        assert picture.format == "PNG" and min(picture.size) >= 40
    file = export(match, what, "pdf")
    pages = PdfReader(BytesIO(file.content)).pages
    words = pages[0].extract_text()
    assert len(pages) == 1 and find(name).title in words and (what == BOARD or what in words)
    middle = "" if what == BOARD else f"{what}-"
    assert re.fullmatch(rf"{name}-[a-z0-9-]+-{middle}20261119\.pdf", file.name)


def test_the_picture_of_a_position_shows_it() -> None:
    match = begun("hashi")
    pictures = {what: export(match, what, "svg").content for what in PARTS}
    assert len({*pictures.values()}) == 3


@pytest.mark.parametrize(("paper", "size"), [("a4", (595, 842)), ("letter", (612, 792))])
def test_a_page_is_as_large_as_the_paper(paper: str, size: tuple[int, int]) -> None:
    scene = find("hashi").draw(match_of(BOARD_TEXT, cells=CELLS).state.board, None)
    page = PdfReader(BytesIO(to_pdf([single_page(scene, title="x", paper=paper)]))).pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == size


# -- routes -------------------------------------------------------------------------------------------------


def record_of(server: RunningServer, board: str = BOARD_TEXT) -> str:
    """The record of a new match."""
    return str(server.ask("/api/play/hashi", {"input": board})["record"])


def saved(answer: Response) -> str:
    """The name of a file that was sent."""
    found = re.search('attachment; filename="([^"]+)"', answer.headers["Content-Disposition"])
    assert found is not None
    return found[1]


def test_a_file_is_sent_with_its_name(running: RunningServer) -> None:
    answer = running.post("/api/export?wait=60", {"record": record_of(running), "form": "svg"})
    assert answer.status == 200 and answer.headers["Content-Type"] == "image/svg+xml"
    assert re.fullmatch(r"hashi-3x3-20\d{6}\.svg", saved(answer))
    assert ElementTree.fromstring(answer.content) is not None


def test_a_file_that_takes_longer_is_that_of_a_job(running: RunningServer) -> None:
    body = {"record": record_of(running), "form": "pdf", "what": "solution"}
    job = running.post("/api/export?wait=0", body).value["job"]
    answer = running.get(f"/api/jobs/{job}/file?wait=60")
    assert answer.content.startswith(b"%PDF-") and saved(answer).endswith(".pdf")


def test_the_formats_of_a_board_are_listed(running: RunningServer) -> None:
    found = running.ask("/api/export/formats", {"record": record_of(running)})
    assert [one["format"] for one in found["board"]] == [form.name for form in find("hashi").formats]
    assert found["board"][0]["text"] == BOARD_TEXT and found["solution"]
    only = running.ask("/api/export/formats", {"record": record_of(running), "what": "board"})
    assert only == {"board": found["board"], "note": None}


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"record": "x", "form": "svg"}, 422),
        ({"form": "svg"}, 422),
        ({"form": "../../etc/passwd"}, 404),
        ({"form": "svg", "what": "all"}, 422),
        ({"form": "pdf", "paper": "a0"}, 422),
        ({"form": "svg", "name": "/tmp/x.svg"}, 422),
    ],
)
def test_a_wrong_request_is_refused(running: RunningServer, body: dict[str, str], status: int) -> None:
    full = body if "name" in body or body == {"form": "svg"} else {"record": record_of(running), **body}
    assert running.post("/api/export?wait=60", full).status == status


def test_a_solution_that_does_not_exist_is_an_error_in_words(running: RunningServer) -> None:
    body = {"record": record_of(running, "1.2"), "form": "png", "what": "solution"}
    answer = running.post("/api/export?wait=60", body)
    assert answer.status == 422 and answer.value["error"]["message"] == "There is no solution."


# -- booklets -----------------------------------------------------------------------------------------------


def events_of(server: RunningServer, job: str) -> list[tuple[str, dict[str, object]]]:
    """Name and data of all events of a job."""
    text = server.get(f"/api/jobs/{job}/events").content.decode()
    found = re.findall(r"^event: (\w+)\ndata: (.*)$", text, re.M)
    return [(name, json.loads(data)) for name, data in found]


def test_a_booklet_has_the_boards_and_then_their_solutions(running: RunningServer) -> None:
    body = {"subject": "hashi", "count": 5, "size": "5x5", "difficulty": "easy", "seed": 7, "paper": "letter"}
    job = running.post("/api/booklet?wait=0", body).value["job"]
    events = events_of(running, job)
    progress = [value for name, value in events if name == "progress"]
    assert [one["boards"] for one in progress if "page" not in one] == [*range(6)]
    assert progress[-1]["page"] == progress[-1]["pages"] and "stopped" not in progress[-1]
    name = events[-1][1]["name"]
    assert isinstance(name, str) and re.fullmatch(r"hashi-5x5-easy-5-boards-20\d{6}\.pdf", name)
    content = running.get(f"/api/jobs/{job}/file").content
    pages = PdfReader(BytesIO(content)).pages
    words = [page.extract_text() for page in pages]
    assert len(pages) == 2 and "Hashiwokakero" in words[0] and "Solutions" in words[-1]
    command = "satplay generate hashi --size 5x5 --difficulty easy --count 5 --seed 7 --paper letter"
    assert command in words[0]
    assert round(pages[0].mediabox.width) == 612


def test_a_booklet_out_of_time_has_the_boards_made_so_far() -> None:
    moments = iter([1.0, 2.0, 100.0])
    wishes: dict[str, Any] = {"size": "5x5", "difficulty": None, "options": {}}
    made = generate_boards("hashi", range(30, 39), wishes, 90.0, lambda: next(moments))
    assert [one.seed for one in made] == [30, 31]
    with pytest.raises(GaveUp, match="out of time"):
        next(generate_boards("hashi", range(30, 39), wishes, 90.0, lambda: 90.0))


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"subject": "chess"}, 404),
        ({"subject": "hashi", "count": 0}, 422),
        ({"subject": "hashi", "count": 61}, 422),
        ({"subject": "hashi", "size": "x"}, 422),
        ({"subject": "hashi", "difficulty": "absurd"}, 422),
        ({"subject": "hashi", "size": "200x200"}, 413),
        ({"subject": "hashi", "size": "50x50", "count": 60}, 413),
        ({"subject": "hashi", "options": {"file": "/etc/passwd"}}, 422),
    ],
)
def test_a_booklet_that_cannot_be_made_is_refused(
    running: RunningServer, body: dict[str, object], status: int
) -> None:
    answer = running.post("/api/booklet?wait=60", body)
    assert answer.status == status and answer.value["error"]["message"]


def test_a_booklet_can_be_cancelled(running: RunningServer) -> None:
    body = {"subject": "hashi", "count": 60, "size": "25x25", "seed": 3}
    job = running.post("/api/booklet?wait=0", body).value["job"]
    assert running.request("DELETE", f"/api/jobs/{job}", {}).status == 204
    assert events_of(running, job)[-1][0] == "error"
    assert running.get(f"/api/jobs/{job}/file").status == 410
