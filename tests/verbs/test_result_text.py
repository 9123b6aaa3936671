"""Results in Python: a truth value, a short ``repr``, a ``str`` that fits a screen, pictures in notebooks."""

from __future__ import annotations

import builtins
import inspect
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import satplay
from satplay.store.folder import FOLDER_VARIABLE
from tests.abuse.public_results import RESULTS

FLOW = "AB\nAB\n"
SAT: Any = [[1, 2], [-1]]
UNSAT: Any = [[1], [-1]]
NOW = satplay.Limit(seconds=0)
TRUE, FALSE = "p cnf 1 1\ne 1 0\n1 0\n", "p cnf 1 1\na 1 0\n1 0\n"


@pytest.mark.parametrize(
    ("result", "truth"),
    [
        (lambda: satplay.solve(SAT), True),
        (lambda: satplay.solve(UNSAT), False),
        (lambda: satplay.solve(SAT, limit=NOW, engine="reference"), False),
        (lambda: satplay.solve_qbf(TRUE), True),
        (lambda: satplay.solve_qbf(FALSE), False),
        (lambda: satplay.check(SAT, [-1, 2]), True),
        (lambda: satplay.check(SAT, [1, 2]), False),
        (lambda: satplay.check_proof(UNSAT, "0\n"), True),
        (lambda: satplay.check_proof(SAT, "0\n"), False),
        (lambda: satplay.check_proof(UNSAT, "0\n", seconds=0), False),
        (lambda: satplay.count(SAT), True),
        (lambda: satplay.count(UNSAT), False),
        (lambda: satplay.backbone([[1, 2]]), True),
        (lambda: satplay.backbone(UNSAT), False),
        (lambda: satplay.mus(UNSAT), True),
        (lambda: satplay.mus(SAT), False),
        (lambda: satplay.hint(FLOW), True),
        (lambda: satplay.hint("AB\nBA\n"), False),
        (lambda: satplay.explain(FLOW), True),
        (lambda: satplay.explain("AB\nBA\n"), False),
        (lambda: satplay.audit("mosaic", size=1, random=0), True),
        (lambda: satplay.generate("cnf", size="3", seed=1), True),
    ],
)
def test_a_result_is_true_by_its_status(result: Any, truth: bool) -> None:
    assert bool(result()) is truth


def test_the_repr_of_every_result_is_one_short_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDER_VARIABLE, str(tmp_path))  # some results come from the store
    for name, make in RESULTS.items():
        for number, (label, result) in builtins.enumerate(make()):
            if number == 12:
                break
            if type(result).__module__.startswith("satplay."):
                text = repr(result)
                assert "\n" not in text and len(text) < 120, (name, label, text)


def test_a_long_model_is_cut_for_people_only() -> None:
    solved = satplay.solve(satplay.Formula([[1]], var_count=100_000))
    assert len(str(solved).splitlines()) <= 40 and "more lines" in str(solved)
    printed = "\n".join(solved.lines())
    assert " -99999 " in printed.replace("\n", " ") and len(printed.splitlines()) > 1000
    assert len(solved.as_json()["solution"]["model"]) == 100_000
    huge = satplay.count(satplay.Formula(var_count=100_000))
    assert len(str(huge)) < 1100 and "more characters" in str(huge)
    assert len("\n".join(huge.lines())) > 30_000


def test_pictures_in_notebooks() -> None:
    for drawn in (
        satplay.solve(FLOW), satplay.hint(FLOW), satplay.generate("flow", size="4x4", seed=1),
        satplay.check(FLOW, satplay.solve(FLOW).solution), satplay.play("nim"), satplay.play("flow", FLOW),
    ):  # fmt: skip
        picture = drawn._repr_svg_()
        assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_an_explanation_is_a_page_with_all_steps() -> None:
    page = satplay.explain(FLOW)._repr_html_()
    assert page.count("<li>") == page.count("<svg") == len(satplay.explain(FLOW).steps)
    ElementTree.fromstring(f"<div>{page.replace('<br>', '<br/>')}</div>")
    assert "no solution" in satplay.explain("AB\nBA\n")._repr_html_()


def test_names_in_pages_are_escaped() -> None:
    from satplay.drawing.step_list import steps_html

    assert "<script>" not in steps_html([(["<script>alert(1)</script>"], None)], ["<script>"])
    drawn = satplay.solve('p cnf 1 1\nc name 1 <script>alert("1")</script>\n1 0\n')._repr_svg_()
    assert "<script>" not in drawn


# -- the interface -----------------------------------------------------------------------------------


def test_dir_shows_the_interface_alone() -> None:
    import satplay.logic.formula

    assert dir(satplay) == sorted(satplay.HOMES)


def test_every_function_and_class_has_an_example() -> None:
    for name, home in satplay.HOMES.items():
        value = getattr(import_module(home), name)
        if name != "__version__":
            assert ">>>" in (inspect.getdoc(value) or ""), name


def test_help_is_readable() -> None:
    import pydoc

    text = pydoc.plain(pydoc.render_doc(satplay))
    assert "TYPE_CHECKING" not in text and "import_module" not in text
    assert [name for name in satplay.HOMES if name not in text] == ["__version__"]
