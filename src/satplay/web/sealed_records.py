"""Sealed records: what a page keeps of a match in which something is hidden from the person.

The record of such a match names what is hidden: the move that set it, and the seed that it came from.  A page
only sends it back, so it gets it encrypted, by a key in the data folder of the server.  Equal records are
sealed alike, which the cache of matches relies on: the tag of the text is its nonce (Rogaway and Shrimpton,
"A Provable-Security Treatment of the Key-Wrap Problem", 2006).
"""

from __future__ import annotations

import hashlib
import hmac
import os
import re
import secrets
import zlib
from base64 import b64decode, b64encode
from contextlib import suppress
from functools import cache
from pathlib import Path

from satplay.errors import BadInput
from satplay.playing.match import Match
from satplay.store.folder import data_folder

TITLE = "=== satplay sealed record, version 1 ==="
KEY_FILE = "web-key"
KEY_BYTES = 32
TAG_BYTES = 16
LARGEST = 16 << 20
"""Bytes of an unsealed record, at most: a small text could expand to a large one."""

WITHOUT_FOLDER = hashlib.sha256(b"satplay: no data folder").digest()
"""The key where none can be stored: a record is then unreadable at sight, but not for a program."""


def record_text(match: Match) -> str:
    """The record of a match for a page, sealed if it names what the person may not see."""
    text = match.to_text()
    return text if hides_nothing(match) else seal(text)


def hides_nothing(match: Match) -> bool:
    """Whether the persons may see everything."""
    view = match.visible_state()
    return match.solo or view is match.state or bool(view == match.state)


def seal(record: str) -> str:
    """The sealed text of a record."""
    plain = zlib.compress(record.encode(), 9)
    tag = _tag(plain)
    return f"{TITLE}\n{b64encode(tag + _encrypt(tag, plain)).decode()}\n"


def is_sealed(text: str) -> bool:
    """Whether a text is a sealed record."""
    return text.partition("\n")[0].strip() == TITLE


def unseal(text: str) -> str:
    """The record in a sealed text; any other text as it is.

    >>> unseal(seal("=== satplay record, version 1 ===")), unseal("2.2")
    ('=== satplay record, version 1 ===', '2.2')
    """
    if not is_sealed(text):
        return text
    with suppress(ValueError, zlib.error):
        content = b64decode(re.sub(r"\s", "", text.partition("\n")[2]), validate=True)
        tag, sealed = content[:TAG_BYTES], content[TAG_BYTES:]
        plain = _encrypt(tag, sealed)
        if hmac.compare_digest(tag, _tag(plain)):
            return zlib.decompressobj().decompress(plain, LARGEST).decode()
    raise BadInput(
        "record", line=2, found="a sealed game that this server cannot open", expected="one of its own"
    )


def _tag(plain: bytes) -> bytes:
    return hmac.digest(_key(), b"tag" + plain, "sha256")[:TAG_BYTES]


def _encrypt(tag: bytes, text: bytes) -> bytes:
    """The exclusive or with a keyed stream, which also decrypts."""
    stream = hashlib.shake_256(b"stream" + _key() + tag).digest(len(text))
    return (int.from_bytes(text) ^ int.from_bytes(stream)).to_bytes(len(text))


@cache
def _key() -> bytes:
    """The key of this data folder; the first process that needs it chooses it."""
    path = data_folder() / KEY_FILE
    with suppress(OSError):
        if not path.exists():
            _choose_key(path)
        key = path.read_bytes()
        if len(key) == KEY_BYTES:
            return key
    return WITHOUT_FOLDER


def _choose_key(path: Path) -> None:
    """Write a new key, unless another process was faster; readers see all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.{os.getpid()}-{secrets.token_hex(4)}")
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(secrets.token_bytes(KEY_BYTES))
        with suppress(FileExistsError):
            os.link(new, path)
    finally:
        new.unlink()
