"""Atomic file output: a file is written completely or not at all; a replaced file keeps its mode."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from satplay.errors import BadInput


class Discard(Exception):
    """Raised inside ``whole_file`` to discard the file."""


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file that gets its name only when it is complete; after an error an existing file is unchanged.

    On Linux (``O_TMPFILE``) it has no name until then, so that not even a killed process leaves anything
    behind.  A device or a pipe is never replaced; the whole content is written to it at the end.
    """
    hidden: Path | None = None
    try:
        target = _target(path)
        if target is None:
            import tempfile

            file = cast(BinaryIO, tempfile.TemporaryFile())  # noqa: SIM115 - closed below
        else:
            file, hidden = _create(target.parent)
    except OSError as error:
        raise _unwritable(path, error) from None
    try:
        with file:
            yield file
            file.flush()
            if target is None:
                _copy_to_device(file, path)
            elif hidden is None:
                _copy_permissions(Path(_descriptor_path(file.fileno())), target)
                _name(file, target)
        if hidden is not None and target is not None:
            hidden.chmod(0o666 & ~_umask())  # as an ordinary new file: mkstemp is stricter
            _copy_permissions(hidden, target)
            hidden.replace(target)
    except BaseException as error:  # Ctrl-C, too: nothing half-written stays
        if hidden is not None:
            with suppress(OSError):
                hidden.unlink()
        if isinstance(error, OSError) and not isinstance(error, BrokenPipeError):
            raise _unwritable(path, error) from None
        if not isinstance(error, Discard):
            raise


def expect_writable(path: Path) -> None:
    """Raise ``BadInput``, before any work, for a folder, or a file in a folder that does not exist."""
    try:
        if _target(path) is not None and not stat.S_ISDIR(path.parent.stat().st_mode):
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    except OSError as error:
        raise _unwritable(path, error) from None


def _target(path: Path) -> Path | None:
    """The file that a path refers to after resolving links; None for a device or a pipe."""
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if path.exists() and not path.is_file():
        return None
    return Path(os.path.realpath(path))


def _create(folder: Path) -> tuple[BinaryIO, Path | None]:
    """Create a file in the folder, open for writing and reading, without a name or with a hidden one."""
    if hasattr(os, "O_TMPFILE"):
        with suppress(OSError):  # not every file system supports it; a missing permission is reported below
            handle = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o666)
            if Path(_descriptor_path(handle)).exists():  # needed to name the file later
                return os.fdopen(handle, "wb"), None
            os.close(handle)
    import tempfile

    handle, name = tempfile.mkstemp(prefix=".satplay-", dir=folder)
    return os.fdopen(handle, "wb"), Path(name)


def _descriptor_path(handle: int) -> str:
    return f"/proc/self/fd/{handle}"


def _name(file: BinaryIO, target: Path) -> None:
    """Give a nameless file its name, replacing an existing file atomically."""
    handle = file.fileno()
    try:
        # src_dir_fd is ignored for an absolute path; passing it makes Python follow the link.
        os.link(_descriptor_path(handle), target, src_dir_fd=handle)
    except FileExistsError:
        import secrets

        hidden = target.with_name(f".satplay-{secrets.token_hex(8)}")
        os.link(_descriptor_path(handle), hidden, src_dir_fd=handle)
        try:
            hidden.replace(target)
        except BaseException:  # Ctrl-C, too: it is raised again
            hidden.unlink()
            raise


def _copy_permissions(file: Path, target: Path) -> None:
    """Give a file the mode of the file that it replaces, if there is one, and its owner where permitted."""
    try:
        old = target.stat()
    except FileNotFoundError:
        return
    if hasattr(os, "chown"):
        for user, group in ((old.st_uid, -1), (-1, old.st_gid)):
            with suppress(OSError):  # only root may give files away, others only to groups of their own
                os.chown(file, user, group)
    new, mode = file.stat(), stat.S_IMODE(old.st_mode) & 0o777
    if new.st_gid != old.st_gid:  # as Vim does: another group gets no more than all other users
        mode = mode & ~0o070 | (mode & 0o007) << 3
    if stat.S_IMODE(new.st_mode) != mode:  # otherwise a file system without modes would refuse
        file.chmod(mode)


def _copy_to_device(file: BinaryIO, path: Path) -> None:
    """Copy a file that is open for writing and reading to a device or a pipe."""
    with os.fdopen(os.dup(file.fileno()), "rb") as content, path.open("wb", buffering=0) as device:
        content.seek(0)
        import shutil

        shutil.copyfileobj(content, device)


def _unwritable(path: Path, error: OSError) -> BadInput:
    return BadInput(
        "output file", found=error.strerror or str(error), expected="a file to write", source=str(path)
    )


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
