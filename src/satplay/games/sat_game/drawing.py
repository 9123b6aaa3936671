"""The SAT game as a picture: a row of discs for each clause, filled where the literal is positive."""

from __future__ import annotations

from satplay.drawing.scene import Circle, Scene, Shape, Style, Text
from satplay.games.sat_game.messages import describe_state
from satplay.games.sat_game.state import State

STEP = 34.0
MARGIN = 20.0
NAMES = 44.0
RADIUS = 13.0
TRUE, FALSE, NAME = "#1f6feb", "#c2410c", "#57606a"


def draw(state: State) -> Scene:
    """The clauses from top to bottom; the title names the player to move or the winner."""
    title = describe_state(state)
    widest = max((len(clause.lits) for clause in state.clauses), default=0)
    shapes: list[Shape] = [Text((MARGIN, MARGIN), title, anchor="start", bold=True)]
    for row, clause in enumerate(state.clauses, start=1):
        y = MARGIN + row * STEP
        shapes.append(Text((MARGIN, y), clause.name, colour=NAME, anchor="start"))
        if not clause.lits:
            shapes.append(Text((MARGIN + NAMES, y), "empty", colour=FALSE, anchor="start", bold=True))
        for at, lit in enumerate(clause.lits):
            point = MARGIN + NAMES + (at + 0.5) * STEP, y
            colour = TRUE if lit > 0 else FALSE
            shapes.append(Circle(point, RADIUS, Style(stroke=colour, fill=colour if lit > 0 else None)))
            ink = "#ffffff" if lit > 0 else colour
            shapes.append(Text(point, str(lit), size=12.0, colour=ink, bold=True))
    width = max(NAMES + widest * STEP, 8.8 * len(title))
    return Scene(2 * MARGIN + width, 2 * MARGIN + len(state.clauses) * STEP, tuple(shapes), title)
