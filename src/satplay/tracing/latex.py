r"""A run as a complete LaTeX document, in the style of a handwritten solution.

States are numbered lists of literals, ``[t_1^d, \neg t_5]``, each with its rule; every conflict shows
its implication graph, its resolution steps and the learned clause with decision levels.  Nothing is
needed but ``amsmath`` and ``tikz``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from satplay.contracts.events import Conflict, Delete, Fail, GiveUp, Success, UnitProp
from satplay.drawing.scene import Point
from satplay.errors import one_line
from satplay.logic.formula import Formula
from satplay.logic.literal import Clause, Lit
from satplay.tracing.derivation import Derivation
from satplay.tracing.graph import graph_of
from satplay.tracing.layout import NODE_HEIGHT, Arrow, GraphLayout, Node, lay_out
from satplay.tracing.replay import Entry, Trace, TraceStep

DRAWABLE = 60
"""Graphs with more involved nodes than this are not drawn."""
ROWS = 30
"""Rows of a table, which cannot span pages: longer derivations become several tables."""
POINT = 0.75
"""Points per unit of the layout."""
TEXT_WIDTH = 455.0
"""In points."""

_PREAMBLE = r"""\documentclass[a4paper]{article}
\usepackage{amsmath}
\usepackage{tikz}
\setlength{\oddsidemargin}{0pt}
\setlength{\textwidth}{455pt}
\setlength{\topmargin}{-20pt}
\setlength{\headsep}{0pt}
\setlength{\textheight}{680pt}
\setlength{\parindent}{0pt}
\setlength{\parskip}{4pt}
\tikzset{
  decision/.style={fill=black, text=white, inner sep=1pt},
  implied/.style={draw, fill=white, rounded corners=9pt, inner sep=1pt},
  conflict/.style={draw, very thick, double, fill=white, inner sep=1pt},
  bystander/.style={opacity=0.35},
  clause/.style={fill=white, inner sep=1pt, font=\scriptsize},
  side/.style={font=\scriptsize\itshape},
}
\begin{document}
\raggedright
"""

_LIST = r"\begin{list}{}{\setlength{\leftmargin}{2.2em}\setlength{\labelwidth}{1.8em}}"


def to_latex(trace: Trace) -> str:
    """The whole run, ready for ``pdflatex``."""
    lines = [
        _PREAMBLE,
        *_head(trace),
        r"\begin{list}{}{\setlength{\leftmargin}{2.2em}\setlength{\labelwidth}{1.8em}}",
    ]
    steps = list(trace.steps())
    for at, step in enumerate(steps):
        follows = steps[at + 1] if at + 1 < len(steps) else None
        lines += _item(trace.formula, step, follows)
    lines += [r"\end{list}", r"\end{document}", ""]
    return "\n".join(lines)


def _head(trace: Trace) -> Iterator[str]:
    sets = [rf"{_set(clause)}^{{c_{{{number}}}}}" for number, clause in enumerate(trace.formula, 1)]
    yield rf"$X = \{{ {_join_list(sets)} \}}$"
    yield ""
    names = [rf"$t_{{{var}}}$: {escape(str(atom))}" for var, atom in trace.formula.atoms()]
    if names:
        yield "Here " + "; ".join(names) + "."
        yield ""
    if trace.options:
        chosen = ", ".join(f"{escape(name)} = {escape(value)}" for name, value in trace.options.items())
        yield rf"{{\small Options: {chosen}.}}"
        yield ""


def _item(formula: Formula, step: TraceStep, follows: TraceStep | None) -> Iterator[str]:
    number = rf"\item[{step.number}.]"
    match step.event:
        case Conflict():
            yield r"\item[]"
            yield from _conflict(formula, step, follows)
        case Delete(clause_id=clause_id):
            yield rf"\item[] Clause $c_{{{clause_id}}}$ is deleted."
        case Success(model=model):
            yield rf"{number} \textbf{{model}}: every clause is satisfied, the formula is SAT."
            yield f"$[{_join_list(map(_lit, model))}]$"
        case Fail(core=core):
            yield rf"{number} \textbf{{fail}} \hfill \mbox{{by rule fail}}"
            if core:
                yield rf"\par The assumptions ${_join_list(map(_lit, core))}$ cannot hold together: UNSAT."
            elif step.level:
                yield r"\par The conflict depends on no decision: the formula is UNSAT."
            else:
                yield r"\par No decision literal is left in the partial valuation: the formula is UNSAT."
        case GiveUp(stopped=stopped):
            yield rf"{number} \textbf{{unknown}}: {stopped.value}."
        case _:
            rule = rf" \hfill \mbox{{by rule {_rule(step)}}}" if step.event is not None else ""
            yield rf"{number} $[{_join_list(map(_entry, step.trail))}]${rule}"


def _rule(step: TraceStep) -> str:
    match step.event:
        case UnitProp(clause_id=clause_id):
            return rf"unit-prop ($c_{{{clause_id}}}$)"
        case _:
            return step.rule


def _conflict(formula: Formula, step: TraceStep, follows: TraceStep | None) -> Iterator[str]:
    analysis = step.analysis
    assert analysis is not None, "a conflict has an analysis"
    if analysis.derivation is None and follows is not None and follows.analysis is not None:
        analysis = follows.analysis  # Fail has the derivation of the conflict that ends the run
    yield r"\begin{minipage}{\linewidth}"
    yield rf"\textbf{{Conflict with $c_{{{analysis.conflict_id}}}$}}"
    graph = graph_of(formula, step).without_uninvolved()
    if len(graph.nodes) <= DRAWABLE:
        side = analysis.cut.conflict_side if analysis.cut is not None else ()
        with_cut = analysis.derivation is not None and bool(analysis.derivation.result)
        yield from _picture(lay_out(graph, side, with_cut=with_cut, between=40.0))
    else:
        yield rf"\par (The implication graph has {len(graph.nodes)} nodes and is not drawn.)"
    yield r"\end{minipage}"
    if analysis.derivation is not None:
        yield from _table(analysis.derivation)
    learned = analysis.learned
    if learned is not None:
        pairs = zip(learned.clause, learned.levels, strict=True)
        lits = r" \vee \allowbreak ".join(rf"\overset{{d={level}}}{{{_lit(lit)}}}" for lit, level in pairs)
        yield rf"\par $C = ({lits}) = c_{{{learned.clause_id}}}$"
        second = sorted(learned.levels, reverse=True)[1:2] or [0]
        why = (
            rf"The second greatest decision level in $C$ is {second[0]}, so"
            if second[0] == learned.backjump
            else "One level is taken back:"
        )
        yield rf"\par {why} every literal with a decision level greater than {learned.backjump} is deleted."


def _table(derivation: Derivation) -> Iterator[str]:
    """The resolution steps: pivot, clause, resolvent."""
    rows = [rf" & $c_{{{derivation.conflict_id}}}$ & ${_or(derivation.start)}$ \\"]
    for step in derivation.steps:
        note = r" \emph{(minimisation)}" if step.minimising else ""
        rows.append(rf"${_lit(step.pivot)}$ & $c_{{{step.clause_id}}}$ & ${_or(step.clause)}${note} \\")
    for first in range(0, len(rows), ROWS):
        yield r"\par\smallskip\begin{tabular}{llp{300pt}}"
        yield r"resolve on & with & gives \\ \hline"
        yield from rows[first : first + ROWS]
        yield r"\end{tabular}\smallskip"


# -- the implication graph --------------------------------------------------------------------------


def _picture(layout: GraphLayout) -> Iterator[str]:
    wide = layout.width * POINT > TEXT_WIDTH - 30.0
    yield r"\par\smallskip" + (r"\resizebox{\linewidth}{!}{%" if wide else "")
    yield rf"\begin{{tikzpicture}}[x={POINT}pt, y=-{POINT}pt, >=latex]"
    if layout.cut:
        right = layout.width - 8.0
        corners = [*layout.cut, (right, layout.cut[-1][1]), (right, layout.cut[0][1])]
        yield rf"\fill[black!7] {_way(corners)} -- cycle;"
    for lane in layout.lanes:
        yield rf"\node[anchor=west, font=\small] at (10,{lane.middle:.1f}) {{level {lane.level}}};"
    for arrow in layout.arrows:
        yield from _arrow(arrow)
    if layout.cut:
        x, y = layout.cut[-1]
        yield rf"\draw[dashed, thick] {_way(layout.cut)};"
        yield rf"\node[side, anchor=east] at ({x - 4:.1f},{y + 10:.1f}) {{reason side}};"
        yield rf"\node[side, anchor=west] at ({x + 4:.1f},{y + 10:.1f}) {{conflict side}};"
    for node in layout.nodes:
        yield _node(node)
    yield r"\end{tikzpicture}" + ("}" if wide else "")


def _arrow(arrow: Arrow) -> Iterator[str]:
    weight = "very thick" if arrow.crosses_cut else "semithick"
    style = weight if arrow.involved else f"{weight}, bystander"
    # A quadratic curve equals the cubic one whose control points are at two thirds.
    first, second = _towards(arrow.start, arrow.control), _towards(arrow.end, arrow.control)
    way = f"{_at(arrow.start)} .. controls {_at(first)} and {_at(second)} .. {_at(arrow.end)}"
    yield rf"\draw[->, {style}] {way};"
    yield rf"\node[clause] at {_at(arrow.label)} {{$c_{{{arrow.edge.clause_id}}}$}};"


def _node(node: Node) -> str:
    size = f"minimum width={node.width * POINT:.1f}pt, minimum height={NODE_HEIGHT * POINT:.1f}pt"
    if node.entry is None:
        return rf"\node[conflict, {size}] at {_at(node.centre)} {{conflict}};"
    kind = "implied" if node.is_pill else "decision"
    style = f"{kind}, {size}" if node.involved else f"{kind}, {size}, bystander"
    return rf"\node[{style}] at {_at(node.centre)} {{${_lit(node.lit)}$}};"


def _towards(start: Point, end: Point) -> Point:
    return start[0] + 2 / 3 * (end[0] - start[0]), start[1] + 2 / 3 * (end[1] - start[1])


def _way(points: Iterable[Point]) -> str:
    return " -- ".join(map(_at, points))


def _at(point: Point) -> str:
    return f"({point[0]:.1f},{point[1]:.1f})"


# -- literals and words -----------------------------------------------------------------------------


def _lit(lit: Lit) -> str:
    return rf"\neg t_{{{-lit}}}" if lit < 0 else f"t_{{{lit}}}"


def _entry(entry: Entry) -> str:
    return f"{_lit(entry.lit)}^d" if entry.is_decision else _lit(entry.lit)


def _set(clause: Clause) -> str:
    return r"\{" + _join_list(map(_lit, clause)) + r"\}"


def _or(clause: Clause) -> str:
    return r" \vee \allowbreak ".join(map(_lit, clause)) or r"\bot"


def _join_list(items: Iterable[str]) -> str:
    return r", \allowbreak ".join(items)


_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': "''",
} | {sign: f"\\{sign}" for sign in "$&#_%"}


def escape(text: str) -> str:
    r"""Text escaped for LaTeX; characters that its standard fonts lack become their numbers.

    >>> escape("50% of a_1")
    '50\\% of a\\_1'
    """
    return "".join(
        _SPECIAL.get(sign, sign if sign.isascii() else f"[U+{ord(sign):04X}]") for sign in one_line(text)
    )
