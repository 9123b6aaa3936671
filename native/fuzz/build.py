"""Compiles the fuzzer with sanitizers and invariants, and prints the path of the program.

``python native/fuzz/build.py [FOLDER]`` writes to FOLDER (default ``build/fuzz``).  File names contain a hash
of the sources, so that nothing is compiled twice.  The core is compiled unchanged, without the bindings, one
unit per folder.  Exit status 3: no compiler or no sanitizers on this machine.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

NATIVE = Path(__file__).resolve().parent.parent
CORE = [".", "backbone", "counter", "formula", "mus", "quantified", "theories"]
"""Folders of the core.  Without the bindings, which need Python, and the checker, a separate module."""

FLAGS = [
    "-std=c++20",
    "-O1",
    "-g1",  # line numbers for the reports; full debug information takes 50% longer to compile
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=all",
    "-fno-omit-frame-pointer",
    "-D_GLIBCXX_ASSERTIONS",
    "-DSATPLAY_INVARIANTS",  # assertions of native/invariant.hpp
    "-Wall",
    "-Wextra",
    "-Wshadow",
]


def compiler() -> str | None:
    """The C++ compiler of this machine, if there is one."""
    candidates = [os.environ.get("CXX", ""), "c++", "g++", "clang++"]
    return next((name for name in candidates if name and shutil.which(name)), None)


def units() -> dict[str, list[Path]]:
    """The files that are compiled together, by name: a folder of the core, or a file of the fuzzer."""
    folders = {f"core_{folder}": sorted((NATIVE / folder).glob("*.cpp")) for folder in CORE if folder != "."}
    driver = {path.stem: [path] for path in sorted(NATIVE.glob("fuzz/*.cpp"))}
    return {"core": sorted(NATIVE.glob("*.cpp")), **folders, **driver}


def lacking(command: str, folder: Path) -> str | None:
    """What is missing on this machine, if anything: not every compiler has sanitizers."""
    source, program = folder / "nothing.cpp", folder / "nothing"
    source.write_text("int main() { return 0; }\n", "utf-8")
    try:
        subprocess.run([command, *FLAGS, str(source), "-o", str(program)], check=True, capture_output=True)
        subprocess.run([str(program)], check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError):
        return f"{command} has no address and undefined behaviour sanitizers"
    return None


def build(command: str, folder: Path) -> Path:
    """Compile the changed units; return the path of the program.  Raises ``CalledProcessError``."""
    folders = [NATIVE / part for part in (*CORE, "fuzz")]
    headers = [path.read_text("utf-8") for part in folders for path in sorted(part.glob("*.hpp"))]
    objects: dict[str, Path] = {}
    for name, sources in units().items():
        parts = [command, *FLAGS, *headers, *(path.read_text("utf-8") for path in sources)]
        objects[name] = folder / f"{name}-{_hash(parts)}.o"
    program = folder / f"fuzz-{_hash([path.name for path in objects.values()])}"

    def compile_unit(name: str) -> None:
        if not objects[name].exists():
            unit = folder / f"{name}.cpp"
            unit.write_text("".join(f'#include "{path}"\n' for path in units()[name]), "utf-8")
            _run([command, *FLAGS, "-c", str(unit), "-o"], objects[name])

    if not program.exists():
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(compile_unit, objects))
        _run([command, *FLAGS, *map(str, objects.values()), "-pthread", "-o"], program)
        for old in {*folder.glob("*-*")} - {*objects.values(), program}:
            old.unlink()
    return program


def _hash(texts: list[str]) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


def _run(command: list[str], target: Path) -> None:
    """Write to a temporary file first, so that a file with the final name is complete."""
    beside = target.with_name(f"{target.name}.new")
    subprocess.run([*command, str(beside)], check=True)
    beside.replace(target)


def main() -> None:
    """Build under a lock: a second process waits and then finds everything built."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else NATIVE.parent / "build" / "fuzz"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        command = compiler()
        reason = lacking(command, folder) if command else "no C++ compiler on this machine"
        if command is None or reason:
            print(reason, file=sys.stderr)
            sys.exit(3)
        try:
            print(build(command, folder))
        except subprocess.CalledProcessError as error:
            sys.exit(error.returncode)


if __name__ == "__main__":
    main()
