"""Every import of a source tree, found without running it, and the table of allowed imports."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PACKAGE = "satplay"
EVERYBODY = {"arguments", "errors", "fast_dataclass", "graph", "rule", "version"}
BELOW_VERBS = {
    "contracts", "cubes", "discovery", "drawing", "engines", "explaining", "games", "inputs", "logic",
    "proofs", "puzzles", "qbf", "reasoning", "solving", "store", "tracing", "verifying",
}  # fmt: skip

APPLICATIONS = {"verbs", "inputs", "playing", "solving", "verifying", "store", "drawing", "contracts"}

MAY_IMPORT: dict[str, set[str]] = {
    # single modules, and the package itself
    "arguments": set(),
    "errors": set(),
    "fast_dataclass": set(),
    "graph": set(),
    "rule": set(),
    "discovery": set(),
    "version": set(),
    "__init__": {"contracts", "engines", "logic", "solver", "store", "verbs"},
    "__main__": {"cli"},
    # representation
    "logic": set(),
    "drawing": set(),
    "store": set(),
    "workers": set(),
    "contracts": {"logic", "drawing"},
    "proofs": {"logic"},
    # puzzles and games
    "puzzles": {"contracts", "logic", "drawing", "discovery"},
    "games": {"contracts", "logic", "drawing", "discovery"},
    # reasoning
    "engines": {"contracts", "logic", "proofs"},
    "tracing": {"contracts", "logic", "drawing"},
    "qbf": {"contracts", "logic", "engines"},
    "solving": {"contracts", "logic", "engines"},
    "solver": {"contracts", "logic", "engines"},
    "reasoning": {"contracts", "logic", "engines", "qbf", "solving"},
    "explaining": {"contracts", "logic", "engines", "reasoning"},
    # applications
    "inputs": {"contracts", "logic", "drawing", "games", "puzzles", "store"},
    "playing": {"contracts", "drawing", "explaining", "games", "inputs", "puzzles", "reasoning"},
    "cubes": {"contracts", "logic", "engines", "proofs"},
    "verifying": {"contracts", "logic", "engines", "proofs", "reasoning", "solving"},
    "verbs": {*BELOW_VERBS, "playing"},
    # The benchmarks call engines and encoders directly, because a verb would add its own time to theirs, and
    # build formulas with logic and with puzzles.  Reports contain drawings.
    "lab": {
        "verbs",
        "explaining",
        "inputs",
        "playing",
        "solving",
        "verifying",
        "store",
        "contracts",
        "drawing",
        "engines",
        "logic",
        "puzzles",
        "games",
        "qbf",
        "campaign",
        "workers",
    },
    "campaign": {
        "verbs",
        "workers",
        "inputs",
        "store",
        "contracts",
        "puzzles",
        "cubes",
        "engines",
        "logic",
        "solving",
        "verifying",
    },
    "cli": {*APPLICATIONS, "campaign", "cubes", "lab", "workers"},
    "web": {*APPLICATIONS, "campaign", "lab", "workers", "explaining", "puzzles", "games"},
}
"""The table of the style guide; a folder may import itself.  Every new folder needs a row."""

COMPILED = {"_native", "_checker", "_watchdog"}


@dataclass(frozen=True, slots=True)
class Import:
    """Module ``importer`` imports ``imported``; both dotted, without the package's own name in front."""

    importer: str
    imported: str
    line: int

    def __str__(self) -> str:
        return f"{self.importer} imports {self.imported or 'the package itself'} (line {self.line})"


def modules(root: Path) -> dict[str, Path]:
    """Dotted name below the package to file; a folder's ``__init__.py`` is the folder."""
    found: dict[str, Path] = {}
    for path in sorted(root.rglob("*.py")):
        parts = path.relative_to(root).with_suffix("").parts
        if parts[-1] == "__init__" and len(parts) > 1:
            parts = parts[:-1]
        found[".".join(parts)] = path
    return found


def imports(root: Path) -> list[Import]:
    """Every import of the tree: at module level, in a function, or for the type checker only."""
    known = modules(root)
    return [
        Import(name, target, line) for name, path in known.items() for target, line in _of(name, path, known)
    ]


