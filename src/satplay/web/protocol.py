"""HTTP as it arrives: what is not HTTP gets an error in the one shape, too."""

from __future__ import annotations

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from satplay.web.answers import error_answer, json_bytes
from satplay.web.security import HEADERS


class Protocol(H11Protocol):
    """uvicorn's protocol."""

    def send_400_response(self, msg: str) -> None:
        """Answer a request that is not HTTP, and close the connection."""
        if self.cycle is not None and not self.cycle.response_complete:  # its body is what is wrong
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in {h11.IDLE, h11.SEND_RESPONSE}:
            content = json_bytes(error_answer(400, "BadRequest", "this is not a request of HTTP/1.1").value)
            headers = {
                **HEADERS,
                "Content-Type": "application/json",
                "Content-Length": str(len(content)),
                "Connection": "close",
            }
            for event in (
                h11.Response(status_code=400, headers=[*headers.items()], reason=b"Bad Request"),
                h11.Data(data=content),
                h11.EndOfMessage(),
            ):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
