"""``kill -9`` of the server: how long until it answers again, and whether a game continues."""

from __future__ import annotations

import signal
import time
from typing import Any

from satplay.errors import EngineError
from satplay.lab.bench.web.boards import make_board
from satplay.lab.bench.web.figures import done
from satplay.lab.bench.web.server import running_server


def sample(subject: str, size: str, restarts: int) -> dict[str, Any]:
    """A game is begun, the server is killed and started at the same port, and the next move is made.

    ``total``  until it answers; ``page`` until it has sent the page as well; ``move`` until that move is made
    """
    board = make_board(subject, size, 1)
    path = f"/api/play/{subject}"
    times = []
    with running_server() as server:
        for _ in range(restarts):
            client = server.client()
            before = client.expect(path, {"input": board.text, "lines": [board.strokes[0].typed]})
            client.close()
            server.end(signal.SIGKILL)
            killed = time.perf_counter()
            server.start()
            client = server.client()
            _expect(client.get("/healthz").status)
            answers = time.perf_counter() - killed
            _expect(client.get(f"/{subject}").status)
            page = time.perf_counter() - killed
            after = client.expect(path, {"input": before["record"], "lines": [board.strokes[1].typed]})
            move = time.perf_counter() - killed
            client.close()
            if after["moves"] != 2:
                raise EngineError(f"the game continues with {after['moves']} moves instead of 2")
            times.append({"total": answers, "page": page, "move": move})
    return done(times)


def _expect(status: int) -> None:
    if status != 200:
        raise EngineError(f"the server answers with status {status}")
