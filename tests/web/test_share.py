"""Links: the same board always has the same one, and none holds the moves."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import quote, unquote
from xml.etree import ElementTree

import pytest

from satplay.errors import BadInput
from satplay.playing.resume import read_match
from satplay.playing.start import start_match
from satplay.playing.subjects import game_called
from satplay.puzzles import find
from satplay.web import shared_boards
from satplay.web.answers import Refused
from satplay.web.limits import TooLarge
from satplay.web.links import LARGEST_SHARE, match_of, shared_text
from satplay.web.play import NeedsWorker, open_match
from satplay.web.qr import LONGEST_TEXT
from satplay.web.shared_boards import NoSuchShare, Quota, SharedBoards
from tests.store.places import Place, variable
from tests.web.servers import RunningServer

CELLS = 10_000
BOARD = "1..1\n....\n1..1\n"
EXAMPLE = [*find("hashi").examples.values()][1]
MOVES = ["A1-D1", "A3-D3", "undo"]


def played(server: RunningServer, *lines: str, board: str = BOARD) -> str:
    """The record after these lines."""
    answer = server.ask("/api/play/hashi", {"input": board, "lines": lines, "seconds": 12.5, "hints": 2})
    return str(answer["record"])


# -- texts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("form", [form.name for form in find("hashi").formats])
def test_a_board_in_any_format_is_the_same_board(form: str) -> None:
    chosen = next(one for one in find("hashi").formats if one.name == form)
    board = find("hashi").formats[0].read(EXAMPLE)
    found = shared_text(chosen.write(board), cells=CELLS)
    assert found == shared_text(EXAMPLE, cells=CELLS)
    assert not found.is_position


def test_a_position_is_shared_without_its_history() -> None:
    match = match_of(BOARD, cells=CELLS)
    for line in ("A1-D1", "A3-D3", "undo", "A1-D1 0", "A1-D1"):
        match = match.respond(line).match
    match = match.after_time(17.0)
    text = shared_text(match.to_text(), cells=CELLS).text
    assert text.splitlines()[-1] == "=== moves ===" and "time" not in text and "redo" not in text
    again = read_match(text)
    assert again.state == match.state and again.moves == () and again.undone == ()


def test_two_ways_to_a_position_give_the_same_link() -> None:
    one, other = (match_of(BOARD, cells=CELLS) for _ in range(2))
    for line in ("A1-D1", "A3-D3"):
        one = one.respond(line).match
    for line in ("A3-D3", "A1-D1 2", "A1-D1 1"):
        other = other.respond(line).match
    assert shared_text(one.to_text(), cells=CELLS) == shared_text(other.to_text(), cells=CELLS)
    boards = [shared_text(match.to_text(), cells=CELLS, with_position=False) for match in (one, other)]
    assert boards[0] == boards[1] == shared_text(BOARD, cells=CELLS)


def test_what_a_game_hides_is_not_in_its_link() -> None:
    match = start_match(game_called("mastermind")).run_others().match
    secret = match.moves[0].text
    assert match.moves[0].verb == "set" and secret in match.to_text()
    for with_position in (False, True):
        text = shared_text(match.to_text(), cells=CELLS, with_position=with_position).text
        assert "set " not in text and secret not in text


def test_a_long_record_is_replayed_in_a_worker() -> None:
    match = match_of(BOARD, cells=CELLS)
    for _ in range(20):
        match = match.respond("A1-D1").match.respond("A1-D1 0").match
    with pytest.raises(NeedsWorker):
        shared_text(match.to_text(), cells=CELLS, replay=10)


@pytest.mark.parametrize("text", ["", "what?", "p cnf 1 1\n1 0\n", "@mine", "/etc/passwd", "\ud800"])
def test_what_is_no_board_is_refused(text: str) -> None:
    with pytest.raises(BadInput):
        shared_text(text, cells=CELLS)


def test_a_board_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooLarge):
        shared_text("\n".join(["1" * 101] * 101), cells=CELLS)


# -- routes ---------------------------------------------------------------------------------------------


def test_a_shared_board_is_found_again(running: RunningServer) -> None:
    answer = running.ask("/api/share", {"input": BOARD})
    slug = answer["slug"]
    assert re.fullmatch("[a-z0-9]{16}", slug) and answer["path"] == f"/s/{slug}"
    assert running.get(f"/api/share/{slug}").value == {"subject": "hashi", "text": BOARD.strip()}
    assert running.ask("/api/share", {"input": BOARD}) == answer


def test_a_shared_position_outlives_the_server(
    start_server: Callable[..., RunningServer], place: Place
) -> None:
    server = start_server(environment=dict([variable(place)]))
    slug = server.ask("/api/share", {"input": played(server, "A1-D1")})["slug"]
    text = server.get(f"/api/share/{slug}").value["text"]
    server.kill()
    server.start_again()
    assert server.get(f"/api/share/{slug}").value["text"] == text
    assert open_match("hashi", text, cells=CELLS).to_text().strip() == text


def test_the_page_of_a_shared_board_opens_it(running: RunningServer) -> None:
    slug = running.ask("/api/share", {"input": BOARD})["slug"]
    page = running.get(f"/s/{slug}", accept="text/html")
    assert page.status == 200 and f'"shared": "{slug}"'.replace(" ", "") in page.content.decode().replace(
        " ", ""
    )


@pytest.mark.parametrize("slug", ["a" * 16, "A" * 16, "x", "%00", "..%5c..%5cetc", "a" * 5000])
def test_an_unknown_link_leads_to_a_page_that_says_so(running: RunningServer, slug: str) -> None:
    page = running.get(f"/s/{slug}", accept="text/html")
    assert page.status == 404 and b"<html" in page.content
    for path in (f"/s/{slug}", f"/api/share/{slug}"):
        answer = running.get(path)
        assert answer.status == 404 and answer.value["error"]["kind"] == "NoSuchName"


def test_a_short_board_travels_in_the_link(running: RunningServer) -> None:
    record = played(running, *MOVES)
    link = running.ask("/api/link", {"record": record})
    assert link == {"path": f"/hashi#b={quote(BOARD.strip())}", "is_long": False}
    path = running.ask("/api/link", {"record": record, "with_position": True})["path"]
    key, _, text = path.partition("#")[2].partition("=")
    shared = running.ask("/api/play/hashi", {"input": unquote(text)})
    mine = running.ask("/api/play/hashi", {"input": record})
    assert key == "p" and shared["position"] == mine["position"] and shared["board"] == mine["board"]
    assert (shared["moves"], shared["undone"], shared["seconds"], shared["hints"]) == (0, 0, 0, 0)


def test_a_long_board_is_stored_for_its_link(running: RunningServer) -> None:
    rows = [["."] * 60 for _ in range(60)]
    for row in range(0, 60, 2):
        rows[row][0] = rows[row][-1] = "1"
    board = "\n".join("".join(row) for row in rows)
    link = running.ask("/api/link", {"record": played(running, board=board)})
    assert link["is_long"]
    assert running.get(f"/api{link['path'].replace('/s/', '/share/')}").value["text"] == board


def test_a_link_is_measured_as_it_is_sent(running: RunningServer) -> None:
    """Signs that are no letters are several in a link."""
    board = "\n".join("1" + "." * 28 + "1" for _ in range(30))
    record = played(running, *(f"A{row}-AD{row}" for row in range(1, 31)), board=board)
    link = running.ask("/api/link", {"record": record, "with_position": True})
    assert link["is_long"] or len(link["path"]) < 4_100


def test_a_position_before_the_first_move_is_a_board(running: RunningServer) -> None:
    link = running.ask("/api/link", {"record": played(running), "with_position": True})
    assert link["path"].startswith("/hashi#b=")


@pytest.mark.parametrize(
    "body", [{}, {"input": 1}, {"input": "x", "more": 1}, {"input": "?"}, {"record": "?"}]
)
def test_a_wrong_request_is_refused_in_words(running: RunningServer, body: object) -> None:
    for path in ("/api/share", "/api/link"):
        answer = running.post(path, body)
        assert answer.status == 422 and answer.value["error"]["kind"] == "BadInput"


def test_a_share_is_bounded(running: RunningServer) -> None:
    answer = running.post("/api/share", {"input": "hashi\n" + "." * LARGEST_SHARE})
    assert answer.status in (413, 422)


# -- QR codes -------------------------------------------------------------------------------------------


def test_a_qr_code_is_a_picture_with_a_quiet_zone(running: RunningServer) -> None:
    answer = running.get(f"/api/qr.svg?text={quote('http://localhost/hashi#b=1..1', safe='')}")
    assert answer.status == 200 and answer.headers["Content-Type"].startswith("image/svg+xml")
    root = ElementTree.fromstring(answer.content)
    assert root.attrib["viewBox"] == "0 0 37 37"  # version 3, level M: 29 modules, and 4 on each side
    dark = root.findall("{http://www.w3.org/2000/svg}path")[1]
    assert dark.attrib["d"].startswith("M4 4.5h7")


def test_a_text_for_a_qr_code_is_bounded(running: RunningServer) -> None:
    assert running.get(f"/api/qr.svg?text={'a' * LONGEST_TEXT}").status == 200
    for text in ("", "a" * (LONGEST_TEXT + 1)):
        assert running.get(f"/api/qr.svg?text={text}").value["error"]["kind"] == "BadInput"
    assert running.get(f"/api/qr.svg?text={quote('∞€😀')}").status == 200
    assert running.get(f"/api/qr.svg?text={quote('😀' * 300)}").status == 413


# -- limits ---------------------------------------------------------------------------------------------


@pytest.fixture
def empty_store(users_store: object) -> None:
    """A new and empty store."""


@pytest.mark.usefixtures("empty_store")
def test_an_address_may_share_some_new_boards_in_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_boards, "PER_HOUR", 2)
    now = [0.0]
    boards = SharedBoards(is_public=True, clock=lambda: now[0])
    first = boards.keep("nim", "1", "here")
    assert boards.keep("nim", "1", "here") == first  # known: not counted
    boards.keep("nim", "2", "here")
    with pytest.raises(Refused, match="2 boards within an hour") as refused:
        boards.keep("nim", "3", "here")
    assert refused.value.status == 429 and refused.value.retry == 3601
    boards.keep("nim", "1", "here")
    boards.keep("nim", "3", "there")
    now[0] = 3600.0
    boards.keep("nim", "4", "here")


def test_the_addresses_that_are_counted_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_boards, "MOST_CLIENTS", 10)
    quota = Quota(1, lambda: 0.0)
    for number in range(100):
        quota.take(str(number))
    with pytest.raises(Refused):
        quota.take("99")
    quota.take("0")


@pytest.mark.usefixtures("empty_store")
def test_a_server_for_one_person_counts_nothing() -> None:
    boards = SharedBoards(is_public=False)
    slugs = {boards.keep("nim", str(number), "here") for number in range(shared_boards.PER_HOUR + 5)}
    assert len(slugs) == shared_boards.PER_HOUR + 5
    with pytest.raises(NoSuchShare):
        boards.find("a" * 16)


def test_a_broken_store_is_no_fault_of_the_client(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path_factory.mktemp("store") / "secret.db"
    file.write_text("no database " * 1000)
    monkeypatch.setenv("SATPLAY_STORE", f"sqlite:///{file}")
    boards = SharedBoards(is_public=False)
    with pytest.raises(Refused) as refused:
        boards.keep("nim", "1", "here")
    assert refused.value.status == 503 and "secret" not in str(refused.value)
    file.unlink()
    assert boards.find(boards.keep("nim", "1", "here")).text == "1"  # it is opened again
