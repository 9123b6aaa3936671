"""The routes of the pages and their files.

Only paths that the site knows are answered; no path of a request reaches the file system.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from fastapi import APIRouter
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from satplay.playing.subjects import playable_names
from satplay.web.installing import PATHS, install_file, service_worker
from satplay.web.site import Site

if TYPE_CHECKING:
    from satplay.web.application import Services


@cache
def the_site() -> Site:
    """The site of all subjects that can be played."""
    return Site(playable_names())


def not_found_page(request: Request) -> Response | None:
    """The answer to a person who asked for an address that does not exist; None if a program asked."""
    wants_page = request.method in {"GET", "HEAD"} and "text/html" in request.headers.get("accept", "")
    if not wants_page or request.url.path.startswith("/api/"):
        return None
    return the_site().not_found.answer(request, status=404)


def router(services: Services) -> APIRouter:
    """The routes of the pages and their files."""
    site = the_site()
    routes = APIRouter(include_in_schema=False)

    def add(path: str, answer: Callable[..., Response]) -> None:
        routes.add_api_route(path, answer, methods=["GET", "HEAD"], response_model=None)

    def page(request: Request) -> Response:
        return site.page(request.url.path).answer(request)

    def file(request: Request) -> Response:
        found = site.files.get(request.url.path)
        if found is None:
            raise HTTPException(404)
        return found.answer(request)

    def installed(request: Request) -> Response:
        return install_file(request.url.path).answer(request)

    def worker(request: Request) -> Response:
        return service_worker(site).answer(request)

    for path in site.paths:
        add(path, page)
    for path in ("/tokens.css", "/static/{name}", "/subjects/{name}/{file}"):
        add(path, file)
    for path in PATHS:
        add(path, installed)
    add("/service-worker.js", worker)
    return routes
