"""The files of the repository, and their forbidden contents."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "satplay"
MADE = {
    ".git",
    ".venv",
    "build",
    "dist",
    "__pycache__",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
}


def files(root: Path) -> list[Path]:
    """Files that are or would be tracked; without git, all files that are not generated."""
    command = ["git", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    try:
        listed = subprocess.run(command, capture_output=True, check=True).stdout.decode()
        inside = [root / name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        inside = [path for path in root.rglob("*") if not MADE & set(path.relative_to(root).parts)]
    return sorted(path for path in inside if path.is_file())


def text(path: Path) -> str:
    """Return the file as text; undecodable bytes are replaced."""
    return path.read_text(encoding="utf-8", errors="replace")


def matches(paths: Iterable[Path], pattern: re.Pattern[str], root: Path) -> Iterator[str]:
    """Return each line that matches the pattern, as ``file:line: text``."""
    for path in paths:
        for number, line in enumerate(text(path).splitlines(), start=1):
            if pattern.search(line):
                yield f"{path.relative_to(root)}:{number}: {line.strip()[:100]}"


# -- names of puzzles and games --------------------------------------------------------------------

ALSO_A_LANGUAGE = {"cnf"}
"""Subjects whose name is also the name of a common input language."""


def names_in_shared_files(source: Path, names: Iterable[str]) -> list[str]:
    """Lines of shared files that name a puzzle or a game.

    The experiments of ``lab`` may, and so may the input of a doctest: an example has to use some puzzle.
    """
    words = [re.escape(name).replace(r"\-", "[-_ ]?") for name in sorted(set(names) - ALSO_A_LANGUAGE)]
    if not words:
        return []
    pattern = re.compile(rf"(?<![^\W_])(?:{'|'.join(words)})(?![^\W_])", re.IGNORECASE)
    shared = [path for path in files(source) if _is_shared(path.relative_to(source).parts)]
    return [line for line in matches(shared, pattern, source) if not re.search(r":\d+: (>>>|\.\.\.) ", line)]


def _is_shared(parts: tuple[str, ...]) -> bool:
    in_a_folder = parts[0] in {"puzzles", "games"} and len(parts) > 2
    return not in_a_folder and parts[0] != "lab"


# -- independence of the proof checker -------------------------------------------------------------


def includes_from_outside(folder: Path) -> list[str]:
    """Includes of our own files from other folders: the checker shares none with the engine.

    Except for how Python is called, which has nothing to do with clauses.
    """
    pattern = re.compile(r'#include "([^"]+)"')
    return [
        f"{path.name} includes {name}"
        for path in sorted(folder.glob("*.[ch]pp"))
        for name in pattern.findall(text(path))
        if name != f"../python/{LOCK_FILE}" and ("/" in name or not (folder / name).is_file())
    ]


# -- the interpreter lock --------------------------------------------------------------------------

LOCK_FILE = "interpreter_lock.hpp"
LOCK_CALL = re.compile(r"gil_scoped_(acquire|release) \w|call_guard|PyGILState_|PyEval_(Save|Restore)Thread")


def locks_outside(root: Path) -> list[str]:
    """Lines of C++ that release or take the interpreter lock in another way than ``interpreter_lock.hpp``."""
    cpp = [path for path in files(root) if path.suffix in {".cpp", ".hpp"} and path.name != LOCK_FILE]
    return list(matches(cpp, LOCK_CALL, root))


# -- addresses of package indexes ------------------------------------------------------------------
# The patterns are joined from pieces, because this file must not contain an address either.

_HOSTS = ("py" + "pi", "python" + "hosted", "npm" + "js", "ana" + "conda", "yarn" + "pkg", "artif" + "actory")
_SCHEME = "(?:https?|ftp|file|git|ssh)" + ":" + "//"
INDEX_ADDRESS = re.compile(
    "|".join(
        [
            rf"(?:{'|'.join(_HOSTS)})\.(?:org|com|io|dev|net)",
            rf"{_SCHEME}\S*(?:{'|'.join((*_HOSTS, 'nexus', 'devpi'))})",
            rf"{_SCHEME}\S*/" + "simple" + r"(?:/|\b)",
            rf"{_SCHEME}[^\s/@]+@",  # with a user name or password
            rf"(?:index|registry|find-links)\S*[\s=:\"']+{_SCHEME}",
        ]
    ),
    re.IGNORECASE,
)
ANY_ADDRESS = re.compile(":" + "//")


def is_lock(path: Path) -> bool:
    """Return whether the file is a lock file of a package manager."""
    in_requirements = path.parent.name == "requirements" and path.suffix == ".txt"
    return in_requirements or path.suffix == ".lock" or path.name in {"package-lock.json", "pnpm-lock.yaml"}


def addresses(root: Path) -> list[str]:
    """Lines with an address of a package index, or any address in a lock."""
    every = files(root)
    locks = matches((path for path in every if is_lock(path)), ANY_ADDRESS, root)
    return sorted({*matches(every, INDEX_ADDRESS, root), *locks})


# -- long files ------------------------------------------------------------------------------------

LONGEST = 500
CODE = {".py", ".pyi", ".cpp", ".hpp", ".js", ".ts", ".css", ".html", ".sh"}


def long_without_a_reason(root: Path) -> list[str]:
    """Code of more than 500 lines whose first twenty lines do not say ``one file because ...``."""
    found = []
    for path in files(root):
        lines = text(path).splitlines() if path.suffix in CODE else []
        if len(lines) > LONGEST and not re.search(
            r"one\W+file\W+because", " ".join(lines[:20]), re.IGNORECASE
        ):
            found.append(f"{path.relative_to(root)}: {len(lines)} lines")
    return found


# -- folders ---------------------------------------------------------------------------------------


def folders_without_init(source: Path) -> list[str]:
    """Folders with Python files, at any depth, that are not packages."""
    holding = {
        parent for path in files(source) if path.suffix == ".py" for parent in _up_to(path.parent, source)
    }
    return sorted(
        str(folder.relative_to(source)) for folder in holding if not (folder / "__init__.py").is_file()
    )


def _up_to(folder: Path, source: Path) -> Iterator[Path]:
    yield folder
    if folder != source:
        yield from _up_to(folder.parent, source)


BESIDE = {"abuse", "architecture", "exams", "golden"}
"""Folders of tests about no folder of the source in particular."""

BROWSER = Path("web", "browser")
"""Tests of the pages in a browser, apart from those of the server."""


def tests_that_mirror_nothing(tests: Path, source: Path) -> list[str]:
    """Test folders without a corresponding folder or module in the source."""
    holding = {path.parent.relative_to(tests) for path in files(tests) if path.name.startswith("test_")}
    stray = [at for at in holding if at.parts and at.parts[0] not in BESIDE and at != BROWSER]
    return sorted(
        str(at) for at in stray if not ((source / at).is_dir() or (source / at).with_suffix(".py").is_file())
    )
