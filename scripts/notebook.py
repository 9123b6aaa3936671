"""Runs the code cells of a notebook and stores their outputs in it.

python scripts/notebook.py docs/tour.ipynb

It needs no Jupyter: cells are executed one after the other in one namespace.  The value of a last expression
is stored as a picture or page if it has one, otherwise as text.
"""

from __future__ import annotations

import ast
import io
import json
import sys
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

RICH = {"text/html": "_repr_html_", "image/svg+xml": "_repr_svg_"}


def run(notebook: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The outputs of every code cell, in the format of notebooks."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    return [
        run_cell("".join(cell["source"]), namespace, number)
        for number, cell in enumerate(code_cells(notebook), 1)
    ]


def code_cells(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """The cells that contain code."""
    return [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]


def run_cell(source: str, namespace: dict[str, Any], number: int) -> list[dict[str, Any]]:
    """What the cell prints, and the value of its last expression."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    value = None
    with redirect_stdout(io.StringIO()) as printed:
        exec(compile(ast.Module(body, []), f"cell {number}", "exec"), namespace)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), namespace)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        text = printed.getvalue().splitlines(keepends=True)
        outputs.append({"name": "stdout", "output_type": "stream", "text": text})
    if value is not None:
        data = represent(value)
        outputs.append(
            {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}
        )
    return outputs


def represent(value: Any) -> dict[str, list[str]]:
    """A value as a page or a picture if it has one, otherwise as text."""
    for kind, method in RICH.items():
        if hasattr(value, method):
            return {kind: getattr(value, method)().splitlines(keepends=True)}
    return {"text/plain": repr(value).splitlines(keepends=True)}


def text_outputs(outputs: list[dict[str, Any]]) -> list[str]:
    """The outputs of a cell that are text."""
    texts = [
        output["text"] if "text" in output else output["data"].get("text/plain", []) for output in outputs
    ]
    return ["".join(lines) for lines in texts]


def main(path: Path) -> None:
    """Run the notebook in a file and write it back."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    for number, (cell, outputs) in enumerate(zip(code_cells(notebook), run(notebook), strict=True), 1):
        cell["outputs"], cell["execution_count"] = outputs, number
    path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
