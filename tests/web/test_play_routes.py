"""``POST /api/play/SUBJECT`` on a running server."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from satplay.playing.subjects import is_filled_in, playable_names
from tests.web.servers import RunningServer

MOSAIC = "mosaic\n.2.\n#.1\n"
PUZZLES = [name for name in playable_names() if is_filled_in(name)]
GAMES = [name for name in playable_names() if not is_filled_in(name)]


def play(running: RunningServer, subject: str, **body: Any) -> Any:
    return running.ask(f"/api/play/{subject}", body)


def refused(running: RunningServer, subject: str, **body: Any) -> tuple[int, Any]:
    response = running.post(f"/api/play/{subject}?wait=60", body)
    return response.status, response.value["error"]


# -- puzzles -------------------------------------------------------------------------------------------


def test_a_match_from_the_board_to_the_end(running: RunningServer) -> None:
    found = play(running, "mosaic", input="mosaic\n1.\n..\n")
    assert found["board"] and found["position"] and found["picture"] is None
    assert found["prompt"] and found["help"] and found["rules"] and found["all_rules"]
    found = play(running, "mosaic", input=found["record"], lines=["B9"])
    assert "expected" in " ".join(found["replies"][0]["lines"])
    found = play(running, "mosaic", input=found["record"], lines=["B2", "undo", "A1"], seconds=2.5)
    assert found["outcome"]["won"] and found["seconds"] == 2.5


@pytest.mark.parametrize("subject", PUZZLES)
def test_a_new_board(running: RunningServer, subject: str) -> None:
    new = {"size": "5x5", "difficulty": "beginner", "seed": 7}
    found = play(running, subject, new=new)
    assert found["size"] == "5x5" and found["seed"] == 7 and "beginner" in found["level"]
    assert play(running, subject, new=new)["board"] == found["board"], "the same seed, the same board"


def test_a_new_board_reports_progress(running: RunningServer) -> None:
    body = {"new": {"size": "25x25", "difficulty": "extreme", "seed": 2}}
    response = running.post("/api/play/hashi?wait=0", body)
    events = running.get(f"/api/jobs/{response.value['job']}/events").content.decode()
    assert "event: progress" in events and "event: result" in events


def test_the_time_limit_of_a_generator(running: RunningServer) -> None:
    body = {"new": {"size": "100x100", "difficulty": "extreme", "seed": 1, "seconds": 0.5}}
    assert play(running, "hashi", **body) == {"status": "unknown", "stopped": "time"}


def test_requests_at_once(running: RunningServer) -> None:
    """Requests do not disturb each other, whatever order they are answered in."""

    def fill_in(number: int) -> int:
        found = play(running, "mosaic", input=MOSAIC)
        for move in range(number):
            line = "erase A1" if move % 2 else "A1"
            found = play(running, "mosaic", input=found["record"], lines=[line])
        return int(found["moves"])

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(fill_in, range(16))) == list(range(16))


# -- games ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", GAMES)
def test_every_game_can_be_begun_and_taken_up_again(running: RunningServer, subject: str) -> None:
    found = play(running, subject, new={"seed": 1})
    assert found["persons"] and found["to_move"] in found["persons"] and found["prompt"] and found["rules"]
    again = play(running, subject, input=found["record"])
    for name in ("record", "position", "picture", "to_move", "moves", "seats"):
        assert again[name] == found[name], name


def test_mastermind_as_breaker(running: RunningServer) -> None:
    """Guesses are answered by the engine, until the code is found."""
    found = play(running, "mastermind", new={"seed": 5, "size": "2x2"}, seats={"seat": "breaker"})
    for guess in ("00", "01", "10", "11"):
        if found["outcome"] is not None:
            break
        found = play(running, "mastermind", input=found["record"], lines=[guess])
        assert found["replies"][0]["changed"]
    assert found["outcome"]["won"]


def test_mastermind_as_setter(running: RunningServer) -> None:
    """The person sets the code, and the engine guesses it."""
    found = play(running, "mastermind", new={"seed": 5, "size": "3x3"}, seats={"seat": "setter"})
    assert found["to_move"] == "setter" and "code" in found["prompt"]
    found = play(running, "mastermind", input=found["record"], lines=["set 012"])
    assert found["outcome"] is not None and found["outcome"]["won"] is False


def test_mastermind_with_the_code_in_mind(running: RunningServer) -> None:
    """The person answers every guess; a wrong answer is refused in words."""
    found = play(running, "mastermind", new={"seed": 5, "size": "2x2"}, seats={"seat": "setter"})
    found = play(running, "mastermind", input=found["record"], lines=["keep"])
    assert found["to_move"] == "setter" and found["outcome"] is None
    wrong = play(running, "mastermind", input=found["record"], lines=["9 9"])
    assert not wrong["replies"][0]["changed"] and wrong["replies"][0]["lines"]
    found = play(running, "mastermind", input=found["record"], lines=["2 0"])
    assert found["outcome"] is not None


def test_chopsticks_against_the_engine_by_text(running: RunningServer) -> None:
    found = play(running, "chopsticks", new={"seed": 2}, seats={"seat": "first", "strength": "perfect"})
    assert found["to_move"] == "first" and found["seats"]["second"] != "person"
    found = play(running, "chopsticks", input=found["record"], lines=["tap L L"])
    assert found["replies"][0]["changed"] and found["moves"] >= 1
    assert any("second" in line for line in found["replies"][0]["lines"])
    bad = play(running, "chopsticks", input=found["record"], lines=["tap L Q"])
    assert not bad["replies"][0]["changed"]
    back = play(running, "chopsticks", input=found["record"], lines=["undo"])
    assert back["to_move"] == "first"


def test_resigning(running: RunningServer) -> None:
    found = play(running, "nim", new={"seed": 2}, seats={"seat": "first"})
    found = play(running, "nim", input=found["record"], lines=["resign"])
    assert found["outcome"]["won"] is False
    assert play(running, "nim", input=found["record"])["outcome"] == found["outcome"]


# -- errors --------------------------------------------------------------------------------------------


def test_wrong_requests(running: RunningServer) -> None:
    assert refused(running, "mosaic")[0] == 422
    assert refused(running, "mosaic", input=MOSAIC, new={})[0] == 422
    assert refused(running, "mosaic", input=5)[0] == 422
    assert refused(running, "mosaic", input=MOSAIC, lines=["A1"] * 501)[0] == 422
    assert refused(running, "mosaic", input=MOSAIC, lines=["A" * 20_001])[0] == 422
    assert refused(running, "mosaic", input=MOSAIC, seconds=-1)[0] == 422
    assert refused(running, "mosaic", input=MOSAIC, unknown=1)[0] == 422
    assert refused(running, "mosaic", new={"size": "0x0"})[0] == 422
    assert refused(running, "mosaic", new={"difficulty": "impossible"})[0] == 422
    assert refused(running, "mosaic", new={"options": {"none": "1"}})[0] == 422
    assert refused(running, "mosaic", input=MOSAIC, seats={"seat": "solver"})[0] == 422
    assert refused(running, "nim", new={}, seats={"seat": "third"})[0] in (404, 422)
    status, error = refused(running, "mosiac", input=MOSAIC)
    assert (status, error["nearest"]) == (404, "mosaic")
    assert refused(running, "cnf", input="p cnf 1 0\n")[0] in (404, 422)


def test_errors_name_lines_and_no_source(running: RunningServer) -> None:
    status, error = refused(running, "mosaic", input="mosaic\n1x\n")
    assert (status, error["kind"], error["line"], error["column"]) == (422, "BadInput", 2, 2)
    assert "<" not in error["message"], "the name of a source means nothing to a page"


def test_too_large(running: RunningServer) -> None:
    board = "mosaic\n" + f"{'.' * 101}\n" * 100
    status, error = refused(running, "mosaic", input=board)
    assert (status, error["kind"]) == (413, "TooLarge") and "10000" in error["message"]
    assert refused(running, "flow", new={"size": "200x200"})[0] in (413, 422)


def test_long_matches_are_replayed_by_a_worker(running: RunningServer) -> None:
    record = play(running, "mosaic", input=f"mosaic\n9{'.' * 19}\n" + f"{'.' * 20}\n" * 19)["record"]
    found = play(running, "mosaic", input=record + "A1\n" * 2000, lines=["B1"])
    assert found["moves"] == 2001
