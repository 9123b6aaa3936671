"""The first hint after the start of the server, and the hints after that."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

from satplay.errors import EngineError
from satplay.lab.bench.web.boards import SolvableBoard, make_board
from satplay.lab.bench.web.client import Client
from satplay.lab.bench.web.figures import done, percentile
from satplay.lab.bench.web.server import running_server

SEED = 1


def sample(subject: str, size: str, starts: int, count: int) -> dict[str, Any]:
    """``total`` is the first hint of each of some servers; ``count`` hints come after that of the last."""
    board = make_board(subject, size, SEED)
    times = []
    later: list[float] = []
    for start in range(starts):
        with running_server() as server:
            client = server.client()
            times.append(_first(client, board))
            if start == starts - 1:
                later = [*_later(client, subject, size, count)]
            client.close()
    more = {"p50": percentile(later, 0.5), "p95": percentile(later, 0.95), "max": max(later)}
    return done([{**one, **more} for one in times], hints=len(later))


def _first(client: Client, board: SolvableBoard) -> dict[str, float]:
    """The server has just said that it answers: a board is opened, and a hint is asked for at once."""
    begun = time.perf_counter()
    record = _play(client, board.subject, {"input": board.text})
    opened = time.perf_counter() - begun
    return {"total": _hint(client, record), "opened": opened}


def _later(client: Client, subject: str, size: str, count: int) -> Iterator[float]:
    """Hints in other positions: before each move of the solution, on as many boards as it takes."""
    for seed in itertools.count(SEED + 1):
        board = make_board(subject, size, seed)
        record = _play(client, subject, {"input": board.text})
        for stroke in board.strokes:
            if count == 0:
                return
            count -= 1
            yield _hint(client, record)
            record = _play(client, subject, {"input": record, "lines": [stroke.typed]})


def _play(client: Client, subject: str, body: dict[str, Any]) -> str:
    return str(client.expect(f"/api/play/{subject}", body)["record"])


def _hint(client: Client, record: str) -> float:
    reply = client.result("/api/board/hint", {"record": record})
    if reply.status != 200 or "reason" not in reply.value:
        raise EngineError(f"no hint: status {reply.status}: {reply.content[:200]!r}")
    return reply.seconds
