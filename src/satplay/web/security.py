"""What is checked of every request before any route sees it, and the headers of every answer."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from satplay.web.settings import WebSettings


class Security:
    """Middleware."""

    def __init__(self, app: ASGIApp, settings: WebSettings) -> None:
        self.app, self.settings = app, settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, send)
