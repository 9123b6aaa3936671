import re

from satplay.contracts.engine import Stopped
from satplay.contracts.events import Decide, GiveUp, Success, UnitProp
from satplay.logic.formula import Formula
from satplay.logic.literal import Named
from satplay.logic.model import Model
from satplay.tracing import Trace


def balanced(latex: str) -> bool:
    depth = 0
    for sign in re.sub(r"\\[{}\\]", "", latex):
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if depth < 0:
            return False
    return depth == 0


def test_states_are_written_as_in_the_source(seed):
    latex = seed.to_latex()
    state = latex.replace(r" \allowbreak", "")
    assert r"\item[6.] $[t_{1}^d, \neg t_{5}, t_{2}^d, t_{3}^d, t_{4}]$" in state
    assert r"by rule unit-prop ($c_{6}$)" in latex
    assert r"\item[10.] $[]$ \hfill \mbox{by rule backjump}" in latex
    assert r"\item[13.] \textbf{fail}" in latex


def test_a_conflict_shows_learned_clause_levels_and_resolutions(seed):
    latex = seed.to_latex()
    assert r"\textbf{Conflict with $c_{7}$}" in latex
    assert r"$C = (\overset{d=1}{\neg t_{1}} \vee \allowbreak \overset{d=3}{\neg t_{3}}) = c_{8}$" in latex
    assert r"$t_{4}$ & $c_{2}$ & $\neg t_{3} \vee \allowbreak t_{5}$ \\" in latex
    assert "The second greatest decision level in $C$ is 1" in latex
    assert r"\bot" in latex


def test_the_document_is_complete(seed, first_uip):
    for trace in (seed, first_uip):
        latex = trace.to_latex()
        assert latex.startswith(r"\documentclass")
        assert latex.rstrip().endswith(r"\end{document}")
        assert balanced(latex)
        begun = re.findall(r"\\begin\{(\w+)\}", latex)
        assert sorted(begun) == sorted(re.findall(r"\\end\{(\w+)\}", latex))
        assert begun.count("tikzpicture") == 3
        assert set(re.findall(r"\\usepackage\{(\w+)\}", latex)) == {"amsmath", "tikz"}


def test_names_cannot_break_the_document():
    formula = Formula([[1]])
    formula.name(1, Named(r"\end{document} 50% $x_1$ {é"))
    latex = Trace(formula, {"a_b": "c%"}, ()).to_latex()
    assert latex.count(r"\end{document}") == 1
    assert r"\textbackslash{}end\{document\} 50\% \$x\_1\$ \{[U+00E9]" in latex
    assert balanced(latex)


def test_the_other_endings_are_written():
    formula = Formula([[1, 2]])
    assert r"\textbf{model}" in Trace(formula, {}, (Decide(1, 1), Success(Model([1, -2])))).to_latex()
    assert "out of time" in Trace(formula, {}, (GiveUp(Stopped.TIME),)).to_latex()
    assert r"\item[1.] $[]$" in Trace(Formula(), {}, ()).to_latex()
    assert "unit-prop" in Trace(Formula([[1]]), {}, (UnitProp(1, 0, 1),)).to_latex()
