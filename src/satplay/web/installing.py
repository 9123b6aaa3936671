"""What makes the pages an application that can be installed: manifest, icons and the service worker."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from satplay.drawing.tokens import TOKENS
from satplay.web.icon import icon_png, icon_svg
from satplay.web.page_files import WebFile, version_of, web_file

if TYPE_CHECKING:
    from satplay.web.site import Site

ICONS = {"/icon-192.png": (192, False), "/icon-512.png": (512, False), "/icon-maskable.png": (512, True)}
"""The icons as PNG by path: pixels, and whether the square is filled."""

PATHS = ("/manifest.webmanifest", "/icon.svg", *ICONS)


@cache
def install_file(path: str) -> WebFile:
    """The manifest or an icon, by its path."""
    if path == "/manifest.webmanifest":
        return web_file(path, json.dumps(_manifest()))
    if path == "/icon.svg":
        return web_file(path, icon_svg())
    pixels, maskable = ICONS[path]
    return web_file(path, icon_png(pixels, maskable=maskable))


def service_worker(site: Site) -> WebFile:
    """The service worker, with the paths that it keeps for times without a connection.

    A browser installs it anew when its text changes: when any page or file does.
    """
    kept = {path: site.page(path) for path in site.paths} | site.files
    kept |= {path: install_file(path) for path in ("/manifest.webmanifest", "/icon.svg")}
    constants = {"VERSION": version_of(kept.values()), "FILES_VERSION": site.version, "PATHS": list(kept)}
    head = "".join(f"const {name} = {json.dumps(value)};\n" for name, value in constants.items())
    script = (files("satplay.web") / "service-worker.js").read_text(encoding="utf-8")
    return web_file("service-worker.js", f"{head}{script}")


def _manifest() -> dict[str, object]:
    icons = [
        {"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"},
        *(
            {"src": path, "sizes": f"{pixels}x{pixels}", "type": "image/png"}
            | ({"purpose": "maskable"} if maskable else {})
            for path, (pixels, maskable) in ICONS.items()
        ),
    ]
    return {
        "name": "satplay",
        "short_name": "satplay",
        "description": "Logic puzzles to play, with hints that state their reasons.",
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": TOKENS["page"].light,
        "theme_color": TOKENS["page"].light,
        "icons": icons,
    }
