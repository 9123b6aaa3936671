"""QR codes, so that a phone opens a link that a screen shows."""

from __future__ import annotations

from functools import lru_cache
from io import BytesIO

from satplay.errors import PackageMissing
from satplay.web.limits import TooLarge

LONGEST_TEXT = 1_000
"""Bytes of a text: a code of more is too fine for the camera of a phone."""

QUIET_ZONE = 4
"""Modules of white around the code, as the standard demands (ISO/IEC 18004)."""


@lru_cache(maxsize=64)
def qr_svg(text: str) -> bytes:
    """The QR code of a text as SVG, black on white in both themes; up to 15 % of it may be unreadable.

    >>> qr_svg("http://localhost:8000/")[:47]
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox'
    """
    size = len(text.encode())
    if size > LONGEST_TEXT:
        raise TooLarge("text", f"{size} bytes", f"{LONGEST_TEXT} bytes in a QR code")
    try:
        import segno
    except ModuleNotFoundError:
        raise PackageMissing("a QR code", "segno", "web") from None
    code = segno.make(text, error="m", boost_error=False, micro=False)
    file = BytesIO()
    code.save(
        file, kind="svg", border=QUIET_ZONE, dark="#000", light="#fff", xmldecl=False, omitsize=True,
        svgclass=None, lineclass=None, nl=False,
    )  # fmt: skip
    return file.getvalue()