def _of(name: str, path: Path, known: dict[str, Path]) -> Iterator[tuple[str, int]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield from _inside(alias.name, node.lineno)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = _absolute(name, path, module, level)
                for alias in names:
                    # `from a import b` may mean the module a.b, here or compiled, or something in a.
                    inner = f"{base}.{alias.name}"
                    below = inner.removeprefix(f"{PACKAGE}.")
                    is_module = below in known or below in COMPILED or alias.name == "_kernel"
                    yield from _inside(inner if is_module else base, node.lineno)
            case ast.Call(args=[ast.Constant(value=str(target)), *_]) if _imports_by_name(node.func):
                yield from _inside(target, node.lineno)
            case _:
                pass


def _imports_by_name(function: ast.expr) -> bool:
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    return name in {"import_module", "__import__", "find_spec"}


def _absolute(name: str, path: Path, module: str | None, level: int) -> str:
    if level == 0:
        return module or ""
    parts = [PACKAGE, *name.split(".")] if name != "__init__" else [PACKAGE, "__init__"]
    if path.name == "__init__.py" and name != "__init__":
        parts.append("__init__")
    return ".".join([*parts[:-level], *([module] if module else [])])


def _inside(target: str, line: int) -> Iterator[tuple[str, int]]:
    if target == PACKAGE:
        yield "", line
    elif target.startswith(f"{PACKAGE}."):
        yield target.removeprefix(f"{PACKAGE}."), line


# -- the import rules ------------------------------------------------------------------------------


def violations(root: Path) -> list[str]:
    """Every violation of the table, and every folder or module that is missing in the table."""
    known = modules(root)
    unknown = {name.split(".")[0] for name in known} - set(MAY_IMPORT)
    found = [
        f"{folder} is not in the table of who may import whom: decide, and add it"
        for folder in sorted(unknown)
    ]
    every = imports(root)
    found += [str(one) for one in every if one.importer.split(".")[0] not in unknown and not is_allowed(one)]
    found += [str(one) for one in rules_that_import_logic(every)]
    return list(dict.fromkeys(found))


def is_allowed(one: Import) -> bool:
    """Return whether the table allows an import."""
    importer, imported = one.importer.split("."), one.imported.split(".")
    ours, theirs = importer[0], imported[0]
    if theirs == "":
        return ours in {"cli", "web"}  # for what the package itself exports
    if importer == ["inputs", "saved_game"] and theirs == "playing":
        return True  # a saved game is an input, and only a match can replay its moves
    if importer == ["cli", "serve"] and theirs == "web":
        return True  # the command that starts the other application
    if imported[-1] == "_kernel":
        return len(imported) == 3 and imported[:2] == importer[:2]
    if theirs == "_native":
        return ours in {"cubes", "engines", "explaining", "qbf", "reasoning", "solver"} or importer[:2] == [
            "logic",
            "dimacs",
        ]
    if theirs == "_checker":
        return ours == "proofs"
    if theirs == "_watchdog":
        return ours in {"cli", "workers"}
    if ours == theirs and ours in {"puzzles", "games"}:
        return len(importer) > 1 and imported[:2] == importer[:2]
    return theirs == ours or theirs in EVERYBODY or theirs in MAY_IMPORT[ours]


def rules_that_import_logic(every: list[Import]) -> list[Import]:
    """Imports of ``logic`` by a puzzle's ``rules``, or by a module of the folder that ``rules`` imports."""
    rules = {one.importer for one in every if _is_rules(one.importer)}
    reached, waiting = set(rules), list(rules)
    while waiting:
        importer = waiting.pop()
        for one in every:
            same_folder = one.imported.split(".")[:2] == importer.split(".")[:2]
            if one.importer == importer and same_folder and one.imported not in reached:
                reached.add(one.imported)
                waiting.append(one.imported)
    return [one for one in every if one.importer in reached and one.imported.split(".")[0] == "logic"]


def _is_rules(module: str) -> bool:
    parts = module.split(".")
    return len(parts) >= 3 and parts[0] == "puzzles" and parts[2] == "rules"
