"""Digests: short keys of long texts and descriptions, the same in every process and on every machine."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any


def digest(text: str) -> str:
    """The SHA-256 of a text, in hexadecimal digits.

    >>> digest("nim\\n3 4 5")[:12]
    '9a23a1475a07'
    """
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(kind: str, description: Mapping[str, Any]) -> str:
    """The digest of a description; the order of its names does not matter.

    >>> digest_of("x", {"a": 1, "b": [2]}) == digest_of("x", {"b": [2], "a": 1})
    True
    """
    return digest(json.dumps([kind, description], sort_keys=True, separators=(",", ":")))
