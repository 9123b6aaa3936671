"""A formula as a picture: a row for each clause, a column for each variable, a disc for each literal.

Full discs are positive literals, rings negative ones; with a model, true literals are green with a thick
rim and clauses without one are marked red at the margin.
"""

from __future__ import annotations

from satplay.drawing.scene import Circle, Polyline, Rect, Scene, Shape, Style, Text
from satplay.errors import BadInput
from satplay.logic.formula import Formula
from satplay.logic.model import Model

STEP = 22.0
MARGIN = 48.0
MOST_VARIABLES = 200
MOST_CLAUSES = 1000
INK, FAINT, TRUE, FALSE = "#1b1b1b", "#d7d7d7", "#009e73", "#d55e00"


def draw(formula: Formula, model: Model | None) -> Scene:
    """The incidence picture of a formula; ``BadInput`` if it is too large."""
    if formula.var_count > MOST_VARIABLES or formula.clause_count > MOST_CLAUSES:
        found = f"{formula.var_count} variables, {formula.clause_count} clauses"
        raise BadInput(
            "formula to draw", found=found, expected=f"at most {MOST_VARIABLES} and {MOST_CLAUSES}"
        )
    shapes: list[Shape] = []
    right = MARGIN + STEP * formula.var_count
    bottom = MARGIN + STEP * formula.clause_count
    for var in range(1, formula.var_count + 1):
        x = MARGIN + STEP * (var - 0.5)
        shapes.append(Polyline(((x, MARGIN), (x, bottom)), Style(FAINT, width=1)))
        shapes.append(Text((x, MARGIN - STEP / 2), str(var), 11, _value_colour(model, var)))
    for row, clause in enumerate(formula):
        y = MARGIN + STEP * (row + 0.5)
        broken = model is not None and not any(lit in model for lit in clause)
        if broken:
            shapes.append(Rect((MARGIN - 4, y - STEP / 2 + 1), right - MARGIN + 8, STEP - 2, Style(FALSE), 4))
        shapes.append(Text((MARGIN - 10, y), f"c{row + 1}", 11, FALSE if broken else INK, "end"))
        shapes += [_disc((MARGIN + STEP * (abs(lit) - 0.5), y), lit, model) for lit in dict.fromkeys(clause)]
    return Scene(right + STEP, bottom + STEP, tuple(shapes), f"a formula of {formula.clause_count} clauses")


def _disc(centre: tuple[float, float], lit: int, model: Model | None) -> Circle:
    true = model is not None and lit in model
    colour = TRUE if true else INK
    style = Style(colour, colour if lit > 0 else "#ffffff", 3.0 if true else 1.5)
    return Circle(centre, 6.0, style)


def _value_colour(model: Model | None, var: int) -> str:
    return TRUE if model is not None and var in model else INK
