"""Plain, gzip and xz files, recognised by their first bytes; every error is ``BadInput``."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import BinaryIO, Protocol, TypeAlias, cast

from satplay.errors import BadInput

Piece: TypeAlias = bytes | memoryview

CHUNK = 1 << 20
"""Bytes read at a time."""

LARGEST_STREAM = 8 << 30
"""The most bytes of one input, unpacked, that are read piece by piece: formulas and proofs."""

LARGEST_TEXT = 128 << 20
"""The most bytes of an input that is read as one text: everything else."""

COMPRESSED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ\x00": "xz"}
LONGEST_MAGIC = max(map(len, COMPRESSED))


def open_input(path: str | os.PathLike[str]) -> BinaryIO:
    """Open the file for reading."""
    try:
        file = Path(path).open("rb", buffering=0)  # noqa: SIM115 - the caller closes it
        if Path(path).is_dir():  # some systems open a directory and fail later
            file.close()
            raise IsADirectoryError
    except (OSError, ValueError) as error:
        raise BadInput(
            "file",
            found=_describe_open_error(Path(path), error),
            expected="a file that can be read",
            source=os.fspath(path),
        ) from None
    return cast(BinaryIO, file)


def _describe_open_error(path: Path, error: OSError | ValueError) -> str:
    match error:
        case FileNotFoundError() if path.is_symlink():
            return f"a symbolic link to '{path.readlink()}', which does not exist"
        case FileNotFoundError():
            return "no such file"
        case IsADirectoryError():
            return "a directory"
        case PermissionError():
            return "a file without read permission"
        case OSError():
            return f"an error while opening: {error.strerror or error}"
    return f"an impossible path: {error}"


def pieces(file: BinaryIO) -> Iterator[Piece]:
    """The decompressed content, piece by piece; a piece is valid until the next one is requested."""
    size = 0
    for piece in _unbounded_pieces(file):
        size += len(piece)
        expect_size(size, LARGEST_STREAM)
        yield piece


def expect_size(size: int, largest: int) -> None:
    """Raise ``BadInput`` for an input of more than ``largest`` bytes, which is a number of MiB."""
    if size > largest:
        mebibytes = largest >> 20
        raise BadInput(
            "file", found=f"more than {mebibytes} MiB", expected=f"at most {mebibytes} MiB, unpacked"
        )


def _unbounded_pieces(file: BinaryIO) -> Iterator[Piece]:
    raw = _chunks(file)
    head = b""
    while len(head) < LONGEST_MAGIC and (chunk := next(raw, None)):
        head += chunk
    content: Iterator[Piece] = chain([head], raw)
    for magic, kind in COMPRESSED.items():
        if head.startswith(magic):
            return _decompress(content, kind)
    return content


def content(file: BinaryIO, at_most: int | None = None) -> bytes:
    """The decompressed content of an open file: all of it, or the first ``at_most`` bytes."""
    result = bytearray()
    for piece in pieces(file):
        result += piece
        if at_most is not None and len(result) >= at_most:
            return bytes(result[:at_most])
        expect_size(len(result), LARGEST_TEXT)
    return bytes(result)


class _Readable(Protocol):
    def readinto(self, buffer: memoryview, /) -> int | None: ...


def _chunks(file: BinaryIO) -> Iterator[memoryview]:
    """The file piece by piece, in one reused buffer."""
    buffer = memoryview(bytearray(CHUNK))
    try:
        # typing.BinaryIO does not declare readinto, though every binary file has it.
        while count := cast(_Readable, file).readinto(buffer):
            yield buffer[:count]
    except OSError as error:
        found = f"an error while reading: {error.strerror or error}"
        raise BadInput("file", found=found, expected="a file that can be read") from None


class _Member(Protocol):
    """Decompressor of one member; a compressed file may consist of several concatenated members."""

    def decompress(self, data: Piece, max_length: int = ..., /) -> bytes: ...
    @property
    def eof(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...


def _new_member(kind: str) -> _Member:
    import lzma
    import zlib

    return zlib.decompressobj(wbits=31) if kind == "gzip" else lzma.LZMADecompressor(lzma.FORMAT_XZ)


def _decompress(chunks: Iterable[Piece], kind: str) -> Iterator[bytes]:
    """Decompress the chunks into pieces of at most ``CHUNK`` bytes, whatever the compression ratio."""
    import lzma
    import zlib

    members = 0
    member: _Member | None = None
    untouched = True  # this member has produced no output yet
    for chunk in chunks:
        data, more = chunk, True
        while more:
            if member is None:
                data = bytes(data).lstrip(b"\0") if members else data  # zeros after a member are padding
                if not data:
                    break
                member = _new_member(kind)
                members += 1
                untouched = True
            try:
                piece = member.decompress(data, CHUNK)
            except (zlib.error, lzma.LZMAError) as error:
                after = members > 1 and untouched
                found = f"other data after the {kind} data" if after else f"corrupt {kind} data"
                raise BadInput("file", found=f"{found} ({error})", expected=f"a valid {kind} file") from None
            untouched = untouched and not piece
            yield piece
            if member.eof:
                data, member = member.unused_data, None
            else:
                data = getattr(member, "unconsumed_tail", b"")  # zlib only; lzma buffers the rest itself
            more = bool(data) or len(piece) == CHUNK
    if member is not None:
        raise BadInput("file", found=f"truncated {kind} data", expected=f"a complete {kind} file")
