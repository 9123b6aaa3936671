"""``satplay serve``."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from satplay.cli import arguments as arg
from satplay.cli import end_at_signal
from satplay.cli.help_page import PageCommand
from satplay.cli.store_option import store_option
from satplay.errors import BadInput, PackageMissing

LARGEST_PORT = 65_535

HOST_NAME = re.compile(r"[a-z0-9]([a-z0-9_.-]{0,251}[a-z0-9])?", re.IGNORECASE)


@click.command(cls=PageCommand)
@click.option("--port", type=arg.Number(0), default=0, metavar="N", help="port; a free one if omitted")
@click.option("--no-browser", is_flag=True, help="print the address only, open no browser")
@click.option("--public", metavar="NAME", help="let other machines connect, which know this one as NAME")
@store_option
@click.option("--jobs", type=arg.Number(1), metavar="N", help="worker processes; default: processors - 1")
def serve(port: int, no_browser: bool, public: str | None, jobs: int | None) -> int:
    """Start the browser application: play, check, explain, generate and export puzzles.

    It prints its address, and opens a browser on a desktop. Only this machine can connect, unless --public
    names it. Ctrl-C stops it; what is played is kept by the browser.

    Example: satplay serve

    Example: satplay serve --port 8080 --no-browser
    """
    if port > LARGEST_PORT:
        raise BadInput("port", found=str(port), expected=f"a number from 0 to {LARGEST_PORT}")
    if public is not None and not HOST_NAME.fullmatch(public):
        raise BadInput("public name", found=repr(public), expected="the name alone, as puzzles.example.org")

    def announce(address: str) -> None:
        click.echo(f"satplay: {address}  (Ctrl-C stops)")
        if not no_browser and has_desktop():
            open_browser(address)

    with signals_end_the_start():
        run_server(port, None if public is None else public.lower(), jobs, announce)
    return 0


@contextmanager
def signals_end_the_start() -> Iterator[None]:
    """Signals end the process, until the server handles them itself.

    As exceptions some would be lost: pydantic drops those that are raised while it builds a model.
    """
    names = ("SIGINT", "SIGTERM", "SIGHUP")  # there is no SIGHUP on Windows
    numbers = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    handled = [number for number, handler in before.items() if handler != signal.SIG_IGN]  # nohup
    for number in handled:
        signal.signal(number, end_at_signal)
    try:
        yield
    finally:
        for number in handled:
            signal.signal(number, before[number])


def run_server(port: int, public: str | None, jobs: int | None, on_ready: Callable[[str], None]) -> None:
    """Import the server, and serve until a signal."""
    from dataclasses import replace

    from satplay.web.settings import WebSettings

    try:
        from satplay.web.serve import serve as serve_until_signal
    except ModuleNotFoundError as error:
        if error.name in {"fastapi", "pydantic", "starlette", "uvicorn"}:
            raise PackageMissing("serve", error.name, "web") from None
        raise
    settings = WebSettings(port=port, public=public)
    serve_until_signal(settings if jobs is None else replace(settings, workers=jobs), on_ready)


def has_desktop() -> bool:
    """Whether a browser with windows can be opened."""
    import os
    import sys

    if sys.platform in {"darwin", "win32"}:
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def open_browser(address: str) -> None:
    """Open the user's browser; a thread waits for it."""
    import webbrowser
    from threading import Thread

    Thread(target=webbrowser.open, args=(address,), daemon=True).start()
